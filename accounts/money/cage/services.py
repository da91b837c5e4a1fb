"""
The cage: cash in, cash out. One transaction each, with the postings and one audit row.

A repeat waits for the first request (by an advisory lock, at most the lock's time limit) and gets
its answer; the books themselves would refuse a second posting under the same key.
"""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

import psycopg
from django.conf import settings
from django.db import OperationalError, connection, transaction
from msgspec import Struct

from accounts.audit_trail import services as audit
from accounts.money.ledger import posting
from accounts.money.ledger import services as ledger
from accounts.money.ledger.chart import Book
from accounts.money.ledger.errors import KeyReused, LedgerBusy
from accounts.money.ledger.posting import Transaction
from accounts.people import errors
from accounts.people.queries import player_of
from pokerhouse.common.ids import PlayerId
from pokerhouse.eventstore.errors import IdempotencyMismatch, TooLate

DRAWER = UUID("00000000-0000-8000-8000-000000001010")
"""The house's one drawer, until drawers have shifts of their own."""


class CageKind(StrEnum):
    """What is done at the cage."""

    DEPOSIT = "deposit"
    CASH_OUT = "cash_out"


class AtCage(Struct, frozen=True, kw_only=True):
    """What a cashier asks for."""

    kind: CageKind
    player: PlayerId
    amount_cents: int
    book: Book = Book.MAIN
    drawer: UUID = DRAWER


class Done(Struct, frozen=True):
    """The transaction in the books; `is_repeat` if an earlier request made it."""

    transaction_id: UUID
    is_repeat: bool


def transact(
    asked: AtCage, *, actor: UUID, key: str, at: datetime, not_after: datetime | None = None
) -> Done:
    """
    Take a deposit into the drawer, or pay out of it, once for the cashier's `key`.

    :raises AmountOutOfRange: if it is more than one transaction may be (CAGE_MAX_AMOUNT).
    :raises UnknownPerson: if the player is none.
    :raises OwnMoney: if the cashier serves himself.
    :raises InsufficientFunds: if wallet or drawer does not hold it.
    :raises IdempotencyMismatch: if the key stands for something else.
    :raises TooLate: if it came after `not_after` and is no repeat.
    :raises LedgerRefusal: what else the books refuse.
    """
    idem_key = f"cage:{actor}:{key}"
    try:
        with transaction.atomic():
            is_repeat = _was_posted(idem_key)
            if not is_repeat:
                _check(asked, actor, at, not_after)
            posted = [
                ledger.post(part, at=at, actor=str(actor), idem_key=f"{idem_key}{suffix}")
                for suffix, part in _postings(asked)
            ]
            if not is_repeat:
                _note(asked, actor, key, at, posted[-1].transaction_id)
    except KeyReused as error:
        raise IdempotencyMismatch(key) from error
    except OperationalError as error:
        if isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
            raise LedgerBusy("The first request is still running.") from error
        raise
    return Done(posted[-1].transaction_id, is_repeat)


def _was_posted(idem_key: str) -> bool:
    """Wait for whoever works under this key; return whether it has been posted."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [idem_key])
        cursor.execute("SELECT 1 FROM ledger_transaction WHERE idem_key = %s", [idem_key])
        return cursor.fetchone() is not None


def _check(asked: AtCage, actor: UUID, at: datetime, not_after: datetime | None) -> None:
    if not_after is not None and at > not_after:
        raise TooLate("The command came too late.", not_after=not_after.isoformat())
    if asked.amount_cents > settings.CAGE_MAX_AMOUNT:
        facts = {"min": 1, "max": settings.CAGE_MAX_AMOUNT}
        raise errors.AmountOutOfRange("One transaction is not so large.", **facts)
    player_of(asked.player)
    if asked.player == actor:
        raise errors.OwnMoney("Somebody else serves you.")


def _postings(asked: AtCage) -> list[tuple[str, Transaction]]:
    player, amount, book = asked.player, asked.amount_cents, asked.book
    if asked.kind is CageKind.DEPOSIT:
        paid_in = posting.deposit(
            player=player, drawer=asked.drawer, amount_cents=amount, book=book
        )
        return [("", paid_in)]
    set_aside = posting.cash_out_asked(player=player, amount_cents=amount, book=book)
    paid = posting.cash_out_paid(player=player, drawer=asked.drawer, amount_cents=amount, book=book)
    return [("", set_aside), (":paid", paid)]


def _note(asked: AtCage, actor: UUID, key: str, at: datetime, transaction_id: UUID) -> None:
    facts = {
        "amount_cents": asked.amount_cents,
        "book": asked.book.value,
        "drawer": str(asked.drawer),
        "transaction": str(transaction_id),
        "command": key,
    }
    action = f"cage.{asked.kind.value}"
    audit.record(actor=actor, action=action, target=f"person:{asked.player}", at=at, facts=facts)

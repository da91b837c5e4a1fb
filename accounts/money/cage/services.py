"""The cage: cash in, cash out. One transaction each, with the postings and one audit row."""

from functools import partial
from uuid import UUID

from django.conf import settings
from msgspec import Struct

from accounts.audit_trail.services import audited
from accounts.money.cage.postings import AtCage, CageKind, postings_of
from accounts.money.ledger import services as ledger
from accounts.people import errors
from accounts.people.queries import player_of
from pokerhouse.commands.meta import Meta
from pokerhouse.commands.outcome import Outcome
from pokerhouse.commands.rows import run_on_rows

__all__ = ["AtCage", "CageKind", "CashMoved", "transact"]


class CageReceipt(Struct, frozen=True):
    """What a repeat is answered with: the transaction in the books."""

    transaction_id: UUID


class CashMoved(Struct, frozen=True):
    """The transaction in the books; `is_repeat` if an earlier request made it."""

    transaction_id: UUID
    is_repeat: bool


def transact(asked: AtCage, *, meta: Meta) -> CashMoved:
    """
    Take a deposit into the drawer, or pay out of it.

    :raises AmountOutOfRange: if it is above CAGE_MAX_AMOUNT.
    :raises UnknownPerson: if there is no such player.
    :raises OwnMoney: if the cashier is the player himself.
    :raises InsufficientFunds: if wallet or drawer does not hold enough.
    :raises IdempotencyMismatch, TooLate, CommandRunning: as of every command.
    :raises LedgerRefusal: what else the books refuse.
    """
    answer = run_on_rows(asked=asked, meta=meta, decide=partial(_decide, asked, meta))
    return CashMoved(answer.read(CageReceipt).transaction_id, answer.is_repeat)


def _decide(asked: AtCage, meta: Meta) -> Outcome:
    _check(asked, meta)
    for suffix, part in postings_of(asked):
        idem_key = f"cage:{meta.actor}:{meta.key}{suffix}"
        posted = ledger.post(part, at=meta.at, actor=meta.actor, idem_key=idem_key)
    facts = {
        "amount_cents": asked.amount_cents,
        "book": asked.book.value,
        "drawer": str(asked.drawer),
        "transaction": str(posted.transaction_id),
    }
    note = audited(meta, f"cage.{asked.kind.value}", f"person:{asked.player}", facts)
    return Outcome(receipt=CageReceipt(posted.transaction_id), effects=note)


def _check(asked: AtCage, meta: Meta) -> None:
    if asked.amount_cents > settings.CAGE_MAX_AMOUNT:
        facts = {"min": 1, "max": settings.CAGE_MAX_AMOUNT}
        raise errors.AmountOutOfRange("One transaction is not so large.", **facts)
    player_of(asked.player)
    if str(asked.player) == meta.actor:
        raise errors.OwnMoney("Somebody else serves you.")

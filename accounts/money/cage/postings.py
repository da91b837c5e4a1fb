"""What a transaction at the cage posts, before it is posted and after."""

from enum import StrEnum
from typing import ClassVar
from uuid import UUID

from accounts.money.ledger import posting
from accounts.money.ledger.chart import Book
from accounts.money.ledger.posting import Transaction
from pokerhouse.commands.identity import CommandRequest
from pokerhouse.common.ids import PlayerId

DRAWER = UUID("00000000-0000-8000-8000-000000001010")
"""The house's one drawer, until drawers have shifts of their own."""


class CageKind(StrEnum):
    """What is done at the cage."""

    DEPOSIT = "deposit"
    CASH_OUT = "cash_out"


class AtCage(CommandRequest, frozen=True, kw_only=True):
    """What a cashier asks for."""

    NAME: ClassVar[str] = "cage.transact"

    kind: CageKind
    player: PlayerId
    amount_cents: int
    book: Book
    drawer: UUID = DRAWER


def postings_of(asked: AtCage) -> list[tuple[str, Transaction]]:
    """Return the transactions in order, each with what tells its key from the others'."""
    player, amount, book = asked.player, asked.amount_cents, asked.book
    if asked.kind is CageKind.DEPOSIT:
        paid_in = posting.deposit(
            player=player, drawer=asked.drawer, amount_cents=amount, book=book
        )
        return [("", paid_in)]
    set_aside = posting.cash_out_asked(player=player, amount_cents=amount, book=book)
    paid = posting.cash_out_paid(player=player, drawer=asked.drawer, amount_cents=amount, book=book)
    return [("", set_aside), (":paid", paid)]

"""The ledger transactions of a deposit or payout at the cage."""

from enum import StrEnum
from typing import ClassVar
from uuid import UUID

from accounts.money.ledger import posting
from accounts.money.ledger.chart import Book
from accounts.money.ledger.posting import Transaction
from pokerhouse.commands.identity import CommandRequest
from pokerhouse.common.ids import PlayerId

DRAWER = UUID("00000000-0000-8000-8000-000000001010")
"""The only drawer of the house, until drawers have shifts."""


class CageKind(StrEnum):
    """The kinds of transactions at the cage."""

    DEPOSIT = "deposit"
    CASH_OUT = "cash_out"


class AtCage(CommandRequest, frozen=True, kw_only=True):
    """A cashier's request for a deposit or a payout."""

    NAME: ClassVar[str] = "cage.transact"

    kind: CageKind
    player: PlayerId
    amount_cents: int
    book: Book
    drawer: UUID = DRAWER


def postings_of(request: AtCage) -> list[tuple[str, Transaction]]:
    """Return the transactions in order, each with the suffix of its key."""
    player, amount, book = request.player, request.amount_cents, request.book
    if request.kind is CageKind.DEPOSIT:
        paid_in = posting.deposit(
            player=player, drawer=request.drawer, amount_cents=amount, book=book
        )
        return [("", paid_in)]
    set_aside = posting.cash_out_requested(player=player, amount_cents=amount, book=book)
    paid = posting.cash_out_paid(
        player=player, drawer=request.drawer, amount_cents=amount, book=book
    )
    return [("", set_aside), (":paid", paid)]

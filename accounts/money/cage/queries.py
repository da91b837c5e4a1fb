"""What a cashier sees before money moves, and the slip of what has moved."""

from datetime import date, datetime
from uuid import UUID

from msgspec import Struct

from accounts.money.cage.postings import AtCage, CageKind, postings_of
from accounts.money.ledger.balances import transaction_of, wallet_of
from accounts.money.ledger.chart import Book
from accounts.money.ledger.errors import UnknownTransaction
from accounts.money.ledger.models import LedgerTransaction
from accounts.money.ledger.posting import Line
from pokerhouse.common.ids import PlayerId

_KINDS = {"deposit": CageKind.DEPOSIT, "cash_out_paid": CageKind.CASH_OUT}
_OF_PLAYERS = (2010, 2070)


class CagePreview(Struct, frozen=True):
    """What would be posted, and the wallet before and after it; below 0 it will be refused."""

    lines: tuple[Line, ...]
    wallet_before: int
    wallet_after: int


class CageSlip(Struct, frozen=True):
    """A transaction of the cage as its slip shows it."""

    transaction_id: UUID
    kind: CageKind
    book: Book
    player: PlayerId
    amount_cents: int
    gaming_day: date
    at: datetime
    cashier: UUID | None
    """None if the house itself posted it."""

    @property
    def number(self) -> str:
        """The slip's number."""
        return slip_number(self.transaction_id)


def slip_number(transaction_id: UUID) -> str:
    """Return a slip's number: the end of its transaction's id, in three groups."""
    end = transaction_id.hex[-12:].upper()
    return f"{end[:4]}-{end[4:8]}-{end[8:]}"


def preview(asked: AtCage) -> CagePreview:
    """Return what a command would post if it were carried out now."""
    lines = tuple(line for _, part in postings_of(asked) for line in part.lines)
    before = wallet_of(asked.player, asked.book)
    moved = sum(line.amount for line in lines if line.account.code == _OF_PLAYERS[0])
    return CagePreview(lines, before, before - moved)


def slip_of(transaction_id: UUID) -> CageSlip:
    """
    Return the slip of a deposit or a payout.

    :raises UnknownTransaction: if the cage posted nothing under this id.
    """
    row = LedgerTransaction.objects.filter(id=transaction_id, kind__in=_KINDS).first()
    if row is None:
        raise UnknownTransaction("No such transaction.", transaction=str(transaction_id))
    posted = transaction_of(transaction_id)
    line = next(line for line in posted.lines if line.account.code in _OF_PLAYERS)
    assert line.account.owner is not None, "the chart keeps wallets by player"
    return CageSlip(
        transaction_id=transaction_id,
        kind=_KINDS[row.kind],
        book=posted.book,
        player=PlayerId(line.account.owner),
        amount_cents=abs(line.amount),
        gaming_day=row.gaming_day,
        at=row.effective_at,
        cashier=_id_in(row.actor),
    )


def _id_in(actor: str) -> UUID | None:
    try:
        return UUID(actor)
    except ValueError:
        return None

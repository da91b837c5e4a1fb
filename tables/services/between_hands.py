"""
Between hands: a command of the system carries out what had to wait for the end of a hand.

The transaction of a hand's last action posts the hand and nothing else; it reads no wallet and
locks no inbox. Leaves, sit-outs, queued chips, busts and a table's closing are done here, a moment
later.
"""

from typing import ClassVar

from msgspec.structs import replace

from accounts.money.ledger.balances import wallet_of
from accounts.money.ledger.chart import wallet
from accounts.money.ledger.errors import InsufficientFunds
from pokerhouse.commands.identity import CommandRequest
from pokerhouse.commands.meta import Meta
from pokerhouse.common.ids import PlayerId, TableId
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import SeatNo
from tables.engine.table.commands import BetweenHands
from tables.live.table import LiveTable
from tables.services import notices
from tables.services.refusals import Refused
from tables.services.run import run
from tables.services.unit_of_work import Receipt, UnitOfWork

_DONE = {"nothing_waits", "hand_running"}


class ManageSeatsRequest(CommandRequest, frozen=True):
    """A request to carry out what waited for the end of this hand."""

    NAME: ClassVar[str] = "table.manage_seats"

    hand_no: int


def between_hands(*, table_id: TableId, hand_no: int, meta: Meta) -> Receipt | None:
    """
    Carry out what waited for the end of hand `hand_no`; return None if nothing waits any more.

    Both the task `manage_seats` and the next deal call this, as the same command with the same key,
    so it has its effect once. A queued top-up is dropped if the wallet does not hold it. If a
    wallet gets too small after it was read, the ledger refuses; then its top-up is dropped and the
    command is tried again.
    """
    one_key = replace(meta, key=f"between {table_id} {hand_no}")
    emptied: set[str] = set()

    def decide(work: UnitOfWork) -> None:
        before = work.live.table
        if before.hand_no != hand_no:
            raise RuleViolation("nothing_waits")
        events = work.at_table(BetweenHands(meta.at_ms, _uncovered(work.live, emptied)))
        work.notices += notices.of_time_outs(before, events)

    while True:
        try:
            return run(
                table_id=table_id, meta=one_key, request=ManageSeatsRequest(hand_no), decide=decide
            )
        except InsufficientFunds as refusal:
            account = str(refusal.facts["account"])
            if account in emptied:
                raise
            emptied.add(account)
        except Refused as refusal:
            if refusal.rule not in _DONE:
                raise
            return None


def _uncovered(live: LiveTable, emptied: set[str]) -> tuple[SeatNo, ...]:
    """Return the seats whose queued top-up is larger than their wallet."""
    return tuple(
        number
        for number, seat in live.table.occupied()
        if seat.queued_top_up_chips
        and not _is_covered(PlayerId(seat.player), seat.queued_top_up_chips, live, emptied)
    )


def _is_covered(player: PlayerId, chips: int, live: LiveTable, emptied: set[str]) -> bool:
    if str(wallet(player, live.book).id) in emptied:
        return False
    return wallet_of(player, live.book) >= chips

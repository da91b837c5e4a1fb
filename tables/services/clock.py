"""The action clock: act for players whose time is over, and extend clocks after an outage."""

from typing import ClassVar
from uuid import UUID

from pokerhouse.commands.identity import CommandRequest
from pokerhouse.commands.meta import Meta
from pokerhouse.common.ids import TableId
from tables.engine.rules.errors import RuleViolation
from tables.engine.table.events import ClockExtended
from tables.live import table as live_tables
from tables.live.table import LiveTable
from tables.services.refusals import Refused
from tables.services.run import Decide, run
from tables.services.silence import end_turn
from tables.services.unit_of_work import Receipt, UnitOfWork

_PASSED = "turn_expired"


class ExpireTurn(CommandRequest, frozen=True):
    """A request of the system to act for the player whose turn this is."""

    NAME: ClassVar[str] = "hand.expire_turn"

    hand: UUID
    turn: int


class ExtendTurn(CommandRequest, frozen=True):
    """A request of the system for more time for this turn."""

    NAME: ClassVar[str] = "hand.extend_turn"

    hand: UUID
    turn: int
    by_ms: int


def expire_turn(*, table_id: TableId, hand_id: UUID, turn: int, meta: Meta) -> Receipt | None:
    """
    Act for the player whose turn `turn` of this hand is; return None if that turn is not running.

    It is safe to call this twice, late, after the player has acted, or too early: before the
    deadline and its grace nothing happens.
    """
    if not _is_due(_newest(table_id), hand_id, turn, meta.at_ms):
        return None

    def decide(work: UnitOfWork) -> None:
        hand = work.live.hand
        if hand is None or hand.actor is None or not _is_due(work.live, hand_id, turn, meta.at_ms):
            raise RuleViolation(_PASSED)
        end_turn(work)

    return _unless_passed(table_id, meta, ExpireTurn(hand_id, turn), decide)


def extend(
    *, table_id: TableId, hand_id: UUID, turn: int, by_ms: int, meta: Meta
) -> Receipt | None:
    """Give the running turn `by_ms` more, after an outage; return None if it is over."""
    assert by_ms > 0, "a clock is never shortened"
    if not _is_owed(_newest(table_id), hand_id, turn):
        return None

    def decide(work: UnitOfWork) -> None:
        live = work.live
        if live.deadline_ms is None or not _is_owed(live, hand_id, turn):
            raise RuleViolation(_PASSED)
        work.record_at_table(
            ClockExtended(
                hand_no=live.table.hand_no,
                turn=turn,
                by_ms=by_ms,
                deadline_at_ms=live.deadline_ms + by_ms,
            )
        )

    return _unless_passed(table_id, meta, ExtendTurn(hand_id, turn, by_ms), decide)


def _newest(table_id: TableId) -> LiveTable:
    """
    Return the newest state of the table: cached state must not decide that there is nothing to do.

    An action that is decided on old state fails when its events are appended, and is decided again.
    But a task that finds nothing to do is done. So a process that dealt the hand and has read no
    action since would stop the table for ever.
    """
    return live_tables.newest(table_id)


def _unless_passed(
    table_id: TableId, meta: Meta, request: CommandRequest, decide: Decide
) -> Receipt | None:
    """Run the command; return None if the turn has ended meanwhile."""
    try:
        return run(table_id=table_id, meta=meta, request=request, decide=decide)
    except Refused as refusal:
        if refusal.rule != _PASSED:
            raise
        return None


def _is_owed(live: LiveTable, hand_id: UUID, turn: int) -> bool:
    hand = live.hand
    return (
        live.hand_id == hand_id
        and hand is not None
        and hand.actor is not None
        and hand.turn == turn
    )


def _is_due(live: LiveTable, hand_id: UUID, turn: int, at_ms: int) -> bool:
    return _is_owed(live, hand_id, turn) and at_ms >= live.expires_ms

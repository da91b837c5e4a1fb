"""What a table has to do next when nobody asks: run out a clock, deal, see to what waits."""

from datetime import UTC, datetime
from typing import Final

from pokerhouse.agenda.agenda import AgendaMove, plan
from tables.engine.table.lineup import ready_seats
from tables.engine.table.plan import players_needed
from tables.engine.table.state import TableState
from tables.engine.table.waiting import is_owed
from tables.live.table import LiveTable

PLAY: Final = "play"
"""The agenda key of a turn's clock or the next deal, never both."""

SEATS: Final = "seats"
"""The agenda key of what waits for the end of a hand, so that it moves no clock and no deal."""


def seats_move(before: LiveTable, after: LiveTable, at_ms: int) -> AgendaMove | None:
    """Return the row of what waits, at once, if it began to wait; None if none does, or longer."""
    if not is_owed(after.table) or is_owed(before.table):
        return None
    args = {"table_id": str(after.table_id), "hand_no": after.table.hand_no}
    return _plan(SEATS, "tables.manage_seats", args, at_ms)


def next_move(before: LiveTable, after: LiveTable, at_ms: int) -> AgendaMove | None:
    """Return the table's new clock or deal, or None if the row that it has still stands."""
    hand = after.hand
    if hand is not None and hand.actor is not None:
        if (before.hand_id, before.deadline_ms, before.turn) == (
            after.hand_id,
            after.deadline_ms,
            after.turn,
        ):
            return None
        args = {"table_id": str(after.table_id), "hand_id": str(after.hand_id), "turn": hand.turn}
        return _plan(PLAY, "tables.expire_turn", args, after.expires_ms)
    if _may_deal(after) and not _may_deal(before):
        args = {"table_id": str(after.table_id), "hand_no": after.table.hand_no + 1}
        return _plan(PLAY, "tables.start_next_hand", args, at_ms + after.config.hand_pause_ms)
    return None


def is_ready_to_deal(live: LiveTable) -> bool:
    """Return whether a hand could be dealt: an open cash table, no running hand, enough players."""
    table = live.table
    return _is_open(live) and len(ready_seats(table)) >= players_needed(table, live.config)


def _may_deal(live: LiveTable) -> bool:
    """
    Return whether a hand could be dealt now, or once what waits has happened.

    The deal sees to that first if nobody has, so it is planned whether or not enough will play:
    the next hand waits for no other task. It finds out, and then does nothing more.
    """
    return _is_open(live) and (is_owed(live.table) or is_ready_to_deal(live))


def _is_open(live: LiveTable) -> bool:
    table = live.table
    return table.hand is None and table.state in {TableState.OPEN, TableState.PLAYING}


def _plan(key: str, task: str, args: dict[str, object], due_ms: int) -> AgendaMove:
    due_at = datetime.fromtimestamp(due_ms / 1000, UTC)
    return plan(key=key, task=task, args=args, due_at=due_at)

"""Plans a table's next work: the end of a clock, a deal, or what waits for the end of a hand."""

from datetime import UTC, datetime
from typing import Final

from pokerhouse.agenda.agenda import AgendaMove, plan
from tables.engine.table.lineup import ready_seats
from tables.engine.table.plan import players_needed
from tables.engine.table.state import TableState
from tables.engine.table.waiting import is_owed
from tables.live.table import LiveTable

PLAY: Final = "play"
"""The agenda key of a turn's clock or of the next deal; a table never has both."""

SEATS: Final = "seats"
"""The agenda key of what waits for the end of a hand, so that it replaces no clock and no deal."""


def seats_move(before: LiveTable, after: LiveTable, at_ms: int) -> AgendaMove | None:
    """Return a row that is due at once, if something new waits for the end of the hand; or None."""
    if not is_owed(after.table) or is_owed(before.table):
        return None
    args = {"table_id": str(after.table_id), "hand_no": after.table.hand_no}
    return _plan(SEATS, "tables.manage_seats", args, at_ms)


def next_move(before: LiveTable, after: LiveTable, at_ms: int) -> AgendaMove | None:
    """Return the row of the table's new clock or deal; None if its present row is still right."""
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
    Return whether a hand may be dealt now, or after what waits has been carried out.

    While something waits, the deal is planned even if too few players may be left: it carries out
    first what waits, and then deals only if enough are ready. So it need not wait for another task.
    """
    return _is_open(live) and (is_owed(live.table) or is_ready_to_deal(live))


def _is_open(live: LiveTable) -> bool:
    table = live.table
    return table.hand is None and table.state in {TableState.OPEN, TableState.PLAYING}


def _plan(key: str, task: str, args: dict[str, object], due_ms: int) -> AgendaMove:
    due_at = datetime.fromtimestamp(due_ms / 1000, UTC)
    return plan(key=key, task=task, args=args, due_at=due_at)

"""What a table has to do next, when nobody asks: run out a turn's clock, or deal the next hand."""

from datetime import UTC, datetime
from typing import Final

from pokerhouse.agenda.agenda import AgendaMove, plan
from tables.engine.table.lineup import ready_seats
from tables.engine.table.plan import players_needed
from tables.engine.table.state import TableState
from tables.live.table import LiveTable

PLAY: Final = "play"
"""The one agenda key of a table: a turn's clock or the next deal, never both."""


def next_move(before: LiveTable, after: LiveTable, at_ms: int) -> AgendaMove | None:
    """Return the agenda's new row for the table, or None if the one it has still stands."""
    hand = after.hand
    if hand is not None and hand.actor is not None:
        if (before.hand_id, before.deadline_ms, before.turn) == (
            after.hand_id,
            after.deadline_ms,
            after.turn,
        ):
            return None
        args = {"table_id": str(after.table_id), "hand_id": str(after.hand_id), "turn": hand.turn}
        return _plan("tables.expire_turn", args, after.expires_ms)
    if is_ready_to_deal(after) and not is_ready_to_deal(before):
        config = after.table.config
        assert config is not None
        args = {"table_id": str(after.table_id), "hand_no": after.table.hand_no + 1}
        return _plan("tables.start_next_hand", args, at_ms + config.hand_pause_ms)
    return None


def is_ready_to_deal(live: LiveTable) -> bool:
    """Return whether a hand could be dealt: an open cash table, no running hand, enough players."""
    table = live.table
    config = table.config
    return (
        config is not None
        and table.hand is None
        and table.state in {TableState.OPEN, TableState.PLAYING}
        and len(ready_seats(table)) >= players_needed(table, config)
    )


def _plan(task: str, args: dict[str, object], due_ms: int) -> AgendaMove:
    due_at = datetime.fromtimestamp(due_ms / 1000, UTC)
    return plan(key=PLAY, task=task, args=args, due_at=due_at)

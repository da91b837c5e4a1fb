"""The draw for the button, when a table opens (R-BTN-1)."""

from tables.dealer.shuffling import draw_cards
from tables.engine.drawing import DrawnCard
from tables.engine.lineup import ready_seats
from tables.engine.table_commands import DrawButton
from tables.engine.table_state import Table


def draw_for_button(table: Table, seed: bytes | None = None) -> DrawButton | None:
    """Return the draw that the table needs before its first hand; None if it has a button."""
    if table.last is not None or table.drawn_button is not None:
        return None
    drawn = draw_cards(ready_seats(table), seed)
    return DrawButton(tuple(DrawnCard(seat, card) for seat, card in sorted(drawn.items())))

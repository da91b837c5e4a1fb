"""The draw for the button, when a table opens (R-BTN-1)."""

from tables.dealer.shuffling import draw_cards
from tables.engine.table.button_draw import DrawnCard
from tables.engine.table.commands import DrawButton
from tables.engine.table.lineup import needs_draw, ready_seats
from tables.engine.table.state import Table


def draw_for_button(
    table: Table, seed: bytes | None = None, *, at_ms: int = 0
) -> DrawButton | None:
    """
    Return the draw that the table needs before the hand that begins at `at_ms`.

    None if it has a button, or the hand is one of stud, which needs none (R-BTN-7).
    """
    if not needs_draw(table, at_ms):
        return None
    drawn = draw_cards(ready_seats(table), seed)
    return DrawButton(tuple(DrawnCard(seat, card) for seat, card in sorted(drawn.items())))

"""The draw for the button (R-BTN-1)."""

from collections.abc import Sequence

from msgspec import Struct

from tables.engine.rules.cards import DECK_SIZE
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import Card, SeatNo


class DrawnCard(Struct, frozen=True, forbid_unknown_fields=True):
    """The face-up card that a seat drew."""

    seat: SeatNo
    card: Card


def button_of_draw(cards: Sequence[DrawnCard], ready: Sequence[SeatNo]) -> SeatNo:
    """
    Return the seat with the highest card: ace high, equal ranks by suit ♠ > ♥ > ♦ > ♣.

    Source: R-BTN-1. No redraw is ever needed, since no two cards are equal.
    :raises RuleViolation: `draw_mismatch` unless every ready seat drew one card, lowest seat
        first, and all cards are different cards of the deck.
    """
    faces = {drawn.card for drawn in cards}
    is_one_deck = len(faces) == len(cards) and faces <= set(range(DECK_SIZE))
    if [drawn.seat for drawn in cards] != list(ready) or not is_one_deck:
        raise RuleViolation("draw_mismatch", ready=list(ready))
    # A card is 4 × rank + suit, with the suits in this order, so the largest number wins.
    return max(cards, key=lambda drawn: drawn.card).seat

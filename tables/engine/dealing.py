"""Which position of the deck goes where (RULES section 6)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from tables.engine.cards import DECK_SIZE
from tables.engine.errors import RuleViolation, echoed
from tables.engine.events import BoardDealt, DealtHand, HoleDealt
from tables.engine.games import GAMES
from tables.engine.ruleset import RuleSet
from tables.engine.state import Hand
from tables.engine.terms import Card, SeatNo

Cards: TypeAlias = Sequence[Card | None]
"""Position → face, for one call only; None where nobody knows it (an imported record)."""
_WHOLE_DECK = set(range(DECK_SIZE))


def check_deck(cards: Cards) -> None:
    """
    Refuse anything but 52 places with different cards or None.

    :raises RuleViolation: `deck_size`, `unknown_card`, `duplicate_card`.
    """
    if len(cards) != DECK_SIZE:
        raise RuleViolation("deck_size", cards=len(cards), expected=DECK_SIZE)
    try:
        faces = set(bytes(cards))  # type: ignore[arg-type]  # the fast way for a whole deck
    except (TypeError, ValueError):
        _check_known(cards)
    else:
        if faces != _WHOLE_DECK:
            _check_known(cards)


def _check_known(cards: Cards) -> None:
    known = [card for card in cards if card is not None]
    for card in known:
        if type(card) is not int or not 0 <= card < DECK_SIZE:
            raise RuleViolation("unknown_card", card=echoed(card))
    if len(set(known)) != len(known):
        raise RuleViolation("duplicate_card")


@lru_cache(maxsize=4096)
def _hole_dealt(
    seats: tuple[SeatNo, ...], cards_each: int, order: Literal["one", "all"], headsup_first: str
) -> HoleDealt:
    """Return the deal to `seats`, clockwise; cached, because it does not depend on the deck."""
    count = len(seats)
    if order == "one":  # R-DEA-1
        positions = [tuple(range(place, count * cards_each, count)) for place in range(count)]
    else:
        starts = range(0, count * cards_each, cards_each)
        positions = [tuple(range(start, start + cards_each)) for start in starts]
    if count == 2 and headsup_first == "button":
        positions.reverse()
    return HoleDealt(tuple([DealtHand(*dealt) for dealt in zip(seats, positions, strict=True)]))


def deal_hole(hand: Hand) -> HoleDealt:
    """Deal every hand its cards face down; heads-up the first card is the big blind's (R-DEA-2)."""
    return hole_dealt(
        tuple([seat.seat for seat in hand.seats]), hand.game.hole_count, hand.started.rules
    )


def hole_dealt(seats: tuple[SeatNo, ...], cards_each: int, rules: RuleSet) -> HoleDealt:
    """Return which positions go to which of `seats`, which stand clockwise."""
    order: Literal["one", "all"] = "one" if rules.deal_one_at_a_time else "all"
    return _hole_dealt(seats, cards_each, order, rules.deal_headsup_first)


def deal_board(hand: Hand, cards: Cards, *, is_run_out: bool) -> BoardDealt:
    """Deal the next street's community cards, after one burn (R-DEA-3)."""
    started = hand.started
    street = GAMES[started.game].streets[hand.street + 1]
    first = hand.next_position + (1 if started.rules.deal_burn else 0)
    last = first + street.board
    return BoardDealt(street.name, tuple(range(first, last)), tuple(cards[first:last]), is_run_out)

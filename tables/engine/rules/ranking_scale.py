"""
The scale of high hands, and the scales of other games: the same classes in another order.

On the scale of high hands a strength is an int from 1 (royal flush) to 7462 (7-5-4-3-2 of mixed
suits); on a reordered one it is the place of the class in that game's order. Smaller is stronger.
"""

from collections.abc import Iterable
from typing import TypeAlias

Strength: TypeAlias = int

_CATEGORIES = (
    (10, "straight_flush"),
    (166, "quads"),
    (322, "full_house"),
    (1599, "flush"),
    (1609, "straight"),
    (2467, "trips"),
    (3325, "two_pair"),
    (6185, "pair"),
    (7462, "high_card"),
)  # the weakest strength of each category, R-RNK-1

STRAIGHTS = range(1_600, 1_610)
STEEL_WHEEL, WHEEL = 10, 1_609
"""A-2-3-4-5, of one suit and not."""

_ABOVE_FULL_HOUSE = range(1, 167)
_FULL_HOUSES = range(167, 323)
_FLUSHES = range(323, 1_600)
_TRIPS = range(1_610, 2_468)
_BELOW_TRIPS = range(2_468, 7_463)
_LAST_ACE_HIGH_FLUSH, _LAST_ACE_HIGH = 815, 6_678
"""A-6-4-3-2: of one suit, and not."""


def category_of(strength: Strength) -> str:
    """Return the name of a high hand's category (R-RNK-1)."""
    return next(name for weakest, name in _CATEGORIES if strength <= weakest)


SHORT_DECK = (  # R-LOW-7
    *(*_ABOVE_FULL_HOUSE, *_FLUSHES, *_FULL_HOUSES),
    *(*STRAIGHTS, *_TRIPS, *_BELOW_TRIPS),
)
"""The strengths of the scale of high hands in the order of short deck, the strongest first."""

SHORT_DECK_TRIPS = (  # R-LOW-7
    *(*_ABOVE_FULL_HOUSE, *_FLUSHES, *_FULL_HOUSES),
    *(*_TRIPS, *STRAIGHTS, *_BELOW_TRIPS),
)
"""As `SHORT_DECK`, where trips beat straights."""

DEUCE_TO_SEVEN = (  # R-LOW-5: backwards, and the wheels come right after A-6-4-3-2
    *(*range(7_462, _LAST_ACE_HIGH, -1), WHEEL, *range(_LAST_ACE_HIGH, WHEEL, -1)),
    *(*range(WHEEL - 1, _LAST_ACE_HIGH_FLUSH, -1), STEEL_WHEEL),
    *(*range(_LAST_ACE_HIGH_FLUSH, STEEL_WHEEL, -1), *range(STEEL_WHEEL - 1, 0, -1)),
)
"""The same in the order of deuce-to-seven: 7-5-4-3-2 first, the royal flush last."""


def places_in(order: Iterable[Strength]) -> tuple[Strength, ...]:
    """Return, for each strength of the scale of high hands, its place in `order`, from 1."""
    place_of = {strength: place for place, strength in enumerate(order, 1)}
    return tuple(place_of.get(strength, 0) for strength in range(len(place_of) + 1))

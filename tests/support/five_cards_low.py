"""Evaluators of the other games, as slow and short as `five_cards`, from R-LOW."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations

from tables.engine.rules.terms import Card
from tests.support.five_cards import CATEGORIES, FiveCards, Value, value_of_five

_SHORT_DECK = (
    *("high_card", "pair", "two_pair", "trips", "straight"),
    *("full_house", "flush", "quads", "straight_flush"),
)
_SHORT_DECK_TRIPS = (
    *("high_card", "pair", "two_pair", "straight", "trips"),
    *("full_house", "flush", "quads", "straight_flush"),
)
_SHAPES = ([4, 1], [3, 2], [3, 1, 1], [2, 2, 1], [2, 1, 1, 1], [1, 1, 1, 1, 1])
_ACE_TO_NINE = {12, 4, 5, 6, 7}


def best_of(value_of: Callable[[FiveCards], Value | None], cards: Iterable[Card]) -> Value | None:
    """Return the best of all choices of five; None if none of them counts."""
    values = [value_of(five) for five in combinations(cards, 5)]
    return max((value for value in values if value is not None), default=None)


def ace_to_five(cards: FiveCards) -> Value:
    """Return what is larger for the better low; neither straights nor flushes count (R-LOW-3)."""
    ranks = Counter((card // 4 + 1) % 13 for card in cards)
    groups = sorted(((count, rank) for rank, count in ranks.items()), reverse=True)
    shape = _SHAPES.index([count for count, _ in groups])
    return (shape, *(-rank for _, rank in groups))


def eight_or_better(cards: FiveCards) -> Value | None:
    """Return what is larger for the better low; None above eight or with a pair (R-LOW-1)."""
    ranks = sorted({1 if card // 4 == 12 else card // 4 + 2 for card in cards}, reverse=True)
    return None if len(ranks) < 5 or ranks[0] > 8 else tuple(-rank for rank in ranks)


def eight_or_better_with_two(hole: Iterable[Card], board: Iterable[Card]) -> Value | None:
    """Return the same of all choices of two hole and three board cards (R-LOW-1)."""
    threes = [*combinations(board, 3)]
    values = [eight_or_better((*two, *three)) for two in combinations(hole, 2) for three in threes]
    return max((value for value in values if value is not None), default=None)


def deuce_to_seven(cards: FiveCards) -> Value:
    """Return what is larger for the better low: high hands backwards, but no wheel (R-LOW-5)."""
    value = value_of_five(cards)
    if {card // 4 for card in cards} == {12, 0, 1, 2, 3}:
        category = CATEGORIES.index("flush" if value[0] == 8 else "high_card")
        value = (category, 12, 3, 2, 1, 0)
    return tuple(-number for number in value)


def short_deck(cards: FiveCards, order: tuple[str, ...] = _SHORT_DECK) -> Value:
    """Return what is larger for the better hand (R-LOW-7)."""
    category, *ranks = value_of_five(cards)
    if {card // 4 for card in cards} == _ACE_TO_NINE:
        ranks = [7]
        category = 8 if category == 5 else 4
    return (order.index(CATEGORIES[category]), *ranks)


def short_deck_trips(cards: FiveCards) -> Value:
    """Return the same where trips beat straights (R-LOW-7)."""
    return short_deck(cards, _SHORT_DECK_TRIPS)


def badugi(cards: Iterable[Card]) -> Value:
    """Return what is larger for the better badugi (R-LOW-5)."""
    cards = tuple(cards)
    values = []
    for count in (1, 2, 3, 4):
        for some in combinations(cards, count):
            ranks = sorted({(card // 4 + 1) % 13 for card in some}, reverse=True)
            if len(ranks) == len({card % 4 for card in some}) == count:
                values.append((count, *(-rank for rank in ranks)))
    return max(values)

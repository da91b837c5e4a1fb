"""A poker hand evaluator that shares nothing with the engine's: slow, short, from R-RNK."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from tables.engine.rules.terms import Card

FiveCards = tuple[Card, ...]
Value = tuple[int, ...]

CATEGORIES = (
    *("high_card", "pair", "two_pair", "trips", "straight"),
    *("flush", "full_house", "quads", "straight_flush"),
)
_SHAPES = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 6,
    (4, 1): 7,
}
_WHEEL = (12, 3, 2, 1, 0)


def value_of_five(cards: FiveCards) -> Value:
    """Return category and ranks in the order in which they decide; larger is better (R-RNK-5)."""
    ranks = Counter(card // 4 for card in cards)
    groups = sorted(ranks.items(), key=lambda group: (group[1], group[0]), reverse=True)
    order = tuple(rank for rank, _ in groups)
    category = _SHAPES[tuple(count for _, count in groups)]
    is_flush = len({card % 4 for card in cards}) == 1
    is_straight = category == 0 and (order[0] - order[4] == 4 or order == _WHEEL)
    if is_straight and order == _WHEEL:
        order = (3,)  # R-RNK-3: five high
    if is_straight or is_flush:
        category = 8 if is_straight and is_flush else 5 if is_flush else 4
    return (category, *order)


def value_of_best_five(cards: Iterable[Card]) -> Value:
    """Return the best of all choices of five (R-RNK-2)."""
    return max(value_of_five(five) for five in combinations(cards, 5))


def value_of_two_and_three(hole: Iterable[Card], board: Iterable[Card]) -> Value:
    """Return the best of all choices of two hole and three board cards (R-OMA-1)."""
    threes = tuple(combinations(board, 3))
    return max(value_of_five((*two, *three)) for two in combinations(hole, 2) for three in threes)


def assert_same_order(strengths: Sequence[int], values: Sequence[object]) -> None:
    """Both order the hands alike: strength falls where value rises, equal where equal."""
    pairs = sorted(zip(strengths, values, strict=True), key=lambda pair: pair[0])
    of_strength: dict[int, object] = {}
    last: object = None
    for strength, value in pairs:
        if strength in of_strength:
            assert of_strength[strength] == value
        else:
            assert last is None or value < last  # type: ignore[operator]
            of_strength[strength] = last = value

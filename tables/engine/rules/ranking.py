"""
Which hand is best, in every game of the house; the only file that knows the evaluator.

A strength is an int from 1, the best hand of its rule: smaller is stronger, equal is a split
(R-RNK-6). Suits never decide (R-RNK-4). Strengths of different rules cannot be compared, except
those of `best5` and `exactly2of…`, which are on the scale of high hands.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Literal, TypeAlias

from phevaluator import _pheval as evaluator  # the C functions: the wrappers convert each card

from tables.engine.rules import ranking_low as low
from tables.engine.rules import ranking_scale as scale
from tables.engine.rules.ranking_scale import Strength, category_of
from tables.engine.rules.terms import Card

__all__ = [
    "RANKERS",
    "HandRule",
    "Ranker",
    "Strength",
    "best_cards",
    "best_five",
    "category_of",
    "describe",
    "exactly_two_of_four",
]

HandRule: TypeAlias = Literal[
    "best5",
    "exactly2of4",
    "exactly2of5",
    "exactly2of6",
    "short_deck",
    "short_deck_trips",
    "low8",
    "low8_exactly2",
    "low_a5",
    "low_27",
    "badugi",
]
Ranker: TypeAlias = Callable[[Sequence[Card], Sequence[Card]], Strength | None]
"""Called with hole and board. None: the hand does not qualify (`low8`, `low8_exactly2` only)."""

_of_five: Callable[..., Strength] = evaluator.evaluate_5cards
_of_seven: Callable[..., Strength] = evaluator.evaluate_7cards
_of_nine: Callable[..., Strength] = evaluator.evaluate_plo4_cards

_SHORT_DECK = scale.places_in(scale.SHORT_DECK)
_SHORT_DECK_TRIPS = scale.places_in(scale.SHORT_DECK_TRIPS)
_DEUCE_TO_SEVEN = scale.places_in(scale.DEUCE_TO_SEVEN)

_LOWERED = {card: card if card // 4 == 12 else card - 16 for card in range(16, 52)}
"""The cards of a short deck, 6 … K renumbered as 2 … 9, so that A-6-7-8-9 becomes a wheel."""


def best_five(hole: Sequence[Card], board: Sequence[Card]) -> Strength:
    """Return the strength of the best five of five to eight cards (R-RNK-2)."""
    return _BEST_FIVE[len(hole) + len(board)](*hole, *board)


def exactly_two_of_four(hole: Sequence[Card], board: Sequence[Card]) -> Strength:
    """Return the strength of two of four hole cards with three of five board cards (R-OMA-1)."""
    return _of_nine(*board, *hole)


def exactly_two_of_five(hole: Sequence[Card], board: Sequence[Card]) -> Strength:
    """Return the same of five hole cards: these three choices of four hold every pair."""
    a, b, c, d, e = hole
    return min(
        _of_nine(*board, a, b, c, d),
        _of_nine(*board, a, b, c, e),
        _of_nine(*board, a, b, d, e),
    )


def exactly_two_of_six(hole: Sequence[Card], board: Sequence[Card]) -> Strength:
    """Return the same of six hole cards: these three choices of four hold every pair."""
    a, b, c, d, e, f = hole
    return min(
        _of_nine(*board, a, b, c, d),
        _of_nine(*board, a, b, e, f),
        _of_nine(*board, c, d, e, f),
    )


def short_deck(hole: Sequence[Card], board: Sequence[Card]) -> Strength:
    """Return the strength of the best five of five to seven cards of a short deck (R-LOW-7)."""
    return _SHORT_DECK[_with_low_straight(hole, board)]


def short_deck_trips(hole: Sequence[Card], board: Sequence[Card]) -> Strength:
    """Return the same where trips beat straights (R-LOW-7)."""
    high = _with_low_straight(hole, board)
    if high in scale.STRAIGHTS:
        high = _trips_beside_straight((*hole, *board)) or high
    return _SHORT_DECK_TRIPS[high]


def deuce_to_seven(hole: Sequence[Card], board: Sequence[Card]) -> Strength:
    """Return the strength of the best low, with a high ace, of five to seven cards (R-LOW-5)."""
    fives = combinations((*hole, *board), 5)
    return min([_DEUCE_TO_SEVEN[_of_five(*five)] for five in fives])


RANKERS: dict[HandRule, Ranker] = {
    "best5": best_five,
    "exactly2of4": exactly_two_of_four,
    "exactly2of5": exactly_two_of_five,
    "exactly2of6": exactly_two_of_six,
    "short_deck": short_deck,
    "short_deck_trips": short_deck_trips,
    "low8": low.eight_or_better,
    "low8_exactly2": low.eight_or_better_with_two,
    "low_a5": low.ace_to_five,
    "low_27": deuce_to_seven,
    "badugi": low.badugi,
}

_WORDS: dict[HandRule, Callable[[Strength], str]] = {
    "best5": category_of,
    "exactly2of4": category_of,
    "exactly2of5": category_of,
    "exactly2of6": category_of,
    "short_deck": lambda strength: category_of(scale.SHORT_DECK[strength - 1]),
    "short_deck_trips": lambda strength: category_of(scale.SHORT_DECK_TRIPS[strength - 1]),
    "low8": low.low_word,
    "low8_exactly2": low.low_word,
    "low_a5": low.low_word,
    "low_27": low.deuce_to_seven_word,
    "badugi": low.badugi_word,
}

_OF_TWO_AND_THREE: dict[HandRule, Ranker] = {
    "exactly2of4": best_five,
    "exactly2of5": best_five,
    "exactly2of6": best_five,
    "low8_exactly2": low.eight_or_better,
}
"""How five cards rank once they are chosen from hole and board."""


def describe(rule: HandRule, strength: Strength) -> str:
    """
    Return the word for `strength` that histories and pages use.

    The category of a high hand (`full_house`). The ranks of a low hand from the highest (`86432`,
    `5432A`; in deuce-to-seven `75432`, `A5432`; in badugi one to four of them: `J5A`), and the
    category of one that is worse than that: `pair`, in deuce-to-seven also `straight`.
    """
    return _WORDS[rule](strength)


def best_cards(rule: HandRule, hole: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
    """
    Return the cards that make the hand, the highest first; none if it does not qualify.

    Five, of a badugi one to four. Of equal choices the one with the highest cards, by rank and
    then by suit (R-ODD-6). Tries all choices, so it is for the end of a hand, not for simulations.
    """
    strength = RANKERS[rule](hole, board)
    if strength is None:
        return ()
    rank = _OF_TWO_AND_THREE.get(rule, RANKERS[rule])
    equal = [
        tuple(sorted(cards, reverse=True))
        for cards in _choices(rule, hole, board)
        if rank(cards, ()) == strength
    ]
    return max(equal, key=lambda cards: (-len(cards), cards))


def _choices(
    rule: HandRule, hole: Sequence[Card], board: Sequence[Card]
) -> Iterator[tuple[Card, ...]]:
    if rule in _OF_TWO_AND_THREE:
        threes = [*combinations(board, 3)]
        return ((*two, *three) for two in combinations(hole, 2) for three in threes)
    counts = (1, 2, 3, 4) if rule == "badugi" else (5,)
    cards = (*hole, *board)
    return (choice for count in counts for choice in combinations(cards, count))


def _best_of_eight(*cards: Card) -> Strength:
    return min([_of_seven(*seven) for seven in combinations(cards, 7)])


_BEST_FIVE: dict[int, Callable[..., int]] = {
    5: _of_five,
    6: evaluator.evaluate_6cards,
    7: _of_seven,
    8: _best_of_eight,
}


def _with_low_straight(hole: Sequence[Card], board: Sequence[Card]) -> Strength:
    """
    Return the strength on the scale of high hands, A-6-7-8-9 as if it were A-2-3-4-5.

    The evaluator's answer is also the best hand of a short deck, because seven cards never hold
    both a flush and a full house.
    """
    lowered = best_five([_LOWERED[card] for card in hole], [_LOWERED[card] for card in board])
    high = best_five(hole, board)
    return min(high, lowered) if lowered in (scale.STEEL_WHEEL, scale.WHEEL) else high


def _trips_beside_straight(cards: Sequence[Card]) -> Strength | None:
    """Return the strength of three of a kind and the two highest others; seven cards at most."""
    ranks = [card // 4 for card in cards]
    for rank in {*ranks}:
        if ranks.count(rank) == 3:
            trips = [card for card in cards if card // 4 == rank]
            others = sorted({*cards} - {*trips}, reverse=True)
            return best_five(trips, others[:2])
    return None

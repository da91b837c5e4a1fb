"""
Which hand is best; the only file that knows the evaluator.

A strength is an int from 1 (royal flush) to 7462 (7-5-4-3-2 of mixed suits): smaller is
stronger, equal is a split (R-RNK-6). Suits never decide (R-RNK-4).
"""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from phevaluator import _pheval as evaluator  # the C functions: the wrappers convert each card

from tables.engine.terms import Card

Strength: TypeAlias = int
HandRule: TypeAlias = Literal["best5", "exactly2of4"]
Ranker: TypeAlias = Callable[[Sequence[Card], Sequence[Card]], Strength]

_BEST_FIVE: dict[int, Callable[..., int]] = {
    5: evaluator.evaluate_5cards,
    6: evaluator.evaluate_6cards,
    7: evaluator.evaluate_7cards,
}
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


def best_five(hole: Sequence[Card], board: Sequence[Card]) -> Strength:
    """Return the strength of the best five of five to seven cards (R-RNK-2)."""
    return _BEST_FIVE[len(hole) + len(board)](*hole, *board)


def exactly_two_of_four(hole: Sequence[Card], board: Sequence[Card]) -> Strength:
    """Return the strength of two of four hole cards with three of five board cards (R-OMA-1)."""
    strength: int = evaluator.evaluate_plo4_cards(*board, *hole)
    return strength


RANKERS: dict[HandRule, Ranker] = {
    "best5": best_five,
    "exactly2of4": exactly_two_of_four,
}


def category_of(strength: Strength) -> str:
    """Return the name of the strength's category (R-RNK-1)."""
    return next(name for weakest, name in _CATEGORIES if strength <= weakest)

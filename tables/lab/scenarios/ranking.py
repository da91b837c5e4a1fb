"""Scenarios of hand ranking (`type` = rank)."""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from tables.engine.rules.cards import cards_of
from tables.engine.rules.ranking import Strength, best_five, category_of, exactly_two_of_four
from tables.engine.rules.terms import Card
from tables.lab.scenarios.hand_schema import Strict

_RANKERS: dict[str, Callable[[Sequence[Card], Sequence[Card]], Strength]] = {
    "holdem": best_five,
    "stud7": best_five,
    "omaha": exactly_two_of_four,
}


class RankExpected(Strict):
    """Who wins, and with what."""

    winners: list[int]
    categories: dict[str, str]


class RankScenario(Strict):
    """Hands on one board."""

    id: str
    type: Literal["rank"]
    rule_ids: list[str]
    variant: Literal["holdem", "stud7", "omaha"]
    board: str
    hands: dict[str, str]
    expect: RankExpected
    note: str = ""
    checked_with: str = ""


def run_rank(raw: dict[str, object]) -> list[str]:
    """Return how the ranking differs from the scenario; nothing if it does not."""
    scenario = msgspec.convert(raw, RankScenario)
    rank = _RANKERS[scenario.variant]
    board = cards_of(scenario.board)
    strengths = {seat: rank(cards_of(hand), board) for seat, hand in scenario.hands.items()}
    best = min(strengths.values())
    got = RankExpected(
        winners=sorted(int(seat) for seat, strength in strengths.items() if strength == best),
        categories={seat: category_of(strength) for seat, strength in strengths.items()},
    )
    return [] if got == scenario.expect else [f"got {got}, expected {scenario.expect}"]

"""Hands of the 36 cards from the six up (R-LOW-7)."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tables.engine.rules.cards import cards_of
from tables.engine.rules.ranking import RANKERS, HandRule, Strength, describe
from tests.support import five_cards_low as slow
from tests.support.five_cards import assert_same_order

SHORT_DECK = range(16, 52)
HOW_MANY = {
    "straight_flush": 24,
    "quads": 288,
    "flush": 480,
    "full_house": 1_728,
    "straight": 6_120,
    "trips": 16_128,
    "two_pair": 36_288,
    "pair": 193_536,
    "high_card": 122_400,
}
"""All hands of five of the 36 cards, by category."""
VALUES = {"short_deck": slow.short_deck, "short_deck_trips": slow.short_deck_trips}
RULES: tuple[HandRule, ...] = ("short_deck", "short_deck_trips")


def _strengths(rule: HandRule, *hands: str) -> list[Strength]:
    return [RANKERS[rule]((), cards_of(hand)) or 0 for hand in hands]


@pytest.mark.parametrize("rule", RULES)
def test_all_hands_of_the_short_deck_fall_into_their_categories(rule: HandRule) -> None:
    """R-LOW-7: each of the 376,992 hands of five; 6-7-8-9 with an ace are straights."""
    seen = Counter(map(RANKERS[rule], combinations(SHORT_DECK, 5), [()] * 376_992))
    words: Counter[str] = Counter()
    for strength, count in seen.items():
        assert strength is not None
        words[describe(rule, strength)] += count
    assert words == HOW_MANY
    assert len(seen) == 1_404


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("count", [5, 6, 7])
def test_the_best_five_of_a_short_deck_count(rule: HandRule, count: int) -> None:
    """R-LOW-7: against all choices of five, however hole and board divide the cards."""
    random = Random(count)
    hands = [random.sample(SHORT_DECK, count) for _ in range(2_500)]
    strengths = [RANKERS[rule](hand[:2], hand[2:]) or 0 for hand in hands]
    assert strengths == [RANKERS[rule]((), hand) for hand in hands]
    assert_same_order(strengths, [slow.best_of(VALUES[rule], hand) for hand in hands])


@pytest.mark.parametrize("rule", RULES)
def test_a_flush_beats_a_full_house(rule: HandRule) -> None:
    """R-LOW-7: and quads beat both."""
    quads, worst_flush, best_full = _strengths(rule, "6s6h6d6c7s", "Js9s8s7s6s", "AsAhAdKsKh")
    assert quads < worst_flush < best_full


def test_a_straight_beats_trips_or_loses_to_them() -> None:
    """R-LOW-7: as the table says."""
    hands = ("KsKhKdAsAh", "AsKhQdJcTs", "As6h7d8c9s", "AsAhAdKcQs", "6s6h6d7c8s", "AsAhKdKcQs")
    strengths = _strengths("short_deck", *hands)
    assert strengths == sorted(set(strengths))
    full, best, lowest, aces, sixes, pairs = _strengths("short_deck_trips", *hands)
    assert full < aces < sixes < best < lowest < pairs


def test_a_hand_with_both_is_the_better_of_a_straight_and_trips() -> None:
    """R-LOW-7: the evaluator sees the straight alone."""
    for hand in ("9s9h9dTcJsQhKd", "9s9h9d8c7s6hAd"):
        assert describe("short_deck", *_strengths("short_deck", hand)) == "straight"
        assert describe("short_deck_trips", *_strengths("short_deck_trips", hand)) == "trips"
    assert _strengths("short_deck_trips", "9s9h9dTcJsQhKd", "9s9h9d8c7s6hAd") == _strengths(
        "short_deck_trips", "9s9h9dKcQs", "9s9h9dAc8s"
    )


@pytest.mark.parametrize("rule", RULES)
def test_the_lowest_straight_is_nine_high(rule: HandRule) -> None:
    """R-LOW-7: A-6-7-8-9, below T-9-8-7-6; the ace also ends the highest."""
    strengths = _strengths(rule, "AsKhQdJcTs", "Ts9h8d7c6s", "As6h7d8c9s")
    assert strengths == sorted(set(strengths))
    strengths = _strengths(rule, "AsKsQsJsTs", "Ts9s8s7s6s", "As6s7s8s9s", "AsAhAdAcKs")
    assert strengths == sorted(set(strengths))
    six_to_ten = "As6h7d8c9sTd"
    assert _strengths(rule, six_to_ten) == _strengths(rule, "Td6h7d8c9s")
    assert describe(rule, *_strengths(rule, "KsAh6d7c8s")) == "high_card"
    assert describe(rule, *_strengths(rule, "KsAsQs6s7s8s9s")) == "straight_flush"


@pytest.mark.parametrize("rule", RULES)
def test_cards_below_the_six_are_no_cards_of_the_short_deck(rule: HandRule) -> None:
    with pytest.raises(KeyError):
        _strengths(rule, "5s6h7d8c9s")

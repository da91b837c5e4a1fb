"""Hand ranking against brute force, against another evaluator, and by counting (R-RNK)."""

import warnings
from collections import Counter
from itertools import combinations
from random import Random
from typing import get_args

import pytest

from tables.engine.rules.cards import cards_of, texts_of
from tables.engine.rules.ranking import (
    RANKERS,
    HandRule,
    best_five,
    category_of,
    exactly_two_of_four,
)
from tests.support.five_cards import (
    CATEGORIES,
    assert_same_order,
    value_of_best_five,
    value_of_five,
    value_of_two_and_three,
)

with warnings.catch_warnings():  # its parser of ranges, which nobody uses here, is out of date
    warnings.simplefilter("ignore", DeprecationWarning)
    import eval7

HOW_MANY = {
    "straight_flush": 40,
    "quads": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "trips": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}
"""All hands of five cards, by category."""


def test_all_hands_of_five_cards_fall_into_their_categories() -> None:
    """R-RNK-1: each of the 2,598,960 hands; each of the 7,462 strengths occurs."""
    seen: Counter[int] = Counter()
    for five in combinations(range(52), 5):
        seen[best_five(five, ())] += 1
    assert set(seen) == set(range(1, 7_463))
    categories: Counter[str] = Counter()
    for strength, count in seen.items():
        categories[category_of(strength)] += count
    assert categories == HOW_MANY


def test_five_cards_rank_as_the_rules_say() -> None:
    """R-RNK-1 to R-RNK-6: 20,000 hands against an evaluator of our own."""
    random = Random(20)
    hands = [tuple(random.sample(range(52), 5)) for _ in range(20_000)]
    values = [value_of_five(hand) for hand in hands]
    strengths = [best_five(hand, ()) for hand in hands]
    assert_same_order(strengths, [*values])
    for strength, value in zip(strengths, values, strict=True):
        assert category_of(strength) == CATEGORIES[value[0]]


@pytest.mark.parametrize("count", [5, 6, 7, 8])
def test_the_best_five_of_more_cards_count(count: int) -> None:
    """R-RNK-2: against all choices of five, however hole and board divide the cards."""
    random = Random(count)
    strengths, values = [], []
    for _ in range(1_500):
        cards = random.sample(range(52), count)
        values.append(value_of_best_five(cards))
        strengths.append(best_five(cards[:2], cards[2:]))
        assert best_five((), cards) == strengths[-1]
    assert_same_order(strengths, [*values])


def test_seven_cards_rank_as_in_another_evaluator() -> None:
    """R-RNK-1 to R-RNK-6: 20,000 hands against eval7."""
    random = Random(7)
    strengths, theirs = [], []
    for _ in range(20_000):
        cards = random.sample(range(52), 7)
        strengths.append(best_five(cards[:2], cards[2:]))
        theirs.append(eval7.evaluate([eval7.Card(texts_of((card,))) for card in cards]))
    assert_same_order(strengths, [*theirs])


def test_exactly_two_of_four_and_three_of_five_count() -> None:
    """R-OMA-1, R-OMA-2: against all sixty choices."""
    _compare_two_and_three("exactly2of4", 4)


@pytest.mark.parametrize(("rule", "count"), [("exactly2of5", 5), ("exactly2of6", 6)])
def test_exactly_two_of_five_or_six_count(rule: HandRule, count: int) -> None:
    """R-OMA-1, R-OMA-2: against all 100 or 150 choices."""
    _compare_two_and_three(rule, count)


def _compare_two_and_three(rule: HandRule, count: int) -> None:
    random = Random(count)
    strengths, values = [], []
    for _ in range(1_500):
        cards = random.sample(range(52), count + 5)
        strengths.append(RANKERS[rule](cards[:count], cards[count:]) or 0)
        values.append(value_of_two_and_three(cards[:count], cards[count:]))
        assert category_of(strengths[-1]) == CATEGORIES[values[-1][0]]
    assert_same_order(strengths, values)


def test_suits_have_no_rank() -> None:
    """R-RNK-4, R-RNK-6: any exchange of suits leaves every strength."""
    random = Random(44)
    for _ in range(2_000):
        cards = random.sample(range(52), 7)
        suits = random.sample(range(4), 4)
        other = [card // 4 * 4 + suits[card % 4] for card in cards]
        assert best_five(cards[:2], cards[2:]) == best_five(other[:2], other[2:])


def test_the_order_of_cards_has_no_meaning() -> None:
    """R-RNK-2: hole and board together, in any order."""
    random = Random(45)
    for _ in range(2_000):
        cards = random.sample(range(52), 7)
        other = random.sample(cards, 7)
        assert best_five(cards[:2], cards[2:]) == best_five(other[:2], other[2:])


LADDER = (  # R-RNK-5, one step after the other, the stronger first
    *("AsKsQsJsTs", "KhQhJhTh9h", "6d5d4d3d2d", "5c4c3c2cAc"),
    *("AsAhAdAcKs", "AsAhAdAc2s", "2s2h2d2cAs"),
    *("AsAhAdKsKh", "AsAhAd2s2h", "KsKhKdAsAh"),
    *("AsQs9s6s3s", "AsQs9s6s2s", "KsQs9s6s3s"),
    *("AsKhQdJcTs", "KhQdJcTs9h", "5s4h3d2cAs"),
    *("AsAhAdKcQs", "AsAhAdKcJs", "AsAhAdQcJs", "KsKhKdAcQs"),
    *("AsAhKdKcQs", "AsAhKdKcJs", "AsAhQdQcKs", "KsKhQdQcAs"),
    *("AsAhKdQcJs", "AsAhKdQcTs", "AsAhKdJcTs", "AsAhQdJcTs", "KsKhAdQcJs"),
    *("AsKhQdJc9s", "AsKhQdJc8s", "AsKhQdTc9s", "AsKhJdTc9s", "AsQhJdTc9s", "KsQhJdTc8s"),
)


def test_ties_inside_a_class_are_broken_rank_by_rank() -> None:
    """R-RNK-5, R-RNK-3: each hand beats the next one; the wheel is the lowest straight."""
    strengths = [best_five(cards_of(hand), ()) for hand in LADDER]
    assert strengths == sorted(set(strengths))


def test_there_is_no_straight_around_the_corner() -> None:
    """R-RNK-3."""
    for hand in ("QsKhAd2c3s", "KsAh2d3c4s", "JsQhKdAc2s"):
        assert category_of(best_five(cards_of(hand), ())) == "high_card"


def test_the_ends_of_the_scale_and_of_each_category() -> None:
    """R-RNK-1: from the royal flush to 7-5-4-3-2."""
    assert best_five(cards_of("AsKsQsJsTs"), ()) == 1
    assert best_five(cards_of("7s5h4d3c2s"), ()) == 7_462
    ends = {10: "straight_flush", 11: "quads", 166: "quads", 167: "full_house", 322: "full_house"}
    ends |= {323: "flush", 1_599: "flush", 1_600: "straight", 1_609: "straight", 1_610: "trips"}
    ends |= {2_467: "trips", 2_468: "two_pair", 3_325: "two_pair", 3_326: "pair", 6_185: "pair"}
    ends |= {6_186: "high_card", 7_462: "high_card"}
    assert {strength: category_of(strength) for strength in ends} == ends


def test_every_hand_rule_has_its_ranker() -> None:
    assert list(RANKERS) == [*get_args(HandRule)]
    assert RANKERS["best5"] is best_five
    assert RANKERS["exactly2of4"] is exactly_two_of_four

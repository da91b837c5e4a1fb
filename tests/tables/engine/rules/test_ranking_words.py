"""What histories and pages say of a hand, and the cards that make it."""

from itertools import combinations
from random import Random
from typing import get_args

import pytest

from tables.engine.rules.cards import cards_of, texts_of
from tables.engine.rules.ranking import RANKERS, HandRule, best_cards, category_of, describe

RULES: tuple[HandRule, ...] = get_args(HandRule)
HOLES = {"exactly2of4": 4, "exactly2of5": 5, "exactly2of6": 6, "low8_exactly2": 5, "badugi": 4}
TWO_AND_THREE = ("exactly2of4", "exactly2of5", "exactly2of6", "low8_exactly2")

WORDS: tuple[tuple[HandRule, str, str, str], ...] = (
    ("best5", "AsKsQsJsTs", "", "straight_flush"),
    ("best5", "As2h", "AdAc3sKd", "trips"),
    ("exactly2of4", "AsKsQsJs", "2d2h2c3d4d", "trips"),
    ("exactly2of5", "AsKsQsJs2s", "2d2h2c3d4d", "quads"),
    ("exactly2of6", "AsKsQsJs3s3h", "2d2h2c3d4d", "full_house"),
    ("short_deck", "As6h", "7d8c9s", "straight"),
    ("short_deck", "As6s", "7s8s9s", "straight_flush"),
    ("short_deck", "AsKs", "7s8s9s", "flush"),
    ("short_deck", "AsAh", "7s7d7c", "full_house"),
    ("short_deck", "AsAh", "Ad7d8c", "trips"),
    ("short_deck_trips", "AsAh", "Ad7d8c", "trips"),
    ("short_deck_trips", "AsKh", "QdJdTc", "straight"),
    ("short_deck_trips", "AsAh", "QdQcTc", "two_pair"),
    ("low8", "8s6h4d3c2sKdKs", "", "86432"),
    ("low8", "As2h3d4c5sKdKs", "", "5432A"),
    ("low8_exactly2", "As8h9dKc", "2d7c6sKhKs", "8762A"),
    ("low_a5", "KsQsJsTs9s", "", "KQJT9"),
    ("low_a5", "AsTs9s3s2s", "", "T932A"),
    ("low_a5", "AsAh2d3c4s", "", "pair"),
    ("low_a5", "AsAh2d2c4s", "", "two_pair"),
    ("low_a5", "AsAhAd2c4s", "", "trips"),
    ("low_a5", "AsAhAd2c2s", "", "full_house"),
    ("low_a5", "AsAhAdAc2s", "", "quads"),
    ("low_27", "7s5h4d3c2s", "", "75432"),
    ("low_27", "As5h4d3c2s", "", "A5432"),
    ("low_27", "As5s4s3s2s", "", "flush"),
    ("low_27", "6s5h4d3c2s", "", "straight"),
    ("low_27", "6s5s4s3s2s", "", "straight_flush"),
    ("low_27", "6s6h4d3c2s", "", "pair"),
    ("low_27", "KsQhJdTc8s", "", "KQJT8"),
    ("badugi", "As2h3d4c", "", "432A"),
    ("badugi", "7s5h4d2c", "", "7542"),
    ("badugi", "Js5hAdAc", "", "J5A"),
    ("badugi", "KsKhKdKc", "", "K"),
)


@pytest.mark.parametrize(("rule", "hole", "board", "word"), WORDS)
def test_a_hand_has_its_word(rule: HandRule, hole: str, board: str, word: str) -> None:
    """R-RNK-1, R-LOW-1, R-LOW-3, R-LOW-5, R-LOW-7."""
    strength = RANKERS[rule](cards_of(hole), cards_of(board))
    assert strength is not None
    assert describe(rule, strength) == word


def test_a_low_without_a_pair_is_described_by_its_own_ranks() -> None:
    """R-LOW-3, R-LOW-5: all sets of five ranks."""
    for ranks in combinations(range(13), 5):
        mixed = [4 * rank + (at == 0) for at, rank in enumerate(ranks)]
        names = "".join("23456789TJQKA"[rank] for rank in reversed(ranks))
        razz = names[1:] + "A" if "A" in names else names
        assert describe("low_a5", RANKERS["low_a5"](mixed, ()) or 0) == razz
        is_straight = ranks[4] - ranks[0] == 4
        expected = "straight" if is_straight else names
        assert describe("low_27", RANKERS["low_27"](mixed, ()) or 0) == expected


def test_a_high_hand_is_described_by_its_category() -> None:
    """R-RNK-1."""
    for rule in ("best5", "exactly2of4", "exactly2of5", "exactly2of6"):
        assert [describe(rule, strength) for strength in range(1, 7_463)] == [
            category_of(strength) for strength in range(1, 7_463)
        ]


@pytest.mark.parametrize("rule", RULES)
def test_the_best_cards_are_as_strong_as_the_whole_hand(rule: HandRule) -> None:
    """R-RNK-2, R-OMA-1, R-ODD-6: cards of the hand, in falling order, enough to make it."""
    random = Random(rule)
    deck = range(16 if rule.startswith("short_deck") else 0, 52)
    hole_count = HOLES.get(rule, 2)
    for _ in range(100):
        cards = random.sample(deck, 4 if rule == "badugi" else hole_count + 5)
        hole, board = cards[:hole_count], cards[hole_count:]
        strength, best = RANKERS[rule](hole, board), best_cards(rule, hole, board)
        assert [*best] == sorted({*best}, reverse=True)
        assert {*best} <= {*cards}
        if strength is None:
            assert best == ()
        elif rule in TWO_AND_THREE:
            assert (len({*best} & {*hole}), len({*best} & {*board})) == (2, 3)
            alone: HandRule = "low8" if rule == "low8_exactly2" else "best5"
            assert RANKERS[alone](best, ()) == strength
        else:
            size = len(describe(rule, strength)) if rule == "badugi" else 5
            assert len(best) == size
            assert RANKERS[rule](best, ()) == strength


BEST: tuple[tuple[HandRule, str, str, str], ...] = (
    ("best5", "AsAd", "AhKc9d9s2c", "AsAhAd9s9d"),
    ("best5", "5c5d", "5h5s9cAsAd", "As5s5h5d5c"),
    ("best5", "AcKcQdJhTsThTd", "", "AcKcQdJhTs"),
    ("best5", "9c8c", "7d6h5s9s5c", "9s8c7d6h5s"),
    ("exactly2of4", "AcKdQhQs", "QdQc2s2h3c", "QsQhQdQc3c"),
    ("short_deck", "Ac6d", "7d8c9s9hAd", "Ad9s8c7d6d"),
    ("low8", "As2d3c4h5d5sAh", "", "As5s4h3c2d"),
    ("low8", "9s9d9c4h5d5sAh", "", ""),
    ("low8_exactly2", "As2d2s9h", "3c4c5h5sKd", "As5s4c3c2s"),
    ("low_a5", "KsKhKdKcAsAdAc2s", "", "AsAdKsKh2s"),
    ("low_27", "7c5d4h3c2s", "", "7c5d4h3c2s"),
    ("badugi", "2c2dAhAs", "", "As2d"),
    ("badugi", "KcKdKhKs", "", "Ks"),
    ("badugi", "Ac2d3h4s", "", "Ac4s3h2d"),
)


@pytest.mark.parametrize(("rule", "hole", "board", "best"), BEST)
def test_of_equal_choices_the_highest_suits_are_taken(
    rule: HandRule, hole: str, board: str, best: str
) -> None:
    """R-ODD-6: the odd chip of a stud pot looks for the highest suit."""
    assert texts_of(best_cards(rule, cards_of(hole), cards_of(board))) == best

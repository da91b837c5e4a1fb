"""Low hands and badugi against brute force, by counting, and by name (R-LOW)."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from tables.engine.rules.cards import cards_of
from tables.engine.rules.ranking import RANKERS, HandRule, Strength, describe
from tests.support import five_cards_low as slow
from tests.support.five_cards import FiveCards, Value, assert_same_order


def _rank(rule: HandRule, hole: str, board: str = "") -> Strength | None:
    return RANKERS[rule](cards_of(hole), cards_of(board))


def _certain(rule: HandRule, hole: str) -> Strength:
    strength = _rank(rule, hole)
    assert strength is not None
    return strength


def _falling(hands: tuple[str, ...], rule: HandRule) -> None:
    """Each hand beats the next one."""
    strengths = [_certain(rule, hand) for hand in hands]
    assert strengths == sorted(set(strengths))


ANY_FIVE: tuple[tuple[HandRule, int, Callable[[FiveCards], Value | None]], ...] = (
    *(("low8", count, slow.eight_or_better) for count in (5, 6, 7, 8)),
    *(("low_a5", count, slow.ace_to_five) for count in (5, 6, 7, 8)),
    *(("low_27", count, slow.deuce_to_seven) for count in (5, 6, 7)),
)


@pytest.mark.parametrize(("rule", "count", "value_of"), ANY_FIVE)
def test_the_best_low_of_the_cards_counts(
    rule: HandRule, count: int, value_of: Callable[[FiveCards], Value | None]
) -> None:
    """R-LOW-1, R-LOW-3, R-LOW-5: against all choices of five, however the cards are divided."""
    random = Random(count)
    strengths, values = [], []
    for _ in range(4_000 if count == 5 else 1_000):
        cards = random.sample(range(52), count)
        value, strength = slow.best_of(value_of, cards), RANKERS[rule](cards, ())
        assert (value is None) == (strength is None)
        assert RANKERS[rule](cards[:2], cards[2:]) == strength
        if value is not None and strength is not None:
            values.append(value)
            strengths.append(strength)
    assert_same_order(strengths, values)


@pytest.mark.parametrize("count", [4, 5, 6])
def test_the_best_low_of_two_and_three_counts(count: int) -> None:
    """R-LOW-1, R-OMA-1: against all choices of two hole and three board cards; a third qualify."""
    random = Random(count)
    strengths, values = [], []
    for _ in range(1_500):
        cards = random.sample(range(52), count + 5)
        value = slow.eight_or_better_with_two(cards[:count], cards[count:])
        strength = RANKERS["low8_exactly2"](cards[:count], cards[count:])
        assert (value is None) == (strength is None)
        if value is not None and strength is not None:
            values.append(value)
            strengths.append(strength)
    assert_same_order(strengths, values)
    assert len(strengths) > 300


def test_all_badugis_of_four_cards() -> None:
    """R-LOW-5: each of the 270,725 hands, in known numbers; each of the 1,092 strengths occurs."""
    seen = Counter(map(RANKERS["badugi"], combinations(range(52), 4), [()] * 270_725))
    assert set(seen) == set(range(1, 1_093))
    strengths: Counter[int] = Counter()
    hands: Counter[int] = Counter()
    for strength in range(1, 1_093):
        size = len(describe("badugi", strength))
        strengths[size] += 1
        hands[size] += seen[strength]
    assert strengths == {4: 715, 3: 286, 2: 78, 1: 13}
    assert hands == {4: 17_160, 3: 154_440, 2: 96_252, 1: 2_873}


def test_the_best_badugi_of_four_cards_counts() -> None:
    """R-LOW-5: against all choices of one to four."""
    random = Random(4)
    hands = [random.sample(range(52), 4) for _ in range(10_000)]
    strengths = [RANKERS["badugi"](hand, ()) or 0 for hand in hands]
    assert_same_order(strengths, [slow.badugi(hand) for hand in hands])


def test_there_are_56_lows_of_eight_or_better() -> None:
    """R-LOW-1: five of eight ranks; the first is the wheel, the last 8-7-6-5-4."""
    strengths = {
        RANKERS["low8"]([*(rank * 4 for rank in ranks)], ())
        for ranks in combinations((12, 0, 1, 2, 3, 4, 5, 6), 5)
    }
    assert strengths == set(range(1, 57))
    assert describe("low8", 1) == "5432A"
    assert describe("low8", 56) == "87654"


def test_there_are_6175_lows_of_razz() -> None:
    """R-LOW-3: 1287 without a pair, then 2860, 858, 858, 156 and 156 by the shape of the pairs."""
    seen: dict[Strength, str] = {}
    for ranks in combinations_with_replacement(range(13), 5):
        if len(set(ranks)) > 1:
            cards = [rank * 4 + ranks[:at].count(rank) for at, rank in enumerate(ranks)]
            strength = RANKERS["low_a5"](cards, ())
            assert strength is not None
            seen[strength] = describe("low_a5", strength)
    assert sorted(seen) == [*range(1, 6_176)]
    words = Counter(word for word in seen.values() if word.islower())
    expected = {"pair": 2_860, "two_pair": 858, "trips": 858, "full_house": 156, "quads": 156}
    assert words == expected
    assert len({word for word in seen.values() if not word.islower()}) == 1_287


def test_there_are_7462_lows_of_deuce_to_seven() -> None:
    """R-LOW-5: each of the 2,598,960 hands; ten straights are nine, the wheels lie elsewhere."""
    rank = RANKERS["low_27"]
    seen = Counter(map(rank, combinations(range(52), 5), [()] * 2_598_960))
    assert set(seen) == set(range(1, 7_463))
    words: Counter[str] = Counter()
    for strength, count in seen.items():
        assert strength is not None
        word = describe("low_27", strength)
        words[word if word.islower() else "no_pair"] += count
    assert words == {
        "straight_flush": 36,
        "quads": 624,
        "full_house": 3_744,
        "flush": 5_112,
        "straight": 9_180,
        "trips": 54_912,
        "two_pair": 123_552,
        "pair": 1_098_240,
        "no_pair": 1_303_560,
    }


def test_straights_and_flushes_do_not_spoil_an_ace_to_five_low() -> None:
    """R-LOW-1, R-LOW-3: the steel wheel is the best low."""
    for rule in ("low8", "low_a5"):
        assert _rank(rule, "As2s3s4s5s") == _rank(rule, "Ah2s3d4c5s") == 1
        _falling(("As2s3s4s5s", "As2s3s4s6s", "2h3h4h5h6h", "As2d3d4d7d", "8c7c6c5c4c"), rule)


def test_eight_is_the_limit_of_a_qualifying_low() -> None:
    """R-LOW-1: with a nine or a pair there is none."""
    assert _rank("low8", "9s2s3d4hAc") is None
    assert _rank("low8", "As2s3d4hAc") is None
    assert _rank("low8", "As2s3d4hAcKd9d") is None
    assert _rank("low8", "As2s3d4hAcKd8d") == _rank("low8", "8h4s3h2hAh")


def test_an_omaha_low_needs_two_hole_and_three_board_cards() -> None:
    """R-LOW-1, R-OMA-1."""
    assert _rank("low8_exactly2", "AsKsQsJs", "2d3d4d5d7c") is None
    assert _rank("low8_exactly2", "As2sQsJs", "3d4dKdKcKh") is None
    assert _rank("low8_exactly2", "As2sQsJs", "2d3d4dKcKh") is None  # the deuce is counterfeited
    assert _rank("low8_exactly2", "As2s5sJs", "2d3d4dKcKh") == _rank("low8", "As2s3s4s5s")
    assert _rank("low8_exactly2", "As2s3s4s", "5d6d8dKcKh") == _rank("low8", "8s6s5sAs2s")
    assert _rank("low8_exactly2", "AsAd2h2c8s", "3d4d5dKcKh") == 1
    assert _rank("low8_exactly2", "KsKdQhQc8s7d", "3d4d5dKcKh") == _rank("low8", "8s7s5s4s3s")


def test_a_low_with_a_pair_loses_to_one_without() -> None:
    """R-LOW-3: razz has no qualifier; K-Q-J-T-9 beats A-A-4-3-2, and aces are the best pair."""
    _falling(("KsQsJsTs9s", "AsAd4h3c2s", "AsAd5h3c2s", "2s2d4h3cAs", "KsKdQhJcTs"), "low_a5")
    _falling(("KsKdQhJcTs", "AsAd2h2c3s", "KsKdQhQcJs", "AsAdAh2c3s", "KsKdKhQcJs"), "low_a5")
    _falling(("KsKdKhQcJs", "AsAdAh2c2s", "KsKdKhQcQs", "AsAdAhAc2s", "KsKdKhKcQs"), "low_a5")


def test_seven_cards_of_razz_may_hold_no_five_ranks() -> None:
    """R-LOW-3: A-A-2-2-3-3-4 makes a pair of aces with 4-3-2."""
    assert _rank("low_a5", "AsAd2h2c3s3d4s") == _rank("low_a5", "AsAd2h3c4s")
    assert _rank("low_a5", "KsKdKhKcAsAd2s2h") == _rank("low_a5", "AsAd2s2hKs")


def test_the_ladder_of_deuce_to_seven() -> None:
    """R-LOW-5: number one is 7-5-4-3-2; the ace is high, so A-5-4-3-2 is no straight."""
    assert _certain("low_27", "7s5d4h3c2s") == 1
    _falling(("7s5d4h3c2s", "7s6d4h3c2s", "7s6d5h3c2s", "7s6d5h4c2s", "8s5d4h3c2s"), "low_27")
    _falling(("KsQdJhTc8s", "As5d4h3c2s", "As6d4h3c2s", "AsKdQhJc9s", "2s2d3h4c5s"), "low_27")
    _falling(("AsAdKhQcJs", "2s2d3h3c4s", "2s2d2h3c4s", "6s5d4h3c2s", "AsKdQhJcTs"), "low_27")
    _falling(("AsKdQhJcTs", "7s5s4s3s2s", "KsQsJsTs8s", "As5s4s3s2s", "As6s4s3s2s"), "low_27")
    _falling(("AsKsQsJs9s", "2s2d2h3c3s", "2s2d2h2c3s", "6s5s4s3s2s", "AsKsQsJsTs"), "low_27")
    assert _certain("low_27", "AsKsQsJsTs") == 7_462


def test_the_ladder_of_badugi() -> None:
    """R-LOW-5: more cards beat fewer, then the highest card decides, then the next."""
    _falling(("As2d3h4c", "As2d3h5c", "As2d4h5c", "2s3d4h5c", "As2d3h6c"), "badugi")
    _falling(("KsQdJhTc", "As2d3h3c", "As2d4hKd", "As3d4h4c", "Ks5dAhKd"), "badugi")
    _falling(("KsQdJhJc", "As2dAd2s", "AsKdAdKs", "KsQdKdQs", "As2s3s4s"), "badugi")
    _falling(("AsAdAhKs", "2s3s4s5s", "KsKdKhKc"), "badugi")


def test_a_badugi_leaves_out_the_card_that_costs_least() -> None:
    """R-LOW-5: of two equal suits or ranks the higher card goes, whatever the others allow."""
    assert _rank("badugi", "Ks2sAd3h") == _rank("badugi", "2sAd3hAs")
    assert describe("badugi", _certain("badugi", "Ks2sAd3h")) == "32A"
    assert describe("badugi", _certain("badugi", "As2s2d3d")) == "2A"
    assert describe("badugi", _certain("badugi", "2s2dAd3h")) == "32A"


@pytest.mark.parametrize("rule", ["low8", "low_a5", "low_27", "badugi"])
def test_suits_have_no_rank_in_low_hands_either(rule: HandRule) -> None:
    """R-RNK-4, R-RNK-6: any exchange of suits leaves every strength."""
    random = Random(46)
    for _ in range(1_000):
        cards = random.sample(range(52), 4 if rule == "badugi" else 5)
        suits = random.sample(range(4), 4)
        other = [card // 4 * 4 + suits[card % 4] for card in cards]
        assert RANKERS[rule](cards, ()) == RANKERS[rule](other, ())

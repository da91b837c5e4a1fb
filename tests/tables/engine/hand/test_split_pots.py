"""High and low share a pot (R-LOW-1, R-LOW-2), and two cards of Omaha count (R-OMA-1, R-OMA-2)."""

from tables.engine.rules.limits import StudSplit
from tables.lab.scenarios.hand_plain import NO_LIMIT, start_plain
from tests.support.any_game import AnyGame

HIGH, LOW = "KsKd2h9h", "AcQc3sJh"
BOARD = "Kh7c5d4h9s"


def _omaha(stacks: dict[int, int], cards: dict[int, str], board: str) -> AnyGame:
    start = start_plain("omaha8", stacks, button=1, structure=NO_LIMIT)
    return AnyGame(start, cards, board)


def test_each_half_has_its_winner_and_the_odd_chip_is_the_high_ones() -> None:
    """R-LOW-2: 25 are 13 and 12."""
    play = _omaha({1: 10, 2: 10, 3: 1_000}, {1: HIGH, 2: "QsQdJc8s", 3: LOW}, BOARD)
    play.do(1, "call").do(2, "fold").stay_in_to()
    assert play.parts == [(0, "high", 0, {1: 13}), (0, "low", 0, {3: 12})]


def test_without_a_qualifying_low_the_high_hand_takes_all() -> None:
    """R-LOW-1."""
    board = "KhQh5d4hTs"
    play = _omaha({1: 10, 2: 10, 3: 1_000}, {1: HIGH, 2: "QsQdJc8s", 3: LOW}, board)
    play.do(1, "call").do(2, "fold").stay_in_to()
    assert play.parts == [(0, "high", 0, {1: 25})]


def test_four_hearts_on_the_board_and_one_in_hand_are_no_flush() -> None:
    """R-OMA-1, R-OMA-2: exactly two and three; the board alone never plays."""
    cards = {1: "AhKcQdJs", 2: "9c9dTs8s"}
    play = AnyGame(start_plain("omaha", {1: 10, 2: 10}, button=1), cards, "2h4h6h8h9s")
    play.stay_in_to()
    assert play.parts == [(0, "whole", 0, {2: 20})]


def test_in_stud_eight_or_better_each_half_is_split_on_its_own() -> None:
    """R-LOW-2, R-ODD-6: equal lows; the pair of aces is high."""
    cards = {1: "AsAh2c3c4d6s7h", 2: "Ad2d3d4c6c7sKh"}
    start = start_plain(
        "stud8", {1: 5, 2: 5}, structure=StudSplit(ante=5, bring_in=5, lower=10, higher=20)
    )
    play = AnyGame(start, cards).stay_in_to()
    assert play.parts == [(0, "high", 0, {1: 5}), (0, "low", 0, {1: 3, 2: 2})]

"""Seven-card stud, razz, eight or better: opening, streets, odd chips, a short deck."""

import pytest

from tables.engine.hand.events import BoardDealt, BroughtIn, StubExtended, TimedOut
from tables.engine.rules.games import GameCode
from tables.engine.rules.limits import StudSplit
from tables.engine.rules.ruleset import HOUSE, RuleSet
from tables.engine.rules.terms import Chips, SeatNo
from tables.lab.scenarios.hand_plain import start_plain
from tests.support.any_game import AnyGame
from tests.support.hands import refused

FIVE_TEN = StudSplit(ante=0, bring_in=5, lower=10, higher=20)


def _stud(
    stacks: dict[SeatNo, Chips],
    cards: dict[SeatNo, str],
    game: GameCode = "stud7",
    rules: RuleSet = HOUSE,
    structure: StudSplit | None = None,
) -> AnyGame:
    return AnyGame(start_plain(game, stacks, rules=rules, structure=structure), cards)


DOORS = {1: "----Kd", 2: "----2c", 3: "----9h"}
DEEP = {1: 1_000, 2: 1_000, 3: 1_000}


def test_the_lowest_door_card_opens_for_the_ante_or_the_lower_limit_and_nothing_else() -> None:
    """R-BRI-1, R-BRI-2."""
    play = _stud(DEEP, DOORS)
    assert (play.legal.seat, play.legal.kinds) == (2, ("bring_in", "bet", "complete"))
    assert (play.bounds, play.legal.has_two_amounts) == ((5, 10), True)
    with refused("bringin_forced"):
        play.do(2, "fold")
    with refused("bringin_forced"):
        play.do(2, "check")
    with refused("wrong_amount"):
        play.do(2, "bet", 7)
    assert play.do(2, "bring_in").bounds == (10, 10)


def test_with_the_switch_the_opener_may_choose_any_amount_between() -> None:
    """R-BRI-2, `stud.opener_amounts=range`."""
    play = _stud(DEEP, DOORS, rules=RuleSet(stud_opener_amounts="range"))
    assert play.do(2, "bet", 7).hand.price_chips == 7


def test_a_completion_is_no_raise_and_three_raises_follow_it() -> None:
    """R-BRI-2, R-CAP-1: 10, 20, 30, 40 in 5/10/20."""
    play = _stud(DEEP, DOORS).do(2, "bring_in").do(3, "complete")
    for seat, to in ((1, 20), (2, 30), (3, 40)):
        play.do(seat, "raise", to)
    assert (play.legal.seat, play.legal.why_no_raise) == (1, "raise_capped")


@pytest.mark.parametrize(("stack", "next_to"), [(6, 10), (7, 10), (8, 18), (9, 19)])
def test_a_short_all_in_over_the_bring_in_counts_from_half_of_what_is_due(
    stack: int, next_to: int
) -> None:
    """R-HLF-1, third street: 6 and 7 change nothing, 8 and 9 are the completion."""
    play = _stud({1: 1_000, 2: 1_000, 3: stack}, DOORS, structure=FIVE_TEN)
    play.do(2, "bring_in").do(3, "all_in")
    assert (play.legal.seat, play.bounds) == (1, (next_to, next_to))
    why = play.do(1, "call").legal.why_no_raise
    assert why == ("not_reopened" if stack < 8 else None)


def test_a_short_bring_in_leaves_the_whole_one_to_call() -> None:
    """R-BRI-5."""
    play = _stud({1: 1_000, 2: 3, 3: 1_000}, DOORS, structure=FIVE_TEN).do(2, "bring_in")
    assert (play.legal.seat, play.legal.to_call_chips, play.bounds) == (3, 5, (10, 10))


def test_where_the_lowest_is_all_in_for_the_ante_the_next_one_may_fold_or_open() -> None:
    """R-BRI-4, R-ANT-2."""
    play = _stud({1: 1_000, 2: 4, 3: 1_000}, DOORS)
    assert play.legal.seat == 3
    assert play.legal.kinds == ("fold", "bring_in", "bet", "complete")


def test_with_the_switch_the_highest_door_card_opens() -> None:
    """R-BRI-6."""
    assert _stud(DEEP, DOORS, rules=RuleSet(stud_bring_in_card="high")).legal.seat == 1


def test_in_razz_the_highest_door_card_opens_and_the_ace_is_low() -> None:
    """R-LOW-3: king of spades above king of diamonds; an ace never opens."""
    doors = {1: "----Kd", 2: "----Ks", 3: "----As"}
    assert _stud(DEEP, doors, "razz").legal.seat == 2


def test_a_silent_opener_posts_the_bring_in_and_is_all_in_for_it() -> None:
    """R-TIM-9, R-TIM-3."""
    play = _stud(DEEP, DOORS).time_out(2)
    assert [event.to_chips for event in play.all_of(BroughtIn)] == [5]
    assert [event.outcome for event in play.all_of(TimedOut)] == ["all_in"]
    assert play.legal.seat == 3


PAIR = {1: "----KdQh", 2: "----2c2d", 3: "----9h4s"}


def test_without_an_open_pair_fourth_street_is_bet_at_the_lower_limit() -> None:
    """R-STU-2."""
    cards = {**PAIR, 2: "----2c3d"}
    assert _stud(DEEP, cards).stay_in_to("fourth").bounds == (10, 10)


@pytest.mark.parametrize(
    ("switch", "bounds"), [("spread", (5, 20)), ("two_sizes", (10, 20)), ("off", (10, 10))]
)
def test_an_open_pair_opens_the_range_for_everybody(switch: str, bounds: tuple[int, int]) -> None:
    """R-STU-4, A-18."""
    rules = RuleSet(stud_open_pair=switch)  # type: ignore[arg-type]
    play = _stud(DEEP, PAIR, rules=rules).stay_in_to("fourth")
    assert (play.legal.seat, play.bounds) == (2, bounds)
    assert play.do(2, "check").bounds == bounds


def test_eight_or_better_has_no_open_pair_rule_and_exact_limits() -> None:
    """R-LOW-4."""
    play = _stud(DEEP, PAIR, "stud8").stay_in_to("fourth")
    assert play.bounds == (10, 10)
    assert play.stay_in_to("fifth").bounds == (20, 20)


def test_from_fifth_street_any_amount_between_the_limits_or_the_higher_one() -> None:
    """R-STU-5, A-19: raises are at least the last bet."""
    play = _stud(DEEP, PAIR).stay_in_to("fifth")
    assert play.bounds == (10, 20)
    seat = play.legal.seat
    assert play.do(seat, "bet", 15).bounds == (30, 35)
    fixed = _stud(DEEP, PAIR, rules=RuleSet(stud_late_streets="fixed_high"))
    assert fixed.stay_in_to("fifth").bounds == (20, 20)


def test_on_the_last_street_two_hands_raise_without_end() -> None:
    """R-CAP-4: a third hand holds the cap; it is lifted as soon as that one folds."""
    rules = RuleSet(stud_late_streets="fixed_high")
    play = _stud(DEEP, PAIR, rules=rules).stay_in_to("seventh")
    for number in range(4):
        play.do(play.legal.seat, "raise" if number else "bet", 20 * (number + 1))
    assert play.legal.why_no_raise == "raise_capped"
    play.do(play.legal.seat, "fold")
    assert play.bounds == (100, 100)


def test_nine_hands_get_a_community_card_on_sixth_and_another_on_seventh() -> None:
    """R-STU-7, R-STU-8: it is every hand's card; the odd chips leave it out."""
    play = _stud(dict.fromkeys(range(1, 10), 1_000), {}).stay_in_to()
    assert [event.street for event in play.all_of(BoardDealt)] == ["sixth", "seventh"]
    assert {len(seat.positions) for seat in play.hand.seats} == {5}


def test_seven_hands_use_the_burns_for_the_last_card() -> None:
    """R-STU-7: seven left and three burns are ten, nine are needed."""
    play = _stud(dict.fromkeys(range(1, 8), 1_000), {}).stay_in_to()
    extended = play.all_of(StubExtended)
    assert [(event.positions, event.is_shuffled) for event in extended] == [((21, 29, 37), False)]
    assert play.all_of(BoardDealt) == []


TIE = {1: "2c3dAhKhQd7h9c", 2: "2h4dAsKcQc7c9d", 3: "2d2s3h4c5c8d8h"}


def test_the_odd_chip_goes_to_the_highest_card_by_suit_of_the_five_that_count() -> None:
    """R-ODD-6: both hold A K Q 9 7; the ace of spades beats the ace of hearts."""
    structure = StudSplit(ante=7, bring_in=5, lower=10, higher=20)
    play = _stud({1: 21, 2: 21, 3: 21}, TIE, structure=structure).stay_in_to("seventh")
    while play.hand.of(3).status == 0:
        seat = play.legal.seat
        play.do(seat, "fold" if seat == 3 else "check")
    play.stay_in_to()
    assert sum(chips for *_, shares in play.parts for chips in shares.values()) == 36
    assert play.parts == [(0, "whole", 0, {2: 18, 1: 18})]  # in the order in which odd chips go

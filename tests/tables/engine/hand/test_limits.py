"""Pot-limit, fixed limit, spread and step-spread: how much may be bet, and how often."""

import pytest

from tables.engine.rules.limits import FixedLimit, PotLimit, SpreadLimit, StepSpread, Structure
from tables.engine.rules.ruleset import HOUSE, RuleSet
from tables.engine.rules.terms import Chips, SeatNo
from tables.lab.scenarios.hand_plain import FIXED, start_plain
from tests.support.any_game import AnyGame
from tests.support.hands import refused

POT = PotLimit(small_blind=5, big_blind=10)
DEEP = {1: 1_000, 2: 1_000, 3: 1_000}


def _play(
    structure: Structure, stacks: dict[SeatNo, Chips] = DEEP, rules: RuleSet = HOUSE
) -> AnyGame:
    """Button in seat 1, small blind 2, big blind 3; seat 1 acts first."""
    return AnyGame(start_plain("holdem", stacks, button=1, structure=structure, rules=rules))


def test_a_pot_sized_raise_is_all_in_the_middle_after_the_own_call() -> None:
    """R-PL-1, R-PL-2: open to 35, then to 120; the small blind has 5 of his call in already."""
    play = _play(POT, {**DEEP, 4: 1_000})
    assert play.bounds == (20, 35)
    with refused("raise_above_max"):
        play.do(4, "raise", 36)  # R-PL-5
    assert play.do(4, "raise", 35).bounds == (60, 120)
    assert play.do(1, "fold").bounds == (60, 115)


def test_a_bet_of_half_the_pot_may_be_raised_to_two_and_a_half_pots() -> None:
    """R-PL-2: pot 100, bet 50, raise to 250."""
    play = _play(PotLimit(small_blind=50, big_blind=50), {1: 1_000, 2: 1_000})
    play.stay_in_to("flop").do(2, "bet", 50)
    assert play.bounds == (100, 250)


def test_short_and_dead_blinds_count_as_full_in_the_first_round() -> None:
    """R-PL-3: 100/200 opens to 700, whatever the big blind had."""
    structure = PotLimit(small_blind=100, big_blind=200)
    play = _play(structure, {1: 5_000, 2: 5_000, 3: 30})
    assert play.bounds == (400, 700)


def test_with_the_switch_the_small_blind_counts_as_a_big_one() -> None:
    """R-PL-3, A-49: open to 40."""
    assert _play(POT, rules=RuleSet(pl_sb_counts_as_bb=True)).bounds == (20, 40)


def test_side_pots_and_main_pot_count_together() -> None:
    """R-PL-4: 60 lie in two pots."""
    play = _play(POT, {1: 1_000, 2: 10, 3: 1_000, 4: 1_000})
    play.do(4, "raise", 20).do(1, "call").do(2, "call").do(3, "call")
    assert (play.hand.street_data.name, play.hand.pot_chips) == ("flop", 70)
    assert play.bounds == (10, 70)


def test_fixed_bets_are_the_lower_then_the_higher_limit() -> None:
    """R-FL-1, R-FL-2."""
    play = _play(FIXED)
    assert play.bounds == (20, 20)
    with refused("raise_above_max"):
        play.do(1, "raise", 30)
    assert play.stay_in_to("flop").bounds == (10, 10)
    assert play.stay_in_to("turn").bounds == (20, 20)
    assert play.stay_in_to("river").bounds == (20, 20)


def test_the_big_blind_is_the_first_of_four_bets() -> None:
    """R-CAP-1, A-14; R-CAP-3: the cap stays heads-up, but for the switch."""
    play = _play(FIXED).do(1, "raise", 20).do(2, "raise", 30).do(3, "raise", 40)
    assert play.legal.why_no_raise == "raise_capped"
    with refused("raise_capped"):
        play.do(1, "raise", 50)
    with refused("raise_capped"):
        play.do(1, "all_in")
    play.do(1, "fold")
    assert play.legal.why_no_raise == "raise_capped"
    lifted = _play(FIXED, rules=RuleSet(cap_lift_heads_up="any_round"))
    lifted.do(1, "raise", 20).do(2, "raise", 30).do(3, "raise", 40).do(1, "fold")
    assert lifted.bounds == (50, 50)


def test_without_the_blind_four_raises_follow_it() -> None:
    """A-14, `cap.bb_counts=false`."""
    play = _play(FIXED, rules=RuleSet(cap_bb_counts=False))
    play.do(1, "raise", 20).do(2, "raise", 30).do(3, "raise", 40)
    assert play.bounds == (50, 50)


TWENTY = FixedLimit(small_blind=10, big_blind=20, lower=20, higher=40)


@pytest.mark.parametrize(
    ("stack", "next_to", "why"),
    [(29, 40, "not_reopened"), (30, 50, None), (35, 55, None)],
)
def test_half_a_bet_decides_whether_a_short_all_in_is_a_raise(
    stack: int, next_to: int, why: str | None
) -> None:
    """R-HLF-1, R-HLF-2: 15 over 20 at 20 goes on to 55; 9 over it is completed to 40."""
    play = _play(TWENTY, {1: 1_000, 2: stack, 3: 1_000}).do(1, "call").do(2, "all_in")
    assert play.bounds == (next_to, next_to)
    assert play.do(3, "call").legal.why_no_raise == why


def test_short_all_ins_add_up_from_the_last_full_level() -> None:
    """R-HLF-1: 26 and 31 over 20 are together more than half a bet."""
    play = _play(TWENTY, {1: 1_000, 2: 26, 3: 31, 4: 1_000})
    play.do(4, "call").do(1, "call").do(2, "all_in").do(3, "all_in")
    assert (play.legal.seat, play.bounds) == (4, (51, 51))


def test_a_spread_is_one_range_and_a_raise_is_as_large_as_the_last() -> None:
    """R-SPR-1, R-SPR-2, R-SPR-3."""
    structure = SpreadLimit(small_blind=1, big_blind=2, min=2, max=10)
    play = _play(structure)
    assert play.bounds == (4, 12)
    play.do(1, "raise", 8)
    assert play.bounds == (14, 18)
    play.do(2, "raise", 14).do(3, "raise", 24)
    assert play.legal.why_no_raise == "raise_capped"
    assert _play(structure).stay_in_to("river").bounds == (2, 10)


@pytest.mark.parametrize(
    ("figures", "switch", "ranges"),
    [
        ((2, 6, 10, 0), "keep", [(2, 6), (2, 10), (2, 10)]),
        ((2, 6, 10, 20), "keep", [(2, 6), (2, 10), (2, 20)]),
        ((2, 6, 10, 20), "lower", [(2, 6), (6, 10), (6, 20)]),
    ],
)
def test_a_step_spread_rises_once_or_twice(
    figures: tuple[int, int, int, int], switch: str, ranges: list[tuple[int, int]]
) -> None:
    """R-SST-1, A-13."""
    low, first, second, third = figures
    structure = StepSpread(small_blind=1, big_blind=2, min=low, max1=first, max2=second, max3=third)
    rules = RuleSet(spread_step_min=switch)  # type: ignore[arg-type]
    play = _play(structure, rules=rules)
    assert [play.stay_in_to(street).bounds for street in ("flop", "turn", "river")] == ranges

"""What the house does when a clock runs out (R-TIM)."""

from tables.engine.hand.events import CardsShown, TimedOut
from tables.engine.rules.clock import is_protected
from tables.engine.rules.ruleset import HOUSE, STANDARD, RuleSet
from tables.engine.rules.terms import Post, PostKind
from tests.support.hands import Play, no_limit, refused

HOLE = {1: "QcQd", 2: "KhKd", 3: "8c8d"}
BOARD = "2c 7d 9h Jc Ks"


def _flop(rules: RuleSet = HOUSE) -> Play:
    """Button 3: 30 in the middle, seat 1 to act."""
    play = no_limit(1_000, 1_000, 1_000, button=3, rules=rules, hole=HOLE, board=BOARD)
    return play.call(3, 1).check(2)


def test_money_in_the_pot_makes_a_time_out_an_all_in_for_it() -> None:
    """R-TIM-3, R-TIM-5: seat 2 is in for 10; later bets are a side pot, his stack stays."""
    play = _flop().bet_to(1, 20).time_out(2)
    assert play.all_of(TimedOut) == [TimedOut(2, "all_in")]
    assert play.stacks[2] == 990
    ended = play.call(3).checked_down()
    assert ended.pots == [(30, (1, 2, 3)), (40, (1, 3))]
    assert ended.awards == {1: 40, 2: 30}
    assert ended.stacks == {1: 1_010, 2: 1_020, 3: 970}


def test_without_money_in_the_pot_the_hand_is_folded() -> None:
    """R-TIM-4."""
    play = no_limit(1_000, 1_000, 1_000).time_out(1)
    assert play.all_of(TimedOut) == [TimedOut(1, "folded")]
    assert play.actor == 2


def test_any_money_of_the_hand_counts() -> None:
    """R-TIM-3, A-34: an ante, a dead post."""
    ante = no_limit(1_000, 1_000, 1_000, ante=1).time_out(1)
    assert ante.all_of(TimedOut) == [TimedOut(1, "all_in")]
    posts = [Post(4, PostKind.LIVE, 5), Post(4, PostKind.DEAD, 5)]
    poster = no_limit(*[1_000] * 4, extra=posts).time_out(4)
    assert poster.all_of(TimedOut) == [TimedOut(4, "all_in")]


def test_a_free_check_does_not_save_him() -> None:
    """R-TIM-6: the seed is read literally."""
    play = _flop().time_out(1)
    assert play.all_of(TimedOut) == [TimedOut(1, "all_in")]
    assert play.actor == 2


def test_a_free_check_is_taken_by_the_switch() -> None:
    """R-TIM-6: `timeout.free_check=check`; facing a bet he is all-in as ever."""
    rules = RuleSet(timeout_free_check="check")
    play = _flop(rules).time_out(1)
    assert play.all_of(TimedOut) == [TimedOut(1, "checked")]
    again = play.bet_to(2, 20).fold(3)
    assert (again.actor, again.legal.to_call_chips) == (1, 20)
    assert again.time_out(1).all_of(TimedOut)[-1] == TimedOut(1, "all_in")


def test_the_tournament_mode_checks_or_folds() -> None:
    """R-TIM-7: `timeout.mode=fold`."""
    play = _flop(STANDARD).time_out(1)
    assert play.all_of(TimedOut) == [TimedOut(1, "checked")]
    facing = play.bet_to(2, 20).time_out(3)
    assert facing.all_of(TimedOut)[-1] == TimedOut(3, "folded")
    assert facing.time_out(1).awards == {2: 30}


def test_a_used_up_protection_folds_a_hand_that_faces_a_bet() -> None:
    """R-TIM-8, TO-018: `timeout.protect_per_day=1`."""
    rules = RuleSet(timeout_protect_per_day=1)
    assert is_protected(rules, 0)
    assert not is_protected(rules, 1)
    play = _flop(rules).bet_to(1, 20).time_out(2, is_protected=is_protected(rules, 1))
    assert play.all_of(TimedOut) == [TimedOut(2, "folded")]


def test_a_surplus_over_a_timed_out_player_comes_back() -> None:
    """R-TIM-5: the bettor is raised and times out: 40 of the raise return."""
    play = _flop().bet_to(1, 20).raise_to(2, 60).fold(3).time_out(1)
    assert play.hand.is_over
    assert play.refunds == {2: 40}
    assert play.pots == [(70, (1, 2))]


def test_a_timed_out_hand_still_holds_its_claim_when_all_others_but_one_fold() -> None:
    """R-TIM-5: it counts as a hand; the last able player is not asked to bet against it."""
    play = _flop().check(1, 2).bet_to(3, 20).time_out(1).fold(2)
    assert play.refunds == {3: 20}
    assert play.pots == [(30, (1, 3))]
    walk = no_limit(1_000, 1_000, 1_000).fold(1).time_out(2)
    assert walk.refunds == {3: 5}
    assert walk.pots == [(10, (2, 3))]


def test_a_timed_out_player_is_not_asked_again_on_any_street() -> None:
    """R-TIM-5: he is not able; he gets every card and shows."""
    play = _flop().time_out(1)
    ended = play.bet_to(2, 20).call(3).check(2, 3).check(2, 3)
    assert ended.hand.is_over
    assert [event.seat for event in ended.all_of(CardsShown)] == [1, 2, 3]
    assert ended.pots == [(30, (1, 2, 3)), (40, (2, 3))]


def test_everybody_timing_out_runs_the_board_out() -> None:
    """R-POT-5, R-TIM-5: nobody is able; the pot is played for."""
    play = _flop().time_out(1).time_out(2)
    assert play.hand.is_over  # seat 3 is alone able and has matched everybody
    assert len(play.hand.board) == 5
    assert play.awards == {2: 30}


def test_a_time_out_of_a_passed_turn_is_refused() -> None:
    """docs/architecture.md#the-agenda: the clock's task may come late or twice."""
    play = _flop()
    timed_out = play.time_out(1)
    with refused("not_turn"):
        timed_out.time_out(1)
    with refused("not_turn"):
        play.time_out(2)


def test_a_time_out_is_remembered_until_the_next_hand() -> None:
    """R-TIM-8: he sits out then."""
    play = _flop().time_out(1)
    assert {seat.seat: seat.has_timed_out for seat in play.hand.seats} == {
        1: True,
        2: False,
        3: False,
    }

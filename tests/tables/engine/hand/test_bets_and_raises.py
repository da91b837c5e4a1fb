"""Opening bets, raises, and what is refused (R-ACT, R-NL)."""

import pytest

from tables.engine.hand.commands import Act, ActionKind
from tables.engine.hand.events import Bet, Called, Raised, TurnStarted
from tables.engine.hand.legal import legal
from tables.engine.rules.ruleset import HOUSE, STANDARD, RuleSet
from tests.support.hands import Play, no_limit, refused


def _flop(*stacks: int) -> Play:
    """Heads-up on the flop, 20 in the middle, seat 2 to act."""
    return no_limit(*(stacks or (1_000, 1_000))).call(1).check(2)


def test_the_first_choice_is_to_call_raise_or_fold() -> None:
    """R-ACT-2, R-ACT-3: no check before the flop but for the big blind."""
    play = no_limit(1_000, 1_000, 1_000)
    assert play.legal.kinds == ("call", "fold", "raise", "all_in")
    assert (play.legal.to_call_chips, play.legal.min_to_chips, play.legal.max_to_chips) == (
        10,
        20,
        1_000,
    )
    with refused("check_facing_bet") as caught:
        play.check(1)
    assert caught.value.facts == {"to_call": 10}


def test_a_bet_needs_a_street_without_one_and_a_raise_a_street_with_one() -> None:
    """R-ACT-1: two words, and each fits in one place only."""
    before_the_flop = no_limit(1_000, 1_000, 1_000)
    with refused("bet_stands"):
        before_the_flop.bet_to(1, 30)
    with refused("nothing_to_raise"):
        _flop().raise_to(2, 30)
    with refused("nothing_to_call"):
        _flop().call(2)


@pytest.mark.parametrize("to_chips", [1, 9])
def test_a_bet_below_the_big_blind_is_refused(to_chips: int) -> None:
    """R-NL-2: on every street."""
    play = _flop()
    with refused("bet_below_min") as caught:
        play.bet_to(2, to_chips)
    assert caught.value.facts == {"to": to_chips, "min_to": 10, "max_to": 990}
    river = play.check(2, 1).check(2, 1)
    with refused("bet_below_min"):
        river.bet_to(2, to_chips)
    assert river.bet_to(2, 10).all_of(Bet)[-1] == Bet(2, 10, 10, is_all_in=False)


def test_the_largest_bet_is_the_stack() -> None:
    """R-NL-2, R-STK-1: what is on the table plays, and no chip more."""
    play = _flop()
    with refused("too_much") as caught:
        play.bet_to(2, 991)
    assert caught.value.facts == {"to": 991, "max_to": 990}
    assert play.bet_to(2, 990).all_of(Bet) == [Bet(2, 990, 990, is_all_in=True)]


def test_a_raise_adds_at_least_the_last_raise() -> None:
    """R-NL-3: 10 → 35 is a raise of 25, the next goes to 60; 35 → 100 makes it 165."""
    play = no_limit(1_000, 1_000, 1_000).raise_to(1, 35)
    with refused("raise_below_min") as caught:
        play.raise_to(2, 59)
    assert caught.value.facts == {"to": 59, "min_to": 60, "max_to": 1_000}
    assert play.raise_to(2, 60).legal.min_to_chips == 85
    assert play.raise_to(2, 100).legal.min_to_chips == 165


def test_the_increment_starts_anew_on_each_street() -> None:
    """R-NL-3: a large raise before the flop says nothing about the flop."""
    play = no_limit(1_000, 1_000).raise_to(1, 200).call(2)
    assert play.street == "flop"
    assert play.legal.min_to_chips == 10


def test_a_smaller_raise_later_does_not_shrink_the_increment() -> None:
    """R-NL-3: the largest full bet or raise of the street counts."""
    play = _flop().bet_to(2, 100).raise_to(1, 300)
    assert play.legal.min_to_chips == 500
    assert play.raise_to(2, 500).legal.min_to_chips == 700


def test_raises_have_no_cap() -> None:
    """R-NL-1: twenty raises and more."""
    play = no_limit(1_000, 1_000)
    for number in range(24):
        play = play.raise_to(1 + number % 2, 20 + 10 * number)
    assert len(play.all_of(Raised)) == 24
    assert play.legal.min_to_chips == 260


def test_a_stack_below_a_full_raise_raises_all_in_only() -> None:
    """R-NL-4: 35 over 30 is all that he has."""
    play = no_limit(1_000, 35, 1_000).raise_to(1, 30)
    assert (play.legal.min_to_chips, play.legal.max_to_chips) == (35, 35)
    with refused("raise_below_min"):
        play.raise_to(2, 34)
    assert play.raise_to(2, 35).all_of(Raised)[-1] == Raised(2, 35, 30, is_all_in=True)


def test_a_call_above_the_stack_is_an_all_in_call() -> None:
    """R-POT-2: the amount is cut to the stack; `all_in` says the same."""
    play = no_limit(1_000, 40, 1_000).raise_to(1, 100)
    assert play.legal.kinds == ("call", "fold", "all_in")
    assert play.legal.why_no_raise == "no_chips_to_raise"
    with refused("no_chips_to_raise"):
        play.raise_to(2, 40)
    assert play.call(2).events == play.all_in(2).events
    assert play.call(2).all_of(Called) == [Called(2, 40, 35, is_all_in=True)]


@pytest.mark.parametrize("amount", [None, 0, -1, -30, True, 30.0, "30"])
def test_an_amount_that_is_no_positive_integer_is_refused(amount: int | None) -> None:
    """R-ACT-9: whatever stands in `to_chips`, it never becomes chips."""
    play = no_limit(1_000, 1_000, 1_000)
    with refused("wrong_amount"):
        play.command(Act(1, 1, "raise", amount))
    with refused("wrong_amount"):
        _flop().command(Act(2, 3, "bet", amount))


@pytest.mark.parametrize("kind", ["fold", "call", "all_in"])
@pytest.mark.parametrize("amount", [0, 10, -1, True, 10.0, "10"])
def test_an_amount_with_an_action_that_has_none_is_refused(kind: ActionKind, amount: int) -> None:
    """R-ACT-9: whoever names an amount means to bet, and a fold is not what he asked for."""
    play = no_limit(1_000, 1_000, 1_000)
    with refused("wrong_amount"):
        play.command(Act(1, 1, kind, amount))
    with refused("wrong_amount"):
        _flop().command(Act(2, 3, "check", amount))


@pytest.mark.parametrize(
    ("amount", "told"), [(-5, -5), (None, None), (10.5, "10.5"), (-(2**60), str(-(2**60)))]
)
def test_a_refused_amount_is_told_as_it_came(amount: int, told: object) -> None:
    """Numbers are numbers among the facts; what no JSON number holds is text."""
    with refused("wrong_amount") as caught:
        no_limit(1_000, 1_000, 1_000).command(Act(1, 1, "raise", amount))
    assert caught.value.facts == {"to": told}
    assert str(caught.value) == f"wrong_amount (to {told})"
    with refused("too_much") as caught:
        no_limit(1_000, 1_000, 1_000).command(Act(1, 1, "raise", 2**60))
    assert caught.value.facts == {"to": str(2**60), "max_to": 1_000}


def test_only_the_seat_to_act_acts_and_only_in_its_turn() -> None:
    """R-ACT-8, R-ACT-9."""
    play = no_limit(1_000, 1_000, 1_000).call(1)
    with refused("not_turn") as caught:
        play.fold(3)
    assert caught.value.facts == {"actor": 2, "turn": 2}
    for seat in (0, 4, 11, -1):
        with refused("not_turn"):
            play.fold(seat)
    for turn in (0, 1, 3, -1):
        with refused("turn_expired"):
            play.command(Act(2, turn, "fold"))


def test_after_the_end_nothing_is_accepted() -> None:
    """R-ACT-9: E_HAND_OVER."""
    play = no_limit(1_000, 1_000).fold(1)
    assert play.hand.is_over
    assert legal(play.hand) is None
    with refused("hand_over"):
        play.check(2)
    with refused("hand_over"):
        play.time_out(2)


def test_words_of_the_showdown_are_refused_while_betting() -> None:
    play = no_limit(1_000, 1_000)
    with refused("unknown_action"):
        play.show(1)
    with refused("unknown_action"):
        play.muck(1)
    with refused("unknown_action"):
        play.declare_board(1)


def test_the_big_blind_may_raise_when_nobody_did() -> None:
    """R-BLD-5: his live option, once."""
    play = no_limit(1_000, 1_000, 1_000).call(1, 2)
    assert play.actor == 3
    assert play.legal.kinds == ("check", "fold", "raise", "all_in")
    raised = play.raise_to(3, 40).call(1, 2)
    assert raised.street == "flop"  # no second turn


def test_the_small_blind_may_complete_raise_or_fold() -> None:
    """R-BLD-5, A-30."""
    play = no_limit(1_000, 1_000, 1_000).fold(1)
    assert play.legal.to_call_chips == 5
    assert play.call(2).pot_chips == 20
    assert play.raise_to(2, 20).pot_chips == 30
    assert play.fold(2).awards == {3: 10}


def test_who_is_only_called_is_not_asked_again() -> None:
    """R-ACT-4, R-ACT-7: nobody raises himself."""
    play = no_limit(1_000, 1_000, 1_000).raise_to(1, 30).call(2, 3)
    assert (play.street, play.actor) == ("flop", 2)
    asked = [turn.seat for turn in play.all_of(TurnStarted)]
    assert asked == [1, 2, 3, 2]


def test_a_raise_after_another_players_raise_is_allowed() -> None:
    """R-ACT-7: somebody raised in between; R-ACT-11: also after a check."""
    play = no_limit(1_000, 1_000, 1_000).raise_to(1, 30).raise_to(2, 90).fold(3).raise_to(1, 150)
    assert play.pot_chips == 250
    checked = _flop().check(2).bet_to(1, 20).raise_to(2, 60)
    assert checked.actor == 1


def test_folding_is_legal_when_a_check_is_free() -> None:
    """R-ACT-5, and R-ACT-6: the chips stay in."""
    play = _flop().fold(2)
    assert play.stacks == {1: 1_010, 2: 990}


def test_the_house_may_forbid_a_free_fold() -> None:
    """A-11: `action.free_fold=false`."""
    play = no_limit(1_000, 1_000, rules=RuleSet(action_free_fold=False))
    assert "fold" in play.legal.kinds
    flop = play.call(1).check(2)
    assert flop.legal.kinds == ("check", "bet", "all_in")
    with refused("check_is_free"):
        flop.fold(2)
    assert flop.bet_to(2, 10).fold(1).awards == {2: 20}


def test_nobody_raises_where_no_opponent_can_answer() -> None:
    """R-NL-5: the other hand is all-in for less than the raise."""
    play = no_limit(1_000, 100).all_in(1)
    assert play.legal.why_no_raise == "no_chips_to_raise"
    covered = no_limit(100, 1_000).all_in(1)
    assert covered.legal.kinds == ("call", "fold")
    assert covered.legal.why_no_raise == "no_opponent"
    with refused("no_opponent") as caught:
        covered.raise_to(2, 200)
    assert caught.value.facts == {"to_call": 90}
    with refused("no_opponent"):
        covered.all_in(2)


def test_an_opponent_who_cannot_put_in_more_than_the_call_is_no_opponent() -> None:
    """R-NL-5: able, but his whole stack is the price."""
    short = no_limit(60, 1_000, 60).all_in(1)
    assert (short.actor, short.legal.why_no_raise) == (2, "no_opponent")
    one_more = no_limit(60, 1_000, 61).all_in(1)
    assert (one_more.legal.min_to_chips, one_more.legal.max_to_chips) == (110, 1_000)


def test_a_timed_out_opponent_cannot_answer_a_raise() -> None:
    """R-NL-5, R-TIM-5: he is not able, his stack does not count."""
    play = no_limit(1_000, 1_000, 60).raise_to(1, 60).time_out(2)
    assert play.actor == 3
    three = no_limit(1_000, 1_000, 1_000).call(1, 2).check(3).bet_to(2, 20).time_out(3)
    assert three.actor == 1
    assert three.legal.why_no_raise is None  # seat 2 can answer
    assert three.raise_to(1, 60).time_out(2).hand.is_over


def test_unanswerable_raises_are_allowed_by_the_switch_and_come_back() -> None:
    """R-NL-5: `raise.unanswerable=allow`, R-POT-6."""
    play = no_limit(100, 1_000, rules=STANDARD).all_in(1)
    assert play.legal.kinds == ("call", "fold", "raise", "all_in")
    over = play.raise_to(2, 600)
    assert over.refunds == {2: 500}
    assert over.pots == [(200, (1, 2))]


def test_the_only_able_player_who_has_matched_everybody_is_not_asked() -> None:
    """R-ACT-10: the small blind covers what the big blind could post."""
    play = no_limit(1_000, 4)
    assert play.all_of(TurnStarted) == []
    assert play.refunds == {1: 1}
    assert play.hand.is_over


def test_the_only_able_player_who_has_not_matched_everybody_is_asked() -> None:
    """R-ACT-10: he still owes the call; R-BLD-6: of the full blind, not of the 8 posted."""
    play = no_limit(1_000, 8)
    assert play.actor == 1
    assert play.legal.to_call_chips == 5
    called = play.call(1)
    assert called.refunds == {1: 2}
    assert called.pots == [(16, (1, 2))]


def test_a_bet_can_be_check_raised() -> None:
    """R-ACT-11."""
    play = _flop().check(2).bet_to(1, 50).raise_to(2, 150).fold(1)
    assert play.stacks == {1: 940, 2: 1_060}


def test_everything_in_is_gone_for_who_folds() -> None:
    """R-ACT-6: also when the hand is later split or void of others."""
    play = _flop().bet_to(2, 100).raise_to(1, 300).fold(2)
    assert play.awards == {1: 220}
    assert play.refunds == {1: 200}
    assert play.stacks == {1: 1_110, 2: 890}


def test_the_house_rules_are_stamped_into_the_hand() -> None:
    """Authority: a hand is played under the rules with which it began."""
    assert no_limit(1_000, 1_000).hand.started.rules == HOUSE
    assert no_limit(1_000, 1_000, rules=STANDARD).hand.started.rules == STANDARD

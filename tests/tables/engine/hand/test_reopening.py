"""Who may raise again after all-ins below a full raise (R-NL-6 to R-NL-8)."""

from tests.support.hands import Play, no_limit, refused


def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    """R-NL-6: 140 over 100 is less than a full raise of 90."""
    play = no_limit(1_000, 140, 1_000).raise_to(1, 100).all_in(2).call(3)
    assert play.legal.why_no_raise == "not_reopened"

    with refused("not_reopened") as caught:
        play.raise_to(1, 400)
    assert caught.value.facts == {"to_call": 40}
    with refused("not_reopened"):
        play.all_in(1)

    assert play.call(1).pot_chips == 420


def test_an_all_in_of_exactly_a_full_raise_reopens_the_betting() -> None:
    """R-NL-6: 190 over 100 is a full raise of 90, and the next one goes to 280."""
    play = no_limit(1_000, 190, 1_000).raise_to(1, 100).all_in(2).call(3)
    assert play.legal.why_no_raise is None
    assert play.legal.min_to_chips == 280


def test_one_chip_less_does_not() -> None:
    """R-NL-6: 189 over 100 leaves a chip missing."""
    play = no_limit(1_000, 189, 1_000).raise_to(1, 100).all_in(2).call(3)
    assert play.legal.why_no_raise == "not_reopened"


def _three_short() -> Play:
    """Button 1 (SB 2, BB 3): seat 4 raises to 100, seat 5 all-in 140, seat 1 all-in 195."""
    return no_limit(195, 1_000, 1_000, 1_000, 140).raise_to(4, 100).all_in(5).all_in(1)


def test_short_all_ins_add_up() -> None:
    """R-NL-6: 100, all-in 140, all-in 195: the raiser faces 95 ≥ 90 and may raise again."""
    play = _three_short().fold(2).fold(3)
    assert play.actor == 4
    assert play.legal.why_no_raise == "no_opponent"  # both are all-in: nobody could answer
    with_a_caller = _three_short().call(2).fold(3)
    assert (with_a_caller.actor, with_a_caller.legal.why_no_raise) == (4, None)


def test_a_player_who_has_not_acted_may_always_raise() -> None:
    """R-NL-6: the short all-ins bar only those who acted. R-NL-7: min is 195 + 90."""
    play = _three_short()
    assert play.actor == 2
    assert play.legal.min_to_chips == 285


def test_the_caller_in_the_middle_may_face_less_than_the_first_raiser() -> None:
    """R-NL-6: the raiser at 100 faces 95 and may raise; a caller of 140 faces 55 and may not."""
    play = no_limit(195, 1_000, 1_000, 1_000, 140, 1_000)
    play = play.raise_to(4, 100).all_in(5).call(6).all_in(1).fold(2).fold(3)
    assert (play.actor, play.legal.why_no_raise) == (4, None)
    assert play.legal.min_to_chips == 285
    middle = play.call(4)
    assert (middle.actor, middle.legal.why_no_raise) == (6, "not_reopened")
    assert middle.legal.to_call_chips == 55
    assert middle.call(6).street == "flop"


def test_short_all_ins_leave_the_increment() -> None:
    """R-NL-7: next minimum is the all-in total and the last full increment."""
    play = no_limit(1_000, 130, 1_000).raise_to(1, 100)
    assert play.all_in(2).legal.min_to_chips == 220


def test_a_full_raise_after_a_short_all_in_reopens_for_everybody() -> None:
    """R-NL-6: the last raiser faces the new raise, whoever was short in between."""
    play = no_limit(1_000, 140, 1_000).raise_to(1, 100).all_in(2).raise_to(3, 230)
    assert (play.actor, play.legal.why_no_raise) == (1, None)
    assert play.legal.min_to_chips == 320


def test_the_big_blind_keeps_his_option_after_a_short_all_in() -> None:
    """R-NL-6: he has not acted yet; his blind was no action."""
    play = no_limit(14, 1_000, 1_000).all_in(1).call(2)
    assert (play.actor, play.legal.why_no_raise) == (3, None)
    assert (play.legal.to_call_chips, play.legal.min_to_chips) == (4, 24)


def test_a_limper_is_not_reopened_by_a_short_all_in() -> None:
    """R-NL-6: called 10, faces 4 more."""
    play = no_limit(1_000, 1_000, 14).call(1, 2).all_in(3)
    assert (play.actor, play.legal.why_no_raise) == (1, "not_reopened")
    assert play.call(1).legal.why_no_raise == "not_reopened"


def _opened_short() -> Play:
    """The flop, 30 in the middle: seat 2 checks, seat 3 opens all-in for 6, seat 1 may act."""
    return no_limit(1_000, 1_000, 16).call(1, 2).check(3).check(2).all_in(3)


def test_an_opening_all_in_below_the_big_blind_may_be_called_or_raised_by_a_full_blind() -> None:
    """R-NL-8: call 6, raise to at least 16."""
    play = _opened_short()
    assert play.actor == 1
    assert (play.legal.to_call_chips, play.legal.min_to_chips) == (6, 16)
    with refused("raise_below_min"):
        play.raise_to(1, 15)


def test_who_checked_is_not_reopened_by_an_opening_all_in_below_the_big_blind() -> None:
    """R-NL-8: seat 2 checked and faces 6."""
    play = _opened_short().call(1)
    assert (play.actor, play.legal.why_no_raise) == (2, "not_reopened")
    assert play.call(2).street == "turn"
    raised = _opened_short().raise_to(1, 16)
    assert (raised.actor, raised.legal.why_no_raise) == (2, None)


def test_a_check_and_a_full_bet_reopen_as_always() -> None:
    """R-NL-6: 0 to 10 is a full bet."""
    play = no_limit(1_000, 1_000, 20).call(1, 2).check(3).check(2).all_in(3).call(1)
    assert (play.actor, play.legal.why_no_raise) == (2, None)
    assert play.legal.min_to_chips == 20


def test_acting_on_one_street_bars_nothing_on_the_next() -> None:
    """R-NL-6: "on this street"."""
    play = no_limit(1_000, 140, 1_000).raise_to(1, 100).all_in(2).call(3).call(1)
    assert (play.street, play.actor) == ("flop", 3)
    assert play.legal.why_no_raise is None
    assert play.bet_to(3, 50).legal.min_to_chips == 100

"""Stud without a player at the table: his bring-in, and his seven cards (R-BRI, R-STU, R-TIM)."""

import pytest

from tables.engine.hand.events import BroughtIn, Folded, TimedOut
from tables.engine.hand.state import ABLE, TIMED_OUT
from tables.engine.rules.limits import StudSplit
from tests.support.hands import Play
from tests.support.scripted import dealt, passive_to, passively

SPLIT = StudSplit(ante=5, bring_in=5, lower=10, higher=20)
HANDS = {1: "????Kd7c2hAd", 2: "????3sJc9h8d", 3: "????5s6cTd2c"}


def _timed_out(mode: str, *stacks: int) -> Play:
    """Seat 2 has the lowest door card, and says nothing."""
    play = dealt("stud7", SPLIT, *stacks, hands=HANDS, timeout__mode=mode)
    assert play.actor == 2
    return play.time_out(2)


@pytest.mark.parametrize(
    ("mode", "outcome", "status"),
    [("allin_protect", "all_in", TIMED_OUT), ("fold", "checked", ABLE)],
)
def test_the_bring_in_is_posted_for_who_times_out(mode: str, outcome: str, status: int) -> None:
    """R-TIM-9: like a blind; then R-TIM-3, or in the other mode R-TIM-7."""
    play = _timed_out(mode, 500, 500, 500)

    assert [(event.seat, event.to_chips) for event in play.all_of(BroughtIn)] == [(2, 5)]
    assert [(event.seat, event.outcome) for event in play.all_of(TimedOut)] == [(2, outcome)]
    assert play.all_of(Folded) == []
    assert (play.hand.of(2).status, play.stacks[2]) == (status, 490)
    assert (play.actor, play.hand.price_chips) == (3, 5)


def test_a_bring_in_that_takes_the_last_chips_needs_no_time_out() -> None:
    """R-TIM-9, R-BRI-5: he is all-in with what he had, and the others call the whole bring-in."""
    play = _timed_out("allin_protect", 500, 8, 500)

    assert [event.to_chips for event in play.all_of(BroughtIn)] == [3]
    assert (play.stacks[2], play.hand.price_chips, play.legal.to_call_chips) == (0, 5, 5)


def test_nobody_gets_more_than_seven_cards() -> None:
    """R-STU-9: a hand has three, four, five, six and seven, who sleeps as well as who plays."""
    play = _timed_out("allin_protect", 500, 500, 500)
    counts = []
    for street in ("third", "fourth", "fifth", "sixth", "seventh"):
        play = passive_to(play, street)
        counts.append({len(seat.positions) for seat in play.hand.seats})
    assert counts == [{3}, {4}, {5}, {6}, {7}]

    while play.actor is not None:
        play = passively(play)
    assert {len(seat.positions) for seat in play.hand.seats} == {7}
    assert {len(seat.faces) for seat in play.hand.seats} == {7}

"""A settled hand is taken back before the next one begins: chips return, nothing else moves."""

import pytest
from msgspec.structs import replace

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import MAX_CHIPS
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.decide import NEW_TABLE, decide_table, fold_table
from tables.engine.table.events import SeatStack
from tables.engine.table.state import SeatStatus, SitOutWhen, TableState
from tests.support.tables import TestTable, player, positions


def _refused(at: TestTable, hand_no: int = 1) -> tuple[str, object]:
    """Return code and facts of a refusal, which must leave the table as it was."""
    before = at.bytes()
    with pytest.raises(RuleViolation) as refused:
        at.do(cmd.TakeBackHand(hand_no))
    assert at.bytes() == before
    return refused.value.code, refused.value.facts


def _settled() -> TestTable:
    """Return a table whose first hand cost seat 1 a hundred and twenty, of which the house took."""
    at = TestTable(1, 2, 3).draw(1)
    at.start()
    at.settle({1: 880, 2: 1_114}, taken=6)
    return at


def test_everybody_gets_his_net_back_and_the_house_gives_what_it_took() -> None:
    at = _settled()

    assert at.do(cmd.TakeBackHand(1)) == (
        ev.HandTakenBack(
            hand_no=1, stacks=(SeatStack(2, 1_000), SeatStack(1, 1_000)), returned_chips=6
        ),
    )
    assert [at.seat(number).stack_chips for number in (1, 2, 3)] == [1_000, 1_000, 1_000]


def test_button_blinds_and_number_stay_as_the_hand_left_them() -> None:
    """The deal took place: only chips move."""
    at = _settled()
    before = at.table
    at.do(cmd.TakeBackHand(1))

    moved = {number: replace(seat, stack_chips=1_000) for number, seat in before.occupied()}
    assert dict(at.table.occupied()) == moved
    assert (at.table.last, at.table.hand_no) == (before.last, before.hand_no)
    assert positions(at.start()) == (2, 3, 1)
    assert at.table.hand_no == 2


def test_a_hand_that_moved_nothing_is_taken_back_without_a_chip() -> None:
    at = TestTable(1, 2).draw(1)
    at.play()

    assert at.do(cmd.TakeBackHand(1)) == (ev.HandTakenBack(hand_no=1, stacks=(), returned_chips=0),)
    assert _refused(at) == ("already_taken_back", {})


def test_there_is_nothing_to_take_back_before_a_hand_was_settled() -> None:
    at = TestTable(1, 2).draw(1)
    assert _refused(at) == ("no_hand_settled", {})
    at.start()
    assert _refused(at) == ("no_hand_settled", {})
    at.void()
    assert _refused(at) == ("no_hand_settled", {})
    with pytest.raises(RuleViolation, match="table_not_open"):
        decide_table(NEW_TABLE, cmd.TakeBackHand(0))


def test_only_the_last_hand_is_taken_back_and_not_behind_the_next_one() -> None:
    at = _settled()
    for other in (0, 2):
        assert _refused(at, other) == ("hand_over", {})
    at.start()
    for number in (1, 2):
        assert _refused(at, number) == ("hand_over", {})
    at.void()  # a void hand was dealt all the same
    for number in (1, 2):
        assert _refused(at, number) == ("hand_over", {})


def test_a_hand_is_taken_back_once_and_the_next_one_can_be_too() -> None:
    at = _settled()
    at.do(cmd.TakeBackHand(1))
    assert _refused(at) == ("already_taken_back", {})
    at.start()
    at.settle({2: 990, 3: 1_010})
    at.do(cmd.TakeBackHand(2))
    assert at.table.stacks_chips() == 3_000


def test_who_won_or_lost_and_is_gone_keeps_the_hand_as_it_is() -> None:
    at = _settled()
    at.do(cmd.Leave(2, 0))
    at.do(cmd.ForceMoveOut(1))
    assert _refused(at) == ("player_gone", {"seats": [1, 2]})
    at.sit(2, who=7)
    assert _refused(at) == ("player_gone", {"seats": [1, 2]})


def test_who_left_with_the_end_of_the_hand_is_gone() -> None:
    at = TestTable(1, 2, 3).draw(1)
    at.start()
    at.do(cmd.Leave(1, 0))
    at.settle({1: 990, 3: 1_010})
    assert _refused(at) == ("player_gone", {"seats": [1]})


def test_who_neither_won_nor_lost_may_be_gone() -> None:
    at = _settled()
    at.do(cmd.Leave(3, 0))
    at.do(cmd.TakeBackHand(1))
    assert [seat.stack_chips for _, seat in at.table.occupied()] == [1_000, 1_000]


def test_who_came_back_with_less_than_he_won_cannot_give_it_back() -> None:
    """A stack is never below 0, nor brought to 0."""
    rules = RuleSet(stakes_rejoin_window_min=0)
    for buy_in, is_refused in ((200, True), (201, False)):
        at = TestTable(1, 2, 3, rules=rules).draw(1)
        at.start()
        at.settle({1: 800, 2: 1_200})
        at.do(cmd.Leave(2, 0))
        at.sit(2, buy_in=buy_in, at_ms=1)
        if is_refused:
            assert _refused(at) == ("player_gone", {"seats": [2]})
        else:
            at.do(cmd.TakeBackHand(1))
            assert (at.seat(1).stack_chips, at.seat(2).stack_chips) == (1_000, 1)


def test_a_busted_player_who_kept_his_seat_plays_on() -> None:
    at = TestTable(1, 2).draw(1)
    at.start()
    at.settle({1: 0, 2: 2_000})
    assert at.seat(1).status is SeatStatus.BUSTED

    at.do(cmd.TakeBackHand(1))

    assert (at.seat(1).status, at.seat(1).stack_chips) == (SeatStatus.IN, 1_000)
    assert at.start().dealt_seats == (1, 2)


def test_who_sits_out_gets_his_chips_and_sits_out() -> None:
    at = TestTable(1, 2, 3).draw(1)
    at.start()
    at.settle({1: 0, 2: 2_000}, timed_out=(1,))
    at.do(cmd.TakeBackHand(1))
    assert (at.seat(1).status, at.seat(1).stack_chips) == (SeatStatus.SITTING_OUT, 1_000)


def test_chips_that_were_added_after_the_hand_stay() -> None:
    at = TestTable(1, 2, 3, rules=RuleSet(stakes_queue_top_up=True)).draw(1)
    at.start()
    at.do(cmd.TopUp(1, 500))
    at.settle({1: 0, 2: 2_000})
    at.do(cmd.TopUp(3, 70))

    at.do(cmd.TakeBackHand(1))

    assert [at.seat(number).stack_chips for number in (1, 2, 3)] == [1_500, 1_000, 1_070]


def test_a_sit_out_that_was_asked_for_meanwhile_stays() -> None:
    at = _settled()
    at.do(cmd.SitOut(1, SitOutWhen.NEXT_BIG_BLIND))
    at.do(cmd.TakeBackHand(1))
    assert at.seat(1).sit_out_request is SitOutWhen.NEXT_BIG_BLIND


def test_a_paused_table_takes_back_and_a_closed_one_does_not() -> None:
    at = _settled()
    at.do(cmd.PauseTable())
    at.do(cmd.TakeBackHand(1))
    assert at.state() is TableState.PAUSED
    at.do(cmd.CloseTable(0))
    assert _refused(at) == ("table_closed", {})


def test_what_comes_back_has_to_fit_onto_the_table() -> None:
    at = _settled()
    at.sit(4, buy_in=MAX_CHIPS - at.table.stacks_chips() - 5)
    assert _refused(at) == ("too_many_chips", {"max": 5})


def test_a_feed_from_before_hands_were_taken_back_knows_what_to_do() -> None:
    """The state follows from the events that there always were."""
    at = _settled()
    assert fold_table(NEW_TABLE, tuple(at.stream)) == at.table
    assert at.table.settled is not None
    assert at.table.settled.taken_chips == 6
    assert {net.seat: (net.player, net.net_chips) for net in at.table.settled.nets} == {
        1: (player(1), -120),
        2: (player(2), 114),
        3: (player(3), 0),
    }

"""Between two hands: what waited happens in one order, once, and whatever is asked meanwhile."""

import pytest

from tables.engine.rules.ruleset import RuleSet
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.state import EntryChoice, SeatStatus, SitOutWhen, TableState
from tables.engine.table.waiting import is_owed
from tests.support.tables import TestTable, player, refusal_code

_QUEUED = RuleSet(stakes_queue_top_up=True)


def _left(seat: int, chips: int, at_ms: int = 0) -> ev.PlayerLeft:
    return ev.PlayerLeft(seat=seat, player=player(seat), paid_out_chips=chips, at_ms=at_ms)


def _topped_up(seat: int, added: int, stack: int) -> ev.ToppedUp:
    return ev.ToppedUp(seat=seat, player=player(seat), added_chips=added, stack_chips=stack)


def _running(*seats: int, rules: RuleSet = _QUEUED) -> TestTable:
    """Return a table of three, or of `seats`, with a hand running."""
    at = TestTable(*(seats or (1, 2, 3)), rules=rules).draw(1)
    at.start()
    return at


def _refused(at: TestTable, command: cmd.TableCommand) -> str | None:
    """Return the refusal's code; a refusal must leave the table as it was."""
    before = at.bytes()
    code = refusal_code(lambda: at.do(command))
    assert code is None or at.bytes() == before
    return code


def test_the_end_of_a_hand_moves_stacks_and_nothing_else() -> None:
    at = _running(1, 2, 3, 4)
    at.do(cmd.Leave(1, 0))
    at.do(cmd.SitOut(2, SitOutWhen.NOW))
    at.do(cmd.TopUp(3, 100))

    events = at.end_hand({4: 0, 1: 2_000}, timed_out=(3,))

    assert [type(event) for event in events] == [ev.HandSettled]
    assert [at.seat(number).stack_chips for number in (1, 2, 3, 4)] == [2_000, 1_000, 1_000, 0]
    assert {at.seat(number).status for number in (1, 2, 3, 4)} == {SeatStatus.IN}
    assert is_owed(at.table)


def test_what_waits_happens_in_one_order_whatever_the_seats() -> None:
    """Leaves, sit-outs, chips, busts; the table's end is the last."""
    at = _running(1, 2, 3, 4, 5, 6)
    at.do(cmd.TopUp(1, 100))
    at.do(cmd.SitOut(3, SitOutWhen.NEXT_HAND))
    at.do(cmd.TopUp(4, 60))
    at.do(cmd.TopUp(5, 200))
    at.do(cmd.Leave(5, 0))
    at.do(cmd.Leave(6, 0))
    at.end_hand({1: 0, 2: 0, 5: 3_000}, timed_out=(4,))

    assert at.do(cmd.BetweenHands(7)) == (
        ev.TopUpDropped(5, 200, "already_leaving"),
        _left(5, 3_000, at_ms=7),
        _left(6, 1_000, at_ms=7),
        ev.SatOut(3),
        ev.SatOut(4),
        _topped_up(1, 100, 100),
        _topped_up(4, 60, 1_060),
        ev.PlayerBusted(2, player(2)),
    )
    assert not is_owed(at.table)


def test_a_table_that_closes_pays_everybody_out_first() -> None:
    at = _running()
    at.do(cmd.TopUp(2, 50))
    at.do(cmd.TopUp(3, 70))
    at.do(cmd.Leave(3, 0))
    at.do(cmd.CloseTable(1))
    at.end_hand({1: 0, 2: 2_000}, timed_out=(1,))
    assert at.state() is TableState.CLOSING
    assert _refused(at, cmd.StartHand()) == "table_closed"

    assert at.do(cmd.BetweenHands(8)) == (
        _left(1, 0, at_ms=8),
        ev.TopUpDropped(2, 50, "table_closed"),
        _left(2, 2_000, at_ms=8),
        ev.TopUpDropped(3, 70, "already_leaving"),
        _left(3, 1_000, at_ms=8),
        ev.TableClosed(),
    )
    assert at.state() is TableState.CLOSED
    assert _refused(at, cmd.BetweenHands(9)) == "nothing_waits"


def test_it_happens_once_and_never_in_a_hand() -> None:
    at = _running()
    at.do(cmd.Leave(1, 0))
    assert not is_owed(at.table)
    assert _refused(at, cmd.BetweenHands(0)) == "hand_running"
    at.end_hand()
    at.do(cmd.BetweenHands(0))

    assert _refused(at, cmd.BetweenHands(0)) == "nothing_waits"


def test_where_nothing_waited_nothing_happens() -> None:
    at = _running()
    at.do(cmd.SitOut(2, SitOutWhen.NEXT_BIG_BLIND))  # waits for the blind, not for the hand's end
    at.end_hand({1: 900, 2: 1_095}, taken=5)

    assert not is_owed(at.table)
    assert _refused(at, cmd.BetweenHands(0)) == "nothing_waits"
    assert at.start().dealt_seats == (3, 1, 2)


@pytest.mark.parametrize(
    "wish",
    [
        cmd.Leave(2, 0),
        cmd.SitOut(2, SitOutWhen.NOW),
        cmd.SitOut(2, SitOutWhen.NEXT_HAND),
        cmd.TopUp(2, 50),
    ],
)
def test_no_hand_begins_before_what_was_asked_for_in_the_last_one(wish: cmd.TableCommand) -> None:
    for is_void in (False, True):
        at = _running()
        at.do(wish)
        if is_void:
            at.do(cmd.VoidHand(1))
        else:
            at.end_hand()

        assert _refused(at, cmd.StartHand()) == "something_waits"
        assert _refused(at, cmd.DrawButton(())) == "something_waits"
        assert _refused(at, cmd.ForceMoveOut(3)) == "something_waits"
        at.do(cmd.BetweenHands(0))
        assert _refused(at, cmd.StartHand()) is None


def test_no_hand_begins_before_a_silent_player_sits_out_and_a_broke_one_is_busted() -> None:
    for stacks, silent in (({}, (2,)), ({2: 0, 1: 2_000}, ())):
        at = _running()
        at.end_hand(stacks, timed_out=silent)
        assert _refused(at, cmd.StartHand()) == "something_waits"
        at.do(cmd.BetweenHands(0))
        assert at.start().dealt_seats in {(3, 1), (1, 3)}


def test_a_void_hand_sits_nobody_out_for_his_silence() -> None:
    """R-MSD-1: it counts for nothing."""
    at = _running(rules=RuleSet(timeout_sit_out_after=2))
    at.end_hand(timed_out=(2,))
    at.start()
    at.do(cmd.VoidHand(2))

    assert not is_owed(at.table)
    assert at.seat(2).consecutive_timeout_count == 1


def test_a_paused_table_pays_its_leavers() -> None:
    at = _running()
    at.do(cmd.Leave(2, 0))
    at.do(cmd.PauseTable())
    at.end_hand()

    assert at.do(cmd.BetweenHands(3)) == (_left(2, 1_000, at_ms=3),)
    assert at.state() is TableState.PAUSED


def test_chips_that_the_wallet_does_not_hold_are_dropped_and_others_are_not() -> None:
    at = _running()
    for seat in (1, 2, 3):
        at.do(cmd.TopUp(seat, 100))
    at.end_hand({1: 0, 2: 2_000})

    assert at.do(cmd.BetweenHands(0, uncovered=(1, 2))) == (
        ev.TopUpDropped(1, 100, "insufficient_funds"),
        ev.TopUpDropped(2, 100, "insufficient_funds"),
        _topped_up(3, 100, 1_100),
        ev.PlayerBusted(1, player(1)),
    )


def test_an_absent_player_who_loses_all_is_busted_once() -> None:
    at = TestTable(1, 2, 3, is_tournament=True).draw(1)
    at.do(cmd.SitOut(3, SitOutWhen.NOW))
    at.start()
    at.end_hand({3: 0, 1: 2_000})

    assert at.do(cmd.BetweenHands(0)) == (ev.PlayerBusted(3, player(3)),)
    assert at.seat(3).status is SeatStatus.SITTING_OUT
    assert not is_owed(at.table)
    at.play()
    assert not is_owed(at.table)


def test_who_was_busted_and_bought_in_again_can_be_busted_again() -> None:
    at = _running()
    assert at.settle({1: 0, 2: 2_000})[1:] == (ev.PlayerBusted(1, player(1)),)
    at.do(cmd.TopUp(1, 200))
    at.start()

    assert at.settle({1: 0, 3: 1_200})[1:] == (ev.PlayerBusted(1, player(1)),)


# What is asked between the end of a hand and what waited for it


def test_the_seat_of_somebody_who_still_leaves_is_taken_until_he_is_gone() -> None:
    at = _running()
    at.do(cmd.Leave(2, 0))
    at.end_hand()

    assert refusal_code(lambda: at.sit(2, who=9)) == "seat_taken"
    assert refusal_code(lambda: at.sit(4, who=2)) == "player_seated"
    assert _refused(at, cmd.Leave(2, 0)) == "already_leaving"
    at.do(cmd.BetweenHands(0))
    at.sit(2, who=9)
    assert at.seat(2).player == player(9)


def test_chips_asked_for_before_queued_ones_came_join_them() -> None:
    at = _running()
    at.do(cmd.TopUp(1, 60))
    at.end_hand({1: 0, 2: 2_000})

    assert at.do(cmd.TopUp(1, 40)) == (ev.TopUpQueued(1, 40, 100),)
    assert at.do(cmd.BetweenHands(0)) == (_topped_up(1, 100, 100),)


def test_chips_added_at_once_save_a_broke_player_from_being_busted() -> None:
    at = _running()
    at.end_hand({1: 0, 2: 2_000})

    assert at.do(cmd.TopUp(1, 100)) == (_topped_up(1, 100, 100),)
    assert not is_owed(at.table)
    assert at.seat(1).status is SeatStatus.IN


def test_who_leaves_before_his_chips_came_takes_his_stack_alone() -> None:
    at = _running()
    at.do(cmd.TopUp(1, 60))
    at.end_hand({1: 500, 2: 1_500})

    assert at.do(cmd.Leave(1, 5)) == (
        ev.TopUpDropped(1, 60, "already_leaving"),
        _left(1, 500, at_ms=5),
    )
    assert not is_owed(at.table)


def test_a_silent_player_who_is_back_before_he_was_sat_out_plays_on() -> None:
    """R-TIM-8: until he returns."""
    at = _running()
    at.end_hand(timed_out=(2,))

    assert at.do(cmd.SitIn(2)) == (ev.SatIn(2, EntryChoice.WAIT),)
    assert not is_owed(at.table)
    assert at.start().dealt_seats == (3, 1, 2)


def test_a_silent_broke_player_with_queued_chips_may_come_back_before_he_has_them() -> None:
    at = _running()
    at.do(cmd.TopUp(2, 200))
    at.end_hand({2: 0, 1: 2_000}, timed_out=(2,))
    at.do(cmd.SitIn(2))

    assert at.do(cmd.BetweenHands(0)) == (_topped_up(2, 200, 200),)
    assert at.seat(2).status is SeatStatus.IN


def test_who_takes_back_his_wish_to_sit_out_plays_on() -> None:
    at = _running()
    at.do(cmd.SitOut(2, SitOutWhen.NEXT_HAND))
    at.end_hand()
    at.do(cmd.SitIn(2))

    assert not is_owed(at.table)


def test_who_sits_out_now_needs_not_wait_for_it() -> None:
    at = _running()
    at.do(cmd.SitOut(2, SitOutWhen.NEXT_HAND))
    at.end_hand()

    assert at.do(cmd.SitOut(2, SitOutWhen.NOW)) == (ev.SatOut(2),)
    assert not is_owed(at.table)


def test_a_table_that_is_closed_before_what_waited_closes_with_it() -> None:
    at = _running()
    at.do(cmd.TopUp(1, 60))
    at.do(cmd.Leave(2, 0))
    at.do(cmd.TopUp(3, 60))
    at.end_hand({3: 0, 1: 2_000}, timed_out=(1,))

    assert at.do(cmd.CloseTable(4)) == (
        ev.TopUpDropped(1, 60, "table_closed"),
        _left(1, 2_000, at_ms=4),
        _left(2, 1_000, at_ms=4),
        ev.TopUpDropped(3, 60, "table_closed"),
        _left(3, 0, at_ms=4),
        ev.TableClosed(),
    )
    assert not is_owed(at.table)


def test_a_leaver_gives_back_a_hand_that_is_taken_back_before_he_is_gone() -> None:
    at = _running()
    at.do(cmd.Leave(2, 0))
    at.end_hand({1: 800, 2: 1_195}, taken=5)

    at.do(cmd.TakeBackHand(1))

    assert [at.seat(number).stack_chips for number in (1, 2, 3)] == [1_000, 1_000, 1_000]
    assert at.do(cmd.BetweenHands(3)) == (_left(2, 1_000, at_ms=3),)


def test_a_leaver_who_is_gone_keeps_the_hand_as_it_is() -> None:
    at = _running()
    at.do(cmd.Leave(2, 0))
    at.end_hand({1: 800, 2: 1_200})
    at.do(cmd.BetweenHands(3))

    assert _refused(at, cmd.TakeBackHand(1)) == "player_gone"


def test_who_lost_all_in_a_hand_that_is_taken_back_is_never_busted() -> None:
    at = _running()
    at.end_hand({1: 0, 2: 2_000})

    at.do(cmd.TakeBackHand(1))

    assert not is_owed(at.table)
    assert at.seat(1).status is SeatStatus.IN


def test_a_hand_that_is_taken_back_leaves_what_waits() -> None:
    """Its end took place: queued chips come, the silent one sits out."""
    at = _running()
    at.do(cmd.TopUp(1, 60))
    at.end_hand({1: 0, 3: 2_000}, timed_out=(3,))
    at.do(cmd.TakeBackHand(1))

    assert at.do(cmd.BetweenHands(0)) == (ev.SatOut(3), _topped_up(1, 60, 1_060))

"""The end of a hand: settled or void."""

from typing import Any

import pytest

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.ruleset import RuleSet
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.events import SeatStack
from tables.engine.table.state import EntryChoice, SeatStatus, SitOutWhen
from tests.support.tables import TestTable, player, positions, refusal_code


def _settle(at: TestTable, *stacks: tuple[int, Any], **more: Any) -> tuple[str, object]:
    """Return code and facts of a refusal, which must leave the table as it was."""
    values: dict[str, Any] = {"hand_no": 1, **more}
    command = cmd.SettleHand(
        stacks=tuple(SeatStack(seat, chips) for seat, chips in stacks), **values
    )
    before = at.bytes()
    with pytest.raises(RuleViolation) as refused:
        at.do(command)
    assert at.bytes() == before
    return refused.value.code, refused.value.facts


def test_a_settled_hand_leaves_its_stacks_and_moves_the_button() -> None:
    at = TestTable(1, 2, 3).draw(1)
    at.start()

    events = at.settle({1: 880, 2: 1_115}, taken=5)

    assert events == (
        ev.HandSettled(
            hand_no=1,
            stacks=(SeatStack(2, 1_115), SeatStack(3, 1_000), SeatStack(1, 880)),
            timed_out=(),
            taken_chips=5,
        ),
    )
    assert [at.seat(number).stack_chips for number in (1, 2, 3)] == [880, 1_115, 1_000]
    assert at.table.stacks_chips() == 2_995
    assert positions(at.start()) == (2, 3, 1)
    assert at.table.hand_no == 2


def test_a_result_that_makes_or_loses_chips_is_refused() -> None:
    at = TestTable(1, 2, 3).draw(1)
    at.start()
    expected = ("chips_not_conserved", {"expected": 3_000})

    assert _settle(at, (1, 1_000), (2, 1_000), (3, 1_001)) == expected
    assert _settle(at, (1, 1_000), (2, 1_000), (3, 999)) == expected
    assert _settle(at, (1, 1_000), (2, 1_000), (3, 1_000), taken_chips=1) == expected
    assert _settle(at, (1, -1), (2, 2_001), (3, 1_000)) == expected
    assert _settle(at, (1, 1_000), (2, 1_000), (3, 1_001), taken_chips=-1) == expected
    assert _settle(at, (1, 1_000), (2, 1_000), (3, 1_000.0)) == expected


def test_a_result_for_other_seats_is_refused() -> None:
    at = TestTable(1, 2, 3).draw(1)
    at.start()
    expected = ("seats_mismatch", {"dealt": [1, 2, 3]})

    assert _settle(at, (1, 1_500), (2, 1_500)) == expected
    assert _settle(at, (1, 1_000), (2, 1_000), (4, 1_000)) == expected
    assert _settle(at, (1, 1_000), (2, 1_000), (3, 500), (3, 500)) == expected
    assert _settle(at, (1, 1_000), (2, 1_000), (3, 1_000), timed_out=(4,)) == expected


def test_a_hand_is_ended_once_and_by_its_number() -> None:
    at = TestTable(1, 2).draw(1)
    at.start()
    stacks = ((1, 1_000), (2, 1_000))

    assert _settle(at, *stacks, hand_no=2) == ("no_hand_running", {"hand_no": 1})
    assert refusal_code(at.start) == "hand_running"
    at.settle()
    assert _settle(at, *stacks) == ("no_hand_running", {"hand_no": 1})
    assert refusal_code(at.void) == "no_hand_running"


def test_a_time_out_sits_the_player_out_from_the_next_hand() -> None:
    """R-TIM-8."""
    at = TestTable(1, 2, 3).draw(1)
    at.start()

    assert at.settle(timed_out=(2,))[1:] == (ev.SatOut(2),)
    assert at.start().dealt_seats == (1, 3)


def test_how_many_time_outs_in_a_row_sit_a_player_out_is_a_switch() -> None:
    """R-TIM-8: `timeout.sit_out_after`."""
    at = TestTable(1, 2, 3, rules=RuleSet(timeout_sit_out_after=2)).draw(1)
    for timed_out in ((2,), (), (2,)):
        at.start()
        assert at.settle(timed_out=timed_out)[1:] == ()
    at.start()
    assert at.settle(timed_out=(2,))[1:] == (ev.SatOut(2),)


def test_sitting_in_forgets_the_time_outs() -> None:
    """R-TIM-8: until he returns."""
    at = TestTable(1, 2, 3).draw(1)
    at.start()
    at.settle(timed_out=(2,))

    at.do(cmd.SitIn(2))

    assert at.seat(2).consecutive_timeout_count == 0


def test_a_time_out_that_costs_the_last_chip_leaves_the_player_out() -> None:
    """R-TIM-8: chips alone do not bring him back."""
    at = TestTable(1, 2, 3).draw(1)
    at.start()

    assert at.settle({2: 0, 3: 2_000}, timed_out=(2,))[1:] == (
        ev.SatOut(2),
        ev.PlayerBusted(2, player(2)),
    )
    at.do(cmd.TopUp(2, 500))
    assert at.seat(2).status is SeatStatus.SITTING_OUT
    at.do(cmd.SitIn(2))
    assert at.seat(2).status is SeatStatus.IN


def test_an_absent_player_of_a_tournament_who_loses_his_last_chip_is_busted() -> None:
    """R-TRN-ABS-1."""
    at = TestTable(1, 2, 3, is_tournament=True).draw(1)
    at.do(cmd.SitOut(3, SitOutWhen.NOW))
    at.start()
    assert at.settle(timed_out=(3,))[1:] == ()
    at.start()

    assert at.settle({3: 0, 1: 2_000})[1:] == (ev.PlayerBusted(3, player(3)),)
    assert at.start().dealt_seats == (2, 1)


def test_a_void_hand_counts_for_nothing() -> None:
    """R-MSD-1: stacks, button, blinds and debts are as before it; only its number is used up."""
    at = TestTable(1, 2, 3, 4).draw(1)
    at.play()
    at.do(cmd.SitOut(4, SitOutWhen.NOW))
    at.sit(5, entry=EntryChoice.POST)
    before = at.table
    lineup = at.start()
    assert lineup.missed_big == (4,)

    assert at.void() == (ev.HandVoided(2),)

    assert (at.table.seats, at.table.last) == (before.seats, before.last)
    assert at.start() == lineup
    assert at.table.hand_no == 3


def test_a_void_first_hand_leaves_the_drawn_button() -> None:
    """R-MSD-1, R-BTN-1."""
    at = TestTable(1, 2, 3).draw(2)
    lineup = at.start()
    at.void()

    assert at.start() == lineup


def test_what_waited_for_the_end_of_a_void_hand_happens_too() -> None:
    """R-STK-3: queued chips, leaves and sit-outs."""
    at = TestTable(1, 2, 3, rules=RuleSet(stakes_queue_top_up=True)).draw(1)
    at.start()
    at.do(cmd.TopUp(1, 50))
    at.do(cmd.SitOut(2, SitOutWhen.NEXT_HAND))
    at.do(cmd.Leave(3, 0))

    assert at.void(6)[1:] == (
        ev.PlayerLeft(seat=3, player=player(3), paid_out_chips=1_000, at_ms=6),
        ev.SatOut(2),
        ev.ToppedUp(seat=1, player=player(1), added_chips=50, stack_chips=1_050),
    )

"""Table stakes: buying in, topping up, leaving, coming back (R-STK)."""

import pytest
from msgspec.structs import replace

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.ruleset import HOUSE
from tables.engine.rules.terms import MAX_CHIPS
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.state import Departure, SeatStatus, SitOutWhen, Stakes
from tests.support.tables import MINUTE_MS, TestTable, player, refusal_code

_CAPPED = replace(HOUSE, stakes_max_buy_in=300)
_QUEUED = replace(HOUSE, stakes_queue_top_up=True)


def _refused(at: TestTable, command: cmd.TableCommand) -> tuple[str, dict[str, object]]:
    """Return code and facts of the refusal, which must leave the table as it was."""
    before = at.bytes()
    with pytest.raises(RuleViolation) as refused:
        at.do(command)
    assert at.bytes() == before
    return refused.value.code, refused.value.facts


def _buy_in(chips: int, *, seat: int = 1, who: int = 1, at_ms: int = 0) -> cmd.TakeSeat:
    return cmd.TakeSeat(seat=seat, player=player(who), buy_in_chips=chips, at_ms=at_ms)


@pytest.mark.parametrize(("lower", "minimum"), [(3, 30), (10, 100)])
def test_the_minimum_buy_in_is_ten_times_the_lower_limit(lower: int, minimum: int) -> None:
    """R-STK-2."""
    stakes = Stakes(small_blind_chips=1, big_blind_chips=lower, lower_limit_chips=lower)
    at = TestTable(stakes=stakes)

    assert _refused(at, _buy_in(minimum - 1)) == ("buyin_min", {"min": minimum})
    at.do(_buy_in(minimum))
    assert at.seat(1).stack_chips == minimum


def test_the_factor_of_the_minimum_is_a_switch() -> None:
    """A-32: `stakes.min_buy_in_factor`."""
    at = TestTable(rules=replace(HOUSE, stakes_min_buy_in_factor=40))

    assert _refused(at, _buy_in(399)) == ("buyin_min", {"min": 400})


def test_there_is_no_maximum_unless_the_game_has_one() -> None:
    """R-STK-2: `stakes.max_buy_in`."""
    TestTable().do(_buy_in(1_000_000))
    at = TestTable(rules=_CAPPED)

    assert _refused(at, _buy_in(301)) == ("buyin_max", {"max": 300})
    at.do(_buy_in(300))
    assert at.seat(1).stack_chips == 300


@pytest.mark.parametrize("chips", [0, -100, 250.0, True, "250"])
def test_an_amount_of_chips_is_a_whole_number_above_zero(chips: int) -> None:
    """docs/cash-room.md#elsewhere, 7."""
    at = TestTable(2)

    assert _refused(at, _buy_in(chips)) == ("amount_not_positive", {})
    assert _refused(at, cmd.TopUp(2, chips)) == ("amount_not_positive", {})
    assert _refused(at, cmd.ForceMoveIn(3, player(3), chips)) == ("amount_not_positive", {})


def test_a_tables_chips_stay_below_the_limit_of_its_books() -> None:
    at = TestTable(2)
    live = MAX_CHIPS - 1_000

    assert _refused(at, _buy_in(live + 1)) == ("too_many_chips", {"max": live})
    at.do(_buy_in(live))
    assert _refused(at, cmd.TopUp(2, 1)) == ("too_many_chips", {"max": 0})


def test_a_top_up_brings_the_stack_to_the_buy_in() -> None:
    """R-STK-4: above that any amount."""
    at = TestTable(2)
    at.do(cmd.ForceMoveIn(1, player(1), 40))

    assert _refused(at, cmd.TopUp(1, 59)) == ("topup_short", {"min_add": 60})
    assert at.do(cmd.TopUp(1, 60)) == (
        ev.ToppedUp(seat=1, player=player(1), added_chips=60, stack_chips=100),
    )
    at.do(cmd.TopUp(1, 1))
    assert at.seat(1).stack_chips == 101


def test_a_top_up_may_be_asked_to_reach_the_own_buy_in() -> None:
    """A-21: `stakes.top_up_target=own_buy_in`."""
    at = TestTable(1, 2, rules=replace(HOUSE, stakes_top_up_target="own_buy_in"), stack=500)
    at.draw(1).start()
    at.settle({1: 300, 2: 700})

    assert _refused(at, cmd.TopUp(1, 199)) == ("topup_short", {"min_add": 200})
    at.do(cmd.TopUp(1, 200))
    assert at.seat(1).stack_chips == 500


def test_a_top_up_respects_the_maximum() -> None:
    """R-STK-2."""
    at = TestTable(1, 2, rules=_CAPPED, stack=200)

    assert _refused(at, cmd.TopUp(1, 101)) == ("buyin_max", {"max": 300, "max_add": 100})
    at.do(cmd.TopUp(1, 100))
    assert _refused(at, cmd.TopUp(1, 1)) == ("buyin_max", {"max": 300, "max_add": 0})


def test_no_top_up_in_a_hand() -> None:
    """R-STK-3: whoever has been dealt in, folded or not, until the hand has ended."""
    at = TestTable(1, 2).draw(1)
    at.start()

    assert _refused(at, cmd.TopUp(1, 100)) == ("topup_midhand", {})
    at.settle()
    at.do(cmd.TopUp(1, 100))
    assert at.seat(1).stack_chips == 1_100


def test_a_seat_without_cards_may_be_topped_up_while_others_play() -> None:
    """R-STK-1: its chips are not in the hand."""
    at = TestTable(1, 2, 3).draw(1)
    at.do(cmd.SitOut(3, SitOutWhen.NOW))
    at.start()

    at.do(cmd.TopUp(3, 100))

    assert at.seat(3).stack_chips == 1_100


def test_a_queued_top_up_is_added_when_the_hand_has_ended() -> None:
    """R-STK-3: `stakes.queue_top_up`; requests add up."""
    at = TestTable(1, 2, rules=_QUEUED).draw(1)
    at.start()

    assert at.do(cmd.TopUp(1, 60)) == (ev.TopUpQueued(1, 60, 60),)
    assert at.do(cmd.TopUp(1, 40)) == (ev.TopUpQueued(1, 40, 100),)
    assert at.seat(1).stack_chips == 1_000
    assert at.settle({1: 200, 2: 1_800})[1:] == (
        ev.ToppedUp(seat=1, player=player(1), added_chips=100, stack_chips=300),
    )
    assert at.seat(1).queued_top_up_chips == 0


def test_a_queued_top_up_that_does_not_reach_the_buy_in_is_dropped() -> None:
    """R-STK-4: judged on the stack after the hand."""
    at = TestTable(1, 2, rules=_QUEUED).draw(1)
    at.start()
    at.do(cmd.TopUp(1, 50))

    assert at.settle({1: 49, 2: 1_951})[1:] == (ev.TopUpDropped(1, 50, "topup_short"),)
    assert (at.seat(1).stack_chips, at.seat(1).queued_top_up_chips) == (49, 0)


def test_a_queued_top_up_is_cut_to_the_maximum() -> None:
    """R-STK-2: the answer says what was not added."""
    rules = replace(_QUEUED, stakes_max_buy_in=300)
    at = TestTable(1, 2, rules=rules, stack=200).draw(1)
    at.start()
    at.do(cmd.TopUp(1, 150))
    at.do(cmd.TopUp(2, 150))

    assert at.settle({1: 100, 2: 300})[1:] == (
        ev.ToppedUp(seat=1, player=player(1), added_chips=150, stack_chips=250),
        ev.TopUpDropped(2, 150, "buyin_max"),
    )
    at.start()
    at.do(cmd.TopUp(1, 80))
    assert at.settle()[1:] == (
        ev.ToppedUp(seat=1, player=player(1), added_chips=50, stack_chips=300),
        ev.TopUpDropped(1, 30, "buyin_max"),
    )


def test_a_queued_top_up_saves_its_player_from_being_busted() -> None:
    at = TestTable(1, 2, rules=_QUEUED).draw(1)
    at.start()
    at.do(cmd.TopUp(1, 100))

    assert at.settle({1: 0, 2: 2_000})[1:] == (
        ev.ToppedUp(seat=1, player=player(1), added_chips=100, stack_chips=100),
    )
    assert at.seat(1).status is SeatStatus.IN


def test_a_busted_player_keeps_his_seat_and_buys_in_like_everybody() -> None:
    """R-STK-4."""
    at = TestTable(1, 2, 3).draw(1)
    at.start()

    assert at.settle({1: 0, 2: 2_000})[1:] == (ev.PlayerBusted(1, player(1)),)
    assert at.seat(1).status is SeatStatus.BUSTED
    assert _refused(at, cmd.SitIn(1)) == ("no_chips", {})
    assert _refused(at, cmd.TopUp(1, 99)) == ("topup_short", {"min_add": 100})
    at.do(cmd.TopUp(1, 100))
    assert 1 in at.start().dealt_seats


def test_no_chips_leave_the_table_while_the_player_stays() -> None:
    """R-STK-5."""
    at = TestTable(1, 2)

    assert _refused(at, cmd.RemoveChips(1, 100)) == ("chips_off_table", {})
    assert _refused(at, cmd.RemoveChips(1, 1_000)) == ("chips_off_table", {})


def test_leaving_pays_the_whole_stack_out() -> None:
    """R-STK-5."""
    at = TestTable(1, 2)

    assert at.do(cmd.Leave(1, 5)) == (
        ev.PlayerLeft(seat=1, player=player(1), paid_out_chips=1_000, at_ms=5),
    )
    assert at.table.seat(1) is None


def _left_with_500(rules: object = HOUSE) -> TestTable:
    """Player 1 has played, and left with 500 at minute 0."""
    at = TestTable(1, 2, 3, rules=rules, stack=300).draw(1)  # type: ignore[arg-type]
    at.start()
    at.settle({1: 500, 2: 100})
    at.do(cmd.Leave(1, 0))
    return at


@pytest.mark.parametrize("minutes", [0, 20, 120])
def test_coming_back_within_the_window_takes_what_was_taken_away(minutes: int) -> None:
    """R-STK-6."""
    at = _left_with_500()
    at_ms = minutes * MINUTE_MS

    assert _refused(at, _buy_in(499, at_ms=at_ms)) == ("buyin_below_left", {"min": 500})
    assert _refused(at, _buy_in(50, at_ms=at_ms)) == ("buyin_below_left", {"min": 500})
    at.do(_buy_in(500, at_ms=at_ms))
    assert at.seat(1).stack_chips == 500


@pytest.mark.parametrize("at_ms", [120 * MINUTE_MS + 1, 24 * 60 * MINUTE_MS, 1442 * MINUTE_MS])
def test_after_the_window_the_minimum_is_enough(at_ms: int) -> None:
    """R-STK-6; docs/cash-room.md#elsewhere, 2: a day later is not the same minute."""
    at = _left_with_500()

    at.do(_buy_in(100, at_ms=at_ms))

    assert at.seat(1).stack_chips == 100


def test_the_window_is_a_switch() -> None:
    """A-22: `stakes.rejoin_window_min`."""
    at = _left_with_500(replace(HOUSE, stakes_rejoin_window_min=30))

    assert _refused(at, _buy_in(100, at_ms=30 * MINUTE_MS)) == ("buyin_below_left", {"min": 500})
    at.do(_buy_in(100, at_ms=31 * MINUTE_MS))
    assert at.seat(1).stack_chips == 100


def test_what_was_taken_away_may_come_back_above_the_maximum() -> None:
    """docs/cash-room.md#chips: even above the maximum, but not more than that."""
    at = _left_with_500(_CAPPED)

    assert _refused(at, _buy_in(501, at_ms=1)) == ("buyin_max", {"max": 500})
    at.do(_buy_in(500, at_ms=1))
    assert at.seat(1).stack_chips == 500


def test_leaving_with_less_than_the_minimum_asks_for_the_minimum() -> None:
    """R-STK-6: or the minimum if higher."""
    at = TestTable(1, 2, 3).draw(1)
    at.start()
    at.settle({1: 60, 2: 1_940})
    at.do(cmd.Leave(1, 0))

    assert _refused(at, _buy_in(99, at_ms=1)) == ("buyin_min", {"min": 100})
    at.do(_buy_in(100, at_ms=1))
    assert at.seat(1).stack_chips == 100


def test_a_cancelled_buy_in_does_not_touch_the_record() -> None:
    """R-STK-6; docs/cash-room.md#elsewhere, 2: only a real sitting-down counts."""
    at = _left_with_500()
    at.do(_buy_in(700, at_ms=60 * MINUTE_MS))
    at.do(cmd.Leave(1, 61 * MINUTE_MS))

    assert at.table.departures == (Departure(player(1), 500, 0),)
    assert _refused(at, _buy_in(499, at_ms=62 * MINUTE_MS)) == ("buyin_below_left", {"min": 500})
    at.do(_buy_in(100, at_ms=121 * MINUTE_MS))
    assert at.seat(1).stack_chips == 100


def test_the_latest_departure_counts() -> None:
    """R-STK-6: who came back and lost may come back with what was left."""
    at = _left_with_500()
    at.do(_buy_in(500, at_ms=1))
    while 1 not in at.start().dealt_seats:
        at.settle()
    at.settle({1: 150, 2: 450})
    at.do(cmd.Leave(1, 2))

    assert at.table.departures == (Departure(player(1), 150, 2),)
    assert _refused(at, _buy_in(149, at_ms=3)) == ("buyin_below_left", {"min": 150})


def test_old_departures_are_forgotten() -> None:
    at = _left_with_500()

    at.do(cmd.Leave(2, 120 * MINUTE_MS))
    assert [known.player for known in at.table.departures] == [player(1), player(2)]
    at.do(cmd.Leave(3, 121 * MINUTE_MS))
    assert [known.player for known in at.table.departures] == [player(2), player(3)]


def test_a_departure_from_another_table_of_the_game_binds_too() -> None:
    """R-STK-6: the same table or limit; the later one counts."""
    at = _left_with_500()
    elsewhere = Departure(player(1), 220, 10)

    command = replace(_buy_in(219, at_ms=20), left_elsewhere=elsewhere)

    assert _refused(at, command) == ("buyin_below_left", {"min": 220})
    at.do(replace(command, buy_in_chips=220))
    assert at.seat(1).stack_chips == 220


def test_a_forced_move_keeps_the_stack_whatever_the_range() -> None:
    """R-STK-7; docs/cash-room.md#seats."""
    at = TestTable(2, rules=_CAPPED, stack=300)

    at.do(cmd.ForceMoveIn(1, player(1), 40))
    at.do(cmd.ForceMoveIn(3, player(3), 900))

    assert (at.seat(1).stack_chips, at.seat(3).stack_chips) == (40, 900)
    assert at.do(cmd.ForceMoveOut(3)) == (ev.PlayerMovedOut(3, player(3), 900),)
    assert at.table.departures == ()


def test_who_was_moved_here_and_leaves_takes_his_chips_away() -> None:
    """R-STK-6, R-STK-7: he has played at the other table."""
    at = TestTable(2)
    at.do(cmd.ForceMoveIn(1, player(1), 400))

    at.do(cmd.Leave(1, 0))

    assert _refused(at, _buy_in(399, at_ms=1)) == ("buyin_below_left", {"min": 400})


def test_an_events_chips_are_neither_bought_nor_sold_at_its_tables() -> None:
    """R-TRN-ADD-1."""
    at = TestTable(1, 2, is_tournament=True)

    assert refusal_code(lambda: at.sit(3)) == "not_cash"
    assert _refused(at, cmd.TopUp(1, 500)) == ("not_cash", {})
    assert _refused(at, cmd.Leave(1, 0)) == ("not_cash", {})

"""Taking a seat, sitting out, leaving, being moved."""

import pytest

from tables.engine.rules.ruleset import RuleSet
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.state import EntryChoice, SeatStatus, SitOutWhen, Standing
from tests.support.tables import TestTable, player, positions, refusal_code

_NOW, _NEXT_HAND, _BIG = SitOutWhen


def _code(at: TestTable, command: cmd.TableCommand) -> str | None:
    """Return the refusal's code; a refusal must leave the table as it was."""
    before = at.bytes()
    code = refusal_code(lambda: at.do(command))
    assert code is None or at.bytes() == before
    return code


@pytest.mark.parametrize("seat", [0, 11, -1])
def test_a_seat_that_the_table_does_not_have_is_refused(seat: int) -> None:
    at = TestTable(1)

    assert _code(at, cmd.ForceMoveIn(seat, player(5), 100)) == "no_such_seat"
    assert _code(at, cmd.Leave(seat, 0)) == "no_such_seat"
    assert refusal_code(lambda: at.sit(seat, who=5)) == "no_such_seat"


def test_one_player_a_seat_and_one_seat_a_player() -> None:
    at = TestTable(1)

    assert refusal_code(lambda: at.sit(1, who=2)) == "seat_taken"
    assert refusal_code(lambda: at.sit(2, who=1)) == "player_seated"
    assert _code(at, cmd.ForceMoveIn(2, player(1), 100)) == "player_seated"
    assert _code(at, cmd.ForceMoveOut(2)) == "seat_empty"


def test_a_player_takes_a_seat_with_his_choice_how_to_come_in() -> None:
    """R-ENT-1."""
    at = TestTable()

    events = at.sit(4, who=9, buy_in=250, entry=EntryChoice.POST, at_ms=3)

    assert events == (
        ev.PlayerSeated(
            seat=4, player=player(9), buy_in_chips=250, entry=EntryChoice.POST, at_ms=3
        ),
    )
    seat = at.seat(4)
    assert (seat.player, seat.stack_chips, seat.buy_in_chips) == (player(9), 250, 250)
    assert (seat.standing, seat.entry) == (Standing.NEWCOMER, EntryChoice.POST)


def test_sitting_out_between_hands_is_at_once() -> None:
    """docs/cash-room.md#elsewhere, 6: he is neither dealt in nor charged."""
    at = TestTable(1, 2, 3).draw(1)

    assert at.do(cmd.SitOut(2, _NOW)) == (ev.SatOut(2),)
    assert _code(at, cmd.SitOut(2, _NOW)) == "already_sitting_out"
    lineup = at.start()
    assert lineup.dealt_seats == (3, 1)
    assert 2 not in {post.seat for post in lineup.posts}


@pytest.mark.parametrize("when", [_NOW, _NEXT_HAND])
def test_sitting_out_in_a_hand_waits_for_its_end(when: SitOutWhen) -> None:
    at = TestTable(1, 2, 3).draw(1)
    at.start()

    assert at.do(cmd.SitOut(2, when)) == (ev.SitOutRequested(2, when),)
    assert at.seat(2).status is SeatStatus.IN
    assert _code(at, cmd.SitOut(2, _NOW)) == "already_sitting_out"
    assert _code(at, cmd.SitOut(2, _NEXT_HAND)) == "already_sitting_out"
    assert at.settle()[1:] == (ev.SatOut(2),)
    assert at.seat(2).status is SeatStatus.SITTING_OUT


def test_sitting_in_withdraws_a_request_to_sit_out() -> None:
    at = TestTable(1, 2, 3).draw(1)
    at.start()
    at.do(cmd.SitOut(2, _NEXT_HAND))

    assert at.do(cmd.SitIn(2)) == (ev.SatIn(2, EntryChoice.WAIT),)
    assert at.settle()[1:] == ()


def test_sitting_out_at_the_big_blind_plays_on_until_it_comes() -> None:
    """docs/cash-room.md#blinds-owed: `next big blind`; the big blind then passes him."""
    at = TestTable(1, 2, 3, 4).draw(1)
    assert at.do(cmd.SitOut(4, _BIG)) == (ev.SitOutRequested(4, _BIG),)
    assert 4 in at.play().dealt_seats

    events = at.do(cmd.StartHand())

    assert events[0] == ev.SatOut(4)
    assert isinstance(events[1], ev.HandStarted)
    assert positions(events[1].lineup) == (2, 3, 1)
    assert events[1].lineup.missed_big == (4,)


def test_two_who_sit_out_at_the_big_blind_one_after_another_both_go() -> None:
    at = TestTable(1, 2, 3, 4, 5).draw(1)
    at.do(cmd.SitOut(4, _BIG))
    at.do(cmd.SitOut(5, _BIG))
    at.play()

    assert at.do(cmd.StartHand())[:2] == (ev.SatOut(4), ev.SatOut(5))


def test_when_too_few_stay_in_the_big_blind_still_lets_them_go() -> None:
    """docs/cash-room.md#elsewhere, 5: the table waits for players, it does not hang."""
    at = TestTable(1, 2).draw(1)
    at.do(cmd.SitOut(2, _BIG))

    assert at.do(cmd.StartHand()) == (ev.SatOut(2),)
    assert refusal_code(at.start) == "too_few_players"
    at.sit(3)
    assert positions(at.start()) == (1, 1, 3)


def test_who_is_in_and_owes_nothing_cannot_sit_in() -> None:
    at = TestTable(1, 2, 3).draw(1)
    at.play()

    assert _code(at, cmd.SitIn(1, EntryChoice.POST)) == "already_in"


def test_who_waits_may_choose_anew_how_to_come_in() -> None:
    """R-ENT-1."""
    at = TestTable(1, 2, 3).draw(1)
    at.play()
    at.sit(4)

    assert _code(at, cmd.SitIn(4, EntryChoice.WAIT)) == "already_in"
    assert at.do(cmd.SitIn(4, EntryChoice.POST)) == (ev.SatIn(4, EntryChoice.POST),)
    assert at.seat(4).entry is EntryChoice.POST


def test_leaving_in_a_hand_waits_for_its_end() -> None:
    """docs/cash-room.md#elsewhere, 18: the whole stack is paid out."""
    at = TestTable(1, 2, 3, rules=RuleSet(stakes_queue_top_up=True)).draw(1)
    at.start()
    at.do(cmd.TopUp(2, 50))

    assert at.do(cmd.Leave(2, 4)) == (ev.LeaveRequested(2),)
    assert at.seat(2).stack_chips == 1_000
    assert _code(at, cmd.Leave(2, 4)) == "already_leaving"
    assert _code(at, cmd.TopUp(2, 50)) == "already_leaving"
    assert _code(at, cmd.SitIn(2)) == "already_leaving"
    assert at.settle({2: 1_300, 3: 700}, at_ms=8)[1:] == (
        ev.TopUpDropped(2, 50, "already_leaving"),
        ev.PlayerLeft(seat=2, player=player(2), paid_out_chips=1_300, at_ms=8),
    )
    assert at.table.seat(2) is None


def test_who_has_no_cards_leaves_at_once_while_others_play() -> None:
    at = TestTable(1, 2, 3).draw(1)
    at.start()
    at.sit(9)

    assert at.do(cmd.Leave(9, 4)) == (
        ev.PlayerLeft(seat=9, player=player(9), paid_out_chips=1_000, at_ms=4),
    )


def test_nobody_is_moved_out_of_a_hand() -> None:
    """docs/cash-room.md#seats: the move happens between hands."""
    at = TestTable(1, 2, 3).draw(1)
    at.start()

    assert _code(at, cmd.ForceMoveOut(2)) == "hand_running"
    at.settle()
    assert at.do(cmd.ForceMoveOut(2)) == (ev.PlayerMovedOut(2, player(2), 1_000),)


@pytest.mark.parametrize("leaver", [1, 2, 3])
def test_leaving_from_any_position_never_wedges_the_table(leaver: int) -> None:
    """docs/cash-room.md#elsewhere, 5: button, small blind or big blind."""
    at = TestTable(1, 2, 3, 4).draw(1)
    assert positions(at.start()) == (1, 2, 3)
    at.do(cmd.Leave(leaver, 0))
    at.settle()

    assert {at.play().big_blind for _ in range(3)} == {1, 2, 3, 4} - {leaver}

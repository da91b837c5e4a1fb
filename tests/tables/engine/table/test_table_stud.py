"""Stud between hands: no button, no blinds, antes from everybody who is ready."""

from msgspec.structs import replace

from tables.dealer.button import draw_for_button
from tables.engine.rules.limits import StudSplit
from tables.engine.rules.ruleset import HOUSE
from tables.engine.table import commands as cmd
from tables.engine.table.bridge import hand_to_deal
from tables.engine.table.state import EntryChoice, SitOutWhen, Standing
from tests.support.tables import STUD, TestTable, posts, refusal_code


def _stud(*seats: int, **more: object) -> TestTable:
    return TestTable(*seats, game="stud7", stakes=STUD, seat_count=8, **more)  # type: ignore[arg-type]


def test_no_button_is_drawn_and_the_deal_goes_from_the_lowest_seat_up() -> None:
    """R-BTN-7, R-ANT-1."""
    at = _stud(5, 2, 7)
    assert draw_for_button(at.table) is None

    lineup = at.start()

    assert lineup.dealt_seats == (2, 5, 7)
    assert (lineup.positions, lineup.small_blind, lineup.big_blind) == (None, None, None)
    assert posts(lineup) == [(2, "ante", 2), (5, "ante", 2), (7, "ante", 2)]
    command = hand_to_deal(at.table)
    assert (command.game, command.button, command.big_blind) == ("stud7", 10, None)
    assert command.structure == StudSplit(ante=2, bring_in=3, lower=10, higher=20)


def test_who_is_not_ready_is_not_dealt_in_and_owes_nothing() -> None:
    """R-MIS-4."""
    at = _stud(1, 2, 3)
    at.play()
    at.do(cmd.SitOut(2, SitOutWhen.NOW))

    assert [at.play().dealt_seats for _ in range(4)] == [(1, 3)] * 4
    at.do(cmd.SitIn(2))
    lineup = at.play()

    assert lineup.dealt_seats == (1, 2, 3)
    assert posts(lineup)[1] == (2, "ante", 2)
    assert (at.seat(2).missed_small, at.seat(2).missed_big) == (False, False)


def test_a_newcomer_is_dealt_in_at_once() -> None:
    at = _stud(1, 2)
    at.play()
    at.sit(4, entry=EntryChoice.WAIT)

    assert at.play().dealt_seats == (1, 2, 4)
    assert at.seat(4).standing is Standing.ESTABLISHED


def test_the_first_hand_waits_for_the_players_that_the_house_asks_for() -> None:
    """`table.min_to_open`."""
    at = _stud(1, 2, rules=replace(HOUSE, table_min_to_open=3))
    assert refusal_code(at.start) == "too_few_players"
    at.sit(3)
    at.play()
    at.do(cmd.SitOut(3, SitOutWhen.NOW))

    assert at.start().dealt_seats == (1, 2)


def test_a_dealers_seat_that_rotates_is_the_next_players_in_each_settled_hand() -> None:
    """`stud.rotate_dealer`; a hand that is voided moves nothing."""
    at = _stud(1, 4, 6, rules=replace(HOUSE, stud_rotate_dealer=True))

    assert at.start().dealt_seats == (4, 6, 1)
    at.void()
    assert [at.play().dealt_seats for _ in range(4)] == [
        (4, 6, 1),
        (6, 1, 4),
        (1, 4, 6),
        (4, 6, 1),
    ]
    at.start()
    assert hand_to_deal(at.table).button == 4

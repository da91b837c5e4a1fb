"""Options of a game at the table: straddles, boards, running it, buying the button."""

from typing import Any

import pytest
from msgspec.structs import replace

from tables.engine.hand.decide import advance
from tables.engine.rules.ruleset import HOUSE
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.bridge import hand_to_deal
from tables.engine.table.state import (
    EntryChoice,
    Leg,
    SitOutWhen,
    Standing,
    TableOptions,
)
from tests.support.tables import (
    FIXED,
    STAKES,
    TestTable,
    positions,
    posts,
    refusal_code,
)

_UTG = TableOptions(straddle="utg")
_BUTTON = TableOptions(straddle="button")


def _table(
    *seats: int, options: TableOptions, straddlers: tuple[int, ...] = (), **more: Any
) -> TestTable:
    at = TestTable(*seats, options=options, **more)
    for seat in straddlers:
        at.do(cmd.SetSeatOptions(seat, straddle=True))
    return at


def _first_actor(at: TestTable) -> int | None:
    return advance(None, hand_to_deal(at.table), range(52))[1].actor


def test_a_seats_options_are_an_event_for_the_seat_and_change_one_by_one() -> None:
    at = TestTable(1, 2, options=TableOptions(straddle="utg", run_it_times=2))

    assert at.do(cmd.SetSeatOptions(1, straddle=True)) == (ev.SeatOptionsChanged(1, True, False),)
    assert at.do(cmd.SetSeatOptions(1, run_it=True)) == (ev.SeatOptionsChanged(1, True, True),)
    assert (at.seat(1).wants_straddle, at.seat(1).runs_it) == (True, True)
    assert refusal_code(lambda: at.do(cmd.SetSeatOptions(1, straddle=True))) == "already_set"
    assert refusal_code(lambda: at.do(cmd.SetSeatOptions(3, straddle=True))) == "seat_empty"


def test_a_seat_cannot_want_what_the_table_does_not_offer() -> None:
    at = TestTable(1, 2)
    before = at.bytes()

    for command in (cmd.SetSeatOptions(1, straddle=True), cmd.SetSeatOptions(1, run_it=True)):
        assert refusal_code(lambda asked=command: at.do(asked)) == "option_not_in_game"  # type: ignore[misc]
    assert at.bytes() == before


def test_the_seat_left_of_the_big_blind_straddles_and_the_next_one_speaks_first() -> None:
    """docs/cash-room.md#options: 2 × BB, the straddler acts last."""
    at = _table(1, 2, 3, 4, 5, options=_UTG, straddlers=(1, 4, 5)).draw(1)

    lineup = at.start()

    assert posts(lineup) == [(2, "sb", 5), (3, "bb", 10), (4, "straddle", 20)]
    assert _first_actor(at) == 5


def test_one_re_straddle_doubles_the_straddle() -> None:
    options = replace(_UTG, max_straddles=2)
    at = _table(1, 2, 3, 4, 5, options=options, straddlers=(1, 4, 5)).draw(1)

    assert posts(at.start())[2:] == [(4, "straddle", 20), (5, "straddle", 40)]
    assert _first_actor(at) == 1


def test_nobody_re_straddles_behind_one_who_does_not_straddle() -> None:
    options = replace(_UTG, max_straddles=2)
    at = _table(1, 2, 3, 4, 5, options=options, straddlers=(5,)).draw(1)

    assert posts(at.start())[2:] == []


def test_a_blind_does_not_re_straddle_and_three_handed_the_button_is_first() -> None:
    options = replace(_UTG, max_straddles=2)
    at = _table(1, 2, 3, options=options, straddlers=(1, 2, 3)).draw(1)

    assert posts(at.start())[2:] == [(1, "straddle", 20)]


def test_the_button_straddles_before_anybody_else_may() -> None:
    """WSOP-L 22, 165: the button has precedence; nobody straddles behind it."""
    options = replace(_BUTTON, max_straddles=2)
    at = _table(1, 2, 3, 4, 5, options=options, straddlers=(1, 4, 5)).draw(1)

    assert posts(at.start())[2:] == [(1, "straddle", 20)]
    assert _first_actor(at) == 2


def test_where_the_button_does_not_straddle_the_first_seat_may() -> None:
    at = _table(1, 2, 3, 4, 5, options=_BUTTON, straddlers=(4, 5)).draw(1)

    assert posts(at.start())[2:] == [(4, "straddle", 20)]


def test_two_handed_nobody_straddles() -> None:
    at = _table(1, 2, options=_BUTTON, straddlers=(1, 2)).draw(1)

    assert posts(at.start()) == [(1, "sb", 5), (2, "bb", 10)]


def test_a_limit_leg_of_a_rotation_has_no_button_straddle() -> None:
    legs = (Leg("holdem", FIXED), Leg("holdem", STAKES))
    at = _table(
        1, 2, 3, 4, options=_BUTTON, straddlers=(1, 2), rotation=legs, rotate_by="hands"
    ).draw(1)

    assert posts(at.play())[2:] == []
    assert posts(at.play())[2:] == [(2, "straddle", 20)]


@pytest.mark.parametrize(("stack", "straddles"), [(22, True), (21, False)])
def test_a_straddler_has_the_whole_amount_beside_his_ante(stack: int, straddles: bool) -> None:
    stakes = replace(STAKES, ante_chips=2)
    at = _table(1, 2, 3, options=_UTG, stakes=stakes, stack=150)
    at.sit(4, buy_in=150)
    at.do(cmd.SetSeatOptions(4, straddle=True))
    at.draw(1)
    at.start()
    at.settle({4: stack, 1: 300 - stack})
    for _ in range(3):
        at.play()

    assert ((4, "straddle", 20) in posts(at.start())) is straddles


def test_who_posts_to_come_in_does_not_straddle() -> None:
    at = _table(1, 2, 3, 5, options=_UTG).draw(1)
    at.play()
    at.sit(6, entry=EntryChoice.POST)
    at.do(cmd.SetSeatOptions(6, straddle=True))

    assert posts(at.start()) == [(3, "sb", 5), (5, "bb", 10), (6, "live", 10)]


def test_a_double_board_is_dealt_in_every_hand_as_far_as_the_deck_goes() -> None:
    options = TableOptions(board_count=3)
    two, seven = (
        TestTable(*range(1, count + 1), game="omaha6", options=options, seat_count=7).draw(1)
        for count in (2, 7)
    )

    assert two.start().options.board_count == 3
    assert seven.start().options.board_count == 1  # 42 cards in hands, one board, three burns


def test_who_agreed_in_his_settings_is_not_asked_how_often_it_is_run() -> None:
    at = TestTable(1, 2, 3, options=TableOptions(run_it_times=3)).draw(1)
    at.do(cmd.SetSeatOptions(3, run_it=True))

    options = at.start().options

    assert (options.run_it_times, options.run_it_agreed) == (3, (3,))
    assert hand_to_deal(at.table).options == options


def _bought(**more: Any) -> TestTable:
    """Return a table whose seat 2 sits down between button and small blind."""
    at = TestTable(1, 3, 4, 5, options=TableOptions(may_buy_button=True), **more).draw(5)
    assert positions(at.play()) == (5, 1, 3)
    at.sit(2, entry=EntryChoice.BUY_BUTTON)
    return at


def test_who_buys_the_button_posts_both_blinds_and_has_it_in_the_next_hand() -> None:
    """WSOP-L 154: big blind live, small blind dead; the others' blinds wait for a hand."""
    at = _bought()

    lineup = at.start()

    assert posts(lineup) == [(2, "bb", 10), (2, "dead", 5)]
    assert (lineup.button, lineup.big_blind, lineup.bought_by) == (1, 2, 2)
    assert lineup.dealt_seats == (2, 3, 4, 5, 1)
    assert (lineup.missed_small, lineup.missed_big, lineup.refused) == ((), (), ())
    assert _first_actor(at) == 3
    at.settle()
    assert at.seat(2).standing is Standing.ESTABLISHED
    assert positions(at.play()) == (2, 3, 4)
    assert positions(at.play()) == (3, 4, 5)


def test_under_the_dead_button_too_the_blinds_go_on_after_a_button_was_bought() -> None:
    """R-BTN-3."""
    at = _bought(rules=replace(HOUSE, button_method="dead"))

    assert posts(at.play()) == [(2, "bb", 10), (2, "dead", 5)]
    assert positions(at.play()) == (2, 3, 4)
    assert positions(at.play()) == (3, 4, 5)


def test_who_comes_back_in_the_small_blinds_place_may_buy_the_button() -> None:
    at = TestTable(1, 2, 3, 4, 5, options=TableOptions(may_buy_button=True)).draw(4)
    at.do(cmd.SitOut(2, SitOutWhen.NOW))
    assert positions(at.play()) == (4, 5, 1)
    assert positions(at.play()) == (5, 1, 3)
    at.do(cmd.SitIn(2, EntryChoice.BUY_BUTTON))

    assert posts(at.play()) == [(2, "bb", 10), (2, "dead", 5)]
    assert (at.seat(2).missed_small, at.seat(2).missed_big) == (False, False)


def test_elsewhere_a_buyer_of_the_button_waits_for_the_big_blind() -> None:
    at = TestTable(1, 2, 3, 4, options=TableOptions(may_buy_button=True)).draw(1)
    assert positions(at.play()) == (1, 2, 3)
    at.sit(6, entry=EntryChoice.BUY_BUTTON)

    assert at.play().dealt_seats == (3, 4, 1, 2)
    lineup = at.play()

    assert positions(lineup) == (3, 4, 6)
    assert posts(lineup) == [(4, "sb", 5), (6, "bb", 10)]


def test_where_no_button_is_sold_nobody_can_ask_for_it() -> None:
    at = TestTable(1, 2)

    assert refusal_code(lambda: at.sit(3, entry=EntryChoice.BUY_BUTTON)) == "option_not_in_game"
    assert refusal_code(lambda: at.do(cmd.SitIn(1, EntryChoice.BUY_BUTTON))) == (
        "option_not_in_game"
    )

"""Bomb pots: everybody antes, nobody posts a blind, the button moves on."""

from typing import Any

from tables.engine.hand.decide import advance
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.bridge import hand_to_deal
from tables.engine.table.state import EntryChoice, Leg, SitOutWhen, Standing, TableOptions
from tests.support.tables import FIXED, STAKES, STUD, TestTable, positions, posts, refusal_code

_EVERY_THIRD = TableOptions(bomb_pot_every_hands=3, bomb_pot_boards=2, straddle="utg")


def _bombs(at: TestTable, count: int) -> list[bool]:
    return [at.play().options.is_bomb_pot for _ in range(count)]


def _asked(*seats: int, **more: Any) -> TestTable:
    at = TestTable(*seats, **more).draw(1)
    at.play()
    at.do(cmd.RequestBombPot())
    return at


def test_every_third_hand_is_a_bomb_pot() -> None:
    at = TestTable(1, 2, 3, options=_EVERY_THIRD).draw(1)

    assert _bombs(at, 7) == [False, False, True, False, False, True, False]


def test_everybody_antes_and_nobody_posts_a_blind() -> None:
    at = TestTable(1, 2, 3, 4, options=_EVERY_THIRD).draw(1)
    at.do(cmd.SetSeatOptions(2, straddle=True))
    at.play()
    at.play()

    lineup = at.start()

    assert posts(lineup) == [(4, "ante", 20), (1, "ante", 20), (2, "ante", 20), (3, "ante", 20)]
    assert (lineup.options.board_count, lineup.big_blind) == (2, None)
    command = hand_to_deal(at.table)
    _, hand = advance(None, command, range(52))
    assert (hand.street, hand.actor, hand.pot_chips, len(hand.boards)) == (1, 4, 80, 2)


def test_the_button_moves_on_as_ever() -> None:
    at = TestTable(1, 2, 3, 4, options=_EVERY_THIRD).draw(1)

    assert [positions(at.play()) for _ in range(4)] == [(1, 2, 3), (2, 3, 4), (3, 4, 1), (4, 1, 2)]


def test_no_blind_is_missed_in_a_bomb_pot() -> None:
    """R-MIS-1: nothing was posted."""
    at = TestTable(1, 2, 3, 4, 5).draw(1)
    assert positions(at.play()) == (1, 2, 3)
    at.do(cmd.SitOut(4, SitOutWhen.NOW))
    at.do(cmd.RequestBombPot())

    lineup = at.play()

    assert lineup.options.is_bomb_pot
    assert (lineup.missed_small, lineup.missed_big) == ((), ())
    assert (at.seat(4).missed_small, at.seat(4).missed_big) == (False, False)


def test_who_comes_in_with_a_bomb_pot_owes_his_post_on() -> None:
    """R-ENT-1: an ante is no blind."""
    at = _asked(1, 2, 3, 4, 5)
    at.sit(6, entry=EntryChoice.POST)

    lineup = at.play()

    assert lineup.still_owing == (6,)
    assert (6, "ante", 20) in posts(lineup)
    assert at.seat(6).standing is Standing.NEWCOMER
    assert (6, "live", 10) in posts(at.play())
    assert at.seat(6).standing is Standing.ESTABLISHED


def test_staff_ask_for_one_bomb_pot() -> None:
    at = TestTable(1, 2, 3).draw(1)

    assert at.do(cmd.RequestBombPot()) == (ev.BombPotRequested(),)
    assert refusal_code(lambda: at.do(cmd.RequestBombPot())) == "already_requested"
    assert _bombs(at, 3) == [True, False, False]


def test_a_game_without_a_flop_has_no_bomb_pot() -> None:
    for game, stakes in (("razz", STUD), ("badugi", FIXED), ("pineapple", STAKES)):
        at = TestTable(1, 2, game=game, stakes=stakes, seat_count=6)
        assert refusal_code(lambda at=at: at.do(cmd.RequestBombPot())) == "option_not_in_game"  # type: ignore[misc]
    event = TestTable(1, 2, is_tournament=True)
    assert refusal_code(lambda: event.do(cmd.RequestBombPot())) == "option_not_in_game"


def test_in_a_rotation_it_waits_for_a_game_that_has_it() -> None:
    legs = (Leg("razz", STUD), Leg("holdem", FIXED))
    at = TestTable(1, 2, seat_count=6, rotation=legs, rotate_by="hands", rotate_every=2)
    at.do(cmd.RequestBombPot())

    assert _bombs(at, 2) == [False, False]
    at.draw(1)
    assert _bombs(at, 2) == [True, False]


def test_a_bomb_pot_that_is_voided_or_taken_back_is_played_again() -> None:
    at = _asked(1, 2, 3)
    at.start()
    at.void()
    assert _bombs(at, 1) == [True]
    at.do(cmd.TakeBackHand(3))

    assert _bombs(at, 2) == [True, False]


def test_what_staff_ask_for_before_a_hand_is_taken_back_still_holds() -> None:
    at = TestTable(1, 2, 3).draw(1)
    at.play()
    at.do(cmd.RequestBombPot())
    at.do(cmd.TakeBackHand(1))

    assert _bombs(at, 1) == [True]


def test_a_short_stack_is_all_in_for_the_ante() -> None:
    """R-ANT-2."""
    at = _asked(1, 2, 3)
    at.start()
    at.settle({1: 12, 2: 1_988})
    at.do(cmd.RequestBombPot())
    at.start()

    _, hand = advance(None, hand_to_deal(at.table), range(52))

    assert hand.pot_chips == 52


def test_where_players_wait_it_is_played_by_those_who_would_have_been_dealt_in() -> None:
    at = _asked(1, 2, 3, 4)
    at.sit(8, entry=EntryChoice.WAIT)

    assert at.start().dealt_seats == (3, 4, 1, 2)

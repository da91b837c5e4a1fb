"""Newcomers and missed blinds (R-ENT, R-MIS)."""

import pytest
from msgspec.structs import replace

from tables.engine.rules.ruleset import HOUSE, RuleSet
from tables.engine.table import commands as cmd
from tables.engine.table.state import (
    EntryChoice,
    Lineup,
    RefusedEntry,
    SitOutWhen,
    Standing,
)
from tests.support.tables import TestTable, player, positions, posts

_POST, _WAIT = EntryChoice.POST, EntryChoice.WAIT
_DEAD = replace(HOUSE, button_method="dead")


def _four(rules: RuleSet = HOUSE) -> TestTable:
    """Seats 2, 4, 6, 8 have played a hand: button 2, small blind 4, big blind 6."""
    at = TestTable(2, 4, 6, 8, rules=rules).draw(2)
    at.play()
    return at


def test_a_newcomer_who_waits_is_dealt_in_when_the_big_blind_reaches_him() -> None:
    """R-ENT-1."""
    at = _four()
    at.sit(1, entry=_WAIT)

    assert 1 not in at.play().dealt_seats
    third = at.play()
    assert positions(third) == (6, 8, 1)
    assert posts(third) == [(8, "sb", 5), (1, "bb", 10)]
    assert at.seat(1).standing is Standing.ESTABLISHED


def test_a_newcomer_who_posts_plays_at_once() -> None:
    """R-ENT-1, R-ENT-2: a second live blind; the order of the deal is unchanged."""
    at = _four()
    at.sit(1, entry=_POST)

    lineup = at.play()

    assert positions(lineup) == (4, 6, 8)
    assert posts(lineup) == [(6, "sb", 5), (8, "bb", 10), (1, "live", 10)]
    assert lineup.dealt_seats == (6, 8, 1, 2, 4)
    assert posts(at.play()) == [(8, "sb", 5), (1, "bb", 10)]


def test_several_newcomers_may_post_in_one_hand() -> None:
    """R-ENT-2."""
    at = _four()
    at.sit(1, entry=_POST)
    at.sit(3, entry=_POST)

    assert posts(at.start()) == [
        (6, "sb", 5),
        (8, "bb", 10),
        (1, "live", 10),
        (3, "live", 10),
    ]


@pytest.mark.parametrize("choice", [_POST, _WAIT])
def test_a_newcomer_in_the_natural_big_blind_just_posts_it(choice: EntryChoice) -> None:
    """R-ENT-1."""
    at = _four()
    at.sit(7, entry=choice)

    lineup = at.start()

    assert positions(lineup) == (4, 6, 7)
    assert posts(lineup) == [(6, "sb", 5), (7, "bb", 10)]


def test_nobody_comes_in_between_button_and_big_blind() -> None:
    """R-ENT-3: he lets the button pass and posts then."""
    at = _four()
    at.sit(5, entry=_POST)

    first = at.play()
    assert positions(first) == (4, 6, 8)
    assert first.refused == (RefusedEntry(5, "entry_wait_button"),)
    assert 5 not in first.dealt_seats
    second = at.play()
    assert positions(second) == (6, 8, 2)
    assert second.refused == ()
    assert posts(second)[-1] == (5, "live", 10)


def test_the_house_may_let_him_post_there() -> None:
    """A-04: `entry.between_button_and_bb=post`; the big blind still moves on afterwards."""
    at = _four(replace(HOUSE, entry_between_button_and_bb="post"))
    at.sit(5, entry=_POST)

    first = at.play()

    assert (positions(first), first.dealt_seats) == ((4, 6, 8), (5, 6, 8, 2, 4))
    assert posts(first) == [(6, "sb", 5), (8, "bb", 10), (5, "live", 10)]
    assert positions(at.play()) == (6, 8, 2)


def test_a_moved_player_waits_for_the_button_even_there() -> None:
    """docs/cash-room.md#seats: not dealt in between button and big blind."""
    at = _four(replace(HOUSE, entry_between_button_and_bb="post"))
    at.do(cmd.ForceMoveIn(5, player(5), 500))

    assert at.start().refused == (RefusedEntry(5, "entry_wait_button"),)


def test_two_handed_positions_have_no_place_for_a_third() -> None:
    """R-BTN-5, A-04, A-05: he comes in with the next hand."""
    rules = replace(HOUSE, entry_between_button_and_bb="post", entry_short_handed_free=False)
    at = TestTable(1, 5, rules=rules).draw(5)
    at.play()
    at.sit(3, entry=_POST)

    first = at.play()

    assert (positions(first), first.dealt_seats) == ((1, 1, 5), (5, 1))
    assert first.refused == (RefusedEntry(3, "entry_wait_button"),)
    assert positions(at.play()) == (5, 1, 3)


def test_one_who_waits_is_not_told_to_wait() -> None:
    """R-ENT-3."""
    at = _four()
    at.sit(5, entry=_WAIT)

    assert at.start().refused == ()


@pytest.mark.parametrize("choice", [_POST, _WAIT])
@pytest.mark.parametrize(("seat", "expected"), [(2, (2, 3, 1)), (4, (3, 4, 1))])
def test_who_joins_two_takes_the_position_he_gets(
    seat: int, expected: tuple[int, int, int], choice: EntryChoice
) -> None:
    """R-ENT-4: button or small blind, and he owes nothing for it."""
    at = TestTable(1, 3).draw(1)
    at.play()
    at.sit(seat, entry=choice)

    lineup = at.start()

    assert positions(lineup) == expected
    assert posts(lineup) == [(expected[1], "sb", 5), (1, "bb", 10)]


def test_the_house_may_let_him_wait_there_too() -> None:
    """A-05: `entry.short_handed_free=false`."""
    at = TestTable(1, 3, rules=replace(HOUSE, entry_short_handed_free=False)).draw(1)
    at.play()
    at.sit(4, entry=_POST)

    first = at.play()

    assert positions(first) == (3, 3, 1)
    assert first.refused == (RefusedEntry(4, "entry_wait_button"),)
    assert positions(at.play()) == (1, 3, 4)


def test_one_who_is_left_alone_begins_anew_with_whoever_comes() -> None:
    """R-ENT-4: two or fewer established players."""
    at = TestTable(1, 3).draw(1)
    at.play()
    at.do(cmd.Leave(3, 0))
    at.sit(7, entry=_WAIT)

    assert positions(at.start()) == (7, 7, 1)


def _missing(at: TestTable, seat: int, hands: int) -> list[Lineup]:
    at.do(cmd.SitOut(seat, SitOutWhen.NOW))
    return [at.play() for _ in range(hands)]


def _marks(at: TestTable, seat: int) -> tuple[bool, bool]:
    return at.seat(seat).missed_small, at.seat(seat).missed_big


def test_blinds_that_pass_a_seat_that_sits_out_are_owed() -> None:
    """R-MIS-1: the big blind first, the small one a hand later."""
    at = _four()

    (first,) = _missing(at, 8, 1)
    assert (first.missed_small, first.missed_big) == ((), (8,))
    assert _marks(at, 8) == (False, True)
    second = at.play()
    assert (second.missed_small, second.missed_big) == ((8,), ())
    assert _marks(at, 8) == (True, True)


def test_under_the_dead_button_the_seat_of_the_dead_small_blind_owes_it() -> None:
    """R-MIS-1, R-BTN-3: the last big blind sits out; the position is his own seat."""
    at = _four(_DEAD)

    (lineup,) = _missing(at, 6, 1)

    assert positions(lineup) == (4, None, 8)
    assert (lineup.missed_small, lineup.missed_big) == ((6,), ())
    assert _marks(at, 6) == (True, False)


def test_who_sits_down_where_a_blind_has_just_passed_does_not_inherit_the_debt() -> None:
    """R-MIS-1: the player owes, not the seat."""
    at = _four()
    at.do(cmd.SitOut(8, SitOutWhen.NOW))
    assert at.start().missed_big == (8,)
    at.do(cmd.Leave(8, 0))
    at.sit(8, who=18)

    at.settle()

    assert _marks(at, 8) == (False, False)


def test_who_missed_both_posts_the_small_one_dead() -> None:
    """R-MIS-1: up to one big blind is live, the surplus dead; the live part is taken first."""
    at = _four()
    _missing(at, 8, 2)
    at.do(cmd.SitIn(8, _POST))

    lineup = at.play()

    assert positions(lineup) == (2, 4, 6)
    assert posts(lineup) == [(4, "sb", 5), (6, "bb", 10), (8, "live", 10), (8, "dead", 5)]
    assert _marks(at, 8) == (False, False)
    assert posts(at.play()) == [(6, "sb", 5), (8, "bb", 10)]


def test_who_missed_only_the_small_one_posts_only_that() -> None:
    """R-MIS-1; docs/cash-room.md#elsewhere, 3."""
    at = _four()
    _missing(at, 6, 1)
    assert _marks(at, 6) == (True, False)
    at.do(cmd.SitIn(6, _POST))

    assert posts(at.start())[2:] == [(6, "live", 5)]


def test_who_missed_only_the_big_one_posts_only_that() -> None:
    """R-MIS-1: the button jumps past him before the small blind could; seat 2 is passed over."""
    at = TestTable(2, 4, 6, 8, 10).draw(2)
    at.play()
    _missing(at, 8, 1)
    assert _marks(at, 8) == (False, True)
    at.do(cmd.Leave(6, 0))
    at.do(cmd.SitIn(8, _POST))

    lineup = at.start()

    assert positions(lineup) == (10, 2, 4)
    assert posts(lineup) == [(4, "bb", 10), (2, "live", 10), (8, "live", 10)]


def test_who_waits_for_the_big_blind_owes_nothing_more() -> None:
    """R-MIS-2."""
    at = _four()
    _missing(at, 8, 2)
    at.do(cmd.SitIn(8, _WAIT))

    assert 8 not in at.play().dealt_seats
    assert posts(at.play()) == [(6, "sb", 5), (8, "bb", 10)]
    assert _marks(at, 8) == (False, False)


def test_obligations_do_not_pile_up() -> None:
    """R-MIS-3: at most one small and one big blind."""
    at = _four()
    lineups = _missing(at, 8, 8)
    assert sum(8 in lineup.missed_big for lineup in lineups) == 3
    at.do(cmd.SitIn(8, _POST))

    assert posts(at.start())[2:] == [(8, "live", 10), (8, "dead", 5)]


def test_missed_blinds_are_not_made_up_between_button_and_big_blind() -> None:
    """R-ENT-3, R-MIS-1: and what passes him meanwhile he owes as well."""
    at = _four()
    _missing(at, 8, 1)
    at.do(cmd.SitIn(8, _POST))

    lineup = at.play()

    assert positions(lineup) == (6, 2, 4)
    assert lineup.refused == (RefusedEntry(8, "entry_wait_button"),)
    assert posts(at.start())[2:] == [(8, "live", 10), (8, "dead", 5)]


def test_who_sits_out_a_hand_in_which_no_blind_passes_owes_nothing() -> None:
    """R-MIS-1."""
    at = TestTable(2, 4, 6, 8, 10).draw(2)
    at.play()
    _missing(at, 2, 1)
    assert _marks(at, 2) == (False, False)
    at.do(cmd.SitIn(2, _WAIT))

    lineup = at.start()

    assert lineup.dealt_seats == (8, 10, 2, 4, 6)
    assert posts(lineup) == [(8, "sb", 5), (10, "bb", 10)]


def test_the_house_may_ignore_missed_blinds() -> None:
    """A-06: `missed_blinds=ignore`."""
    at = _four(replace(HOUSE, missed_blinds="ignore"))
    lineups = _missing(at, 8, 2)
    assert [lineup.missed_big + lineup.missed_small for lineup in lineups] == [(), ()]
    at.do(cmd.SitIn(8, _WAIT))

    lineup = at.start()

    assert 8 in lineup.dealt_seats
    assert posts(lineup) == [(4, "sb", 5), (6, "bb", 10)]


def test_a_busted_player_who_lets_the_blinds_pass_owes_them() -> None:
    """R-MIS-1, R-STK-4."""
    at = _four()
    at.start()
    at.settle({2: 0, 4: 2_000})
    assert [at.play().big_blind for _ in range(2)] == [4, 6]
    assert _marks(at, 2) == (True, True)
    at.do(cmd.TopUp(2, 1_000))
    at.do(cmd.SitIn(2, _POST))

    assert posts(at.start())[-2:] == [(2, "live", 10), (2, "dead", 5)]


def test_a_newcomer_who_sits_out_owes_no_more_than_his_entry() -> None:
    """R-ENT-1, R-MIS-3."""
    at = _four()
    at.sit(1)
    assert [lineup.missed_big for lineup in _missing(at, 1, 4)] == [()] * 4
    at.do(cmd.SitIn(1, _POST))

    lineup = at.start()

    assert posts(lineup)[2:] == [(1, "live", 10)]


def test_a_moved_player_owes_no_post_but_waits_for_the_button() -> None:
    """docs/cash-room.md#seats; R-STK-7."""
    at = _four()
    at.do(cmd.ForceMoveIn(1, player(1), 500))
    at.do(cmd.ForceMoveIn(5, player(5), 500))

    lineup = at.start()

    assert lineup.dealt_seats == (6, 8, 1, 2, 4)
    assert posts(lineup) == [(6, "sb", 5), (8, "bb", 10)]
    assert lineup.refused == (RefusedEntry(5, "entry_wait_button"),)


def test_a_moved_player_of_a_tournament_may_be_blind_or_button_but_not_between() -> None:
    """R-TRN-SEA-2: button 4, small blind 6, big blind 8 in the next hand."""
    dealt = {}
    for seat in (1, 3, 5, 7):
        at = TestTable(2, 4, 6, 8, rules=_DEAD, is_tournament=True).draw(2)
        at.play()
        at.do(cmd.ForceMoveIn(seat, player(seat), 500))
        lineup = at.start()
        dealt[seat] = (positions(lineup), posts(lineup), seat in lineup.dealt_seats)

    regular = [(6, "sb", 5), (8, "bb", 10)]
    assert dealt == {
        1: ((4, 6, 8), regular, True),
        3: ((4, 6, 8), regular, True),
        5: ((4, 6, 8), regular, False),
        7: ((4, 6, 7), [(6, "sb", 5), (7, "bb", 10)], True),
    }


def test_a_moved_player_of_a_tournament_takes_an_empty_small_blind_or_button() -> None:
    """R-TRN-SEA-2, R-BTN-3: the small blind is posted like any other."""
    at = TestTable(2, 4, 6, 8, 9, rules=_DEAD, is_tournament=True).draw(2)
    at.play()
    at.do(cmd.ForceMoveOut(4))
    at.do(cmd.ForceMoveOut(6))
    at.do(cmd.ForceMoveIn(4, player(14), 500))
    at.do(cmd.ForceMoveIn(6, player(16), 500))

    lineup = at.start()

    assert positions(lineup) == (4, 6, 8)
    assert lineup.dealt_seats == (6, 8, 9, 2, 4)
    assert posts(lineup) == [(6, "sb", 5), (8, "bb", 10)]

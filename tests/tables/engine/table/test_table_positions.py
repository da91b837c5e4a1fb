"""Button and blinds of the next hand, moving and dead (R-BTN)."""

import pytest
from msgspec.structs import replace

from tables.engine.rules.ruleset import HOUSE
from tables.engine.table import commands as cmd
from tables.engine.table.positions import (
    dead_positions,
    is_between,
    is_reached,
    moving_positions,
    next_seat,
    opening_positions,
    seat_before,
    two_handed_positions,
)
from tables.engine.table.state import EntryChoice, Lineup, Positions, SitOutWhen
from tests.support.tables import STAKES, TestTable, positions, posts, refusal_code

_DEAD = replace(HOUSE, button_method="dead")


def test_seats_are_a_ring() -> None:
    assert [next_seat(after, {2, 5, 9}) for after in (1, 2, 5, 9, 10)] == [2, 5, 9, 2, 2]
    assert [seat_before(before, {2, 5, 9}) for before in (1, 2, 5, 9, 10)] == [9, 9, 2, 5, 9]
    assert [seat for seat in range(1, 11) if is_between(seat, 8, 2)] == [1, 9, 10]
    assert [seat for seat in range(1, 11) if is_reached(seat, 8, 2)] == [1, 2, 9, 10]
    assert not any(is_between(seat, 3, 3) or is_reached(seat, 3, 3) for seat in range(1, 11))


@pytest.mark.parametrize(
    ("ready", "expected"),
    [
        ({2, 4, 7}, Positions(4, 7, 2)),
        ({2, 5, 7}, Positions(5, 7, 2)),
        ({4, 9}, Positions(4, 4, 9)),
        ({2, 3}, Positions(2, 2, 3)),
    ],
)
def test_the_first_hand_is_counted_from_the_drawn_button(
    ready: set[int], expected: Positions
) -> None:
    """R-BTN-1, R-BTN-5: seat 4 won the draw, or was the place of who did."""
    assert opening_positions(4, ready) == expected


@pytest.mark.parametrize(
    ("last", "seats", "expected"),
    [
        ((1, 2, 3), {1, 2, 3, 4}, (2, 3, 4)),
        ((4, 1, 2), {1, 2, 3, 4}, (1, 2, 3)),
        ((1, 2, 3), {1, 3, 4}, (3, 4, 1)),
        ((1, 2, 3), {1, 2, 4}, (2, 4, 1)),
        ((1, 2, 3), {2, 3, 4}, (2, 3, 4)),
        ((1, 2, 3), {1, 4, 5, 6}, (4, 5, 6)),
        ((1, 2, 3), {1, 3}, (3, 3, 1)),
        ((1, 2, 3), {2, 3}, (2, 2, 3)),
        ((1, 2, 3), {1, 2}, (2, 2, 1)),
        ((1, 1, 2), {1, 2}, (2, 2, 1)),
        ((1, 1, 3), {1, 2, 3}, (2, 3, 1)),
        ((1, 1, 3), {1, 3, 4}, (3, 4, 1)),
    ],
)
def test_the_moving_button_goes_to_the_next_who_plays(
    last: tuple[int, int, int], seats: set[int], expected: tuple[int, int, int]
) -> None:
    """R-BTN-2, R-BTN-5, R-BTN-6, R-ENT-4."""
    assert moving_positions(Positions(*last), seats, seats) == Positions(*expected)


def test_no_double_big_blind_heads_up_swaps_the_two() -> None:
    """R-BTN-6, A-02; docs/cash-room.md#elsewhere, 12."""
    last = Positions(1, 2, 3)

    assert moving_positions(last, {2, 3}, {2, 3}, may_double_headsup=False) == Positions(3, 3, 2)
    assert moving_positions(last, {1, 3}, {1, 3}, may_double_headsup=False) == Positions(3, 3, 1)


def test_two_who_join_between_button_and_big_blind_do_not_hold_it_back() -> None:
    """R-ENT-4: seats 2 and 3 join 1 and 4; counted from the button 4 would be it again."""
    four = {1, 2, 3, 4}

    assert moving_positions(Positions(1, 1, 4), four, four) == Positions(3, 4, 1)


@pytest.mark.parametrize(
    ("last", "seats", "expected"),
    [
        ((1, 2, 3), {1, 2, 3, 4, 5}, (2, 3, 4)),
        ((1, 2, 3), {1, 2, 4, 5}, (2, 3, 4)),
        ((1, 2, 3), {1, 3, 4, 5}, (2, 3, 4)),
        ((1, 2, 3), {2, 3, 4, 5}, (2, 3, 4)),
        ((1, 2, 3), {1, 4, 5}, (2, 3, 4)),
        ((1, 2, 3), {1, 2, 3, 5}, (2, 3, 5)),
        ((1, 1, 3), {1, 2, 3}, (2, 3, 1)),
        ((1, 1, 3), {1, 3, 4}, (1, 3, 4)),
        ((1, 1, 3), {1, 2, 4}, (2, 3, 4)),
        ((1, 3, 7), {4, 5, 7}, (5, 7, 4)),
    ],
)
def test_the_dead_button_follows_the_big_blind(
    last: tuple[int, int, int], seats: set[int], expected: tuple[int, int, int]
) -> None:
    """R-BTN-3 (TDA 32): from two to three the button is right of the small blind."""
    assert dead_positions(Positions(*last), seats, seats) == Positions(*expected)


@pytest.mark.parametrize(
    ("last", "dealt", "expected"),
    [
        ((1, 2, 3), {1, 2}, (2, 2, 1)),
        ((1, 2, 3), {1, 3}, (3, 3, 1)),
        ((1, 2, 3), {2, 3}, (3, 3, 2)),
        ((1, 1, 3), {1, 3}, (3, 3, 1)),
    ],
)
def test_of_two_the_next_after_the_last_big_blind_is_it(
    last: tuple[int, int, int], dealt: set[int], expected: tuple[int, int, int]
) -> None:
    """R-BTN-4 (TDA 34-B): nobody is it twice running."""
    assert two_handed_positions(Positions(*last), dealt) == Positions(*expected)


def test_three_orbits_of_four_players() -> None:
    """R-BTN-2, R-BLD-1."""
    at = TestTable(1, 2, 3, 4).draw(4)

    assert [positions(at.play()) for _ in range(5)] == [
        (4, 1, 2),
        (1, 2, 3),
        (2, 3, 4),
        (3, 4, 1),
        (4, 1, 2),
    ]


def test_heads_up_the_button_alternates_and_is_the_small_blind() -> None:
    """R-BTN-5, R-DEA-2: the big blind gets the first card."""
    at = TestTable(3, 8).draw(8)

    first, second = at.play(), at.play()

    assert (positions(first), first.dealt_seats) == ((8, 8, 3), (3, 8))
    assert (positions(second), second.dealt_seats) == ((3, 3, 8), (8, 3))
    assert posts(second) == [(3, "sb", 5), (8, "bb", 10)]


def test_who_is_passed_over_posts_the_big_blind_live() -> None:
    """R-BTN-2: on the small blind's position instead of the small blind, and on the button."""
    at = TestTable(1, 2, 3, 4, 5, 6).draw(1)
    at.play()
    at.do(cmd.Leave(2, 0))
    at.do(cmd.Leave(3, 0))

    lineup = at.play()

    assert positions(lineup) == (4, 5, 6)
    assert posts(lineup) == [(6, "bb", 10), (5, "live", 10), (4, "live", 10)]
    assert positions(at.play()) == (5, 6, 1)


def test_the_neighbour_who_sits_out_does_not_make_one_pay_again_and_again() -> None:
    """docs/cash-room.md#elsewhere, 4: seat 4 sits out, then comes and goes."""
    at = TestTable(1, 2, 3, 4).draw(1)
    big_blinds = []
    for hand in range(8):
        command = cmd.SitIn(4) if hand % 2 else cmd.SitOut(4, SitOutWhen.NOW)
        at.do(command)
        big_blinds.append(at.play().big_blind)

    assert big_blinds == [3, 4, 2, 3, 1, 2, 3, 4]


def _dead(*leavers: int) -> Lineup:
    """Return the second hand of five players under the dead button, `leavers` gone after it."""
    at = TestTable(1, 2, 3, 4, 5, rules=_DEAD).draw(1)
    at.play()
    for seat in leavers:
        at.do(cmd.Leave(seat, 0))
    return at.start()


def test_a_dead_small_blind_is_not_posted() -> None:
    """R-BTN-3: the big blind left; the position is his empty seat."""
    lineup = _dead(3)

    assert positions(lineup) == (2, None, 4)
    assert lineup.positions is not None
    assert lineup.positions.small_blind == 3
    assert posts(lineup) == [(4, "bb", 10)]
    assert lineup.dealt_seats == (4, 5, 1, 2)


def test_a_dead_button_stays_in_its_empty_seat() -> None:
    """R-BTN-3: first left of the button is counted from that seat."""
    lineup = _dead(2)

    assert positions(lineup) == (2, 3, 4)
    assert lineup.dealt_seats == (3, 4, 5, 1)


def test_button_and_small_blind_may_both_be_dead() -> None:
    """R-BTN-3."""
    lineup = _dead(2, 3)

    assert positions(lineup) == (2, None, 4)
    assert lineup.dealt_seats == (4, 5, 1)


@pytest.mark.parametrize(("out", "expected"), [(1, (3, 3, 2)), (2, (3, 3, 1)), (3, (2, 2, 1))])
def test_in_a_tournament_from_three_to_two_nobody_is_big_blind_twice(
    out: int, expected: tuple[int, int, int]
) -> None:
    """R-BTN-4; docs/cash-room.md#elsewhere, 12."""
    at = TestTable(1, 2, 3, rules=_DEAD, is_tournament=True).draw(1)
    at.play()
    at.do(cmd.ForceMoveOut(out))

    assert positions(at.start()) == expected


def test_absent_players_of_a_tournament_are_dealt_in_and_post() -> None:
    """R-TRN-ABS-1: the lineup says who is absent, so that his hand is killed."""
    at = TestTable(1, 2, 3, rules=_DEAD, is_tournament=True).draw(1)
    at.do(cmd.SitOut(3, SitOutWhen.NEXT_BIG_BLIND))

    lineup = at.start()

    assert lineup.dealt_seats == (2, 3, 1)
    assert lineup.absent == (3,)
    assert posts(lineup) == [(2, "sb", 5), (3, "bb", 10)]
    at.settle()
    assert (at.seat(3).missed_small, at.seat(3).missed_big) == (False, False)


def test_antes_come_before_the_blinds_and_the_big_blind_ante_last() -> None:
    """R-TRN-ANTE-1: classic antes from everybody in the order of the deal."""
    stakes = replace(STAKES, ante_chips=1, big_blind_ante_chips=10)
    at = TestTable(1, 2, 3, stakes=stakes).draw(1)

    assert posts(at.start()) == [
        (2, "ante", 1),
        (3, "ante", 1),
        (1, "ante", 1),
        (2, "sb", 5),
        (3, "bb", 10),
        (3, "bb_ante", 10),
    ]


def test_a_small_blind_of_nothing_is_not_posted() -> None:
    """R-BLD-2: 0 ≤ SB."""
    at = TestTable(1, 2, 3, stakes=replace(STAKES, small_blind_chips=0)).draw(1)

    assert posts(at.start()) == [(3, "bb", 10)]


def test_the_full_post_is_asked_of_a_stack_that_cannot_cover_it() -> None:
    """R-BLD-6; docs/cash-room.md#elsewhere, 11: the hand cuts it, the table goes on."""
    at = TestTable(1, 2, 3).draw(1)
    at.start()
    at.settle({1: 3, 2: 1_997})

    assert positions(at.play()) == (2, 3, 1)
    assert posts(at.start()) == [(1, "sb", 5), (2, "bb", 10)]
    at.settle({1: 0, 2: 2_000})
    assert positions(at.start()) == (2, 2, 3)


def test_fewer_than_two_play_no_hand() -> None:
    at = TestTable(1, 2, 3).draw(1)
    at.play()
    at.do(cmd.SitOut(1, SitOutWhen.NOW))
    at.do(cmd.SitOut(2, SitOutWhen.NOW))
    before = at.bytes()

    assert refusal_code(at.start) == "too_few_players"
    assert at.bytes() == before
    at.do(cmd.SitIn(1, EntryChoice.POST))
    assert len(at.start().dealt) == 2

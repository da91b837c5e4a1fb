"""Mixed games: whose turn it is, by orbit, hands or minutes (docs/cash-room.md#options)."""

from typing import Any

from msgspec.structs import replace

from tables.dealer.button import draw_for_button
from tables.engine.rules.limits import FixedLimit, StudSplit
from tables.engine.rules.ruleset import HOUSE
from tables.engine.table import commands as cmd
from tables.engine.table.bridge import hand_to_deal
from tables.engine.table.state import EntryChoice, Leg, SitOutWhen, Standing
from tests.support.tables import FIXED, MINUTE_MS, STUD, TestTable, positions

_MIXED = (Leg("holdem", FIXED), Leg("razz", STUD), Leg("badugi", FIXED))


def _mixed(*seats: int, legs: tuple[Leg, ...] = _MIXED, **more: Any) -> TestTable:
    return TestTable(*seats, rotation=legs, seat_count=6, **more)


def _games(at: TestTable, count: int) -> list[str]:
    return [at.play().game for _ in range(count)]


def test_an_orbit_is_as_many_hands_as_players_were_dealt_in_at_its_first() -> None:
    at = _mixed(1, 2, 3).draw(1)

    assert _games(at, 2) == ["holdem"] * 2
    at.do(cmd.SitOut(3, SitOutWhen.NOW))
    assert _games(at, 6) == ["holdem", "razz", "razz", "badugi", "badugi", "holdem"]


def test_two_orbits_of_each_game() -> None:
    at = _mixed(1, 2, rotate_every=2).draw(1)

    assert _games(at, 9) == ["holdem"] * 4 + ["razz"] * 4 + ["badugi"]


def test_a_number_of_hands_of_each_game() -> None:
    at = _mixed(1, 2, 3, rotate_by="hands", rotate_every=2).draw(1)

    assert _games(at, 7) == ["holdem"] * 2 + ["razz"] * 2 + ["badugi"] * 2 + ["holdem"]


def test_a_number_of_minutes_of_each_game_from_its_first_hand_on() -> None:
    at = _mixed(1, 2, rotate_by="minutes", rotate_every=10).draw(1)
    minutes = [100, 109, 110, 119, 121, 140]

    assert [at.play(at_ms=minute * MINUTE_MS).game for minute in minutes] == [
        "holdem",
        "holdem",
        "razz",
        "razz",
        "badugi",
        "holdem",
    ]


def test_the_hand_is_dealt_by_the_legs_game_and_structure() -> None:
    at = _mixed(1, 2, rotate_by="hands").draw(1)
    commands = []
    for _ in range(3):
        at.start()
        commands.append(hand_to_deal(at.table))
        at.settle()

    assert [command.game for command in commands] == ["holdem", "razz", "badugi"]
    fixed = FixedLimit(small_blind=5, big_blind=10, lower=10, higher=20)
    stud = StudSplit(ante=2, bring_in=3, lower=10, higher=20)
    assert [command.structure for command in commands] == [fixed, stud, fixed]


def test_button_and_blinds_rest_in_stud_and_go_on_afterwards() -> None:
    """R-BTN-7."""
    at = _mixed(1, 2, 3, 4, rotate_by="hands").draw(1)

    assert positions(at.play()) == (1, 2, 3)
    assert at.play().positions is None
    assert positions(at.play()) == (2, 3, 4)


def test_a_rotation_that_begins_with_stud_draws_the_button_for_its_first_blinds() -> None:
    """R-BTN-1."""
    at = _mixed(1, 2, 3, legs=(Leg("razz", STUD), Leg("holdem", FIXED)), rotate_by="hands")
    assert draw_for_button(at.table) is None
    assert at.play().game == "razz"
    assert draw_for_button(at.table) is not None
    at.draw(3)

    lineup = at.play()

    assert positions(lineup) == (3, 1, 2)
    assert lineup.dealt_seats == (1, 2, 3)
    assert at.seat(1).standing is Standing.ESTABLISHED


def test_a_table_that_was_opened_with_stud_is_not_opened_again_by_its_first_blinds() -> None:
    """A-33: `table.min_to_open` is for the first hand; two draw for the button of the second."""
    rules = replace(HOUSE, table_min_to_open=3)
    legs = (Leg("razz", STUD), Leg("holdem", FIXED))
    at = _mixed(1, 2, 3, legs=legs, rotate_by="hands", rules=rules)
    at.play()
    at.do(cmd.Leave(3, 0))

    lineup = at.draw(1).start()

    assert (lineup.game, lineup.dealt_seats) == ("holdem", (2, 1))


def test_who_plays_stud_while_he_owes_a_blind_owes_it_on() -> None:
    """R-ENT-1, R-MIS-1."""
    legs = (Leg("holdem", FIXED), Leg("razz", STUD))
    at = _mixed(1, 2, 3, 4, legs=legs, rotate_by="hands", rotate_every=2).draw(4)
    at.play()
    at.do(cmd.SitOut(3, SitOutWhen.NOW))
    assert at.play().missed_big == (3,)
    at.do(cmd.SitIn(3, EntryChoice.POST))
    at.sit(5, entry=EntryChoice.WAIT)

    lineup = at.play()

    assert (lineup.game, lineup.dealt_seats) == ("razz", (1, 2, 3, 4, 5))
    assert lineup.still_owing == (3, 5)
    assert at.seat(3).missed_big
    assert (at.seat(5).standing, at.seat(5).has_played) == (Standing.NEWCOMER, True)


def test_a_hand_that_is_voided_or_taken_back_does_not_count() -> None:
    at = _mixed(1, 2, 3, rotate_by="hands", rotate_every=2).draw(1)
    at.play()
    at.start()
    at.void()
    assert at.start().game == "holdem"
    at.settle()
    at.do(cmd.TakeBackHand(3))

    assert _games(at, 2) == ["holdem", "razz"]

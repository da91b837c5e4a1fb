"""Short deck with antes: the button posts the only blind (R-LOW-7)."""

from msgspec.structs import replace

from tables.engine.hand.decide import advance
from tables.engine.rules.games import GAMES
from tables.engine.rules.ruleset import HOUSE
from tables.engine.table import commands as cmd
from tables.engine.table.bridge import hand_to_deal
from tables.engine.table.state import EntryChoice, Leg, SitOutWhen, Stakes
from tests.support.tables import STAKES, TestTable, positions, posts

SHORT = Stakes(small_blind_chips=0, big_blind_chips=10, lower_limit_chips=10, ante_chips=10)


def _short(*seats: int, **more: object) -> TestTable:
    return TestTable(*seats, game="short_deck", stakes=SHORT, **more)  # type: ignore[arg-type]


def test_everybody_antes_the_button_posts_and_the_seat_left_of_it_speaks_first() -> None:
    at = _short(1, 2, 3).draw(2)

    lineup = at.start()

    assert posts(lineup) == [(3, "ante", 10), (1, "ante", 10), (2, "ante", 10), (2, "bb", 10)]
    assert positions(lineup) == (2, None, 2)
    _, hand = advance(None, hand_to_deal(at.table), GAMES["short_deck"].deck)
    assert (hand.actor, hand.price_chips, hand.pot_chips) == (3, 10, 40)


def test_the_button_goes_round_and_nobody_pays_twice_or_is_skipped() -> None:
    for method in ("moving", "dead"):
        at = _short(1, 2, 3, rules=replace(HOUSE, button_method=method)).draw(2)
        assert [at.play().big_blind for _ in range(4)] == [2, 3, 1, 2]
        assert [at.play().button for _ in range(2)] == [3, 1]


def test_two_handed_the_button_posts_and_the_other_speaks_first() -> None:
    at = _short(1, 2).draw(1)

    assert [positions(at.play()) for _ in range(3)] == [(1, None, 1), (2, None, 2), (1, None, 1)]
    at.start()
    _, hand = advance(None, hand_to_deal(at.table), GAMES["short_deck"].deck)
    assert (hand.started.button, hand.actor) == (2, 1)


def test_a_newcomer_waits_for_the_button_or_posts() -> None:
    """R-ENT-1."""
    at = _short(1, 2, 3).draw(1)
    at.play()
    at.sit(4)
    at.sit(5, entry=EntryChoice.POST)

    lineup = at.play()
    assert lineup.dealt_seats == (3, 5, 1, 2)
    assert (5, "live", 10) in posts(lineup)
    assert at.play().dealt_seats == (5, 1, 2, 3)
    assert positions(at.play()) == (4, None, 4)


def test_who_sits_out_misses_the_buttons_blind_and_no_other() -> None:
    """R-MIS-1."""
    at = _short(1, 2, 3).draw(1)
    at.play()
    at.do(cmd.SitOut(2, SitOutWhen.NOW))

    assert at.play().missed_big == (2,)
    assert (at.seat(2).missed_small, at.seat(2).missed_big) == (False, True)


def test_blinds_go_on_where_they_were_when_the_game_changes() -> None:
    """Nobody pays in two hands running, and nobody is passed over."""
    legs = (Leg("short_deck", SHORT), Leg("holdem", STAKES))
    at = TestTable(1, 2, 3, 4, rotation=legs, rotate_by="hands").draw(1)

    assert [at.play().big_blind for _ in range(6)] == [1, 2, 3, 4, 1, 2]
    at = TestTable(1, 2, 3, 4, rotation=legs, rotate_by="hands").draw(1)
    at.play()
    lineup = at.play()
    assert positions(lineup) == (4, 1, 2)
    assert posts(lineup) == [(1, "sb", 5), (2, "bb", 10)]

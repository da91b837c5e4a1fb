"""Rounds of exchanging cards (R-LOW-6)."""

import pytest

from tables.engine.hand.commands import Act
from tables.engine.hand.events import CardsDiscarded, DiscardsBegun
from tables.engine.hand.state import DISCARDING
from tables.engine.rules.games import GameCode
from tables.engine.rules.limits import FixedLimit
from tests.support.hands import Play
from tests.support.scripted import dealt, passive_to, passively

FL = FixedLimit(small_blind=5, big_blind=10, lower=10, higher=20)


def _to_draw(play: Play) -> Play:
    """Play on until the next card may be exchanged."""
    while play.hand.phase != DISCARDING:
        play = passively(play)
    return play


def _discard(play: Play, *positions: int) -> Play:
    return play.command(Act(play.legal.seat, play.hand.turn, "discard", cards=positions))


def test_the_first_left_of_the_button_exchanges_first_and_then_the_others() -> None:
    """R-LOW-6: by position; who has folded has no turn."""
    play = _to_draw(dealt("triple27", FL, 500, 500, 500, 500).fold(4))
    order = []
    for _ in range(3):
        assert (play.legal.min_cards, play.legal.max_cards) == (0, 5)
        order.append(play.actor)
        play = _discard(play)
    assert order == [2, 3, 1]
    assert play.hand.phase != DISCARDING


def test_new_cards_come_from_the_deck_for_those_that_are_named() -> None:
    """R-LOW-6: three players hold places 0 to 14; 15 is the burn."""
    play = _to_draw(dealt("triple27", FL, 500, 500, 500))
    held = play.hand.of(2).positions
    assert held == (0, 3, 6, 9, 12)

    play = _discard(play, 3, 12)

    (event,) = play.all_of(CardsDiscarded)
    assert (event.seat, event.discarded, event.positions) == (2, (3, 12), (16, 17))
    assert play.hand.of(2).positions == (0, 6, 9, 16, 17)
    assert (play.actor, play.hand.of(3).positions) == (3, (1, 4, 7, 10, 13))


@pytest.mark.parametrize(
    ("game", "bets"),
    [
        ("triple27", {"predraw": 20, "first_draw": 10, "second_draw": 20, "third_draw": 20}),
        ("badugi", {"predraw": 20, "first_draw": 10, "second_draw": 20, "third_draw": 20}),
        ("single27", {"predraw": 20, "draw": 20}),
        ("draw5", {"predraw": 20, "draw": 20}),
    ],
)
def test_the_higher_limit_follows_the_second_draw_or_the_only_one(
    game: GameCode, bets: dict[str, int]
) -> None:
    """R-LOW-6: before the draw 20 is a raise of the big blind of 10; afterwards it is a bet."""
    play = dealt(game, FL, 500, 500, 500)
    found = {}
    for street in bets:
        play = passive_to(play, street)
        assert play.legal.min_to_chips == play.legal.max_to_chips
        found[street] = play.legal.min_to_chips
    assert found == bets
    assert len(play.all_of(DiscardsBegun)) == len(bets) - 1

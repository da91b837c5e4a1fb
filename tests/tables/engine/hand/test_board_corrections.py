"""The floor puts a board right that a croupier dealt wrong (R-MSD-6)."""

from typing import Literal

import pytest

from tables.engine.hand.commands import CorrectBoard
from tables.engine.hand.events import BoardCorrected
from tables.engine.rules.limits import NoLimit
from tests.support.hands import Play, refused
from tests.support.scripted import dealt, passive_to

NL = NoLimit(small_blind=5, big_blind=10)


def _flop() -> Play:
    """Two players hold places 0 to 3; the burn is 4, the flop 5 to 7."""
    play = passive_to(dealt("holdem", NL, 500, 500), "flop")
    assert play.hand.board_positions == (5, 6, 7)
    return play


@pytest.mark.parametrize(
    ("reason", "positions"),
    [
        ("missing_burn", (4, 5, 6)),
        ("board_too_large", (6, 7, 8)),
        ("premature_card", (5, 6, 9)),
    ],
)
def test_the_floor_says_which_cards_count(
    reason: Literal["premature_card", "board_too_large", "missing_burn"],
    positions: tuple[int, ...],
) -> None:
    """R-MSD-6: with its reason; the next street goes on behind the last card that was touched."""
    play = _flop().command(CorrectBoard(positions, reason))

    (event,) = play.all_of(BoardCorrected)
    assert (event.positions, event.reason) == (positions, reason)
    assert play.hand.board_positions == positions
    assert (play.actor, play.hand.pot_chips) == (2, 20)

    turn = passive_to(play, "turn")
    used = {*range(8), *positions}
    assert turn.hand.board_positions[3] == max(used) + 2  # after a burn


def test_a_board_is_put_right_before_anybody_acts_on_it() -> None:
    """R-MSD-6: later it stands."""
    play = _flop().check(2)
    with refused("nothing_to_correct"):
        play.command(CorrectBoard((4, 5, 6), "missing_burn"))


@pytest.mark.parametrize("positions", [(0, 5, 6), (5, 6), (5, 5, 6), (5, 6, 52), (5, 6, -1)])
def test_a_players_card_or_a_wrong_number_is_no_board(positions: tuple[int, ...]) -> None:
    """R-MSD-6."""
    with refused("unknown_position"):
        _flop().command(CorrectBoard(positions, "board_too_large"))

"""Misdeals, exposed cards, boards put right (R-MSD-1 to R-MSD-6)."""

import pytest

from tables.engine.hand.commands import CorrectBoard, DeclareMisdeal, VoidHand
from tables.engine.hand.events import BoardDealt, CardExposed, HandVoided
from tables.engine.hand.state import VOIDED
from tables.engine.rules.games import GameCode
from tables.engine.rules.terms import Position
from tables.lab.scenarios.hand_plain import start_plain
from tests.support.any_game import AnyGame
from tests.support.hands import refused

DEEP = {1: 1_000, 2: 1_000, 3: 1_000}


def _exposed(game: GameCode, *positions: Position) -> AnyGame:
    return AnyGame(start_plain(game, DEEP, exposed=positions))


@pytest.mark.parametrize("exposed", [(0,), (1,), (2, 3), (4, 5)])
def test_two_exposed_cards_or_one_of_the_first_two_spoil_the_deal(
    exposed: tuple[int, ...],
) -> None:
    """R-MSD-1: every blind comes back."""
    play = _exposed("holdem", *exposed)
    assert [event.reason for event in play.all_of(HandVoided)] == ["misdeal"]
    assert play.stacks == DEEP


def test_one_exposed_card_is_replaced_and_becomes_the_burn() -> None:
    """R-MSD-4: position 6 comes instead, and the flop is dealt without another burn."""
    play = _exposed("holdem", 4)
    shown = play.all_of(CardExposed)[0]
    assert (shown.seat, shown.position, shown.replaced_by) == (2, 4, 6)
    assert play.hand.of(2).positions == (1, 6)
    play.stay_in_to("turn")
    assert [event.positions for event in play.all_of(BoardDealt)] == [(7, 8, 9), (11,)]


def test_an_exposed_down_card_of_stud_is_the_door_card() -> None:
    """R-MSD-4: the third card comes down, and who speaks first is decided by the exposed one."""
    play = AnyGame(
        start_plain("stud7", DEEP, exposed=(3,)),
        {1: "Kh2cAs", 2: "----9d", 3: "----Th"},
    )
    assert play.hand.phase != VOIDED
    assert play.hand.of(1).upcards == (0,)  # the deuce of clubs
    assert play.legal.seat == 1
    play.stay_in_to()
    assert {len(seat.positions) for seat in play.hand.seats} == {7}


def test_two_exposed_down_cards_of_one_stud_hand_spoil_the_deal() -> None:
    """R-MSD-1."""
    assert _exposed("stud7", 0, 3).hand.phase == VOIDED
    assert _exposed("stud7", 0, 1).hand.phase != VOIDED


def test_after_two_actions_with_chips_it_is_too_late_for_a_misdeal() -> None:
    """R-MSD-2: blinds do not count."""
    play = AnyGame(start_plain("holdem", DEEP, button=1)).do(1, "call")
    early = AnyGame(start_plain("holdem", DEEP, button=1)).do(1, "call")
    early.command(DeclareMisdeal("a missing card"))
    assert early.stacks == DEEP
    play.do(2, "call")
    with refused("substantial_action"):
        play.command(DeclareMisdeal("a missing card"))


def test_a_fouled_deck_gives_everything_back_whenever_it_is_found() -> None:
    """R-MSD-3, R-MSD-5: also after the end."""
    play = AnyGame(start_plain("holdem", DEEP, button=1)).stay_in_to()
    assert play.hand.is_over
    assert play.command(VoidHand("two aces of spades")).stacks == DEEP


def test_a_board_is_put_right_before_anybody_acts_on_it() -> None:
    """R-MSD-6: the burn was forgotten, so the flop moves by one card."""
    play = AnyGame(start_plain("holdem", DEEP, button=1)).stay_in_to("flop")
    play.command(CorrectBoard((8, 9, 10), "missing_burn"))
    assert play.hand.board_positions == (8, 9, 10)
    play.do(2, "check")
    with refused("nothing_to_correct"):
        play.command(CorrectBoard((7, 8, 9), "missing_burn"))

"""The end of a stud hand: who shows first, rake, odd chips with a common card, seven cards."""

import pytest
from msgspec.structs import replace

from tables.engine.hand.commands import Act, ActionKind
from tables.engine.hand.events import (
    BoardDealt,
    CardsShown,
    HandFinished,
    PotAwarded,
    RakePlan,
    Share,
)
from tables.engine.hand.legal import legal
from tables.engine.rules.cards import cards_of
from tables.engine.rules.games import GameCode
from tables.engine.rules.limits import StudSplit
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import Chips, SeatNo
from tables.engine.stacked_deck import filled
from tables.lab.scenarios.hand_plain import PlainHand, start_plain, staying_in
from tests.support.any_game import AnyGame

DEEP = {1: 1_000, 2: 1_000, 3: 1_000}
HANDS = {1: "2d3dKd4h6h7h9h", 2: "2s3s2c9c9d4cTc", 3: "Jd7c8h6sQh4sKs"}
"""Seat 2 brings in and has the best board from fifth street on, a pair of nines."""


def _shown(play: AnyGame) -> list[SeatNo]:
    return [event.seat for event in play.all_of(CardsShown)]


def test_after_a_round_of_checks_the_one_who_spoke_first_shows_first() -> None:
    """R-SHW-2: the best board, and then clockwise; not the first left of the dealer."""
    play = AnyGame(start_plain("stud7", DEEP), HANDS).stay_in_to("seventh")
    assert play.legal.seat == 2
    assert _shown(play.stay_in_to()) == [2, 3, 1]


def test_a_bet_of_the_last_round_goes_before_the_best_board() -> None:
    """R-SHW-1."""
    play = AnyGame(start_plain("stud7", DEEP), HANDS).stay_in_to("seventh")
    play.do(2, "check").do(3, "bet", 20)
    assert _shown(play.stay_in_to()) == [3, 1, 2]


def test_a_best_board_that_is_all_in_did_not_speak() -> None:
    """R-SHW-2, R-STU-3: the next able hand to its left spoke first, and so shows first."""
    play = AnyGame(start_plain("stud7", {**DEEP, 2: 40}), HANDS).stay_in_to("fifth")
    play.do(2, "bet", 20).do(3, "call").do(1, "call").do(2, "all_in").do(3, "call").do(1, "call")
    assert play.stay_in_to("seventh").legal.seat == 3
    assert _shown(play.stay_in_to()) == [3, 1, 2]


def test_where_nobody_speaks_any_more_the_best_board_shows_first() -> None:
    """R-SHW-2, R-SHW-6: all are all-in for the ante, and only the door cards lie there."""
    play = AnyGame(
        start_plain("stud7", {1: 5, 2: 5, 3: 5}), {1: "----Td", 2: "----2c", 3: "----Kh"}
    )
    assert play.hand.is_over
    assert _shown(play) == [3, 1, 2]


RAKE = RakePlan(
    percent_bp=1_000, jackpot_drop_chips=2, jackpot_min_pot_chips=0, jackpot_min_players=2
)


@pytest.mark.parametrize("game", ["stud7", "stud8", "razz"])
def test_a_hand_that_sees_no_fourth_street_pays_no_rake(game: GameCode) -> None:
    """R-RAK-2: no fourth street, no drop, whatever is in the pot."""
    play = AnyGame(replace(start_plain(game, DEEP), rake=RAKE))
    first = play.legal.seat
    play.do(first, "complete")
    for _ in range(2):
        play.do(play.legal.seat, "fold")
    assert _taken(play) == (0, 0)
    assert play.stacks[first] == 1_010


@pytest.mark.parametrize("game", ["stud7", "stud8", "razz"])
def test_a_hand_that_sees_fourth_street_is_raked(game: GameCode) -> None:
    """R-RAK-2, R-RAK-1: a tenth of 30, though nobody bets there."""
    play = AnyGame(replace(start_plain(game, DEEP), rake=RAKE)).stay_in_to("fourth")
    for _ in range(2):
        play.do(play.legal.seat, "fold")
    assert _taken(play) == (3, 2)


def test_without_the_switch_third_street_is_raked_too() -> None:
    """R-RAK-2, `rake.no_flop_no_drop` off: the percentage only, the jackpot needs the street."""
    rake = replace(RAKE, is_no_flop_no_drop=False)
    play = AnyGame(replace(start_plain("stud7", DEEP), rake=rake))
    play.do(play.legal.seat, "bring_in")
    for _ in range(2):
        play.do(play.legal.seat, "fold")
    assert _taken(play) == (1, 0)


def _taken(play: AnyGame) -> tuple[Chips, Chips]:
    finished = play.all_of(HandFinished)[0]
    return finished.rake_chips, finished.jackpot_chips


NINE = StudSplit(ante=1, bring_in=4, lower=10, higher=20)
PLACES = {1: (0, 9, 18, 28, 38, 50), 2: (1, 10, 19, 29, 39, 51)}
"""Where the cards of seats 1 and 2 lie if nine see sixth street and two the seventh."""
COMMON = 48


@pytest.mark.parametrize("cards", ["five_cards", "all_cards"])
@pytest.mark.parametrize(
    ("common", "first", "second", "shares"),
    [
        ("As", "3h4dKhQd9c7d", "3s4cKsQc9d7h", {2: 23, 1: 22}),
        ("As", "3h4dKsQd9c7d", "3s4cKhQc9d7h", {1: 23, 2: 22}),
        ("Ks", "3h4dAhQd9c7d", "3s4cAsQc9d7h", {2: 23, 1: 22}),
    ],
)
def test_a_common_card_is_nobodys_highest(
    cards: str, common: str, first: str, second: str, shares: dict[SeatNo, Chips]
) -> None:
    """R-ODD-6, R-STU-8: 45 chips, five equal ranks; with a common ace the kings decide."""
    rules = RuleSet(odd_chip_stud=cards)  # type: ignore[arg-type]
    start = start_plain("stud7", dict.fromkeys(range(1, 10), 100), structure=NINE, rules=rules)
    known = dict.fromkeys(range(52)) | {COMMON: cards_of(common)[0]}
    for seat, text in ((1, first), (2, second)):
        known |= dict(zip(PLACES[seat], cards_of(text), strict=True))
    deck = filled(list(known.values()))
    play = PlainHand(start, lambda _hand, _command: deck)
    play.stay_in_to("sixth")
    while len(play.hand.live()) > 2:
        choices = legal(play.hand)
        assert choices is not None
        kind: ActionKind = "check" if choices.seat < 3 else "fold"
        play.play(Act(choices.seat, choices.turn, kind))
    play.stay_in_to(None)

    assert [
        (event.street, event.faces) for event in play.events if isinstance(event, BoardDealt)
    ] == [("sixth", cards_of(common))]
    awards = [event.shares for event in play.events if isinstance(event, PotAwarded)]
    assert awards == [tuple(Share(seat, chips) for seat, chips in shares.items())]


@pytest.mark.parametrize("game", ["stud7", "stud8", "razz"])
@pytest.mark.parametrize("players", range(2, 10))
def test_nobody_plays_more_or_fewer_than_seven_cards_however_many_stay(
    game: GameCode, players: int
) -> None:
    """R-STU-9: own and common cards together; so there is no hand to be declared dead."""
    play = AnyGame(start_plain(game, dict.fromkeys(range(1, players + 1), 1_000)))
    while not play.hand.is_over:
        play.command(staying_in(play.legal))
        streets = play.hand.street + 3
        held = {len(seat.positions) + len(play.hand.board) for seat in play.hand.seats}
        assert held == {streets}
    assert streets == 7

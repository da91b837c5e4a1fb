"""Scenarios of the deck and of the deal (`type` = deck, deal_order)."""

from typing import Literal

import msgspec

from tables.engine.hand.events import BoardDealt
from tables.engine.hand.state import Hand
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.rules.terms import MAX_SEATS
from tables.lab.scenarios.hand_plain import STACK, PlainHand, start_plain
from tables.lab.scenarios.hand_schema import Strict


class DeckExpected(Strict):
    """How many cards a hand begins with, and whether all are different."""

    deck_size: int
    distinct: bool


class DeckScenario(Strict):
    """A hand's deck (R-TAB-4)."""

    id: str
    type: Literal["deck"]
    rule_ids: list[str]
    expect: DeckExpected
    note: str = ""


class DealOrderScenario(Strict):
    """Which place of the deck goes where when nobody folds (R-DEA-1 to R-DEA-4)."""

    id: str
    type: Literal["deal_order"]
    rule_ids: list[str]
    variant: GameCode
    seats: list[int]
    button: int | None
    expect: dict[str, dict[str, list[int]] | list[int]]
    note: str = ""


def run_deck(raw: dict[str, object]) -> list[str]:
    """Return how a whole hand's cards differ from what is expected."""
    expect = msgspec.convert(raw, DeckScenario).expect
    play = PlainHand(start_plain("holdem", {1: STACK, 2: STACK, 3: STACK}))
    play.stay_in_to(None)
    used = [*_held(play.hand), *burned(play.hand)]
    left = range(play.hand.next_position, len(play.hand.game.deck))
    places = [*used, *left]
    faces = [GAMES["holdem"].deck[place] for place in places]
    got: dict[str, object] = {"deck_size": len(faces), "distinct": len(set(faces)) == len(faces)}
    return _differences(got, msgspec.to_builtins(expect))


def run_deal_order(raw: dict[str, object]) -> list[str]:
    """Return how the engine's deal differs from the scenario's."""
    scenario = msgspec.convert(raw, DealOrderScenario)
    button = MAX_SEATS if scenario.button is None else scenario.button
    stacks = dict.fromkeys(scenario.seats, STACK)
    play = PlainHand(start_plain(scenario.variant, stacks, button=button))
    play.stay_in_to(None)
    got: dict[str, object] = {
        "hole": {str(seat.seat): list(seat.positions) for seat in play.hand.seats},
        "burn": burned(play.hand),
    }
    for event in play.events:
        if isinstance(event, BoardDealt):
            got[event.street] = list(event.positions)
    wanted: dict[str, object] = dict(scenario.expect)
    return _differences({key: got[key] for key in got if key in wanted}, wanted)


def burned(hand: Hand) -> list[int]:
    """Return the places that left the stub and went to nobody."""
    held = set(_held(hand))
    return [place for place in range(hand.next_position) if place not in held]


def _held(hand: Hand) -> list[int]:
    return [at for seat in hand.seats for at in seat.positions] + list(hand.board_positions)


def _differences(got: dict[str, object], wanted: dict[str, object]) -> list[str]:
    return [
        f"{key}: got {got.get(key)}, expected {wanted[key]}"
        for key in wanted
        if got.get(key) != wanted[key]
    ]

"""Scenarios of stud: who speaks first, and a deck that is too short."""

from typing import Literal

import msgspec

from tables.engine.hand.events import BoardDealt, StubExtended, TurnStarted
from tables.engine.hand.undealt import left_count
from tables.engine.rules.cards import cards_of
from tables.engine.stacked_deck import Script, filled
from tables.lab.scenarios.config import rules_of
from tables.lab.scenarios.hand_plain import STACK, PlainHand, start_plain
from tables.lab.scenarios.hand_schema import Strict

Street = Literal["third", "fourth", "fifth", "sixth", "seventh"]


class FirstExpected(Strict):
    """Who owes the street's first decision."""

    first: int


class FirstScenario(Strict):
    """Open cards decide who speaks (R-BRI-3, R-STU-3)."""

    id: str
    type: Literal["stud_first"]
    rule_ids: list[str]
    street: Street
    up: dict[str, str]
    expect: FirstExpected
    config: dict[str, object] = msgspec.field(default_factory=dict)
    note: str = ""


class ShortageExpected(Strict):
    """What is left before a street, and how it is dealt."""

    stub: int
    action: Literal["normal", "reshuffle_with_burns", "community"]


class ShortageScenario(Strict):
    """Not enough cards for a street (R-STU-7)."""

    id: str
    type: Literal["stud_shortage"]
    rule_ids: list[str]
    players: int
    street: Street
    expect: ShortageExpected
    after_community_on: Street | None = None
    note: str = ""


def run_stud_first(raw: dict[str, object]) -> list[str]:
    """Deal these open cards, let everybody stay in, and see who speaks on the street."""
    scenario = msgspec.convert(raw, FirstScenario)
    hands = {int(seat): (None, None, *cards_of(up)) for seat, up in scenario.up.items()}
    script = Script(hands)
    command = start_plain("stud7", dict.fromkeys(hands, STACK), rules=rules_of(scenario.config))
    play = PlainHand(command, lambda hand, said: filled(script.cards_for(hand, said)))
    _, batch = play.stay_in_to(scenario.street)
    first = [event.seat for event in batch if isinstance(event, TurnStarted)][-1]
    wanted = scenario.expect.first
    return [] if first == wanted else [f"first: got {first}, expected {wanted}"]


def run_stud_shortage(raw: dict[str, object]) -> list[str]:
    """Let everybody stay in up to the street, and see how it is dealt."""
    scenario = msgspec.convert(raw, ShortageScenario)
    seats = range(1, scenario.players + 1)
    play = PlainHand(start_plain("stud7", dict.fromkeys(seats, STACK)))
    before, batch = play.stay_in_to(scenario.street)
    action = "normal"
    if any(isinstance(event, BoardDealt) for event in batch):
        action = "community"
    elif any(isinstance(event, StubExtended) for event in batch):
        action = "reshuffle_with_burns"
    shared = [event.street for event in play.events if isinstance(event, BoardDealt)]
    got = {"stub": left_count(before), "action": action}
    found = [
        f"{key}: got {got[key]}, expected {value}"
        for key, value in msgspec.to_builtins(scenario.expect).items()
        if got[key] != value
    ]
    earlier = [street for street in shared if street != scenario.street]
    wanted = [] if scenario.after_community_on is None else [scenario.after_community_on]
    if earlier != wanted:
        found.append(f"community card on {earlier}, expected {wanted}")
    return found

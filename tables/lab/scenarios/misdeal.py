"""Scenarios of misdeals and of hands that are taken back (`type` = misdeal)."""

from collections.abc import Callable
from typing import Literal

import msgspec

from tables.engine.hand.commands import Act, DeclareMisdeal, VoidHand
from tables.engine.hand.events import CardExposed, CardsDealt, HandOptions
from tables.engine.hand.state import VOIDED
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GameCode
from tables.engine.rules.limits import NoLimit
from tables.engine.rules.terms import Chips, SeatNo
from tables.lab.scenarios.hand_plain import STACK, PlainHand, start_plain
from tables.lab.scenarios.hand_schema import Strict


class ExpectedMisdeal(Strict):
    """What must have become of the hand."""

    misdeal: bool | None = None
    button_moves: bool | None = None
    door_card: Literal["exposed_down_card"] | None = None
    third_card: Literal["down", "up"] | None = None
    stacks: dict[str, int] | None = None
    refund: dict[str, int] | None = None
    substantial: list[bool] | None = None


class MisdealScenario(Strict):
    """A defect, and what follows (R-MSD-1 to R-MSD-5)."""

    id: str
    type: Literal["misdeal"]
    rule_ids: list[str]
    expect: ExpectedMisdeal
    variant: GameCode = "holdem"
    mode: Literal["cash", "tournament"] = "cash"
    exposed: int | None = None
    exposed_index: int | None = None
    substantial_action: Literal[False] = False
    actions_a: tuple[Literal["check"], ...] = ()
    actions_b: tuple[Literal["check"], ...] = ()
    duplicate: bool = False
    contributions: dict[str, int] = msgspec.field(default_factory=dict)
    start: dict[str, int] = msgspec.field(default_factory=dict)
    in_pot: int = 0
    note: str = ""


def run_misdeal(raw: dict[str, object]) -> list[str]:
    """Return how the engine differs from what the scenario expects."""
    scenario = msgspec.convert(raw, MisdealScenario)
    got = _play_of(scenario)(scenario)
    wanted = {
        key: value
        for key, value in msgspec.to_builtins(scenario.expect).items()
        if value is not None
    }
    return [
        f"{key}: got {got.get(key)}, expected {value}"
        for key, value in wanted.items()
        if got.get(key) != value
    ]


def _play_of(scenario: MisdealScenario) -> Callable[[MisdealScenario], dict[str, object]]:
    if scenario.exposed_index is not None:
        return _one_exposed
    if scenario.exposed is not None:
        return _some_exposed
    if scenario.duplicate or scenario.start:
        return _taken_back
    return _substantial


def _three() -> dict[SeatNo, Chips]:
    return {1: STACK, 2: STACK, 3: STACK}


def _one_exposed(scenario: MisdealScenario) -> dict[str, object]:
    """The first seat's card of that number lies face up."""
    at = len(_three()) * (scenario.exposed_index or 0)
    play = PlainHand(start_plain(scenario.variant, _three(), exposed=(at,)))
    shown = [event for event in play.events if isinstance(event, CardExposed)]
    doors = [event for event in play.events if isinstance(event, CardsDealt)]
    third = {dealt.seat: dealt.faces for event in doors for dealt in event.hands}
    seat = play.hand.of(1)
    is_door = len(shown) == 1 and seat.upcards == (shown[0].face,)
    return {
        "misdeal": play.hand.phase == VOIDED,
        "door_card": "exposed_down_card" if is_door else "third_card",
        "third_card": "up" if third.get(1) else "down",
    }


def _some_exposed(scenario: MisdealScenario) -> dict[str, object]:
    """The last cards of the deal lie face up, before or after substantial action."""
    last = 2 * len(_three())
    exposed = tuple(range(last - (scenario.exposed or 0), last))
    command = start_plain(scenario.variant, _three(), button=3, exposed=exposed)
    play = PlainHand(command)
    stacks = {seat.seat: seat.stack_chips for seat in play.hand.seats}
    is_whole = stacks == _three()
    again = PlainHand(msgspec.structs.replace(command, exposed=()))
    return {
        "misdeal": play.hand.phase == VOIDED and is_whole,
        "button_moves": again.hand.started.button != play.hand.started.button,
    }


def _taken_back(scenario: MisdealScenario) -> dict[str, object]:
    """Everybody has put something in, and the hand is taken back."""
    stacks = {int(seat): chips for seat, chips in scenario.start.items()}
    each = scenario.in_pot // max(len(stacks), 1)
    if scenario.contributions:
        stacks = {int(seat): STACK for seat in scenario.contributions}
        each = max(scenario.contributions.values())
    structure = NoLimit(big_blind=each, ante=each)
    options = HandOptions(is_bomb_pot=True)  # everybody puts in the same
    play = PlainHand(start_plain("holdem", stacks, structure=structure, options=options))
    before = {str(seat.seat): seat.stack_chips for seat in play.hand.seats}
    pot = play.hand.pot_chips
    play.play(VoidHand("fouled deck"))
    after = {str(seat.seat): seat.stack_chips for seat in play.hand.seats}
    if scenario.in_pot and pot != scenario.in_pot:
        return {"in_pot": pot}
    return {"stacks": after, "refund": {seat: after[seat] - before[seat] for seat in after}}


def _substantial(scenario: MisdealScenario) -> dict[str, object]:
    """In a bomb pot the first round may be checked; too late for a misdeal after these?"""
    found = []
    for actions in (scenario.actions_a, scenario.actions_b):
        stacks = dict.fromkeys(range(1, 6), STACK)
        play = PlainHand(start_plain("holdem", stacks, options=HandOptions(is_bomb_pot=True)))
        for kind in actions:
            play.play(Act(play.hand.actor or 0, play.hand.turn, kind))
        try:
            play.play(DeclareMisdeal("a missing card"))
        except RuleViolation:
            found.append(True)
        else:
            found.append(False)
    return {"substantial": found}

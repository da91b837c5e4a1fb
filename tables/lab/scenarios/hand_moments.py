"""Scenarios of one moment of a hand: the cap, hands face up, no look at what was not dealt."""

from typing import Literal

import msgspec

from tables.engine.hand.commands import Act, CorrectBoard, EnterCards
from tables.engine.hand.events import BoardDealt, CardsShown, UncalledReturned
from tables.engine.hand.legal import legal
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.limits import FixedLimit
from tables.engine.rules.ruleset import HOUSE, RuleSet
from tables.lab.scenarios.hand_plain import FIXED, STACK, PlainHand, start_plain, staying_in
from tables.lab.scenarios.hand_schema import Strict


class CapExpected(Strict):
    """Whether the cap holds heads-up, for each number of players left."""

    cap_heads_up: list[bool]


class CapScenario(Strict):
    """The cap of a limit tournament (R-CAP-5)."""

    id: str
    type: Literal["cap"]
    rule_ids: list[str]
    mode: Literal["tournament"]
    kind: Literal["fixed"]
    players_in_event: list[int]
    expect: CapExpected
    note: str = ""


class FaceUpExpected(Strict):
    """Whether hands are opened at once."""

    face_up: bool


class FaceUpScenario(Strict):
    """All-in and called (R-SHW-6)."""

    id: str
    type: Literal["face_up"]
    rule_ids: list[str]
    mode: Literal["cash", "tournament"]
    all_in: list[int]
    active_with_chips: list[int]
    expect: FaceUpExpected
    note: str = ""


class ShowdownExpected(Strict):
    """Whether the request is granted."""

    allowed: bool


class ShowdownScenario(Strict):
    """A request after the hand (R-SHW-7)."""

    id: str
    type: Literal["showdown"]
    rule_ids: list[str]
    mode: Literal["cash", "tournament"]
    street: Literal["flop", "turn"]
    request: Literal["show_remaining_board"]
    expect: ShowdownExpected
    note: str = ""


def rules_of_event(players_left: int) -> RuleSet:
    """Return the rules of a limit tournament's hand: for the last two there is no cap."""
    lift: Literal["any_round", "stud_last_round"] = "stud_last_round"
    if players_left == 2:
        lift = "any_round"
    return msgspec.structs.replace(HOUSE, cap_lift_heads_up=lift)


def run_cap(raw: dict[str, object]) -> list[str]:
    """Raise heads-up until the cap, and see whether it holds."""
    scenario = msgspec.convert(raw, CapScenario)
    got = [_is_capped(FIXED, rules_of_event(left)) for left in scenario.players_in_event]
    wanted = scenario.expect.cap_heads_up
    return [] if got == wanted else [f"cap_heads_up: got {got}, expected {wanted}"]


def _is_capped(structure: FixedLimit, rules: RuleSet) -> bool:
    play = PlainHand(start_plain("holdem", {1: STACK, 2: STACK}, structure=structure, rules=rules))
    for _ in range(rules.cap_raises):  # the big blind is the first bet
        choices = legal(play.hand)
        assert choices is not None
        play.play(Act(choices.seat, choices.turn, "raise", choices.min_to_chips))
    choices = legal(play.hand)
    assert choices is not None
    return choices.why_no_raise == "raise_capped"


def run_face_up(raw: dict[str, object]) -> list[str]:
    """Let the short ones go all-in and the others call; are hands open before the flop?"""
    scenario = msgspec.convert(raw, FaceUpScenario)
    stacks = dict.fromkeys(scenario.all_in, 10 * 5) | dict.fromkeys(
        scenario.active_with_chips, STACK
    )
    play = PlainHand(start_plain("holdem", stacks))
    while (choices := legal(play.hand)) is not None and not play.hand.street:
        is_short = choices.seat in scenario.all_in and "all_in" in choices.kinds
        said = Act(choices.seat, choices.turn, "all_in") if is_short else staying_in(choices)
        play.play(said)
    kinds = (CardsShown, BoardDealt)
    first = next((event for event in play.events if isinstance(event, kinds)), None)
    got = isinstance(first, CardsShown)
    wanted = scenario.expect.face_up
    return [] if got == wanted else [f"face_up: got {got}, expected {wanted}"]


def run_showdown(raw: dict[str, object]) -> list[str]:
    """Win unseen on the street, and ask for the cards that would have come."""
    scenario = msgspec.convert(raw, ShowdownScenario)
    play = PlainHand(start_plain("holdem", {1: STACK, 2: STACK}))
    play.stay_in_to(scenario.street)
    count = len(play.hand.board)
    play.play(Act(play.hand.actor or 0, play.hand.turn, "fold"))
    assert not any(isinstance(event, UncalledReturned) for event in play.events)
    at = play.hand.next_position + 1
    allowed = len(play.hand.board) > count
    for request in (EnterCards((at,), (at,)), CorrectBoard((at,), "premature_card")):
        try:
            play.play(request)
        except RuleViolation:
            continue
        allowed = True
    wanted = scenario.expect.allowed
    return [] if allowed == wanted else [f"allowed: got {allowed}, expected {wanted}"]

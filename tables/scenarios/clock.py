"""Scenarios of the action clock (`type` = clock, timeout_followup)."""

from typing import Literal

import msgspec

from tables.engine.clock import clock_face
from tables.scenarios.hand_schema import Strict


class ClockExpected(Strict):
    """What the player sees."""

    clock_visible: bool
    expired: bool
    shows: int | None = None


class ClockScenario(Strict):
    """A turn's clock at one moment."""

    id: str
    type: Literal["clock"]
    rule_ids: list[str]
    elapsed_s: int
    expect: ClockExpected
    note: str = ""


class FollowupExpected(Strict):
    """What becomes of a player whose clock ran out."""

    next_hand: Literal["sitting_out", "in"]
    second_timeout: Literal["all_in", "fold", "check"]


class FollowupScenario(Strict):
    """Two time-outs of one player on one day."""

    id: str
    type: Literal["timeout_followup"]
    rule_ids: list[str]
    config: dict[str, object]
    expect: FollowupExpected
    note: str = ""


def run_clock(raw: dict[str, object]) -> list[str]:
    """Return how the clock differs from the scenario; nothing if it does not."""
    scenario = msgspec.convert(raw, ClockScenario)
    face = clock_face(scenario.elapsed_s * 1000)
    got = ClockExpected(clock_visible=face.is_visible, expired=face.is_expired, shows=face.shows_s)
    return [] if got == scenario.expect else [f"got {got}, expected {scenario.expect}"]

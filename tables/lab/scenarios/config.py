"""A scenario's switches, by their names on the wire."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from tables.engine.hand.events import RakePlan
from tables.engine.rules.ruleset import FIELD_OF_SWITCH, HOUSE, RuleSet


class RakeConfig(msgspec.Struct, forbid_unknown_fields=True):
    """The switch `rake`."""

    pct: int
    cap: int | None = None
    no_flop_no_drop: bool = True


class UnknownSwitch(Exception):
    """A scenario names a switch that does not exist."""


def rules_of(config: Mapping[str, object], mode: Literal["cash", "tournament"] = "cash") -> RuleSet:
    """
    Return the house rules with the scenario's switches.

    :raises UnknownSwitch: if a switch is none; :raises msgspec.ValidationError: for a wrong value.
    """
    stamped = msgspec.to_builtins(HOUSE)
    if mode == "tournament":  # A-24, R-BTN-3
        stamped |= {"timeout.mode": "fold", "button.method": "dead"}
    for switch, value in config.items():
        if switch == "rake":
            continue
        if switch not in FIELD_OF_SWITCH:
            raise UnknownSwitch(switch)
        stamped[switch] = value
    return msgspec.convert(stamped, RuleSet)


def rake_of(config: Mapping[str, object]) -> RakePlan:
    """Return the scenario's rake plan; none by default (R-RAK-1)."""
    if "rake" not in config:
        return RakePlan()
    rake = msgspec.convert(config["rake"], RakeConfig)
    return RakePlan(
        percent_bp=rake.pct * 100,
        cap_chips=rake.cap,
        is_no_flop_no_drop=rake.no_flop_no_drop,
    )

"""What a table is played for, in the form of lists and snapshots."""

from typing import Any

import msgspec

from tables.engine.rules.games import GAMES
from tables.engine.rules.ruleset import PRESETS, SWITCHES, RuleSet
from tables.engine.table.state import Stakes, TableConfig


def config_as_dict(config: TableConfig) -> dict[str, Any]:
    """Return game, stakes, options and rotation of a table, JSON-ready."""
    return {
        "game": config.game,
        "stakes": msgspec.to_builtins(config.stakes),
        "options": msgspec.to_builtins(config.options),
        "rotation": [msgspec.to_builtins(leg) for leg in config.rotation],
        "rotate_by": config.rotate_by,
        "rotate_every": config.rotate_every,
    }


def rules_as_dict(rules: RuleSet) -> dict[str, Any]:
    """Return the preset of the rules, and the switches that differ from it."""
    preset = PRESETS.get(rules.id, PRESETS["house"])
    changed = {
        name: getattr(rules, switch.field)
        for name, switch in SWITCHES.items()
        if getattr(rules, switch.field) != getattr(preset, switch.field)
    }
    return {"rules": rules.id, "switches": changed}


def lines_of(config: TableConfig) -> list[dict[str, Any]]:
    """Return each game of a table with its limit and stakes in words; one without a rotation."""
    return [
        {
            "game": leg.game,
            "family": GAMES[leg.game].family,
            "limit": leg.stakes.limit,
            "stakes_text": stakes_text(leg.stakes),
        }
        for leg in config.legs
    ]


def stakes_text(stakes: Stakes) -> str:
    """
    Return the stakes as players say them: `5/10`, `5/10/20` of stud, `2-10` of a spread.

    Blinds in no-limit and pot-limit, else the limits; an ante stands in front in stud, and behind
    elsewhere.
    """
    text = _figures(stakes)
    ante = stakes.ante_chips
    if stakes.bring_in_chips:
        return f"{ante}/{text}" if ante else text
    if stakes.big_blind_ante_chips:
        return f"{text} bb ante {stakes.big_blind_ante_chips}"
    return f"{text} ante {ante}" if ante else text


def _figures(stakes: Stakes) -> str:
    lower = stakes.lower_limit_chips
    match stakes.limit:
        case "fixed" | "stud_split":
            return f"{lower}/{stakes.higher_limit_chips}"
        case "spread" | "step_spread":
            return "-".join([str(chips) for chips in (lower, *stakes.max_bets_chips)])
        case "nl" | "pl":
            if stakes.bring_in_chips:
                return f"{stakes.bring_in_chips}/{stakes.big_blind_chips}"
            return f"{stakes.small_blind_chips}/{stakes.big_blind_chips}"

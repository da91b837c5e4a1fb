"""The forms of what a table plays: stakes, options, rotation, house rules."""

from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from pokerhouse.api.fields import Amount, Flag, Whole
from pokerhouse.api.problems import StrictSerializer
from pokerhouse.common.money import MAX_AMOUNT
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GAMES
from tables.engine.rules.ruleset import PRESETS, RuleSet, with_switches
from tables.engine.table.options import OPTION_RANGES
from tables.engine.table.state import LimitKind, TableConfig, TableOptions
from tables.services.bounds import MAX_BETS

_OF_OPTIONS = get_type_hints(TableOptions)

NEEDS: Mapping[str, tuple[str, ...]] = {
    "nl": ("big_blind",),
    "pl": ("big_blind",),
    "fixed": ("lower", "higher"),
    "spread": ("lower", "max_bets"),
    "step_spread": ("lower", "max_bets"),
    "stud_split": ("lower", "higher", "bring_in"),
}
"""Which figures a limit is made of; `bring_in` stands instead of blinds where stud is played."""

_FIGURES = ("lower", "higher", "max_bets")
_BLINDS = ("small_blind", "big_blind")
_BET_COUNTS = {"spread": (1, 1), "step_spread": (2, 3)}


class StakesInput(StrictSerializer):
    """
    What is played for.

    Blinds, or `bring_in` for stud; `lower` and `higher` of `fixed` and `stud_split`; `lower` and
    one maximum of `spread`, two or three of `step_spread`. In stud without a fixed limit
    `big_blind` is the smallest bet.
    """

    limit = serializers.ChoiceField(list(get_args(LimitKind)), default="nl")
    small_blind = Whole(min_value=0, max_value=MAX_AMOUNT, required=False)
    big_blind = Whole(min_value=0, max_value=MAX_AMOUNT, required=False)
    lower = Amount(required=False)
    higher = Amount(required=False)
    max_bets = serializers.ListField(
        child=Amount(), min_length=1, max_length=MAX_BETS, required=False
    )
    ante = Amount(required=False)
    big_blind_ante = Amount(required=False)
    bring_in = Amount(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Name each figure that the limit lacks, or has no use for."""
        limit = attrs["limit"]
        needed = NEEDS[limit]
        if "bring_in" not in attrs and "bring_in" not in needed:
            needed = (*_BLINDS, *[name for name in needed if name not in _BLINDS])
        wrong = {
            name: [ErrorDetail("This field is required.", "required")]
            for name in needed
            if name not in attrs
        }
        for name in _FIGURES:
            if name in attrs and name not in needed:
                sentence = f"The limit {limit} has no such figure."
                wrong[name] = [ErrorDetail(sentence, "not_in_limit")]
        least, most = _BET_COUNTS.get(limit, (0, MAX_BETS))
        if "max_bets" in attrs and not least <= len(attrs["max_bets"]) <= most:
            sentence = f"The limit {limit} has {least} to {most} of them."
            wrong.setdefault("max_bets", [ErrorDetail(sentence, "wrong_count")])
        if wrong:
            raise serializers.ValidationError(wrong)
        return attrs


class LegInput(StrictSerializer):
    """One of the games that are played in turn."""

    game = serializers.ChoiceField(sorted(GAMES))
    stakes = StakesInput()


def _ranged(option: str) -> Whole:
    """Return the field of an option, which may be left out, with the engine's bounds."""
    least, most = OPTION_RANGES[option]
    return Whole(min_value=least, max_value=most, required=False)


class OptionsInput(StrictSerializer):
    """What a cash table plays beside the game's own rules; what is left out is off."""

    straddle = serializers.ChoiceField(list(get_args(_OF_OPTIONS["straddle"])), required=False)
    max_straddles = _ranged("max_straddles")
    run_it_times = _ranged("run_it_times")
    bomb_pot_every_hands = _ranged("bomb_pot_every_hands")
    bomb_pot_ante_big_blinds = _ranged("bomb_pot_ante_big_blinds")
    bomb_pot_boards = _ranged("bomb_pot_boards")
    board_count = _ranged("board_count")
    kill = serializers.ChoiceField(list(get_args(_OF_OPTIONS["kill"])), required=False)
    kill_pot_chips = _ranged("kill_pot_chips")
    may_buy_button = Flag(required=False)


_RULES_FORM: dict[str, Any] = {
    "oneOf": [
        {"type": "string", "enum": sorted(PRESETS)},
        {
            "type": "object",
            "required": ["preset"],
            "additionalProperties": False,
            "properties": {
                "preset": {"type": "string", "enum": sorted(PRESETS)},
                "switches": {
                    "type": "object",
                    "description": "Wire name of a switch and its value, as GET /rules tells.",
                    "additionalProperties": {"type": ["string", "integer", "boolean", "null"]},
                },
            },
        },
    ],
    "default": "house",
}


@extend_schema_field(_RULES_FORM)
class RulesField(serializers.Field[RuleSet, Any, Any, Any]):
    """A preset by its name, or one with single switches set otherwise."""

    default_error_messages = {
        "invalid": "A preset, or an object with `preset` and `switches`.",
        "invalid_choice": "There is no such preset.",
    }

    def to_internal_value(self, data: Any) -> RuleSet:
        if isinstance(data, str):
            data = {"preset": data}
        if not isinstance(data, Mapping) or "preset" not in data:
            self.fail("invalid")
        unknown = sorted(str(key) for key in data if key not in {"preset", "switches"})
        if unknown:
            no_such = [ErrorDetail("There is no such field.", "unknown_field")]
            raise serializers.ValidationError(dict.fromkeys(unknown, no_such))
        preset, switches = data["preset"], data.get("switches", {})
        if not isinstance(preset, str) or preset not in PRESETS:
            self.fail("invalid_choice")
        if not isinstance(switches, Mapping):
            sentence = ErrorDetail("An object: switch and value.", "not_a_dict")
            raise serializers.ValidationError({"switches": [sentence]})
        _check_switches(preset, switches)
        return with_switches(preset, switches)

    def to_representation(self, value: RuleSet) -> str:
        """Return the preset's name; unused, as a form is only read."""
        return value.id


def _check_switches(preset: str, switches: Mapping[Any, Any]) -> None:
    """Name every wrong switch, not the first alone."""
    wrong: dict[str, list[ErrorDetail]] = {}
    for name, value in switches.items():
        try:
            with_switches(preset, {name: value})
        except RuleViolation as violation:
            allowed = violation.facts.get("allowed")
            sentence = f"It may be one of {allowed}." if allowed else "There is no such switch."
            wrong[str(name)] = [ErrorDetail(sentence, violation.code)]
    if wrong:
        raise serializers.ValidationError({"switches": wrong})


ROTATE_BY = list(get_args(get_type_hints(TableConfig)["rotate_by"]))

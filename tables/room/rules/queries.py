"""The house rules for a form: presets, and switches with their values and texts."""

from typing import Any

from tables.engine.rules.ruleset import FIELD_OF_SWITCH, PRESETS, SWITCHES, Switch
from tables.room.rules.words import PRESET_WORDS, WORDS


def rules(language: str) -> dict[str, Any]:
    """Return presets and switches with their texts in that language, ready for JSON."""
    return {
        "presets": [_preset(preset, language) for preset in PRESETS],
        "switches": [_switch(switch, language) for switch in SWITCHES.values()],
    }


def _preset(preset: str, language: str) -> dict[str, Any]:
    words, stamped = PRESET_WORDS[preset], PRESETS[preset]
    return {
        "preset": preset,
        "title": words.title(language),
        "text": words.text(language),
        "rules": {name: getattr(stamped, field) for name, field in FIELD_OF_SWITCH.items()},
    }


def _switch(switch: Switch, language: str) -> dict[str, Any]:
    words = WORDS[switch.name]
    is_number = switch.type == "integer"
    return {
        "switch": switch.name,
        "title": words.title(language),
        "text": words.text(language),
        "type": switch.type,
        "default": switch.default,
        "choices": [
            {"value": value, "text": words.value(value, language)} for value in words.values
        ],
        "min": switch.least if is_number else None,
        "max": switch.most if is_number else None,
        "may_be_null": switch.may_be_null,
    }

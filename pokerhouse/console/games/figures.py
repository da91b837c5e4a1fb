"""
The figures of a game's stakes as fields: those of its limit, and no other.

Blinds follow from the limits where the rules say so (R-BLD-3), so nobody has to type them twice.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from pokerhouse.console.game_words import name_of
from pokerhouse.console.parts.forms import ChipsField
from tables.api.configs import stakes_of
from tables.engine.rules.games import GAMES
from tables.engine.table.state import Leg, Stakes

LIMIT_WORDS: Final[Mapping[str, str]] = {
    "nl": _("No limit"),
    "pl": _("Pot limit"),
    "fixed": _("Fixed limit"),
    "spread": _("Spread limit"),
    "step_spread": _("Spread limit in steps"),
    "stud_split": _("Fixed limit with bring-in"),
}
_FIGURE_WORDS: Final[Mapping[str, str]] = {
    "small_blind": _("Small blind"),
    "big_blind": _("Big blind"),
    "smallest_bet": _("Smallest bet"),
    "lower": _("Lower limit"),
    "higher": _("Higher limit"),
    "bring_in": _("Bring-in"),
    "ante": _("Ante"),
    "big_blind_ante": _("Ante of the big blind"),
    "max_1": _("Largest bet"),
    "max_2": _("Largest bet of the second step"),
    "max_3": _("Largest bet of the third step"),
}
_OF_LIMIT: Final[Mapping[str, tuple[str, ...]]] = {
    "nl": (),
    "pl": (),
    "fixed": ("lower", "higher"),
    "stud_split": ("lower", "higher"),
    "spread": ("lower", "max_1"),
    "step_spread": ("lower", "max_1", "max_2", "max_3"),
}
_OPTIONAL: Final = frozenset({"ante", "big_blind_ante", "max_3"})
_BIG_BET: Final = frozenset({"nl", "pl"})


def game_choices() -> list[tuple[str, str]]:
    """Return every variant with its name."""
    return [(code, name_of(code)) for code in GAMES]


def limits_of(game: str) -> list[str]:
    """Return the limits that a game is played with."""
    if GAMES[game].is_stud:
        return ["stud_split", "spread", "step_spread", "nl", "pl"]
    return ["nl", "pl", "fixed", "spread", "step_spread"]


def figures_of(game: str, limit: str) -> tuple[str, ...]:
    """Return the figures that somebody writes for it, in the order in which they are asked for."""
    is_stud, is_big_bet = GAMES[game].is_stud, limit in _BIG_BET
    if is_stud:
        return (*_OF_LIMIT[limit], *(["smallest_bet"] if is_big_bet else []), "bring_in", "ante")
    if is_big_bet:
        return ("small_blind", "big_blind", "ante", "big_blind_ante")
    return (*_OF_LIMIT[limit], "small_blind", "ante")


def figure_fields(game: str, limit: str, prefix: str = "") -> Iterator[tuple[str, forms.Field]]:
    """Yield a field for each figure; `prefix` tells one game of a rotation from another."""
    for name in figures_of(game, limit):
        label, is_needed = gettext(_FIGURE_WORDS[name]), name not in _OPTIONAL
        yield f"{prefix}{name}", ChipsField(label=label, required=is_needed)


def stakes_from(facts: Mapping[str, Any], game: str, limit: str, prefix: str = "") -> Stakes:
    """Return the stakes that the fields' values describe."""
    said = {name: facts.get(f"{prefix}{name}") for name in figures_of(game, limit)}
    figures = {name: value for name, value in said.items() if value is not None}
    maxima = [figures.pop(name) for name in ("max_1", "max_2", "max_3") if name in figures]
    if maxima:
        figures["max_bets"] = maxima
    if "smallest_bet" in figures:
        figures["big_blind"] = figures.pop("smallest_bet")
    if not GAMES[game].is_stud and limit not in _BIG_BET:
        figures["big_blind"] = figures["lower"]
    return stakes_of({"limit": limit, **figures})


def initial_of(leg: Leg, prefix: str = "") -> dict[str, int]:
    """Return the values of the fields for stakes as they are."""
    stakes = leg.stakes
    maxima = dict(zip(("max_1", "max_2", "max_3"), stakes.max_bets_chips, strict=False))
    figures = {
        "small_blind": stakes.small_blind_chips,
        "big_blind": stakes.big_blind_chips,
        "smallest_bet": stakes.big_blind_chips,
        "lower": stakes.lower_limit_chips,
        "higher": stakes.higher_limit_chips,
        "bring_in": stakes.bring_in_chips,
        "ante": stakes.ante_chips,
        "big_blind_ante": stakes.big_blind_ante_chips,
        **maxima,
    }
    wanted = figures_of(leg.game, stakes.limit)
    return {f"{prefix}{name}": figures[name] for name in wanted if figures.get(name)}


def switch_field(switch: str) -> str:
    """Return what the field of a switch of the house rules is called."""
    return f"switch_{switch.replace('.', '__')}"

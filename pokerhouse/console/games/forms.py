"""What a game of the house, or a table of its own kind, is made of."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from pokerhouse.common.errors import DomainError
from pokerhouse.console.games.figures import (
    LIMIT_WORDS,
    figure_fields,
    game_choices,
    limits_of,
    stakes_from,
    switch_field,
)
from pokerhouse.console.parts.commands import CommandForm, VersionedForm
from pokerhouse.console.parts.forms import SentenceField
from tables.engine.rules.clock import TURN_MS
from tables.engine.rules.games import GAMES
from tables.engine.rules.ruleset import SWITCHES, RuleSet, Switch, with_switches
from tables.engine.rules.terms import MAX_SEATS
from tables.engine.table.state import TableConfig
from tables.room.rules.queries import rules

MAX_NAME: Final = 60
BOOKS: Final = (("main", _("Real money")), ("play", _("Play money")))
OFTEN_CHANGED: Final = (
    "stakes.min_buy_in_factor",
    "stakes.max_buy_in",
    "stakes.rejoin_window_min",
    "button.method",
    "missed_blinds",
    "entry.between_button_and_bb",
    "timeout.mode",
    "showdown.mode",
)
"""The switches that a manager sets; all others stay as their preset has them."""

DEFAULT_GAME, DEFAULT_SEATS = "holdem", 9
MAX_TURN_S: Final = 600


class GameChoice(forms.Form):
    """What is played: the figures that are asked for next follow from it."""

    game = forms.ChoiceField(label=_("Game"), choices=game_choices)
    limit = forms.ChoiceField(label=_("Limit"))

    def __init__(self, game: str, limit: str) -> None:
        super().__init__(initial={"game": game, "limit": limit}, auto_id="choice_%s")
        choices = [(name, gettext(LIMIT_WORDS[name])) for name in limits_of(game)]
        self.fields["limit"] = forms.ChoiceField(label=_("Limit"), choices=choices)


def chosen(game: str, limit: str) -> tuple[str, str]:
    """Return the game and limit that somebody chose; what is no such thing counts as not said."""
    game = game if game in GAMES else DEFAULT_GAME
    limits = limits_of(game)
    return game, limit if limit in limits else limits[0]


class ConfigForm(CommandForm):
    """A game with figures and house rules of its own; `opens` says what the green button does."""

    name = SentenceField(label=_("Name"), max_length=MAX_NAME)
    seats = forms.IntegerField(
        label=_("Seats"), min_value=2, max_value=MAX_SEATS, initial=DEFAULT_SEATS
    )
    book = forms.ChoiceField(label=_("Book"), choices=BOOKS, initial="main")
    turn_s = forms.IntegerField(
        label=_("Seconds for a decision"),
        min_value=1,
        max_value=MAX_TURN_S,
        initial=TURN_MS // 1000,
    )
    of_game = forms.CharField(widget=forms.HiddenInput)
    of_limit = forms.CharField(widget=forms.HiddenInput)
    """Under names of their own: the choice above sends its new ones beside what is typed here."""

    def __init__(self, said: Mapping[str, Any] | None, kept: Mapping[str, Any]) -> None:
        if said is None:
            self.chosen = chosen(kept.get("game", ""), kept.get("limit", ""))
        else:
            self.chosen = chosen(said.get("of_game", ""), said.get("of_limit", ""))
        game, limit = self.chosen
        super().__init__(said, initial={**kept, "of_game": game, "of_limit": limit})
        self.figures = [name for name, _field in self._add(figure_fields(game, limit))]
        self.switches = [name for name, _field in self._add(_rule_fields())]

    def _add(self, fields: Iterator[tuple[str, forms.Field]]) -> Iterator[tuple[str, forms.Field]]:
        for name, field in fields:
            self.fields[name] = field
            yield name, field

    @property
    def about(self) -> list[forms.BoundField]:
        """What every game has."""
        return [self[name] for name in ("name", "seats", "book", "turn_s")]

    @property
    def of_stakes(self) -> list[forms.BoundField]:
        """The stakes."""
        return [self[name] for name in self.figures]

    @property
    def of_rules(self) -> list[forms.BoundField]:
        """The preset of the house rules, and what is otherwise here."""
        return [self[name] for name in self.switches]

    def config(self) -> TableConfig:
        """Return what a checked form describes."""
        facts, (game, limit) = self.cleaned_data, self.chosen
        return TableConfig(
            game=GAMES[game].code,
            seat_count=facts["seats"],
            stakes=stakes_from(facts, game, limit),
            rules=_rules_of(facts),
            book=facts["book"],
            turn_ms=facts["turn_s"] * 1000,
        )

    def field_of(self, refusal: DomainError) -> str:
        """Return the field by where the refusal points, or by the name that it says is taken."""
        if refusal.code in {"game_name_taken", "table_name_taken"}:
            return "name"
        rule = refusal.facts.get("rule")
        if rule == "rules_out_of_range":
            return switch_field(str(refusal.facts["switch"]))
        return _FIELDS.get(str(rule), "")


_FIELDS: Final = {"table_size": "seats", "sb_ratio": "small_blind"}
"""Where a refusal of the rules belongs."""


class RenameForm(VersionedForm):
    """What the game shall be called."""

    name = SentenceField(label=_("Name"), max_length=MAX_NAME)

    def field_of(self, refusal: DomainError) -> str:
        """Return the name's field, if the name is the trouble."""
        return "name" if refusal.code == "game_name_taken" else ""


def _rule_fields() -> Iterator[tuple[str, forms.Field]]:
    """Yield a field for the preset, and one for each switch that is often set otherwise."""
    told = rules(get_language() or "en")
    presets = [(preset["preset"], preset["title"]) for preset in told["presets"]]
    texts = " ".join(f"{preset['title']}: {preset['text']}" for preset in told["presets"])
    yield (
        "preset",
        forms.ChoiceField(
            label=gettext("Preset"), choices=presets, initial=presets[0][0], help_text=texts
        ),
    )
    words = {switch["switch"]: switch for switch in told["switches"]}
    for name in OFTEN_CHANGED:
        yield switch_field(name), _switch_field(SWITCHES[name], words[name])


def _switch_field(switch: Switch, words: Mapping[str, Any]) -> forms.Field:
    """Return a field in which nothing means: as the preset has it."""
    label, text = words["title"], words["text"]
    if switch.type == "integer":
        field = forms.IntegerField(
            label=label,
            help_text=text,
            required=False,
            min_value=switch.least,
            max_value=switch.most,
        )
        field.widget.attrs["placeholder"] = gettext("as the house rules say")
        return field
    choices = [(_value_text(one["value"]), one["text"]) for one in words["choices"]]
    return forms.ChoiceField(
        label=label,
        help_text=text,
        required=False,
        choices=[("", gettext("as the house rules say")), *choices],
    )


def _value_text(value: bool | str | None) -> str:  # noqa: FBT001  a switch's value
    return str(value).lower() if isinstance(value, bool) else str(value)


def _rules_of(facts: Mapping[str, Any]) -> RuleSet:
    said = {name: facts[switch_field(name)] for name in OFTEN_CHANGED}
    switches = {name: value for name, value in said.items() if value not in {"", None}}
    return with_switches(facts["preset"], switches)

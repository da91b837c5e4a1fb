"""What the floor fills in."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pokerhouse.common.errors import DomainError
from pokerhouse.console.game_words import game_name, name_of
from pokerhouse.console.games.figures import figure_fields, initial_of, stakes_from
from pokerhouse.console.games.forms import MAX_NAME
from pokerhouse.console.parts.commands import CommandForm, VersionedForm, VersionedReasonForm
from pokerhouse.console.parts.forms import SentenceField
from tables.engine.table.state import Leg, Stakes


class OpenForm(CommandForm):
    """A table for a game of the house."""

    game = forms.ChoiceField(label=_("Game"))
    name = SentenceField(
        label=_("Name of the table"),
        max_length=MAX_NAME,
        help_text=_("So the lobby calls it. Each name is given once."),
    )

    def __init__(self, said: Mapping[str, Any] | None, games: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(said)
        choices = [(game["game"], _line(game)) for game in games]
        self.fields["game"] = forms.ChoiceField(
            label=gettext("Game"), choices=[("", gettext("Please choose")), *choices]
        )

    def field_of(self, refusal: DomainError) -> str:
        """Return whether the name or the game is the trouble."""
        of = {"table_name_taken": "name", "game_retired": "game", "unknown_game": "game"}
        return of.get(refusal.code, "")


class StakesForm(VersionedForm):
    """Other stakes: one set, in a rotation one for each of its games. Limits stay what they are."""

    def __init__(self, said: Mapping[str, Any] | None, legs: Sequence[Leg], version: int) -> None:
        self.legs = legs
        initial: dict[str, Any] = {"version": version}
        for place, leg in enumerate(legs):
            initial |= initial_of(leg, _prefix(place))
        super().__init__(said, initial=initial)
        for place, leg in enumerate(legs):
            for name, field in figure_fields(leg.game, leg.stakes.limit, _prefix(place)):
                if len(legs) > 1:
                    field.label = f"{name_of(leg.game)}: {field.label}"
                self.fields[name] = field

    def stakes(self) -> list[Stakes]:
        """Return what a checked form asks for, in the order of the games."""
        return [
            stakes_from(self.cleaned_data, leg.game, leg.stakes.limit, _prefix(place))
            for place, leg in enumerate(self.legs)
        ]

    def field_of(self, refusal: DomainError) -> str:
        """Return the small blind, where it alone is the trouble."""
        is_small = refusal.facts.get("rule") == "sb_ratio" and len(self.legs) == 1
        return f"{_prefix(0)}small_blind" if is_small else ""


class RemoveForm(VersionedReasonForm):
    """Why this player, and no other, has to go."""

    player = forms.UUIDField(widget=forms.HiddenInput)


def _prefix(place: int) -> str:
    return f"game{place}_"


def _line(game: Mapping[str, Any]) -> str:
    plays = game_name({**game, "game": game["variant"]})
    seats = gettext("{count} seats").format(count=game["seat_count"])
    return f"{game['name']} · {plays} · {game['stakes_text']} · {seats}"

"""The forms of what staff do with games, tables and hands, in and out."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from accounts.money.ledger.chart import Book
from pokerhouse.api.fields import Text, Whole
from pokerhouse.api.http import CommandInput
from pokerhouse.api.pagination import PageOutput
from pokerhouse.api.structs import sent, sent_field
from tables.api.serializers import SWITCHES, GameOutput
from tables.api.serializers_table import (
    ROTATE_BY,
    LegInput,
    OptionsInput,
    RulesField,
    StakesInput,
)
from tables.engine.rules.games import GAMES
from tables.engine.rules.terms import MAX_SEATS
from tables.live.state_forms import StaffSeatView
from tables.services.bounds import MAX_LEGS, MAX_REASON


class RotationInput(CommandInput):
    """Games that are played in turn, instead of one."""

    rotation = serializers.ListField(
        child=LegInput(), min_length=1, max_length=MAX_LEGS, required=False
    )


class ConfigInput(RotationInput):
    """
    What games and tables have in common.

    With a `rotation` its games and stakes are played in turn; `game` and `stakes` are the table's
    face, and those of the first leg if they are not given.
    """

    name = Text(max_length=60)
    rules = RulesField(required=False)
    book = serializers.ChoiceField([book.value for book in Book], default=Book.MAIN.value)
    turn_ms = Whole(min_value=1_000, max_value=600_000, required=False)
    options = OptionsInput(required=False)
    rotate_by = serializers.ChoiceField(ROTATE_BY, required=False)
    rotate_every = Whole(min_value=1, max_value=1_000, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a pace without a rotation."""
        idle = [name for name in ("rotate_by", "rotate_every") if name in attrs]
        if idle and "rotation" not in attrs:
            nothing = [ErrorDetail("There is no rotation.", "no_rotation")]
            raise serializers.ValidationError(dict.fromkeys(idle, nothing))
        return attrs


class NewGameInput(ConfigInput):
    """What tables may be opened for."""

    game = serializers.ChoiceField(sorted(GAMES), required=False)
    seats = Whole(min_value=2, max_value=MAX_SEATS)
    stakes = StakesInput(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a game without stakes."""
        return _with_fields(super().validate(attrs), [] if "rotation" in attrs else ["stakes"])


class OpenTableInput(ConfigInput):
    """A new table: for a game of the house (`game` is its id), or with figures of its own."""

    game = Text(max_length=36, required=False)
    seats = Whole(min_value=2, max_value=MAX_SEATS, required=False)
    stakes = StakesInput(required=False)

    def validate_game(self, game: str) -> str:
        """Refuse what is neither a variant nor an id."""
        if game not in GAMES and game_id_of(game) is None:
            sentence = "Neither a variant nor the id of a game."
            raise serializers.ValidationError(sentence, "invalid_choice")
        return game

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a table that is neither of a game nor described."""
        attrs = super().validate(attrs)
        if game_id_of(attrs.get("game", "")) is not None:
            return attrs
        return _with_fields(attrs, ["seats"] if "rotation" in attrs else ["seats", "stakes"])


def _with_fields(attrs: dict[str, Any], needed: Sequence[str]) -> dict[str, Any]:
    missing = [field for field in needed if field not in attrs]
    if missing:
        raise serializers.ValidationError(
            {field: [ErrorDetail("This field is required.", "required")] for field in missing}
        )
    return attrs


def game_id_of(text: str) -> UUID | None:
    """Return the id, where `game` names a game of the house; None for a variant."""
    try:
        return UUID(text)
    except ValueError:
        return None


class RenameGameInput(CommandInput):
    """What the game shall be called."""

    name = Text(max_length=60)


class ChangeTableInput(RotationInput):
    """
    What the table shall be played for, from the next hand on: all of it, not parts.

    A rotation's table names each of its games again, in order, with its new stakes.
    """

    stakes = StakesInput(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse to change nothing."""
        return _with_fields(attrs, [] if "rotation" in attrs else ["stakes"])


class TransitionInput(CommandInput):
    """What the table shall be, and why."""

    to = serializers.ChoiceField(["paused", "playing", "closed"])
    reason = Text(max_length=MAX_REASON)


class RemoveInput(CommandInput):
    """Why the player has to go; `player`, if given, is the one that is meant, and no other."""

    reason = Text(max_length=MAX_REASON)
    player = serializers.UUIDField(required=False)


class VoidInput(CommandInput):
    """Why the hand counts for nothing."""

    reason = Text(max_length=MAX_REASON)


class CreatedGameOutput(serializers.Serializer[Any]):
    """The new game."""

    game = serializers.UUIDField()


class StaffGameOutput(GameOutput):
    """A game as managers know it; `version` is what `If-Match` takes."""

    version = serializers.CharField()
    rules = serializers.CharField()
    switches = SWITCHES()
    turn_ms = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    retired_at = serializers.DateTimeField(allow_null=True)


class StaffGamesOutput(PageOutput):
    """A page of games."""

    data = StaffGameOutput(many=True)  # type: ignore[assignment]


class RenamedGameOutput(serializers.Serializer[Any]):
    """The game after its change."""

    game = serializers.UUIDField()
    name = serializers.CharField()
    version = serializers.CharField()


class OpenedOutput(serializers.Serializer[Any]):
    """The new table."""

    table = serializers.UUIDField()
    seq = serializers.IntegerField()


class StaffOutput(serializers.Serializer[Any]):
    """Up to where the feed went with the command."""

    seq = serializers.IntegerField()


class RemovedOutput(StaffOutput):
    """Whether he is out, or will be when the hand has ended."""

    applied = serializers.ChoiceField(["now", "after_hand"])


class StaffPlayerOutput(serializers.Serializer[Any]):
    """A player as the floor knows him."""

    player = serializers.UUIDField()
    screen_name = serializers.CharField()
    standing = serializers.CharField()
    seats = serializers.ListField(child=sent_field(sent(StaffSeatView))())

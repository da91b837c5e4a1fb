"""The forms of what staff do with games, tables and hands, in and out."""

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from pokerhouse.api.fields import Amount, Text, Whole
from pokerhouse.api.http import CommandInput
from pokerhouse.api.pagination import PageOutput
from pokerhouse.api.problems import StrictSerializer
from tables.api.serializers import GameOutput
from tables.engine.games import GAMES
from tables.engine.ruleset import PRESETS
from tables.engine.terms import MAX_SEATS
from tables.services.play import MAX_REASON


class StakesInput(StrictSerializer):
    """The forced bets."""

    small_blind = Amount()
    big_blind = Amount()
    ante = Amount(required=False)


class ConfigInput(CommandInput):
    """What games and tables have in common."""

    name = Text(max_length=60)
    rules = serializers.ChoiceField(sorted(PRESETS), default="house")
    book = serializers.ChoiceField(["main", "play"], default="main")
    turn_ms = Whole(min_value=1_000, max_value=600_000, required=False)


class NewGameInput(ConfigInput):
    """What tables may be opened for."""

    game = serializers.ChoiceField(sorted(GAMES), default="holdem")
    seats = Whole(min_value=2, max_value=MAX_SEATS)
    stakes = StakesInput()


class OpenTableInput(ConfigInput):
    """A new table: for a game of the house (`game` is its id), or with figures of its own."""

    game = Text(max_length=36, default="holdem")
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
        missing = [field for field in ("seats", "stakes") if field not in attrs]
        if missing and game_id_of(attrs["game"]) is None:
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


class ChangeTableInput(CommandInput):
    """What the table shall be played for, from the next hand on: all of it, not parts."""

    stakes = StakesInput()


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


class StaffSeatOutput(serializers.Serializer[Any]):
    """A player's seat."""

    table = serializers.UUIDField()
    seat = serializers.IntegerField()
    player = serializers.UUIDField()
    stack_chips = serializers.IntegerField()
    status = serializers.CharField()
    standing = serializers.CharField()
    missed_small = serializers.BooleanField()
    missed_big = serializers.BooleanField()


class StaffPlayerOutput(serializers.Serializer[Any]):
    """A player as the floor knows him."""

    player = serializers.UUIDField()
    screen_name = serializers.CharField()
    standing = serializers.CharField()
    seats = StaffSeatOutput(many=True)

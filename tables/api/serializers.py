"""The forms of the tables' endpoints, in and out."""

from typing import Any, get_args
from uuid import UUID

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from pokerhouse.api.fields import Amount, Text, Whole
from pokerhouse.api.http import CommandInput
from pokerhouse.api.pagination import PageOutput, PageQuery
from pokerhouse.api.problems import StrictSerializer
from tables.engine.commands import ActionKind
from tables.engine.games import GAMES
from tables.engine.ruleset import PRESETS
from tables.engine.table_state import EntryChoice, SitOutWhen
from tables.engine.terms import MAX_SEATS
from tables.services.play import MAX_REASON

MAX_EVENTS = 500
MAX_WAIT_S = 25
MAX_TURN = 10_000
MAX_SEQ = 2**53 - 1


@extend_schema_field({"type": "object", "additionalProperties": True})
class Body(serializers.JSONField):
    """A part in the wire form that sockets have too; AsyncAPI describes it."""


class BuyInInput(CommandInput):
    """How much to sit down with, and how to come in."""

    amount = Amount()
    entry = serializers.ChoiceField([e.value for e in EntryChoice], default=EntryChoice.WAIT.value)


class TopUpInput(CommandInput):
    """How much to add."""

    amount = Amount()


class SitOutInput(CommandInput):
    """From when to take no cards."""

    when = serializers.ChoiceField([w.value for w in SitOutWhen], default=SitOutWhen.NOW.value)


class SitInInput(CommandInput):
    """How to come in again."""

    entry = serializers.ChoiceField([e.value for e in EntryChoice], default=EntryChoice.WAIT.value)


class ActionInput(CommandInput):
    """A decision for the turn that it names; `to` is the street's total, never an increment."""

    turn = Whole(min_value=1, max_value=MAX_TURN)
    action = serializers.ChoiceField(list(get_args(ActionKind)))
    to = Amount(required=False)


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
        if game not in GAMES and not is_game_id(game):
            sentence = "Neither a variant nor the id of a game."
            raise serializers.ValidationError(sentence, "invalid_choice")
        return game

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a table that is neither of a game nor described."""
        missing = [field for field in ("seats", "stakes") if field not in attrs]
        if missing and not is_game_id(attrs["game"]):
            raise serializers.ValidationError(
                {field: [ErrorDetail("This field is required.", "required")] for field in missing}
            )
        return attrs


def is_game_id(text: str) -> bool:
    """Return whether `game` names a game of the house, and not a variant."""
    try:
        UUID(text)
    except ValueError:
        return False
    return True


class TransitionInput(CommandInput):
    """What the table shall be, and why."""

    to = serializers.ChoiceField(["paused", "playing", "closed"])
    reason = Text(max_length=MAX_REASON)


class VoidInput(CommandInput):
    """Why the hand counts for nothing."""

    reason = Text(max_length=MAX_REASON)


class EventsQuery(StrictSerializer):
    """Which part of a feed."""

    after_seq = serializers.IntegerField(min_value=0, max_value=MAX_SEQ, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=MAX_EVENTS, default=200)
    wait = serializers.IntegerField(min_value=0, max_value=MAX_WAIT_S, default=0)


class HandsQuery(PageQuery):
    """Which hands."""

    table = serializers.UUIDField(required=False)
    player = serializers.ChoiceField(["me"], required=False)


class HistoryQuery(StrictSerializer):
    """In which form."""

    format = serializers.ChoiceField(["json", "phh"], default="json")


class TableOutput(serializers.Serializer[Any]):
    """A table's line in the lobby."""

    table = serializers.UUIDField()
    name = serializers.CharField()
    game = serializers.CharField()
    book = serializers.CharField()
    state = serializers.CharField()
    seat_count = serializers.IntegerField()
    free_seats = serializers.IntegerField()
    small_blind_chips = serializers.IntegerField()
    big_blind_chips = serializers.IntegerField()
    hand_no = serializers.IntegerField()


class TablesOutput(PageOutput):
    """A page of tables."""

    data = TableOutput(many=True)  # type: ignore[assignment]


class LobbyOutput(TablesOutput):
    """The lobby."""

    server_now = serializers.CharField()


class TablePageOutput(TableOutput):
    """A table with its seats."""

    version = serializers.CharField()
    seats = serializers.ListField(child=Body())
    stakes = Body()
    rules = serializers.CharField()


class StateOutput(serializers.Serializer[Any]):
    """A table as its viewer may see it."""

    seq = serializers.IntegerField()
    epoch = serializers.IntegerField()
    table = Body()
    seats = serializers.ListField(child=Body())
    hand = Body(allow_null=True)
    turn = Body(allow_null=True)
    you = Body(allow_null=True)
    server_now = serializers.CharField()


class MySeatsOutput(PageOutput):
    """The tables at which one sits, each with its state."""

    data = StateOutput(many=True)  # type: ignore[assignment]


class EventsOutput(serializers.Serializer[Any]):
    """A part of the feed; hidden events are `{"t": "skip", "from", "to"}`."""

    seq = serializers.IntegerField()
    events = serializers.ListField(child=Body())
    server_now = serializers.CharField()


class SeatOutput(serializers.Serializer[Any]):
    """What a command at one's seat did."""

    seq = serializers.IntegerField()
    applied = serializers.ChoiceField(["now", "after_hand"])
    events = serializers.ListField(child=Body())


class BuyInOutput(SeatOutput):
    """What sitting down did."""

    stack = serializers.IntegerField()


class ActionOutput(serializers.Serializer[Any]):
    """What an action did."""

    seq = serializers.IntegerField()
    turn = serializers.IntegerField()
    events = serializers.ListField(child=Body())


class TableHandOutput(serializers.Serializer[Any]):
    """The running or last hand of a table."""

    seq = serializers.IntegerField()
    hand = Body(allow_null=True)
    turn = Body(allow_null=True)
    you = Body(allow_null=True)
    server_now = serializers.CharField()


class HandLineOutput(serializers.Serializer[Any]):
    """A hand in a list."""

    hand = serializers.UUIDField()
    table = serializers.UUIDField()
    hand_no = serializers.IntegerField()
    players = serializers.ListField(child=serializers.UUIDField())
    started_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    voided_at = serializers.DateTimeField(allow_null=True)


class HandsOutput(PageOutput):
    """A page of hands, the latest first."""

    data = HandLineOutput(many=True)  # type: ignore[assignment]


class HandOutput(serializers.Serializer[Any]):
    """A hand as its viewer may see it."""

    hand = serializers.UUIDField()
    table = serializers.UUIDField()
    hand_no = serializers.IntegerField()
    is_over = serializers.BooleanField()
    voided_at = serializers.DateTimeField(allow_null=True)
    players = serializers.ListField(child=Body())
    events = serializers.ListField(child=Body())


class PhhOutput(serializers.Serializer[Any]):
    """A finished hand in the PHH format."""

    hand = serializers.UUIDField()
    format = serializers.CharField()
    text = serializers.CharField()


class OhhOutput(serializers.Serializer[Any]):
    """A finished hand as Open Hand History 1.4 (hh-specs.handhistory.org)."""

    ohh = Body()


HISTORY_OUTPUT = PolymorphicProxySerializer(
    component_name="HistoryOutput",
    serializers=[OhhOutput, PhhOutput],
    resource_type_field_name=None,
)
"""One or the other, as `format` asks."""


class ProofOutput(serializers.Serializer[Any]):
    """Openings of the deck's commitment, for `verify_deal.py`."""

    hand = serializers.UUIDField()
    root = serializers.CharField()  # type: ignore[assignment]
    openings = serializers.ListField(child=Body())


class CreatedGameOutput(serializers.Serializer[Any]):
    """The new game."""

    game = serializers.UUIDField()


class GameOutput(serializers.Serializer[Any]):
    """A game of the house."""

    game = serializers.UUIDField()
    name = serializers.CharField()
    variant = serializers.CharField()
    book = serializers.CharField()
    seat_count = serializers.IntegerField()
    stakes = Body()


class GamesOutput(serializers.Serializer[Any]):
    """All games that tables may be opened for."""

    data = GameOutput(many=True)  # type: ignore[assignment]


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


class OpenedOutput(serializers.Serializer[Any]):
    """The new table."""

    table = serializers.UUIDField()
    seq = serializers.IntegerField()


class StaffOutput(serializers.Serializer[Any]):
    """Up to where the feed went with the command."""

    seq = serializers.IntegerField()

"""The forms of the tables' endpoints, in and out."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from pokerhouse.api.forms import field_of
from pokerhouse.api.http import CommandInput
from pokerhouse.api.pagination import PageOutput, PageQuery
from pokerhouse.api.problems import StrictSerializer
from pokerhouse.api.structs import sent, sent_as, sent_field
from pokerhouse.realtime.protocol import Skip
from tables.engine.table.state import Leg, Stakes, TableOptions
from tables.live.bodies import FRAMES
from tables.live.state_forms import (
    BuyInRange,
    HandPlayer,
    LegLine,
    NamedSeatView,
    OpenedCard,
    SeatedSnapshot,
)
from tables.services.actions import Decision
from tables.services.seats import (
    BuyInRequest,
    SeatOptionsRequest,
    SitInRequest,
    SitOutRequest,
    TopUpRequest,
)

MAX_EVENTS = 500
MAX_WAIT_S = 25
MAX_SEQ = 2**53 - 1

STAKES = sent_field(sent(Stakes))
OPTIONS = sent_field(sent(TableOptions))
SWITCHES = sent_field(
    {
        "type": "object",
        "description": "Rules that differ from the preset, by their names.",
        "additionalProperties": {"type": ["string", "integer", "boolean", "null"]},
    }
)
FRAME = sent_field(
    sent_as(
        "TableFrame",
        {
            "title": "TableFrame",
            "description": "An event of a table's feed, as on the socket; `t` says which.",
            "oneOf": [*map(sent, FRAMES.values()), sent(Skip)],
        },
    )
)


class BuyInInput(CommandInput):
    """How much to sit down with, and how to come in."""

    amount = field_of(BuyInRequest, "amount_chips")
    entry = field_of(BuyInRequest, "entry")


class TopUpInput(CommandInput):
    """How much to add."""

    amount = field_of(TopUpRequest, "amount_chips")


class SitOutInput(CommandInput):
    """From when to take no cards."""

    when = field_of(SitOutRequest, "when")


class SitInInput(CommandInput):
    """How to come in again."""

    entry = field_of(SitInRequest, "entry")


class SeatOptionsInput(CommandInput):
    """What one's seat does of its own accord; what is left out stays as it is."""

    straddle = field_of(SeatOptionsRequest, "straddle")
    run_it_twice = field_of(SeatOptionsRequest, "run_it")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse to say nothing."""
        if not {"straddle", "run_it_twice"} & set(attrs):
            raise serializers.ValidationError("Say what shall change.", "required")
        return attrs


class ActionInput(CommandInput):
    """
    A decision for the turn that it names.

    `to` is the street's total of a bet or raise, never an increment; `cards` are what `discard`
    puts away, by their positions in the deck; `n` is how many boards `run_it` asks for.
    """

    turn = field_of(Decision, "turn")
    action = field_of(Decision, "action")
    to = field_of(Decision, "to")
    cards = field_of(Decision, "cards")
    n = field_of(Decision, "n")


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

    format = serializers.ChoiceField(["json", "phh", "text"], default="json")


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
    limit = serializers.CharField()
    stakes_text = serializers.CharField()
    rotation = serializers.ListField(child=sent_field(sent(LegLine))())
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
    buy_in_chips = sent_field(sent(BuyInRange))()
    seats = serializers.ListField(child=sent_field(sent(NamedSeatView))())
    stakes = STAKES()
    options = OPTIONS()
    rotate_by = serializers.CharField()
    rotate_every = serializers.IntegerField()
    rules = serializers.CharField()
    switches = SWITCHES()


class MySeatsOutput(PageOutput):
    """The tables at which one sits, each with its state."""

    data = serializers.ListField(child=sent_field(sent(SeatedSnapshot))())  # type: ignore[assignment]


class EventsOutput(serializers.Serializer[Any]):
    """A part of the feed; hidden events are `{"t": "skip", "from", "to"}`."""

    seq = serializers.IntegerField()
    events = serializers.ListField(child=FRAME())
    server_now = serializers.CharField()


class SeatOutput(serializers.Serializer[Any]):
    """What a command at one's seat did."""

    seq = serializers.IntegerField()
    applied = serializers.ChoiceField(["now", "after_hand"])
    events = serializers.ListField(child=FRAME())


class BuyInOutput(SeatOutput):
    """What sitting down did."""

    stack = serializers.IntegerField()


class ActionOutput(serializers.Serializer[Any]):
    """What an action did."""

    seq = serializers.IntegerField()
    turn = serializers.IntegerField()
    events = serializers.ListField(child=FRAME())


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
    players = serializers.ListField(child=sent_field(sent(HandPlayer))())
    events = serializers.ListField(child=FRAME())


class PhhOutput(serializers.Serializer[Any]):
    """A finished hand in the PHH format."""

    hand = serializers.UUIDField()
    format = serializers.CharField()
    text = serializers.CharField()


class OhhOutput(serializers.Serializer[Any]):
    """A finished hand as Open Hand History 1.4 (hh-specs.handhistory.org)."""

    ohh = sent_field({"type": "object", "additionalProperties": True})()


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
    openings = serializers.ListField(child=sent_field(sent(OpenedCard))())


class GameOutput(serializers.Serializer[Any]):
    """A game of the house."""

    game = serializers.UUIDField()
    name = serializers.CharField()
    variant = serializers.CharField()
    book = serializers.CharField()
    seat_count = serializers.IntegerField()
    limit = serializers.CharField()
    stakes_text = serializers.CharField()
    stakes = STAKES()
    options = OPTIONS()
    rotation = serializers.ListField(child=sent_field(sent(Leg))())
    rotate_by = serializers.CharField()
    rotate_every = serializers.IntegerField()


class GamesOutput(serializers.Serializer[Any]):
    """All games that tables may be opened for."""

    data = GameOutput(many=True)  # type: ignore[assignment]

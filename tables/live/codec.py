"""Events of hands and tables ↔ the bytes that the event store keeps."""

from functools import cache
from typing import TypeAlias, get_args
from uuid import UUID

import msgspec

from pokerhouse.eventstore import codec
from pokerhouse.eventstore.store import NewEvent, StoredEvent
from pokerhouse.eventstore.upcast import Raw, Upcasters
from tables.engine.hand.events import HandEvent
from tables.engine.table.events import TableEvent

AnyEvent: TypeAlias = HandEvent | TableEvent

HAND = "hand"
TABLE = "table"
"""Kinds of streams in a table's feed."""


class Happened(msgspec.Struct, frozen=True, gc=False):
    """An event with its place in a table's feed; snapshots, frames and histories are made of it."""

    table_id: UUID
    seq: int
    stream: UUID
    version: int
    at: str
    """The time of the house."""
    event: AnyEvent

    @property
    def is_in_hand(self) -> bool:
        """Whether it belongs to a hand; else to the table, whose stream has the table's id."""
        return self.stream != self.table_id


@cache
def type_of(event_class: type[AnyEvent]) -> str:
    """Return the name under which the class is stored."""
    tag = event_class.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


EVENT_CLASSES: dict[str, type[AnyEvent]] = {type_of(cls): cls for cls in get_args(AnyEvent)}
"""Every event of a table's feed, by its stored name."""

_NO_LIMIT = {
    "limit": "nl",
    "higher_limit_chips": 0,
    "max_bets_chips": [],
    "bring_in_chips": 0,
}

UPCASTERS = Upcasters({name: cls.VERSION for name, cls in EVENT_CLASSES.items()})
"""A new shape of an event is a higher VERSION and a step registered here."""


@UPCASTERS.step("table.opened", 1)
def _with_all_that_a_table_is_opened_with(raw: Raw) -> Raw:
    """Before 2, fields were added while there was one value for each; what is missing gets it."""
    config = {
        "chip_unit": 1,
        "hand_pause_ms": 3000,
        "turn_ms": 30_000,
        "rake": {
            "cap_chips": None,
            "is_no_flop_no_drop": True,
            "jackpot_drop_chips": 0,
            "jackpot_min_players": 4,
            "jackpot_min_pot_chips": 0,
            "percent_bp": 0,
        },
    }
    return {**raw, "config": {**config, **raw["config"]}}


@UPCASTERS.step("hand.started", 1)
def _with_what_every_game_is_started_with(raw: Raw) -> Raw:
    """Before 2, hands were no-limit hold'em on one board, and somebody had the big blind."""
    options = {
        "board_count": 1,
        "is_bomb_pot": False,
        "run_it_agreed": [],
        "run_it_times": 1,
    }
    structure = {"bring_in": 0, **raw["structure"]}
    return {**raw, "options": options, "structure": structure}


@UPCASTERS.step("hand.turn_started", 1)
def _with_what_the_turn_asks(raw: Raw) -> Raw:
    """Before 2, a turn that asked for no bet asked for a showdown."""
    rest = {name: value for name, value in raw.items() if name != "is_showdown"}
    return {**rest, "asks": "show" if raw["is_showdown"] else "action"}


@UPCASTERS.step("hand.board_dealt", 1)
def _on_the_only_board(raw: Raw) -> Raw:
    """Before 2, a hand had one board."""
    return {**raw, "board": 0}


@UPCASTERS.step("hand.pot_awarded", 1)
def _in_one_part(raw: Raw) -> Raw:
    """Before 2, a pot was given out whole."""
    return {**raw, "board": 0, "half": "whole"}


@UPCASTERS.step("table.opened", 2)
def _of_the_one_game(raw: Raw) -> Raw:
    """Before 3 the house dealt no-limit hold'em and had no options."""
    config = raw["config"]
    more = {
        "options": {
            "straddle": "off",
            "max_straddles": 1,
            "run_it_times": 1,
            "bomb_pot_every_hands": 0,
            "bomb_pot_ante_big_blinds": 2,
            "bomb_pot_boards": 1,
            "board_count": 1,
            "kill": "off",
            "kill_pot_chips": 0,
            "may_buy_button": False,
        },
        "rotation": [],
        "rotate_by": "orbit",
        "rotate_every": 1,
        "stakes": {**config["stakes"], **_NO_LIMIT},
        "rules": {**config["rules"], "short_deck.trips_beat_straight": False},
    }
    return {**raw, "config": {**config, **more}}


@UPCASTERS.step("table.stakes_changed", 1)
def _of_no_limit(raw: Raw) -> Raw:
    """Before 2 there was no other structure, and no rotation."""
    return {**raw, "stakes": {**raw["stakes"], **_NO_LIMIT}, "rotation": []}


@UPCASTERS.step("table.hand_started", 1)
def _with_game_and_stakes(raw: Raw) -> Raw:
    """Before 2 it was no-limit hold'em; the stakes are what was posted."""
    lineup = raw["lineup"]
    posted = {post["kind"]: post["amount_chips"] for post in lineup["posts"]}
    big = posted.get("bb", 0)
    more = {
        "game": "holdem",
        "stakes": {
            "small_blind_chips": posted.get("sb", 0),
            "big_blind_chips": big,
            "lower_limit_chips": big,
            "ante_chips": posted.get("ante", 0),
            "big_blind_ante_chips": posted.get("bb_ante", 0),
            **_NO_LIMIT,
        },
        "leg": 0,
        "options": {
            "is_bomb_pot": False,
            "board_count": 1,
            "run_it_times": 1,
            "run_it_agreed": [],
        },
        "at_ms": 0,
        "dealer": 10,
        "bought_by": None,
        "still_owing": [],
    }
    return {**raw, "lineup": {**lineup, **more}}


@UPCASTERS.step("table.hand_settled", 1)
def _with_no_winner_known(raw: Raw) -> Raw:
    """Before 2 the sole winner was not noted, because nothing depended on it."""
    return {**raw, "winner": None, "pot_chips": 0}


_hand_decoder = msgspec.json.Decoder(HandEvent)
_table_decoder = msgspec.json.Decoder(TableEvent)


def to_store(
    event: AnyEvent, *, stream_kind: str, stream: UUID, version: int, meta: bytes
) -> NewEvent:
    """Return `event` for the store: canonical JSON, the bytes that are hashed."""
    event_class = type(event)
    return NewEvent(
        stream_kind,
        stream,
        version,
        type_of(event_class),
        event_class.VERSION,
        codec.encode(event),
        meta,
    )


def hand_event(stored: StoredEvent) -> HandEvent:
    """
    Return an event of a hand's stream in today's shape.

    :raises LookupError: if its type or schema is not known to this version of the house.
    """
    event: HandEvent = _hand_decoder.decode(_todays(stored))
    return event


def table_event(stored: StoredEvent) -> TableEvent:
    """
    Return an event of a table's stream in today's shape.

    :raises LookupError: if its type or schema is not known to this version of the house.
    """
    event: TableEvent = _table_decoder.decode(_todays(stored))
    return event


def happened(stored: StoredEvent) -> Happened:
    """
    Return an event of a table's feed, whichever stream it stands in, with its place.

    :raises LookupError: if its type or schema is not known to this version of the house.
    """
    event = hand_event(stored) if stored.stream_kind == HAND else table_event(stored)
    at = codec.decode_meta(stored.meta).at
    return Happened(stored.shard, stored.seq, stored.stream, stored.version, at, event)


def _todays(stored: StoredEvent) -> bytes:
    event_class = EVENT_CLASSES.get(stored.type)
    if event_class is not None and stored.schema == event_class.VERSION:
        return stored.data
    raw = msgspec.json.decode(stored.data)
    return msgspec.json.encode(UPCASTERS.upcast(stored.type, stored.schema, raw)[1])

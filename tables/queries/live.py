"""
A table's feed as sockets follow it: every event for a spectator once, and again only for those for
whom it can differ. By the engine's allow-list these are the dealt cards, what concerns one seat,
and the choices of whoever has the turn.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct, to_builtins

from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.eventstore.codec import house_time, time_ms
from pokerhouse.eventstore.store import StoredEvent, read_feed, read_head
from tables import codec
from tables.engine.events import TurnStarted
from tables.engine.legal import legal
from tables.engine.view import SPECTATOR
from tables.queries.feed import DEALT, Sitting, Viewers
from tables.queries.room import Room, load, refresh
from tables.queries.state import state_of
from tables.wire import Body, frame

_TURN = codec.type_of(TurnStarted)


class Seen(Struct, frozen=True):
    """One event: for everybody, and for those who see it otherwise; None is hidden."""

    seq: int
    public: Body | None
    own: Mapping[PlayerId, Body | None]


def head_of(table_id: TableId) -> tuple[int, int]:
    """
    Return the feed's last number and its epoch.

    :raises UnknownFeed: if there is no such table.
    """
    head = read_head(table_id)
    return head.seq, head.epoch


def snapshot(table_id: TableId, player: PlayerId, at: datetime) -> Body:
    """
    Return the table's state for `player`, with the number and epoch that it is true for.

    :raises UnknownFeed: if there is no such table.
    """
    return state_of(refresh(load(table_id)), player, house_time(at))


def read_seen(
    table_id: TableId,
    players: Collection[PlayerId],
    *,
    after_seq: int,
    limit: int,
    epoch: int,
    at: datetime,
) -> list[Seen]:
    """Return the events behind `after_seq`, for everybody and for each of `players`."""
    room = load(table_id)
    config = room.table.config
    assert config is not None
    stored_events = read_feed(table_id, after_seq, limit)
    if stored_events and stored_events[-1].seq > room.head.seq:
        room = refresh(room)
    sitting: Sitting = {}
    views = [(player, Viewers(table_id, player, sitting)) for player in players]
    seen = []
    for stored in stored_events:
        public = frame(stored, SPECTATOR, epoch=epoch, turn_ms=config.turn_ms)
        own: dict[PlayerId, Body | None] = {}
        if stored.stream_kind == codec.TABLE or stored.type == DEALT:
            for player, viewers in views:
                shown = frame(stored, viewers.at(stored), epoch=epoch)
                if shown != public:
                    own[player] = shown
        elif stored.type == _TURN and public is not None:
            _add_clock(public["d"], at)
            own = _with_choices(stored, public, room, players)
        seen.append(Seen(stored.seq, public, own))
    return seen


def _add_clock(turn: Body, at: datetime) -> None:
    """A turn says how much time is left, for clients whose clock is wrong."""
    now_text = house_time(at)
    turn["remaining_ms"] = max(0, time_ms(turn["deadline_at"]) - time_ms(now_text))
    turn["server_now"] = now_text


def _with_choices(
    stored: StoredEvent, public: Body, room: Room, players: Collection[PlayerId]
) -> dict[PlayerId, Body | None]:
    """The turn that is owed now tells its player what he may do, as the snapshot does."""
    hand = room.hand
    if hand is None or room.hand_id != stored.stream or hand.turn != public["d"]["turn"]:
        return {}
    choices = legal(hand)
    if choices is None:
        return {}
    own: dict[PlayerId, Body | None] = {}
    told: dict[str, Any] = {**public["d"], "legal": to_builtins(choices)}
    for entry in hand.started.seats:
        if entry.seat == choices.seat and entry.player in players:
            own[PlayerId(entry.player)] = {**public, "d": told}
    return own

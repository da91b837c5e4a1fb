"""
A table's feed for sockets: each event is encoded once for spectators, and again only for players
who see something else. By the engine's allow-list these are dealt cards, events for one seat, and
the choices of the player whose turn it is.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct, to_builtins

from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.eventstore.codec import house_time, time_ms
from pokerhouse.eventstore.store import read_head
from tables.engine.hand.events import BoardDeclared, TurnStarted
from tables.engine.hand.legal import legal
from tables.engine.view import SPECTATOR
from tables.live import table as live_tables
from tables.live.codec import Happened
from tables.live.feed import DEALING, Readers, Viewers, events_after
from tables.live.snapshot import state_of
from tables.live.table import LiveTable
from tables.live.wire import Body, frame


class Seen(Struct, frozen=True, gc=False):
    """One event: for everybody, and for players who see something else; None is hidden."""

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
    return state_of(live_tables.newest(table_id), player, house_time(at))


def read_frames(
    table_id: TableId, player: PlayerId | None, *, after_seq: int, limit: int
) -> list[Body]:
    """
    Return the events behind `after_seq` as `player` may see them.

    :raises UnknownFeed: if there is no such table.
    """
    live = live_tables.get(table_id)
    return frames_of(live, events_after(live, after_seq, limit), player)


def frames_between(table_id: TableId, player: PlayerId, from_seq: int, to_seq: int) -> list[Body]:
    """Return the feed's events `from_seq` … `to_seq` as `player` may see them."""
    if to_seq < from_seq:
        return []
    return read_frames(table_id, player, after_seq=from_seq - 1, limit=to_seq - from_seq + 1)


def frames_of(live: LiveTable, events: Iterable[Happened], player: PlayerId | None) -> list[Body]:
    """
    Return the events as `player` may see them, hidden ones as skips.

    Every number is told once: `{"t":"skip","from":n,"to":m}` stands for a run of hidden ones.
    """
    epoch, turn_ms = live.head.epoch, live.config.turn_ms
    viewers = Viewers(live.table_id, player, Readers(live))
    frames: list[Body] = []
    for happened in events:
        shown = frame(happened, viewers.at(happened), epoch=epoch, turn_ms=turn_ms)
        seq = happened.seq
        if shown is not None:
            frames.append(shown)
        elif frames and frames[-1]["t"] == "skip" and frames[-1]["to"] == seq - 1:
            frames[-1]["to"] = seq
        else:
            frames.append({"t": "skip", "from": seq, "to": seq})
    return frames


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
    live = live_tables.get(table_id)
    if live.head.epoch != epoch:
        live_tables.evict(
            table_id
        )  # the house was restored: the cached state may be of events that are gone
        live = live_tables.get(table_id)
    if live.head.seq <= after_seq:
        live = live_tables.refresh(live)  # another process acted
    return seen_in(live, events_after(live, after_seq, limit), players, epoch=epoch, at=at)


def seen_in(
    live: LiveTable,
    events: Sequence[Happened],
    players: Collection[PlayerId],
    *,
    epoch: int,
    at: datetime,
) -> list[Seen]:
    """Return the events of the table's feed, for everybody and for each of `players`."""
    table_id, turn_ms = live.table_id, live.config.turn_ms
    readers = Readers(live)
    views = [(player, Viewers(table_id, player, readers)) for player in players]
    seen = []
    for happened in events:
        public = frame(happened, SPECTATOR, epoch=epoch, turn_ms=turn_ms)
        own: dict[PlayerId, Body | None] = {}
        if isinstance(happened.event, TurnStarted | BoardDeclared) and public is not None:
            if "deadline_at" in public["d"]:
                _add_clock(public["d"], at)
            own = _with_choices(happened, public, live, players)
        elif not happened.is_in_hand or isinstance(happened.event, DEALING):
            for player, viewers in views:
                shown = frame(happened, viewers.at(happened), epoch=epoch)
                if shown != public:
                    own[player] = shown
        seen.append(Seen(happened.seq, public, own))
    return seen


def _add_clock(turn: Body, at: datetime) -> None:
    """A turn says how much time is left, for clients whose clock is wrong."""
    now_text = house_time(at)
    turn["remaining_ms"] = max(0, time_ms(turn["deadline_at"]) - time_ms(now_text))
    turn["server_now"] = now_text


def _with_choices(
    happened: Happened, public: Body, live: LiveTable, players: Collection[PlayerId]
) -> dict[PlayerId, Body | None]:
    """
    The running turn says to its player what he may do, as the snapshot does.

    A player who has declared the board still has the turn, and has other choices then.
    """
    hand = live.hand
    if hand is None or live.hand_id != happened.stream or live.head.seq < happened.seq:
        return {}
    choices = legal(hand)
    asked = public["d"]
    if choices is None or (asked.get("turn", hand.turn), asked["seat"]) != (
        hand.turn,
        choices.seat,
    ):
        return {}
    own: dict[PlayerId, Body | None] = {}
    told: dict[str, Any] = {**public["d"], "legal": to_builtins(choices)}
    for entry in hand.started.seats:
        if entry.seat == choices.seat and entry.player in players:
            own[PlayerId(entry.player)] = {**public, "d": told}
    return own

"""
The frames of a table's feed: made here for sockets, REST, the long poll and the replayer.

Each event is made once for spectators, and again only for players who see something else. By the
events' `AUDIENCE` these are dealt cards, events for one seat, and the choices of the player whose
turn it is.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from msgspec import Struct, to_builtins

from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.eventstore.codec import house_time
from pokerhouse.eventstore.store import read_head
from pokerhouse.realtime.protocol import Skip
from tables.engine.hand.events import BoardDeclared, TurnStarted
from tables.engine.hand.legal import legal
from tables.engine.view import SPECTATOR
from tables.live import table as live_tables
from tables.live.codec import Happened
from tables.live.feed import DEALING, Readers, Viewers, events_after
from tables.live.snapshot import snapshot_for
from tables.live.state_forms import TableSnapshot
from tables.live.table import LiveTable
from tables.live.wire import Body, channel_of, frame


class EventFrames(Struct, frozen=True, gc=False):
    """The frames of one event; None hides it, so that only its number is sent."""

    seq: int
    public: Body | None
    own: Mapping[PlayerId, Body | None]
    """Of players who see something else than the public."""

    def of(self, player: PlayerId | None) -> Body | None:
        """Return the frame for `player`; None as the player is a spectator."""
        return self.public if player is None else self.own.get(player, self.public)


def head_of(table_id: TableId) -> tuple[int, int]:
    """
    Return the feed's last number and its epoch.

    :raises UnknownFeed: if there is no such table.
    """
    head = read_head(table_id)
    return head.seq, head.epoch


def snapshot(table_id: TableId, player: PlayerId, at: datetime) -> TableSnapshot:
    """
    Return the table's state for `player`, with the number and epoch that it is true for.

    :raises UnknownFeed: if there is no such table.
    """
    return snapshot_for(live_tables.newest(table_id), player, house_time(at))


def read_frames(
    table_id: TableId, player: PlayerId | None, *, after_seq: int, limit: int, at: datetime
) -> list[Body]:
    """
    Return the events behind `after_seq` as `player` may see them.

    :raises UnknownFeed: if there is no such table.
    """
    live, events = _events_after(live_tables.get(table_id), after_seq, limit)
    return player_frames(live, events, player, at=at)


def frames_between(table_id: TableId, player: PlayerId, from_seq: int, to_seq: int) -> list[Body]:
    """
    Return a command's events, `from_seq` … `to_seq`, as `player` may see them.

    They are read as of the moment of the command, so that a repeat gets the first answer again.
    """
    if to_seq < from_seq:
        return []
    limit = to_seq - from_seq + 1
    live, events = _events_after(live_tables.get(table_id), from_seq - 1, limit)
    at = datetime.fromisoformat(events[-1].at)
    return player_frames(live, events, player, at=at)


def player_frames(
    live: LiveTable, events: Iterable[Happened], player: PlayerId | None, *, at: datetime
) -> list[Body]:
    """
    Return the events as `player` may see them, hidden ones as skips.

    Every number is sent once: a skip stands for a run of hidden ones, as on the socket.
    """
    players = () if player is None else (player,)
    epoch = live.head.epoch
    frames: list[Body] = []
    for event in frames_for(live, events, players, epoch=epoch, at=at):
        shown = event.of(player)
        if shown is not None:
            frames.append(shown)
        elif frames and frames[-1]["t"] == "skip" and frames[-1]["to"] == event.seq - 1:
            frames[-1]["to"] = event.seq
        else:
            channel = channel_of(live.table_id)
            skip = Skip(ch=channel, ep=epoch, from_seq=event.seq, to_seq=event.seq)
            frames.append(to_builtins(skip))
    return frames


def read_event_frames(
    table_id: TableId,
    players: Collection[PlayerId],
    *,
    after_seq: int,
    limit: int,
    epoch: int,
    at: datetime,
) -> list[EventFrames]:
    """Return the events behind `after_seq`, for spectators and for each of `players`."""
    live = live_tables.get(table_id)
    if live.head.epoch != epoch:
        # the house was restored: the cached state may be of events that are gone
        live_tables.evict(table_id)
        live = live_tables.get(table_id)
    live, events = _events_after(live, after_seq, limit)
    return list(frames_for(live, events, players, epoch=epoch, at=at))


def frames_for(
    live: LiveTable,
    events: Iterable[Happened],
    players: Collection[PlayerId],
    *,
    epoch: int,
    at: datetime,
) -> Iterator[EventFrames]:
    """Yield each event's frames, for spectators and for each of `players`; read at `at`."""
    table_id, turn_ms = live.table_id, live.config.turn_ms
    readers = Readers(live)
    views = [(player, Viewers(table_id, player, readers)) for player in players]
    for happened in events:
        public = frame(happened, SPECTATOR, epoch=epoch, turn_ms=turn_ms, at=at)
        own: dict[PlayerId, Body | None] = {}
        if isinstance(happened.event, TurnStarted | BoardDeclared) and public is not None:
            own = _with_choices(happened, public, live, players)
        elif not happened.is_in_hand or isinstance(happened.event, DEALING):
            for player, viewers in views:
                viewer = viewers.at(happened)
                shown = frame(happened, viewer, epoch=epoch, turn_ms=turn_ms, at=at)
                if shown != public:
                    own[player] = shown
        yield EventFrames(happened.seq, public, own)


def _events_after(
    live: LiveTable, after_seq: int, limit: int
) -> tuple[LiveTable, Sequence[Happened]]:
    """Return the events behind `after_seq`, and the table up to which they are known."""
    if live.head.seq <= after_seq:
        live = live_tables.refresh(live)  # another process acted
    is_level = live.head.seq <= after_seq
    return live, () if is_level else events_after(live, after_seq, limit)


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
    body = public["d"]
    if choices is None or (body.get("turn", hand.turn), body["seat"]) != (
        hand.turn,
        choices.seat,
    ):
        return {}
    own: dict[PlayerId, Body | None] = {}
    for entry in hand.started.seats:
        if entry.seat == choices.seat and entry.player in players:
            with_legal = {**body, "legal": to_builtins(choices)}
            own[PlayerId(entry.player)] = {**public, "d": with_legal}
    return own

"""A table's feed as one viewer may see it."""

from collections.abc import Sequence
from typing import Any, TypeAlias
from uuid import UUID

from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.eventstore.models import Event
from pokerhouse.eventstore.store import StoredEvent, read_feed, read_stream
from tables import codec
from tables.codec import Happened
from tables.dealer import open_deck
from tables.engine.audience import Audience
from tables.engine.events import DeckSealed, HandStarted, HoleDealt
from tables.engine.table_events import PlayerLeft, PlayerMovedIn, PlayerMovedOut, PlayerSeated
from tables.engine.terms import Card, Position, SeatNo
from tables.engine.view import SPECTATOR, Viewer
from tables.queries.room import Room, load, sealed_of
from tables.wire import frame


def viewer_of(room: Room, player: PlayerId | None) -> Viewer:
    """
    Return what `player` may see of the table now: his seat and his own hole cards.

    None, and whoever has no cards in the running or last hand, sees what a spectator sees.
    """
    if player is None or room.hand is None:
        return _seated(room, player)
    seat = next((e.seat for e in room.hand.started.seats if e.player == player), None)
    if seat is None:
        return _seated(room, player)
    faces = room.faces()
    positions = room.hand.of(seat).positions if faces else ()
    return Viewer(seat=seat, own_cards={position: faces[position] for position in positions})


def read_frames(
    table_id: TableId, player: PlayerId | None, *, after_seq: int, limit: int
) -> list[dict[str, Any]]:
    """
    Return the events behind `after_seq` as `player` may see them, hidden ones as skips.

    Every number arrives once: `{"t":"skip","from":n,"to":m}` stands for those that are hidden.
    :raises UnknownFeed: if there is no such table.
    """
    room = load(table_id)
    epoch = room.head.epoch
    config = room.table.config
    assert config is not None
    frames: list[dict[str, Any]] = []
    viewers = Viewers(table_id, player)
    for happened in events_after(room, after_seq, limit):
        shown = frame(happened, viewers.at(happened), epoch=epoch, turn_ms=config.turn_ms)
        if shown is not None:
            frames.append(shown)
        elif frames and frames[-1]["t"] == "skip":
            frames[-1]["to"] = happened.seq
        else:
            frames.append({"t": "skip", "from": happened.seq, "to": happened.seq})
    return frames


def events_after(room: Room, after_seq: int, limit: int) -> Sequence[Happened]:
    """Return the feed's events behind `after_seq`; those that the room still has need no query."""
    recent = room.recent
    if recent and recent[0].seq <= after_seq + 1 <= recent[-1].seq:
        first = after_seq + 1 - recent[0].seq
        return recent[first : first + limit]
    return [codec.happened(stored) for stored in read_feed(room.table_id, after_seq, limit)]


def types_between(table_id: TableId, from_seq: int, to_seq: int) -> set[str]:
    """Return the types of the events `from_seq` … `to_seq`, hidden ones too: for the house."""
    stored = read_feed(table_id, from_seq - 1, to_seq - from_seq + 1)
    return {event.type for event in stored}


Sitting: TypeAlias = dict[SeatNo, UUID | None]
"""Who sits in which seat at a place in the feed, of those seats that were asked about."""


class Viewers:
    """
    One player's view along a feed: at each event, the cards of that event's hand are his own.

    Several players who read the same events in step may share what is known of the seats.
    """

    def __init__(
        self, table_id: TableId, player: PlayerId | None, sitting: Sitting | None = None
    ) -> None:
        self.table_id = table_id
        self.player = player
        self._sitting = {} if sitting is None else sitting
        self._hand: UUID | None = None
        self._viewer = SPECTATOR

    def at(self, happened: Happened) -> Viewer:
        """
        Return the viewer for this event; the hand's deck is opened once.

        Of a hand's events all but the deal are the same for everybody, so it is read for that only.
        """
        if self.player is None:
            return SPECTATOR
        if not happened.is_in_hand:
            return self._at_table(happened)
        if type(happened.event) is not HoleDealt:
            return SPECTATOR
        if happened.stream != self._hand:
            self._hand = happened.stream
            self._viewer = self._in_hand(happened.stream)
        return self._viewer

    def _at_table(self, happened: Happened) -> Viewer:
        """An event for one seat is for whoever sat there then; the feed itself says who did."""
        event = happened.event
        seat: SeatNo | None = getattr(event, "seat", None)
        if seat is None:
            return SPECTATOR
        sitting = self._sitting
        if hasattr(event, "player"):
            sitting[seat] = _sits_after(event)
        elif event.AUDIENCE is Audience.SEAT:
            if seat not in sitting:
                sitting[seat] = sitting_before(self.table_id, seat, happened.version)
            return Viewer(seat=seat) if sitting[seat] == self.player else SPECTATOR
        return SPECTATOR

    def _in_hand(self, hand_id: UUID) -> Viewer:
        events = read_stream(self.table_id, hand_id, limit=_DEAL)
        seat: SeatNo | None = None
        sealed: DeckSealed | None = None
        positions: tuple[Position, ...] = ()
        for stored in events:
            match codec.hand_event(stored):
                case HandStarted() as started:
                    seat = next((e.seat for e in started.seats if e.player == self.player), None)
                case DeckSealed() as event:
                    sealed = event
                case HoleDealt() as dealt:
                    positions = next((h.positions for h in dealt.hands if h.seat == seat), ())
                case _:
                    pass
        if seat is None or sealed is None:
            return Viewer(seat=seat)
        faces = open_deck(hand_id, sealed_of(sealed)).faces
        own: dict[Position, Card] = {position: faces[position] for position in positions}
        return Viewer(seat=seat, own_cards=own)


_DEAL = 40
"""Start, seal, posts and deal of a full table stand within a hand's first events."""


_NAMING = (PlayerSeated, PlayerMovedIn, PlayerMovedOut, PlayerLeft)


def sitting_before(table_id: TableId, seat: SeatNo, version: int) -> UUID | None:
    """Return who sat in `seat` just before the table's event `version`; None if nobody did."""
    rows = Event.objects.filter(
        shard=table_id,
        stream=table_id,
        version__lt=version,
        type__in=[codec.type_of(event_class) for event_class in _NAMING],
    )
    columns = StoredEvent.__struct_fields__
    for row in rows.order_by("-version").values(*columns).iterator():
        event: Any = codec.table_event(StoredEvent(**row))
        if event.seat == seat:
            return _sits_after(event)
    return None


def _sits_after(event: Any) -> UUID | None:
    player: UUID = event.player
    return None if isinstance(event, PlayerLeft | PlayerMovedOut) else player


def seat_now(room: Room, player: PlayerId | None) -> SeatNo | None:
    """Return the seat in which `player` sits, None if he does not."""
    return next((n for n, seat in room.table.occupied() if seat.player == player), None)


def _seated(room: Room, player: PlayerId | None) -> Viewer:
    return Viewer(seat=seat_now(room, player)) if player is not None else SPECTATOR

"""A table's feed as one viewer may see it."""

from collections.abc import Sequence
from typing import Any, TypeAlias
from uuid import UUID

from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.eventstore.models import Event
from pokerhouse.eventstore.store import StoredEvent, read_feed, read_stream
from tables.dealer import open_deck
from tables.engine.hand.dealing import Cards, faces_at
from tables.engine.hand.events import (
    CardExposed,
    CardsDealt,
    CardsDiscarded,
    DeckSealed,
    HandStarted,
    HoleDealt,
)
from tables.engine.hand.evolve import fold
from tables.engine.hand.state import Hand
from tables.engine.rules.audience import Audience
from tables.engine.rules.terms import Card, Position, SeatNo
from tables.engine.table.events import PlayerLeft, PlayerMovedIn, PlayerMovedOut, PlayerSeated
from tables.engine.view import SPECTATOR, Viewer
from tables.live import codec
from tables.live.codec import AnyEvent, Happened
from tables.live.table import LiveTable, sealed_of


def viewer_of(live: LiveTable, player: PlayerId | None) -> Viewer:
    """
    Return the viewer for `player` now: his seat, and the cards of his running or last hand.

    None is a spectator. A player who was not dealt in sees no cards.
    """
    if player is None or live.hand is None:
        return _seated(live, player)
    seat = seat_in(live.hand.started, player)
    if seat is None:
        return _seated(live, player)
    return Viewer(seat=seat, own_cards=_own(live, live.hand.of(seat).positions))


def _own(live: LiveTable, positions: Sequence[Position]) -> dict[Position, Card]:
    cards = live.faces()
    if live.hand is None or not cards:
        return {}
    return known_at(live.hand, cards, positions)


def known_at(hand: Hand, cards: Cards, positions: Sequence[Position]) -> dict[Position, Card]:
    """
    Return the faces at the positions, in their order; unknown ones are left out.

    Positions beyond the deck are shuffled discards (R-LOW-6). So `hand` must include the event that
    dealt them.
    """
    faces = zip(positions, faces_at(hand, cards, positions), strict=True)
    return {position: face for position, face in faces if face is not None}


def events_after(live: LiveTable, after_seq: int, limit: int) -> Sequence[Happened]:
    """Return the feed's events after `after_seq`, without a query if they are still in memory."""
    recent = live.recent
    if recent and recent[0].seq <= after_seq + 1 <= recent[-1].seq:
        first = after_seq + 1 - recent[0].seq
        return recent[first : first + limit]
    return [codec.happened(stored) for stored in read_feed(live.table_id, after_seq, limit)]


def types_between(table_id: TableId, from_seq: int, to_seq: int) -> set[str]:
    """Return the types of events `from_seq` … `to_seq`, also of hidden ones; not for viewers."""
    stored = read_feed(table_id, from_seq - 1, to_seq - from_seq + 1)
    return {event.type for event in stored}


Sitting: TypeAlias = dict[SeatNo, UUID | None]
"""Who sits in which seat at one place in the feed; has only the seats that were looked up."""

DEALING = (HoleDealt, CardsDealt, CardsDiscarded)
"""Events that look different to the players who get the cards."""


class Readers:
    """Looks up seats and decks once for all players who read the same events."""

    def __init__(self, live: LiveTable | None = None) -> None:
        self.sitting: Sitting = {}
        self._live = live
        self._hand_id: UUID | None = None
        self._hand: tuple[Hand, Cards] | None = None

    def hand_at(self, happened: Happened) -> tuple[Hand, Cards] | None:
        """Return the event's hand at this event or later, and its deck; None without a deck."""
        live = self._live
        if live is not None and live.head.seq < happened.seq:
            self._live = self._hand_id = None  # another process has written: the cache is old
        if happened.stream != self._hand_id:
            self._hand_id, self._hand = happened.stream, self._found(happened)
        return self._hand

    def _found(self, happened: Happened) -> tuple[Hand, Cards] | None:
        live, hand_id = self._live, happened.stream
        if live is not None and live.hand_id == hand_id and live.hand is not None:
            cards = live.faces()
            return (live.hand, cards) if cards else None
        return with_deck_of(hand_id, hand_stream(happened.table_id, hand_id))


def hand_stream(table_id: UUID, hand_id: UUID) -> list[StoredEvent]:
    """Return all events of a hand so far."""
    found: list[StoredEvent] = []
    while batch := read_stream(table_id, hand_id, found[-1].version if found else 0):
        found += batch
    return found


def with_deck_of(hand_id: UUID, stored: Sequence[StoredEvent]) -> tuple[Hand, Cards] | None:
    """Return the state after the hand's events, and its opened deck; None without a deck."""
    events = [codec.hand_event(each) for each in stored]
    sealed = next((event for event in events if isinstance(event, DeckSealed)), None)
    hand = fold(events)
    if sealed is None or hand is None:
        return None
    return hand, open_deck(hand_id, sealed_of(sealed)).faces


class Viewers:
    """Returns the viewer for each event of a feed: it has the cards that the event deals to him."""

    def __init__(
        self, table_id: TableId, player: PlayerId | None, readers: Readers | None = None
    ) -> None:
        self.table_id = table_id
        self.player = player
        self._readers = readers or Readers()

    def at(self, happened: Happened) -> Viewer:
        """
        Return the viewer for this event; the deck of a hand is opened once.

        Among the events of a hand, only those that deal cards look different to its players.
        """
        if self.player is None:
            return SPECTATOR
        if not happened.is_in_hand:
            return self._at_table(happened)
        return self._in_hand(happened) if isinstance(happened.event, DEALING) else SPECTATOR

    def _at_table(self, happened: Happened) -> Viewer:
        """Return the viewer for an event of the table; one for a seat is for who sat there then."""
        event = happened.event
        seat: SeatNo | None = getattr(event, "seat", None)
        if seat is None:
            return SPECTATOR
        sitting = self._readers.sitting
        if hasattr(event, "player"):
            sitting[seat] = _sits_after(event)
        elif event.AUDIENCE is Audience.SEAT:
            if seat not in sitting:
                sitting[seat] = sitting_before(self.table_id, seat, happened.version)
            return Viewer(seat=seat) if sitting[seat] == self.player else SPECTATOR
        return SPECTATOR

    def _in_hand(self, happened: Happened) -> Viewer:
        found = self._readers.hand_at(happened)
        if found is None:
            return SPECTATOR
        hand, cards = found
        seat = seat_in(hand.started, self.player)
        if seat is None:
            return SPECTATOR
        return Viewer(seat=seat, own_cards=known_at(hand, cards, dealt_to(happened.event, seat)))


def dealt_to(event: AnyEvent, seat: SeatNo | None) -> tuple[Position, ...]:
    """Return the positions that the event deals to the seat."""
    match event:
        case CardsDiscarded():
            return event.positions if event.seat == seat else ()
        case HoleDealt() | CardsDealt():
            return next((dealt.positions for dealt in event.hands if dealt.seat == seat), ())
        case CardExposed():
            new = event.replaced_by
            return (new,) if event.seat == seat and new is not None else ()
        case _:
            return ()


def seat_in(started: HandStarted, player: PlayerId | None) -> SeatNo | None:
    """Return the seat of the player in this hand; None if he was not dealt in."""
    return next((entry.seat for entry in started.seats if entry.player == player), None)


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


def seat_now(live: LiveTable, player: PlayerId | None) -> SeatNo | None:
    """Return the seat in which `player` sits; None if he does not sit here."""
    return next((n for n, seat in live.table.occupied() if seat.player == player), None)


def _seated(live: LiveTable, player: PlayerId | None) -> Viewer:
    return Viewer(seat=seat_now(live, player)) if player is not None else SPECTATOR

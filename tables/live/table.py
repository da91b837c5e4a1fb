"""
What a process knows of one table: its feed, folded up to a head.

A process keeps the last state that it folded. The store's compare-and-set on the head makes a
stale one harmless, so an action is one round trip.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from threading import Lock
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from accounts.money.ledger.chart import Book
from pokerhouse.common.ids import TableId
from pokerhouse.eventstore.chain import GENESIS
from pokerhouse.eventstore.codec import decode_meta, time_ms
from pokerhouse.eventstore.sealing import Sealed
from pokerhouse.eventstore.store import (
    Head,
    StoredEvent,
    last_stream,
    read_feed,
    read_head,
    read_stream,
)
from tables.dealer import SealedFaces
from tables.engine.hand.events import DeckSealed, HandStarted, TurnStarted
from tables.engine.hand.evolve import evolve
from tables.engine.hand.state import VOIDED, Hand
from tables.engine.rules.terms import Card
from tables.engine.table.events import (
    ClockExtended,
    StakesChanged,
    TableClosed,
    TableClosing,
    TableEvent,
    TableOpened,
    TablePaused,
    TableResumed,
)
from tables.engine.table.evolve import evolve_table
from tables.engine.table.state import Table
from tables.live import codec
from tables.live.codec import Happened

MAX_RECENT = 32
"""Events of a room that are kept decoded; more than an action makes."""

MAX_KEPT_ROOMS = 2000
"""Tables whose state a process keeps; the least recently used one goes first."""

READ_BATCH = 5000

FIRST_STAFF_VERSION = 1
"""Of a table that has just been opened."""

GRACE_MS = 400
"""For the way of an action to the house; an action that was read before then counts."""


class Room(Struct, frozen=True, kw_only=True):
    """A table with its running or last hand."""

    head: Head
    table: Table = Table()
    table_version: int = 0
    staff_version: int = 0
    """Of what staff edit (configuration, state, stakes), not of play: the table's ETag."""
    hand_id: UUID | None = None
    hand: Hand | None = None
    hand_version: int = 0
    sealed: Sealed | None = None
    """The hand's deck, as its stream has it; opened for one call at a time (`faces`)."""
    recent: tuple[Happened, ...] = ()
    """What happened last, up to the head: whoever watches is shown it without a query."""
    deadline_ms: int | None = None
    """When the running turn's time is up, milliseconds since 1970, without the grace."""

    @property
    def table_id(self) -> TableId:
        """The feed's shard."""
        return TableId(self.head.shard)

    @property
    def turn(self) -> int:
        """The number of the hand's last turn; 0 before the first."""
        return self.hand.turn if self.hand is not None else 0

    @property
    def expires_ms(self) -> int:
        """From when the house acts for the player (R-TIM-2): the deadline and its grace."""
        assert self.deadline_ms is not None
        return self.deadline_ms + GRACE_MS

    @property
    def is_hand_voided(self) -> bool:
        """Whether the running or last hand counts for nothing: voided, or taken back since."""
        if self.hand is None:
            return False
        settled = self.table.settled
        is_taken_back = (
            settled is not None
            and settled.is_taken_back
            and settled.hand_no == self.hand.started.hand_no
        )
        return is_taken_back or self.hand.phase == VOIDED

    def faces(self) -> Sequence[Card]:
        """
        Return the hand's deck for one call of `decide`; nothing for an unsealed hand.

        It opens when `decide` asks for a card, and raises what `open_deck` raises.
        """
        if self.sealed is None or self.hand_id is None:
            return ()
        return SealedFaces(self.hand_id, self.sealed)

    @property
    def book(self) -> Book:
        """The book in which this table's chips stand."""
        assert self.table.config is not None
        return Book(self.table.config.book)


def load(table_id: TableId) -> Room:
    """
    Return the table as this process knows it: the kept state, else what its feed folds to.

    A kept state may be behind the feed; an append from it loses the race and is tried again.

    :raises UnknownFeed: if there is no such table.
    """
    return _kept(table_id) or refresh(_folded(read_head(table_id)))


def refresh(room: Room) -> Room:
    """Return `room` with everything that the feed holds behind its head, and keep it."""
    while True:
        batch = read_feed(room.head.shard, room.head.seq, READ_BATCH)
        room = fold_in(room, batch)
        if len(batch) < READ_BATCH:
            break
    if batch:
        room = replace(room, recent=tuple(map(codec.happened, batch[-MAX_RECENT:])))
    keep(room)
    return room


def _folded(head: Head) -> Room:
    """
    Return the table at `head`, folded from its own stream and its last hand's.

    That is a tenth of a feed: of the hands before, the table's stream says all that is left.
    """
    shard = head.shard
    last_hand = last_stream(shard, codec.HAND, head.seq)
    tail = [] if last_hand is None else [*chain(*_batches(head, last_hand))]
    hand_seq = tail[0].seq if tail else head.seq + 1
    room = new_room(TableId(shard))
    for batch in _batches(head, shard):
        room = fold_in(room, [stored for stored in batch if stored.seq < hand_seq])
        tail += [stored for stored in batch if stored.seq >= hand_seq]
    tail.sort(key=attrgetter("seq"))  # a clock may be extended in the middle of a hand
    return replace(fold_in(room, tail), head=head)


def _batches(head: Head, stream: UUID) -> Iterator[list[StoredEvent]]:
    """Yield the stream's events up to `head`."""
    version = 0
    while batch := read_stream(head.shard, stream, version, READ_BATCH):
        yield [stored for stored in batch if stored.seq <= head.seq]
        version = batch[-1].version


def keep(room: Room) -> None:
    """Remember `room` for the next command; only after its events have been committed."""
    with _lock:
        _rooms[room.head.shard] = room
        _rooms.move_to_end(room.head.shard)
        while len(_rooms) > MAX_KEPT_ROOMS:
            _rooms.popitem(last=False)


def forget(table_id: TableId) -> None:
    """Drop what this process knows: the next load reads the feed."""
    with _lock:
        _rooms.pop(table_id, None)


def forget_all() -> None:
    """Drop all rooms, for a process that turns to another database."""
    with _lock:
        _rooms.clear()


_BY_STAFF = (TableOpened, TablePaused, TableResumed, TableClosing, TableClosed, StakesChanged)

_rooms: OrderedDict[UUID, Room] = OrderedDict()
_lock = Lock()


def _kept(table_id: TableId) -> Room | None:
    with _lock:
        return _rooms.get(table_id)


def new_room(table_id: TableId) -> Room:
    """Return what is known of a table before its first event."""
    return Room(head=Head(table_id, 0, GENESIS, 0))


def fold_in(room: Room, batch: Iterable[StoredEvent]) -> Room:
    """Return `room` with the next events of its feed folded in."""
    stored = None
    for stored in batch:
        if stored.stream_kind == codec.TABLE:
            room = room_after(room, codec.table_event(stored), stored.version)
        else:
            room = _hand_event(room, stored)
    if stored is None:
        return room
    return replace(room, head=Head(stored.shard, stored.seq, stored.hash, room.head.epoch))


def room_after(room: Room, event: TableEvent, version: int) -> Room:
    """Return `room` with the event `version` of the table's own stream folded in."""
    if isinstance(event, ClockExtended):
        room = replace(room, deadline_ms=event.deadline_at_ms)
    if isinstance(event, _BY_STAFF):
        room = replace(room, staff_version=room.staff_version + 1)
    return replace(room, table=evolve_table(room.table, event), table_version=version)


def sealed_of(event: DeckSealed) -> Sealed:
    """Return the sealed deck that the event holds."""
    return Sealed(event.key_id, event.nonce, event.ciphertext)


def deadline_ms(room: Room, turn_began_ms: int) -> int:
    """Return when a turn that began then is up."""
    assert room.table.config is not None
    return turn_began_ms + room.table.config.turn_ms


def _hand_event(room: Room, stored: StoredEvent) -> Room:
    event, version = codec.hand_event(stored), stored.version
    if isinstance(event, HandStarted):
        hand = evolve(None, event)
        return replace(
            room,
            hand_id=stored.stream,
            hand=hand,
            hand_version=version,
            sealed=None,
            deadline_ms=None,
        )
    if isinstance(event, DeckSealed):
        return replace(room, hand_version=version, sealed=sealed_of(event))
    if isinstance(event, TurnStarted):
        began_ms = time_ms(decode_meta(stored.meta).at)
        room = replace(room, deadline_ms=deadline_ms(room, began_ms))
    return replace(room, hand=evolve(room.hand, event), hand_version=version)

"""
One table in memory: the state of its feed up to a head.

A process caches the last state that it folded. A stale one does no harm, because the store
compares the head when it appends; so an action is one round trip.
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
from pokerhouse.eventstore.errors import UnknownFeed
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
from tables.engine.rules.errors import RuleViolation
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
from tables.engine.table.state import Table, TableConfig
from tables.live import codec
from tables.live.codec import Happened

MAX_RECENT = 32
"""How many events of a table are kept decoded: more than one action makes."""

MAX_CACHED_TABLES = 2000
"""How many tables a process caches; the least recently used one goes first."""

READ_BATCH = 5000

FIRST_STAFF_VERSION = 1
"""Of a table that has just been opened."""

GRACE_MS = 400
"""For the way to the server: an action that is read within this time after its deadline counts."""


class LiveTable(Struct, frozen=True, kw_only=True, gc=False):
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
    """The latest events, up to the head: they are sent to watchers without a query."""
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
    def last_hand(self) -> tuple[UUID, Hand]:
        """
        The running or last hand, with its id.

        :raises RuleViolation: `hand_over`, before the first.
        """
        if self.hand is None or self.hand_id is None:
            raise RuleViolation("hand_over")
        return self.hand_id, self.hand

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
        return Book(self.config.book)

    @property
    def config(self) -> TableConfig:
        """
        What the table was opened with, which its first event says.

        :raises UnknownFeed: before that event.
        """
        config = self.table.config
        if config is None:
            raise UnknownFeed(self.head.shard)
        return config


def get(table_id: UUID) -> LiveTable:
    """
    Return the table as this process knows it: the cached state, or its feed folded now.

    A cached state may be behind the feed; an append from it loses the race and is tried again.

    :raises UnknownFeed: if there is no such table.
    """
    return _cached(table_id) or refresh(_folded(read_head(table_id)))


def newest(table_id: UUID) -> LiveTable:
    """
    Return the table as its feed stands now, whichever process wrote last.

    :raises UnknownFeed: if there is no such table.
    """
    return refresh(get(table_id))


def refresh(live: LiveTable) -> LiveTable:
    """Return `live` with everything that the feed holds behind its head, and cache it."""
    while True:
        batch = read_feed(live.head.shard, live.head.seq, READ_BATCH)
        live = fold_in(live, batch)
        if len(batch) < READ_BATCH:
            break
    if batch:
        live = replace(live, recent=tuple(map(codec.happened, batch[-MAX_RECENT:])))
    put(live)
    return live


def _folded(head: Head) -> LiveTable:
    """
    Return the table at `head`, folded from its own stream and its last hand's.

    That is a tenth of a feed: what remains of earlier hands is in the table's own stream.
    """
    shard = head.shard
    last_hand = last_stream(shard, codec.HAND, head.seq)
    tail = [] if last_hand is None else [*chain(*_batches(head, last_hand))]
    hand_seq = tail[0].seq if tail else head.seq + 1
    live = blank(TableId(shard))
    for batch in _batches(head, shard):
        live = fold_in(live, [stored for stored in batch if stored.seq < hand_seq])
        tail += [stored for stored in batch if stored.seq >= hand_seq]
    tail.sort(key=attrgetter("seq"))  # a clock may be extended in the middle of a hand
    return replace(fold_in(live, tail), head=head)


def _batches(head: Head, stream: UUID) -> Iterator[list[StoredEvent]]:
    """Yield the stream's events up to `head`."""
    version = 0
    while batch := read_stream(head.shard, stream, version, READ_BATCH):
        yield [stored for stored in batch if stored.seq <= head.seq]
        version = batch[-1].version


def put(live: LiveTable) -> None:
    """Cache `live` for the next command; only after its events have been committed."""
    with _lock:
        _cache[live.head.shard] = live
        _cache.move_to_end(live.head.shard)
        while len(_cache) > MAX_CACHED_TABLES:
            _cache.popitem(last=False)


def evict(table_id: UUID) -> None:
    """Drop the cached table: the next `get` reads the feed."""
    with _lock:
        _cache.pop(table_id, None)


def evict_all() -> None:
    """Drop all tables, for a process that turns to another database."""
    with _lock:
        _cache.clear()


_BY_STAFF = (TableOpened, TablePaused, TableResumed, TableClosing, TableClosed, StakesChanged)

_cache: OrderedDict[UUID, LiveTable] = OrderedDict()
_lock = Lock()


def _cached(table_id: UUID) -> LiveTable | None:
    with _lock:
        return _cache.get(table_id)


def blank(table_id: TableId) -> LiveTable:
    """Return a table before its first event."""
    return LiveTable(head=Head(table_id, 0, GENESIS, 0))


def fold_in(live: LiveTable, batch: Iterable[StoredEvent]) -> LiveTable:
    """Return `live` with the next events of its feed folded in."""
    stored = None
    for stored in batch:
        if stored.stream_kind == codec.TABLE:
            live = after_event(live, codec.table_event(stored), stored.version)
        else:
            live = _hand_event(live, stored)
    if stored is None:
        return live
    return replace(live, head=Head(stored.shard, stored.seq, stored.hash, live.head.epoch))


def after_event(live: LiveTable, event: TableEvent, version: int) -> LiveTable:
    """Return `live` with the event `version` of the table's own stream folded in."""
    if isinstance(event, ClockExtended):
        live = replace(live, deadline_ms=event.deadline_at_ms)
    if isinstance(event, _BY_STAFF):
        live = replace(live, staff_version=live.staff_version + 1)
    return replace(live, table=evolve_table(live.table, event), table_version=version)


def sealed_of(event: DeckSealed) -> Sealed:
    """Return the sealed deck that the event holds."""
    return Sealed(event.key_id, event.nonce, event.ciphertext)


def deadline_ms(live: LiveTable, turn_began_ms: int) -> int:
    """Return when a turn that began then is up."""
    return turn_began_ms + live.config.turn_ms


def _hand_event(live: LiveTable, stored: StoredEvent) -> LiveTable:
    event, version = codec.hand_event(stored), stored.version
    if isinstance(event, HandStarted):
        hand = evolve(None, event)
        return replace(
            live,
            hand_id=stored.stream,
            hand=hand,
            hand_version=version,
            sealed=None,
            deadline_ms=None,
        )
    if isinstance(event, DeckSealed):
        return replace(live, hand_version=version, sealed=sealed_of(event))
    if isinstance(event, TurnStarted):
        began_ms = time_ms(decode_meta(stored.meta).at)
        live = replace(live, deadline_ms=deadline_ms(live, began_ms))
    return replace(live, hand=evolve(live.hand, event), hand_version=version)

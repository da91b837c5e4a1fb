"""
Verifying feeds: is what is stored what was written?

A feed is walked once in the order of `seq` against its hash chain, then once along its streams, by
a server-side cursor and windows: memory does not grow with the house. No constraint is trusted,
because the owner can drop constraints. Each feed is read in a snapshot of its own, so a house can
be verified while it plays. Whoever can write everything could compute a whole chain again; that
is what anchors outside the database are for (ADR 0004).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction

from pokerhouse.eventstore.chain import GENESIS, event_hash
from pokerhouse.eventstore.connection import default_connection, driver_cursor, server_cursor
from pokerhouse.eventstore.errors import UnknownFeed
from pokerhouse.eventstore.store import EVENT_COLUMNS, Head, StoredEvent

PAGE_EVENTS = 1000

# The walk fetches page by page; only the statement over streams may run long.
_SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
_NO_TIME_LIMIT = "SET LOCAL statement_timeout = 0"
_SHARD_BEYOND = """
SELECT shard FROM (
    (SELECT shard FROM feed_head WHERE shard {0} $1 ORDER BY shard LIMIT 1)
    UNION ALL
    (SELECT shard FROM event WHERE shard {0} $1 ORDER BY shard LIMIT 1)
) AS next ORDER BY shard LIMIT 1
"""
_FIRST_SHARD = _SHARD_BEYOND.format(">=")
_NEXT_SHARD = _SHARD_BEYOND.format(">")
_HEADS = "SELECT seq, hash, epoch FROM feed_head WHERE shard = $1"
_EVENTS = f"SELECT {EVENT_COLUMNS} FROM event WHERE shard = $1 ORDER BY seq"  # noqa: S608 - constants
_FIRST_WRONG_VERSION = """
SELECT seq, stream, version, coalesce(before, 0) + 1 FROM (
    SELECT seq, stream, version, lag(version) OVER line AS before, lag(seq) OVER line AS seq_before
    FROM event WHERE shard = $1 WINDOW line AS (PARTITION BY stream ORDER BY version)
) AS lines
WHERE version <> coalesce(before, 0) + 1 OR seq < seq_before ORDER BY seq LIMIT 1
"""


class FaultKind(StrEnum):
    """What is wrong with an event, or missing in its place."""

    HASH = "hash"  # its bytes are not those that were hashed: edited, swapped or moved
    CHAIN = "chain"  # it does not follow the event before it
    MISSING = "missing"  # deleted: its number is not there
    NUMBER = "number"  # its number is another event's, or before the first: inserted
    VERSION = "version"  # its stream has a gap, or runs backwards, at it
    TAIL = "tail"  # the feed ends before its head: cut off
    BEYOND_HEAD = "beyond_head"  # stored behind the head: inserted without the store
    HEAD = "head"  # the head's hash is not that of the last event
    NO_HEAD = "no_head"  # events of a feed that has no head
    ANCHOR = "anchor"  # not what an anchor outside the database says: cut off or computed anew


class Fault(msgspec.Struct, frozen=True):
    """The first wrong event of a feed; `stream` is None where there is no event to name it."""

    shard: UUID
    seq: int
    stream: UUID | None
    kind: FaultKind
    detail: str


class FeedReport(msgspec.Struct, frozen=True):
    """One feed: how many of its events were read, and its first fault if it has one."""

    shard: UUID
    event_count: int
    fault: Fault | None


def verify(shard: UUID | None = None) -> list[Fault]:
    """Return the first fault of every feed that has one, or of the one feed `shard`."""
    reports = verify_all() if shard is None else iter([verify_feed(shard)])
    return [report.fault for report in reports if report.fault is not None]


def verify_all() -> Iterator[FeedReport]:
    """Verify every feed, by shard: those with a head and those with events only."""
    shard = _shard(_FIRST_SHARD, UUID(int=0))
    while shard is not None:
        yield verify_feed(shard)
        shard = _shard(_NEXT_SHARD, shard)


def verify_feed(shard: UUID) -> FeedReport:
    """
    Verify one feed.

    :raises UnknownFeed: if there is neither a head nor an event of it.
    """
    with snapshot():
        heads = driver_cursor().execute(_HEADS, (shard,), binary=True).fetchall()
        if len(heads) > 1 or any(None in head for head in heads):
            spoilt = Fault(shard, 0, None, FaultKind.HEAD, "the head is there twice or has a NULL")
            return FeedReport(shard, 0, spoilt)
        walk = _Walk(shard, Head(shard, *heads[0]) if heads else None)
        with server_cursor("verify", PAGE_EVENTS) as cursor:
            for row in cursor.execute(_EVENTS, (shard,), binary=True):
                walk.take(StoredEvent(*row))
                if walk.fault is not None:
                    break
        chain_fault = walk.fault or walk.end()
        return FeedReport(shard, walk.seq, _earlier(chain_fault, _version_fault(shard)))


class _Walk:
    """One pass along the chain, up to the first fault."""

    def __init__(self, shard: UUID, head: Head | None) -> None:
        self.shard = shard
        self.head = head
        self.seq = 0
        self.hash = GENESIS
        self.fault: Fault | None = None

    def take(self, event: StoredEvent) -> None:
        """Check the next event against the chain so far."""
        expected = self.seq + 1
        if event.seq != expected:
            self._misnumbered(expected, event)
        elif None in msgspec.structs.astuple(event):
            self._found(expected, event.stream, FaultKind.HASH, "a part of it is NULL")
        elif self.head is None:
            self._found(expected, event.stream, FaultKind.NO_HEAD, "its feed has no head")
        elif expected > self.head.seq:
            self._found(
                expected, event.stream, FaultKind.BEYOND_HEAD, f"the head is at {self.head.seq}"
            )
        elif event.prev_hash != self.hash:
            self._found(
                expected, event.stream, FaultKind.CHAIN, "it does not follow the event before it"
            )
        elif event.hash != event_hash(self.hash, self.shard, expected, event):
            self._found(expected, event.stream, FaultKind.HASH, "it is not what was hashed")
        else:
            self.seq, self.hash = expected, event.hash

    def _misnumbered(self, expected: int, event: StoredEvent) -> None:
        number: Any = event.seq  # NULL, if the owner took the key away
        if number is not None and number > expected:
            self._found(expected, None, FaultKind.MISSING, f"the next stored is {number}")
        else:
            seq = expected if number is None else number
            self._found(seq, event.stream, FaultKind.NUMBER, f"stored where {expected} is next")

    def end(self) -> Fault | None:
        """Check the head against the last event; without a head there was no event either."""
        if self.head is None:
            raise UnknownFeed(self.shard)
        if self.head.seq > self.seq:
            self._found(self.seq + 1, None, FaultKind.TAIL, f"the head is at {self.head.seq}")
        elif self.head.hash != self.hash:
            self._found(self.seq, None, FaultKind.HEAD, "the head has another hash")
        return self.fault

    def _found(self, seq: int, stream: UUID | None, kind: FaultKind, detail: str) -> None:
        self.fault = Fault(self.shard, seq, stream, kind, detail)


def _version_fault(shard: UUID) -> Fault | None:
    row = driver_cursor().execute(_FIRST_WRONG_VERSION, (shard,), binary=True).fetchone()
    if row is None:
        return None
    seq, stream, version, expected = row
    detail = f"version {version} of its stream where {expected} is next"
    return Fault(shard, seq, stream, FaultKind.VERSION, detail)


def _earlier(one: Fault | None, other: Fault | None) -> Fault | None:
    if one is None or other is None:
        return one or other
    return other if other.seq < one.seq else one


def _shard(statement: str, from_: UUID) -> UUID | None:
    row = driver_cursor().execute(statement, (from_,), binary=True).fetchone()
    return None if row is None else row[0]


@contextmanager
def snapshot() -> Iterator[None]:
    """Read in one snapshot; inside a transaction of the caller, in what that one sees."""
    is_own = not default_connection().in_atomic_block
    with transaction.atomic():
        if is_own:
            driver_cursor().execute(_SNAPSHOT)
            driver_cursor().execute(_NO_TIME_LIMIT)
        yield

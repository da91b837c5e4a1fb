"""
The one writer of `event` and `feed_head`.

An append is one prepared statement and one round trip: it compares and sets the feed's head by
(seq, hash, epoch), and inserts events, command row and agenda row only if that succeeded. No lock
is taken before it, so no writer waits while another one decides; the slower one gets
LostRace (`commands.retry.execute` is the loop around it). ADR 0003 has the figures.
"""

# ruff: noqa: S608 - the SQL here is made of constants and counted parameters

from collections.abc import Sequence
from functools import cache
from typing import Any, NoReturn
from uuid import UUID

import msgspec
import psycopg

from pokerhouse.agenda.agenda import MOVES_ROW, AgendaMove
from pokerhouse.eventstore.chain import GENESIS, event_hash
from pokerhouse.eventstore.commands import CommandRecord
from pokerhouse.eventstore.connection import default_connection, driver_cursor, kept_cursor
from pokerhouse.eventstore.errors import (
    AppendTooLarge,
    DuplicateCommand,
    FeedBusy,
    FeedClosed,
    FeedExists,
    LostRace,
    UnknownFeed,
)

MAX_EVENTS_PER_APPEND = 64
"""A hand's longest batch (all in before the flop, run out, settled) is below it."""

MAX_EVENT_BYTES = 2**20
"""Data and meta of one event together."""

MAX_EVENTS_PER_READ = 10_000


class Head(msgspec.Struct, frozen=True):
    """Where a feed ends. `epoch` rises when the house is restored to an earlier time."""

    shard: UUID
    seq: int
    hash: bytes
    epoch: int


class NewEvent(msgspec.Struct, frozen=True):
    """An event to append; `data` and `meta` are canonical JSON (`codec`)."""

    stream_kind: str
    stream: UUID
    version: int
    type: str
    schema: int
    data: bytes
    meta: bytes


class StoredEvent(msgspec.Struct, frozen=True):
    """An event with its place in the feed and in the chain."""

    shard: UUID
    seq: int
    stream_kind: str
    stream: UUID
    version: int
    type: str
    schema: int
    data: bytes
    meta: bytes
    prev_hash: bytes
    hash: bytes


EVENT_COLUMNS = ", ".join(StoredEvent.__struct_fields__)

_OPEN = """
INSERT INTO feed_head (shard, seq, hash, epoch) VALUES ($1, 0, $2, 1)
ON CONFLICT DO NOTHING RETURNING epoch
"""
_CLOSE = """
UPDATE feed_head SET closed_at = clock_timestamp()
WHERE shard = $1 AND seq = $2::bigint AND hash = $3 AND closed_at IS NULL RETURNING epoch
"""
_READ_HEAD = "SELECT seq, hash, epoch FROM feed_head WHERE shard = $1"
_READ_FEED = f"""
SELECT {EVENT_COLUMNS} FROM event
WHERE shard = $1 AND seq > $2::bigint ORDER BY seq LIMIT $3::bigint
"""
_READ_STREAM = f"""
SELECT {EVENT_COLUMNS} FROM event
WHERE shard = $1 AND stream = $2 AND version > $3::bigint ORDER BY version LIMIT $4::bigint
"""

_LAST_STREAM = """
SELECT stream FROM event WHERE shard = $1 AND stream_kind = $2 AND seq <= $3::bigint
ORDER BY seq DESC LIMIT 1
"""

_EVENT_NAMES = "seq, stream_kind, stream, version, type, schema, data, meta, prev_hash, hash"


def open_feed(shard: UUID) -> Head:
    """
    Start the feed of `shard`; its first event will be number 1.

    :raises FeedExists: if it has been opened before.
    """
    row = driver_cursor().execute(_OPEN, (shard, GENESIS), binary=True).fetchone()
    if row is None:
        raise FeedExists(shard)
    return Head(shard, 0, GENESIS, row[0])


def close_feed(head: Head) -> None:
    """
    End the feed at `head`: nothing can be appended afterwards.

    :raises LostRace: if the feed moved on.
    :raises FeedClosed: if it was closed before.
    :raises UnknownFeed: if there is none.
    """
    cursor = driver_cursor()
    cursor.execute(_CLOSE, (head.shard, str(head.seq), head.hash), binary=True)
    if cursor.fetchone() is None:
        raise _why_nothing_was_written(head.shard)


def read_head(shard: UUID) -> Head:
    """
    Return where the feed ends now.

    :raises UnknownFeed: if there is none.
    """
    row = driver_cursor().execute(_READ_HEAD, (shard,), binary=True).fetchone()
    if row is None:
        raise UnknownFeed(shard)
    return Head(shard, *row)


def read_feed(
    shard: UUID, after_seq: int = 0, limit: int = MAX_EVENTS_PER_READ
) -> list[StoredEvent]:
    """Return the feed's events behind `after_seq`, at most `limit`, by seq."""
    assert 0 < limit <= MAX_EVENTS_PER_READ
    parameters = (shard, str(after_seq), str(limit))
    rows = driver_cursor().execute(_READ_FEED, parameters, binary=True).fetchall()
    return [StoredEvent(*row) for row in rows]


def read_stream(
    shard: UUID, stream: UUID, after_version: int = 0, limit: int = MAX_EVENTS_PER_READ
) -> list[StoredEvent]:
    """Return the stream's events behind `after_version`, at most `limit`, by version."""
    assert 0 < limit <= MAX_EVENTS_PER_READ
    parameters = (shard, stream, str(after_version), str(limit))
    rows = driver_cursor().execute(_READ_STREAM, parameters, binary=True).fetchall()
    return [StoredEvent(*row) for row in rows]


def last_stream(shard: UUID, stream_kind: str, up_to_seq: int) -> UUID | None:
    """Return the stream of the feed's last event of this kind, None where there is none."""
    parameters = (shard, stream_kind, str(up_to_seq))
    row = driver_cursor().execute(_LAST_STREAM, parameters, binary=True).fetchone()
    return None if row is None else row[0]


def append(
    head: Head,
    events: Sequence[NewEvent],
    *,
    command: CommandRecord | None = None,
    agenda: AgendaMove | None = None,
) -> Head:
    """
    Write `events` behind `head`, with the command that caused them and the work that they plan.

    One statement, so all of it or nothing. In a transaction of the caller it is part of that.
    Returns the feed's new head.

    :raises LostRace: if the feed is no longer at `head`.
    :raises DuplicateCommand: if `command` had its effect before.
    :raises FeedClosed: if the feed has ended.
    :raises FeedBusy: if another transaction held the feed beyond the lock's time limit.
    :raises UnknownFeed: if there is no such feed.
    :raises AppendTooLarge: beyond MAX_EVENTS_PER_APPEND or MAX_EVENT_BYTES.
    """
    parameters, last_hash = _parameters(head, events)
    if command is not None:
        parameters += (command.actor, command.key, command.body_hash, command.receipt)
    if agenda is not None:
        parameters += (agenda.key, agenda.task, agenda.args_json, agenda.due_at)
    statement = append_statement(len(events), command is not None, agenda is not None)
    cursor = kept_cursor(statement)
    try:
        cursor.execute(statement, parameters)
    except psycopg.Error as error:
        _raise_named(error, head.shard)
    if cursor.rowcount == 0:
        raise _why_nothing_was_written(head.shard)
    return Head(head.shard, head.seq + len(events), last_hash, head.epoch)


def _parameters(head: Head, events: Sequence[NewEvent]) -> tuple[list[Any], bytes]:
    """Return head's and events' parameters and the hash of the last event."""
    assert events, "an append without events"
    if len(events) > MAX_EVENTS_PER_APPEND:
        raise AppendTooLarge("Too many events at once.", max_events=MAX_EVENTS_PER_APPEND)
    shard, seq, last_hash = head.shard, head.seq, head.hash
    parameters: list[Any] = [shard, str(seq), last_hash, head.epoch]
    for event in events:
        data, meta = event.data, event.meta
        if len(data) + len(meta) > MAX_EVENT_BYTES:
            raise AppendTooLarge("Too many bytes in an event.", max_bytes=MAX_EVENT_BYTES)
        seq += 1
        last_hash = event_hash(last_hash, shard, seq, event)
        parameters += (
            event.stream_kind,
            event.stream,
            str(event.version),
            event.type,
            event.schema,
            data,
            meta,
            last_hash,
        )
    return parameters, last_hash


@cache
def append_statement(event_count: int, has_command: bool, has_agenda: bool) -> bytes:  # noqa: FBT001
    """
    Return the statement that appends `event_count` events.

    What follows from other parameters is not sent: numbers count on from the head's, and an
    event's prev_hash is the hash before it. VALUES stands in the order of `seq` and is read in it,
    so `position` follows `seq`; saying it again by ORDER BY costs a sort, 5 % of the append.

    `tx` makes the order that subscribers read in, (tx, position), the order of each feed: a
    transaction that is older than the feed's last one loses the race instead of writing behind it
    with a smaller number. (It got its number by writing something before it read the head.)
    """
    number = 0

    def take(types: str) -> list[str]:
        """Return the next parameters, one for each of `types`."""
        nonlocal number
        first, number = number + 1, number + len(types.split())
        return [f"${place}::{kind}" for place, kind in enumerate(types.split(), first)]

    shard, head_seq, head_hash, epoch = take("uuid bigint bytea int")
    last_hash = head_hash
    rows = []
    for offset in range(1, event_count + 1):
        fields = take("text uuid int text smallint bytea bytea bytea")
        rows.append(f"({head_seq} + {offset}, {', '.join(fields[:-1])}, {last_hash}, {fields[-1]})")
        last_hash = fields[-1]
    head = f"""
        head AS (
            UPDATE feed_head
            SET seq = {head_seq} + {event_count}, hash = {last_hash}, tx = pg_current_xact_id()
            WHERE shard = {shard} AND seq = {head_seq} AND hash = {head_hash} AND epoch = {epoch}
                AND closed_at IS NULL AND tx <= pg_current_xact_id()
            RETURNING epoch
        )"""
    command = agenda = ""
    if has_command:
        command = f""",
        remembered AS (
            INSERT INTO command (shard, actor, key, body_hash, receipt)
            SELECT {shard}, {", ".join(take("text text bytea bytea"))} FROM head
        )"""
    if has_agenda:
        agenda = f""",
        planned AS (
            INSERT INTO agenda (shard, key, task, args, due_at)
            SELECT {shard}, {", ".join(take("text text jsonb timestamptz"))} FROM head
            {MOVES_ROW}
        )"""
    return f"""
        WITH {head}{command}{agenda}
        INSERT INTO event (shard, {_EVENT_NAMES})
        SELECT {shard}, * FROM (VALUES {", ".join(rows)}) AS new
        WHERE EXISTS (SELECT FROM head)
        """.encode()


def _raise_named(error: psycopg.Error, shard: UUID) -> NoReturn:
    """Raise the store's own error for what PostgreSQL refused, Django's for the rest."""
    if (
        isinstance(error, psycopg.errors.UniqueViolation)
        and error.diag.constraint_name == "command_pkey"
    ):
        raise DuplicateCommand from error
    if isinstance(error, psycopg.errors.LockNotAvailable):
        raise FeedBusy(shard) from error
    with default_connection().wrap_database_errors:
        raise error


def _why_nothing_was_written(shard: UUID) -> Exception:
    """Return the error for a compare-and-set that found no row."""
    cursor = driver_cursor()
    cursor.execute("SELECT closed_at IS NOT NULL FROM feed_head WHERE shard = $1", (shard,))
    row = cursor.fetchone()
    if row is None:
        return UnknownFeed(shard)
    return FeedClosed(shard) if row[0] else LostRace()

"""
Which rows are due, and which relay sends them.

Every statement is a short transaction of its own, because a player's action waits for the lock on
its table's row. The agenda is scanned, on purpose without an index by time (ADR 0010).

Clocks of players (`clocks`) are claimed only while there is no outage (`outages`).
`at` replaces PostgreSQL's clock in tests.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import connections

from pokerhouse.agenda import clocks

BATCH_ROWS = 200
MAX_SILENCE_S = 3
"""Longer without a heartbeat is an outage."""

CLOCK_RESEND_S = 0.5
RESEND_S = 5
SLOW_RESEND_S = 60
QUICK_ATTEMPTS = 20
MAX_ATTEMPTS_BEFORE_SLOW = 100
"""After so many sends a row waits longer, so that without a worker the queue does not fill up."""


class Due(msgspec.Struct, frozen=True):
    """One claimed row; `late_ms` is the time from `due_at` until it was claimed."""

    shard: UUID
    key: str
    generation: int
    task: str
    args: dict[str, Any]
    attempts: int
    late_ms: int
    sent_at: datetime


_WAKES_AT = f"""
CASE
    WHEN sent_at IS NULL THEN due_at
    WHEN attempts >= {MAX_ATTEMPTS_BEFORE_SLOW} THEN sent_at + interval '{SLOW_RESEND_S} s'
    WHEN task = ANY(%(clocks)s) AND attempts < {QUICK_ATTEMPTS}
        THEN sent_at + interval '{CLOCK_RESEND_S} s'
    ELSE sent_at + interval '{RESEND_S} s'
END
"""
_NOW = "coalesce(%(at)s::timestamptz, clock_timestamp())"
_MAY_RUN = f"""
done_generation <> generation AND (
    task <> ALL(%(clocks)s)
    OR (SELECT max(at) FROM pulse WHERE kind = 'house') > {_NOW} - interval '{MAX_SILENCE_S} s'
)
"""  # noqa: S608 - constants only
_NEXT = f"""
SELECT extract(epoch FROM min({_WAKES_AT}) - {_NOW}) FROM agenda WHERE {_MAY_RUN}
"""  # noqa: S608
_CLAIM = f"""
WITH due AS (
    SELECT shard, key FROM agenda
    WHERE {_MAY_RUN} AND {_WAKES_AT} <= {_NOW}
    ORDER BY due_at LIMIT %(limit)s
    FOR UPDATE SKIP LOCKED
)
UPDATE agenda SET sent_at = {_NOW}, attempts = attempts + 1
FROM due WHERE agenda.shard = due.shard AND agenda.key = due.key
RETURNING agenda.shard, agenda.key, generation, task, args, attempts,
    (extract(epoch FROM {_NOW} - due_at) * 1000)::bigint, sent_at
"""  # noqa: S608
_RELEASE = """
UPDATE agenda SET sent_at = NULL
WHERE shard = %s AND key = %s AND generation = %s AND sent_at = %s
"""
_FORGET = """
WITH sent AS (
    SELECT shard, key FROM agenda WHERE sent_at IS NOT NULL AND done_generation <> generation
    ORDER BY shard, key FOR UPDATE
)
UPDATE agenda SET sent_at = NULL
FROM sent WHERE agenda.shard = sent.shard AND agenda.key = sent.key
"""
"""Locks rows by key, as commands do, so that the two cannot deadlock."""
_OVERDUE = f"""
SELECT count(*) FROM agenda
WHERE done_generation <> generation AND due_at <= {_NOW} - %(late_s)s * interval '1 s'
"""  # noqa: S608


def _clocks() -> list[str]:
    return clocks.tasks()


def next_due_s(*, at: datetime | None = None) -> float | None:
    """Return the seconds until the next row is due, negative if it is late; None without rows."""
    with connections["default"].cursor() as cursor:
        cursor.execute(_NEXT, {"clocks": _clocks(), "at": at})
        seconds = cursor.fetchone()[0]
        return None if seconds is None else float(seconds)


def claim(*, limit: int = BATCH_ROWS, at: datetime | None = None) -> list[Due]:
    """Mark up to `limit` due rows as sent, the oldest first, and return them."""
    with connections["default"].cursor() as cursor:
        cursor.execute(_CLAIM, {"clocks": _clocks(), "at": at, "limit": limit})
        rows = [
            Due(shard, key, generation, task, msgspec.json.decode(args), *others)
            for shard, key, generation, task, args, *others in cursor.fetchall()
        ]  # Django leaves jsonb as text
    rows.sort(key=lambda row: -row.late_ms)
    return rows


def release(row: Due) -> None:
    """Mark `row` as not sent, because publishing it failed."""
    with connections["default"].cursor() as cursor:
        cursor.execute(_RELEASE, [row.shard, row.key, row.generation, row.sent_at])


def forget_sent() -> int:
    """
    Mark all rows that were sent and are not done as not sent; return how many.

    For a broker that came back and may have lost its messages.
    """
    with connections["default"].cursor() as cursor:
        cursor.execute(_FORGET)
        return int(cursor.rowcount)


def overdue_count(*, late_s: float = 0, at: datetime | None = None) -> int:
    """Return how many rows have been due for at least `late_s` and are not done."""
    with connections["default"].cursor() as cursor:
        cursor.execute(_OVERDUE, {"late_s": late_s, "at": at})
        return int(cursor.fetchone()[0])

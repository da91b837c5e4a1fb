"""
An outage never shortens a player's time (docs/security.md#outages).

A player can act only if a web process runs, and his clock runs out only if a relay runs. The
heartbeat of kind `house` is the last moment at which both were alive. While it is older than three
seconds no player's clock is claimed (`claims`). When both are alive again, the gap is an outage: it
is recorded with the clocks that were running, each of them gets the gap as extra time, and only
then the heartbeat of kind `house` is written again.

Each clock is extended once: the outage is recorded before, and each extension is a command whose
key names the outage. So a relay that dies in the middle, or a second relay, repeats it without a
second effect. `clocks` says how to extend them, because the agenda knows no tables.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import connections, transaction

from pokerhouse.agenda import clocks
from pokerhouse.agenda.claims import MAX_SILENCE_S
from pokerhouse.agenda.clocks import Extend
from pokerhouse.agenda.heartbeats import HOUSE, WEB
from pokerhouse.common.errors import DomainError

TRIES = 5

_READ = """
SELECT coalesce(%(at)s::timestamptz, clock_timestamp()),
    max(at) FILTER (WHERE kind = %(web)s), max(at) FILTER (WHERE kind = %(house)s)
FROM pulse
"""
_IS_ALIVE = """
SELECT EXISTS (SELECT 1 FROM pulse WHERE kind = %s AND at >= %s)
    AND NOT EXISTS (SELECT 1 FROM outage WHERE closed_at IS NULL)
"""
_ALIVE = """
INSERT INTO pulse (kind, instance, at) VALUES (%s, '', %s)
ON CONFLICT (kind, instance) DO UPDATE SET at = greatest(pulse.at, excluded.at)
"""
_BEGIN = """
INSERT INTO outage (began_at, ended_at, clocks)
SELECT %(began_at)s::timestamptz, %(ended_at)s::timestamptz, coalesce(
    jsonb_agg(jsonb_build_object('task', task, 'args', args) ORDER BY shard, key), '[]')
FROM agenda WHERE task = ANY(%(clocks)s) AND done_generation <> generation
ON CONFLICT (began_at) DO NOTHING
"""
_OPEN = """
SELECT began_at, ended_at, clocks FROM outage WHERE closed_at IS NULL ORDER BY began_at LIMIT 1
"""
_CLOSE = """
UPDATE outage SET closed_at = clock_timestamp(), failed_count = %s
WHERE began_at = %s AND closed_at IS NULL
"""

log = logging.getLogger(__name__)


class OpenOutage(msgspec.Struct, frozen=True):
    """A time without relay or web process, and the clocks that were running in it."""

    began_at: datetime
    ended_at: datetime
    clocks: list[dict[str, Any]]

    @property
    def by_ms(self) -> int:
        """The gap, in whole milliseconds, rounded in the players' favour."""
        return -((self.began_at - self.ended_at) // timedelta(milliseconds=1))

    @property
    def key(self) -> str:
        """The key of every command that this outage causes."""
        return f"outage {self.began_at.isoformat()}"


def watch(*, at: datetime | None = None, extend: Extend | None = None) -> OpenOutage | None:
    """
    Write the heartbeat of kind `house` if a web process is alive; extend clocks after an outage.

    The relay calls this often. Returns the outage that was closed. In tests `extend` replaces the
    registered functions, and `at` PostgreSQL's clock.
    """
    outage = _open_outage()
    if outage is None:
        now, web_at, house_at = _read(at)
        silence = timedelta(seconds=MAX_SILENCE_S)
        if web_at is None or now - web_at > silence:
            return None  # the outage still lasts, and clocks stand still
        if house_at is None or web_at - house_at <= silence:
            if house_at is None or web_at > house_at:
                _note_alive(web_at)
            return None
        _begin(house_at, web_at)
        outage = _open_outage()
    if outage is not None:
        _close(outage, _extend_all(outage, extend))
    return outage


def is_house_alive(at: datetime) -> bool:
    """
    Return whether there was no outage at `at`, so that no clock is extended for that moment.

    An outage begins after MAX_SILENCE_S without a heartbeat, as in `watch`, and lasts until all
    clocks have been extended.
    """
    with connections["default"].cursor() as cursor:
        cursor.execute(_IS_ALIVE, [HOUSE, at - timedelta(seconds=MAX_SILENCE_S)])
        return bool(cursor.fetchone()[0])


def _read(at: datetime | None) -> tuple[datetime, datetime | None, datetime | None]:
    with connections["default"].cursor() as cursor:
        cursor.execute(_READ, {"at": at, "web": WEB, "house": HOUSE})
        now, web_at, house_at = cursor.fetchone()
        return now, web_at, house_at


def _note_alive(at: datetime) -> None:
    with connections["default"].cursor() as cursor:
        cursor.execute(_ALIVE, [HOUSE, at])


def _begin(began_at: datetime, ended_at: datetime) -> None:
    """Record the outage with the clocks that run; of two relays one does it."""
    names: dict[str, Any] = {
        "began_at": began_at,
        "ended_at": ended_at,
        "clocks": clocks.tasks(),
    }
    with connections["default"].cursor() as cursor:
        cursor.execute(_BEGIN, names)


def _open_outage() -> OpenOutage | None:
    with connections["default"].cursor() as cursor:
        cursor.execute(_OPEN)
        row = cursor.fetchone()
    if row is None:
        return None
    return OpenOutage(row[0], row[1], msgspec.json.decode(row[2]))  # Django leaves jsonb as text


def _extend_all(outage: OpenOutage, extend: Extend | None) -> int:
    """Extend each clock of the outage; return how many could not be."""
    failed = 0
    for row in outage.clocks:
        extend_this = extend or clocks.extender_of(row["task"])
        failed += not _extend_one(extend_this, row["args"], outage)
    log.warning("Outage of %d ms: %d clocks extended", outage.by_ms, len(outage.clocks) - failed)
    return failed


def _extend_one(extend: Extend, args: dict[str, Any], outage: OpenOutage) -> bool:
    """Return whether the clock was extended; one table's error must not keep others waiting."""
    for _ in range(TRIES):
        try:
            extend(args=args, by_ms=outage.by_ms, outage=outage.key)
        except DomainError as error:
            problem = error
        else:
            return True
    log.error("No time given back for %s: %s", args, problem)
    return False


def _close(outage: OpenOutage, failed: int) -> None:
    with transaction.atomic(using="default"), connections["default"].cursor() as cursor:
        cursor.execute(_CLOSE, [failed, outage.began_at])
        cursor.execute(_ALIVE, [HOUSE, outage.ended_at])

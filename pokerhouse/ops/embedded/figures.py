"""The line of live figures that `up` shows."""

import time

from django.db import connections
from msgspec import Struct

from pokerhouse.agenda.claims import overdue_count

_COUNTS = """
SELECT (SELECT count(*) FROM card_table WHERE state <> 'closed'),
    (SELECT count(*) FROM ledger_balance WHERE code = 2020 AND balance > 0),
    (SELECT coalesce(sum(seq), 0) FROM feed_head)
"""
_SETTLED = """
SELECT count(*) FROM event
WHERE tx >= %s::text::xid8 AND tx < %s::text::xid8 AND type = 'hand.finished'
"""
_XMIN = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text"


class LiveFigures(Struct, frozen=True):
    """A house at one moment; hands are those settled since `up` began to look."""

    hands: int
    tables: int
    seats: int
    events_per_s: float
    due: int

    def line(self) -> str:
        """Return the figures on one line."""
        return (
            f"{self.hands} hands · {self.tables} tables · {self.seats} seats · "
            f"{self.events_per_s:.1f} events/s · {self.due} due"
        )


class Gauge:
    """Reads the figures now and then; each reading counts on from the one before."""

    def __init__(self) -> None:
        self._hands = 0
        self._xmin: str | None = None
        self._events: int | None = None
        self._read_at = 0.0

    def read(self) -> LiveFigures:
        """Return the figures of this moment."""
        with connections["default"].cursor() as cursor:
            cursor.execute(_XMIN)
            xmin: str = cursor.fetchone()[0]
            if self._xmin is not None:
                cursor.execute(_SETTLED, [self._xmin, xmin])
                self._hands += cursor.fetchone()[0]
            cursor.execute(_COUNTS)
            tables, seats, events = cursor.fetchone()
        now = time.monotonic()
        new_events = 0 if self._events is None else events - self._events
        rate = float(new_events) / max(now - self._read_at, 0.001)
        self._xmin, self._events, self._read_at = xmin, events, now
        return LiveFigures(self._hands, tables, seats, rate, overdue_count())

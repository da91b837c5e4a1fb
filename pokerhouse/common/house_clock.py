"""The house's clock is PostgreSQL's: read it, or measure how far this process is from it."""

import time
from datetime import UTC, datetime

from django.db import connections

from pokerhouse.common import clock

SAMPLES = 3
MAX_ROUND_TRIP_NS = 200_000_000
"""A slower sample is too inexact; the last good one stays in use."""


def read() -> datetime:
    """Return what PostgreSQL's clock shows, by one round trip."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        at: datetime = cursor.fetchone()[0]
        return at.astimezone(UTC)


def measure() -> bool:
    """
    Let `clock.now()` follow PostgreSQL's clock; return whether a sample was good enough.

    The error is at most half of the quickest sample's round trip.
    """
    quickest: tuple[int, clock.ClockAnchor] | None = None
    for _ in range(SAMPLES):
        started_ns = time.monotonic_ns()
        at = read()
        round_trip_ns = time.monotonic_ns() - started_ns
        anchor = clock.ClockAnchor(at, started_ns + round_trip_ns // 2)
        if quickest is None or round_trip_ns < quickest[0]:
            quickest = (round_trip_ns, anchor)
    assert quickest is not None
    if quickest[0] > MAX_ROUND_TRIP_NS:
        return False
    clock.follow(quickest[1])
    return True

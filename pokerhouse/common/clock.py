"""
The one place that reads the time of day; everything else is handed it.

The house's clock is PostgreSQL's. A process that has measured it (`house_clock` beside this file)
counts on from there by its monotonic clock, so a jump of the machine's time moves no deadline.
"""

import time
from datetime import UTC, datetime, timedelta
from typing import NamedTuple


class ClockAnchor(NamedTuple):
    """What the house's clock showed at one moment of this process's monotonic clock."""

    house_at: datetime
    monotonic_ns: int


class _Kept:
    anchor: ClockAnchor | None = None


def now() -> datetime:
    """Return the time of the house, timezone-aware, UTC; the machine's before it was measured."""
    anchor = _Kept.anchor
    if anchor is None:
        return datetime.now(UTC)
    elapsed_us = (time.monotonic_ns() - anchor.monotonic_ns) // 1000
    return anchor.house_at + timedelta(microseconds=elapsed_us)


def follow(anchor: ClockAnchor | None) -> None:
    """Count on from `anchor`; with None from the machine's own time of day."""
    _Kept.anchor = anchor

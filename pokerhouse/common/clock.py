"""The one place that reads the time of day; everything else is handed it."""

from datetime import UTC, datetime


def now() -> datetime:
    """Return the time, timezone-aware, UTC."""
    return datetime.now(UTC)

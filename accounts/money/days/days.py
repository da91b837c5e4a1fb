"""Which gaming day a moment belongs to."""

from datetime import UTC, date, datetime, timedelta, tzinfo

CUT_HOUR = 6
TIME_ZONE: tzinfo = UTC
"""The default gaming day: from 06:00 to 06:00, UTC."""


def gaming_day_of(at: datetime, cut_hour: int = CUT_HOUR, tz: tzinfo = TIME_ZONE) -> date:
    """
    Return the gaming day of `at`: the local date, or the day before if it is before the cut hour.

    The cut is an hour of local time, so a day of a clock change has 23 or 25 hours.
    """
    assert at.tzinfo is not None, "a moment has a time zone"
    assert 0 <= cut_hour <= 23, "the cut is an hour of the day"
    local = at.astimezone(tz)
    return local.date() if local.hour >= cut_hour else local.date() - timedelta(days=1)

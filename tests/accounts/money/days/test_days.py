"""Which gaming day a moment belongs to."""

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from accounts.money.days.days import CUT_HOUR, gaming_day_of

BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-11-30T05:59:59.999999", date(2026, 11, 29)),
        ("2026-11-30T06:00:00", date(2026, 11, 30)),
        ("2026-11-30T23:59:59", date(2026, 11, 30)),
        ("2027-01-01T00:30:00", date(2026, 12, 31)),
    ],
)
def test_a_gaming_day_begins_at_the_cut_and_not_at_midnight(moment: str, day: date) -> None:
    assert CUT_HOUR == 6
    assert gaming_day_of(at(moment)) == day


def test_a_house_may_cut_at_midnight() -> None:
    assert gaming_day_of(at("2026-11-30T00:00:00"), cut_hour=0) == date(2026, 11, 30)


def test_the_cut_is_on_the_houses_wall_clock() -> None:
    west = timezone(timedelta(hours=-8))
    assert gaming_day_of(at("2026-11-30T13:59:59"), tz=west) == date(2026, 11, 29)
    assert gaming_day_of(at("2026-11-30T14:00:00"), tz=west) == date(2026, 11, 30)


def test_the_day_of_a_clock_change_has_25_hours() -> None:
    first = at("2026-10-24T04:00:00")  # 06:00 in Berlin, summer time
    last = at("2026-10-25T04:59:59")  # 05:59:59 in Berlin, winter time
    assert gaming_day_of(first, tz=BERLIN) == gaming_day_of(last, tz=BERLIN) == date(2026, 10, 24)
    assert last - first == timedelta(hours=24, minutes=59, seconds=59)

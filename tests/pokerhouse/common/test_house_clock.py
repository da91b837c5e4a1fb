"""The house's clock is PostgreSQL's; a process follows it by its monotonic clock."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections

from pokerhouse.common import clock, house_clock

T0 = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _own_clock() -> Iterator[None]:
    """No test leaves its clock to another."""
    clock.follow(None)
    yield
    clock.follow(None)


def test_a_process_that_follows_counts_on_from_its_anchor(monkeypatch: pytest.MonkeyPatch) -> None:
    clock.follow(clock.ClockAnchor(T0, 5_000_000_000))
    monkeypatch.setattr("time.monotonic_ns", lambda: 5_000_000_000 + 1_250_000_000)

    assert clock.now() == T0 + timedelta(seconds=1.25)


def test_the_machines_time_of_day_may_jump_without_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    clock.follow(clock.ClockAnchor(T0, 0))
    monkeypatch.setattr("time.monotonic_ns", lambda: 0)
    monkeypatch.setattr("time.time", lambda: 0.0)

    assert clock.now() == T0


@pytest.mark.django_db
def test_a_measured_process_is_between_two_readings_of_postgresql() -> None:
    before = house_clock.read()
    assert house_clock.measure() is True
    measured = clock.now()
    after = house_clock.read()

    slack = timedelta(milliseconds=house_clock.MAX_ROUND_TRIP_NS / 2e6)
    assert before - slack <= measured <= after + slack
    assert measured.tzinfo is UTC


@pytest.mark.django_db
def test_a_sample_that_took_too_long_does_not_move_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock.follow(clock.ClockAnchor(T0, 0))
    connections["default"].ensure_connection()
    ticks = iter(range(0, 10**12, house_clock.MAX_ROUND_TRIP_NS + 1))
    monkeypatch.setattr("pokerhouse.common.house_clock.time.monotonic_ns", lambda: next(ticks))
    monkeypatch.setattr(house_clock, "read", lambda: T0 + timedelta(days=1))

    assert house_clock.measure() is False

    monkeypatch.setattr("pokerhouse.common.house_clock.time.monotonic_ns", lambda: 0)
    assert clock.now() == T0

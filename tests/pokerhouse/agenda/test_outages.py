"""docs/security.md#outages: an outage of web or relay never shortens a player's time."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError

from pokerhouse.agenda import claims, heartbeats, outages
from pokerhouse.agenda.models import Agenda, Heartbeat, Outage
from pokerhouse.common.errors import DomainError
from tests.support.agenda import CLOCK, DEAL, plan_row

T0 = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)


def after(seconds: float) -> datetime:
    """Return the moment that many seconds after T0."""
    return T0 + timedelta(seconds=seconds)


class Tables:
    """Takes the extensions, each once by its key, as the tables' command does."""

    def __init__(self) -> None:
        self.extended: dict[tuple[str, str], int] = {}
        self.calls = 0
        self.failures: list[Exception] = []

    def extend(self, *, args: dict[str, Any], by_ms: int, outage: str) -> None:
        self.calls += 1
        if self.failures:
            raise self.failures.pop(0)
        self.extended[(outage, args["table_id"])] = by_ms


@pytest.fixture
def tables() -> Tables:
    """The owner of the clocks."""
    return Tables()


def watch(
    tables: Tables, seconds: float, *, web: bool = True
) -> Outage | outages.OpenOutage | None:
    """Let the web beat, unless it is down, and a relay look."""
    if web:
        heartbeats.beat(heartbeats.WEB, "w", at=after(seconds))
    return outages.watch(at=after(seconds), extend=tables.extend)


def house_at() -> datetime:
    """Return the last moment at which the house was alive."""
    return Heartbeat.objects.get(kind="house").at


@pytest.mark.django_db
def test_heartbeats_a_second_apart_are_no_outage(tables: Tables) -> None:
    plan_row(CLOCK, due_at=after(30), args={"table_id": "a"})

    assert [watch(tables, seconds) for seconds in (0, 1, 2, 5)] == [None] * 4

    assert house_at() == after(5)
    assert tables.calls == 0
    assert Outage.objects.count() == 0


@pytest.mark.django_db
def test_without_a_web_process_no_clock_is_claimed_and_afterwards_each_got_the_gap(
    tables: Tables,
) -> None:
    shard = plan_row(CLOCK, due_at=after(5), args={"table_id": "a"})
    deal = plan_row(DEAL, due_at=after(5), args={"table_id": "b"})
    watch(tables, 0)
    for seconds in (1, 2, 3, 4, 8, 19):
        assert watch(tables, seconds, web=False) is None
    assert house_at() == T0
    assert [row.shard for row in claims.claim(at=after(19))] == [deal]

    assert watch(tables, 20.25) is not None

    assert tables.extended == {(f"outage {T0.isoformat()}", "a"): 20_250}
    assert house_at() == after(20.25)
    assert [row.shard for row in claims.claim(at=after(20.3))] == [shard]
    assert watch(tables, 21) is None
    assert tables.calls == 1


@pytest.mark.django_db
def test_without_a_relay_the_first_look_gives_the_gap_back_before_anything_expires(
    tables: Tables,
) -> None:
    plan_row(CLOCK, due_at=after(2), args={"table_id": "a"})
    watch(tables, 0)
    for seconds in range(1, 12):
        heartbeats.beat(heartbeats.WEB, "w", at=after(seconds))
    assert claims.claim(at=after(11.5)) == []

    watch(tables, 11.5)

    assert list(tables.extended.values()) == [11_500]


@pytest.mark.django_db
def test_a_gap_of_exactly_three_seconds_is_none_and_one_more_millisecond_is(
    tables: Tables,
) -> None:
    plan_row(CLOCK, due_at=after(30), args={"table_id": "a"})
    watch(tables, 0)
    watch(tables, 3)
    assert tables.extended == {}

    watch(tables, 6.001)

    assert list(tables.extended.values()) == [3_001]


@pytest.mark.django_db
def test_a_relay_that_dies_while_giving_time_back_is_taken_over_without_a_second_effect(
    tables: Tables,
) -> None:
    for name in ("a", "b"):
        plan_row(CLOCK, due_at=after(30), args={"table_id": name})
    watch(tables, 0)
    tables.failures = [OperationalError("the server closed the connection")]
    with pytest.raises(OperationalError):
        watch(tables, 10)
    assert house_at() == T0
    assert claims.claim(at=after(31)) == []

    watch(tables, 12)

    key = f"outage {T0.isoformat()}"
    assert tables.extended == {(key, "a"): 10_000, (key, "b"): 10_000}
    assert house_at() == after(10)
    assert Outage.objects.get().failed_count == 0


@pytest.mark.django_db
def test_a_clock_that_started_after_the_outage_gets_no_time_from_it(tables: Tables) -> None:
    plan_row(CLOCK, due_at=after(30), args={"table_id": "a"})
    watch(tables, 0)
    tables.failures = [OperationalError("gone")]
    with pytest.raises(OperationalError):
        watch(tables, 10)
    plan_row(CLOCK, due_at=after(45), args={"table_id": "late"})

    watch(tables, 11)

    assert [table for _, table in tables.extended] == ["a"]


@pytest.mark.django_db
def test_a_table_that_cannot_be_extended_does_not_stop_the_others(tables: Tables) -> None:
    for name in ("a", "b"):
        plan_row(CLOCK, due_at=after(30), args={"table_id": name})
    watch(tables, 0)
    tables.failures = [DomainError("A poisoned event.") for _ in range(outages.TRIES)]

    watch(tables, 10)

    assert len(tables.extended) == 1
    assert Outage.objects.get().failed_count == 1
    assert house_at() == after(10)


@pytest.mark.django_db
def test_clocks_that_are_done_get_nothing(tables: Tables) -> None:
    shard = plan_row(CLOCK, due_at=T0, args={"table_id": "a"})
    Agenda.objects.filter(shard=shard).update(done_generation=1)
    watch(tables, 0)

    watch(tables, 10)

    assert tables.calls == 0
    assert Outage.objects.get().clocks == []


@pytest.mark.django_db
def test_a_house_that_was_never_alive_expires_nothing(tables: Tables) -> None:
    plan_row(CLOCK, due_at=T0, args={"table_id": "a"})

    assert watch(tables, 1, web=False) is None

    assert claims.claim(at=after(1)) == []
    assert Heartbeat.objects.filter(kind="house").count() == 0

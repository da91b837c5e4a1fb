"""The relay with a broker that is a list: what it sends, keeps, gives back and survives."""

import time
from collections.abc import Iterator
from uuid import UUID

import pytest
from django.db import connections

from pokerhouse.agenda import heartbeats
from pokerhouse.agenda.models import Agenda, Heartbeat
from pokerhouse.agenda.relay import MAX_PAUSE_S, MAX_SLEEP_S, Relay
from tests.support.agenda import CLOCK, DEAL, ListBroker, plan_row


@pytest.fixture
def broker() -> ListBroker:
    """A broker that is up."""
    return ListBroker()


@pytest.fixture
def relay(house_db: str, broker: ListBroker) -> Iterator[Relay]:
    """A relay on a database of its own; a web process has just beaten."""
    heartbeats.beat(heartbeats.WEB, "w")
    yield Relay(broker, instance="r")
    connections["owner"].close()


def sent(broker: ListBroker) -> list[UUID]:
    """Return the shards of what was sent since the last look."""
    shards = [row.shard for row in broker.rows]
    broker.rows.clear()
    return shards


def step_until_sent(relay: Relay, broker: ListBroker) -> None:
    """Step as the relay's loop does until something was sent; fail after long enough."""
    patience_ends = time.monotonic() + 60
    while not broker.rows:
        assert time.monotonic() < patience_ends
        relay.step()


def test_what_is_due_is_sent_once_and_what_is_not_waits(relay: Relay, broker: ListBroker) -> None:
    clock, deal = plan_row(CLOCK), plan_row(DEAL)
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT clock_timestamp() + interval '1 hour'")
        later = plan_row(DEAL, due_at=cursor.fetchone()[0])

    sleep_s = relay.step()

    assert sent(broker) == [clock, deal]
    assert 0 < sleep_s <= MAX_SLEEP_S
    relay.step()
    assert later not in sent(broker)
    assert relay.figures.max_late_ms >= 0
    assert Heartbeat.objects.filter(kind="relay", instance="r").count() == 1


def test_without_a_web_process_only_clocks_stand_still(house_db: str, broker: ListBroker) -> None:
    plan_row(CLOCK)
    deal = plan_row(DEAL)

    Relay(broker).step()

    assert sent(broker) == [deal]


def test_more_than_a_batch_is_sent_without_sleeping(
    relay: Relay, broker: ListBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokerhouse.agenda.claims.BATCH_ROWS", 3)
    monkeypatch.setattr("pokerhouse.agenda.claims.claim.__kwdefaults__", {"limit": 3, "at": None})
    shards = {plan_row(DEAL) for _ in range(4)}

    assert relay.step() == 0
    assert relay.step() > 0

    assert set(sent(broker)) == shards
    assert relay.figures.sent == 4


def test_with_the_broker_down_rows_wait_and_go_when_it_is_back(
    relay: Relay, broker: ListBroker
) -> None:
    broker.is_down = True
    shard = plan_row(DEAL)
    for _ in range(3):
        assert relay.step() <= MAX_SLEEP_S
    row = Agenda.objects.get(shard=shard)
    assert (row.sent_at, row.attempts) == (None, 0)
    broker.is_down = False

    step_until_sent(relay, broker)

    assert sent(broker) == [shard]
    assert relay.figures.lost_broker >= 1


def test_a_broker_that_goes_in_the_middle_of_a_batch_gets_all_of_it_again(
    relay: Relay, broker: ListBroker
) -> None:
    shards = {plan_row(DEAL) for _ in range(5)}
    finished = plan_row(DEAL)
    Agenda.objects.filter(shard=finished).update(done_generation=1)
    broker.takes = 2
    relay.step()
    assert len(sent(broker)) == 2
    assert Agenda.objects.filter(sent_at=None).count() == 3 + 1
    broker.takes, broker.is_down = 10**9, False

    step_until_sent(relay, broker)

    assert set(sent(broker)) == shards


def test_a_lost_database_connection_costs_one_step(relay: Relay, broker: ListBroker) -> None:
    relay.step()
    shard = plan_row(DEAL)
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

    pause_s = relay.step()

    assert 0 < pause_s <= MAX_PAUSE_S
    assert (relay.figures.lost_database, sent(broker)) == (1, [])
    step_until_sent(relay, broker)
    assert sent(broker) == [shard]


def test_two_relays_send_each_row_once_a_period(relay: Relay, broker: ListBroker) -> None:
    other_broker = ListBroker()
    other = Relay(other_broker, instance="other")
    shards = [plan_row(DEAL) for _ in range(20)]

    for _ in range(3):
        relay.step()
        other.step()

    assert sorted(sent(broker) + sent(other_broker)) == sorted(shards)
    assert relay.figures.sent + other.figures.sent == 20

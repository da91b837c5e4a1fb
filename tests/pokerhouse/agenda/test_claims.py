"""Which rows the relay claims, when again, and what `done` ends."""

import threading
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db import connections

from pokerhouse.agenda import claims, heartbeats
from pokerhouse.agenda.done import done
from pokerhouse.agenda.models import Agenda
from tests.support.agenda import CLOCK, DEAL, plan_row

T0 = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)


def after(seconds: float) -> datetime:
    """Return the moment that many seconds after T0."""
    return T0 + timedelta(seconds=seconds)


def claimed(seconds: float) -> list[UUID]:
    """Return the shards that a relay claims at that moment, in a living house."""
    heartbeats.beat(heartbeats.HOUSE, "", at=after(seconds))
    return [row.shard for row in claims.claim(at=after(seconds))]


@pytest.mark.django_db
def test_a_row_is_claimed_from_its_time_on_and_once() -> None:
    shard = plan_row(DEAL, due_at=after(10), args={"table_id": "t", "hand_no": 7})

    assert claimed(9.999) == []
    assert claims.next_due_s(at=after(9.75)) == 0.25
    (row,) = claims.claim(at=after(10.25))

    assert (row.shard, row.key, row.generation, row.task) == (shard, "play", 1, DEAL)
    assert (row.args, row.attempts, row.late_ms) == ({"table_id": "t", "hand_no": 7}, 1, 250)
    assert claimed(10.3) == []


@pytest.mark.django_db
def test_a_clock_goes_again_after_half_a_second_and_other_work_after_five() -> None:
    clock, deal = plan_row(CLOCK, due_at=T0), plan_row(DEAL, due_at=after(-1))

    assert claimed(0) == [deal, clock]
    assert claimed(0.499) == []
    assert claimed(0.5) == [clock]
    assert claimed(0.999) == []
    assert claimed(4.999) == [clock]
    assert claimed(5) == [deal]


@pytest.mark.django_db
def test_without_a_worker_for_long_the_queue_does_not_fill_with_copies() -> None:
    plan_row(CLOCK, due_at=T0)
    sent_after = [seconds / 2 for seconds in range(2400) if claimed(seconds / 2)]

    assert sent_after[:20] == [n / 2 for n in range(20)]
    assert sent_after[20:22] == [14.5, 19.5]
    assert sent_after[-2:] == [1129.5, 1189.5]


@pytest.mark.django_db
def test_done_work_is_not_claimed_again_and_is_not_overdue() -> None:
    shard = plan_row(DEAL, due_at=T0)
    assert claims.overdue_count(at=after(1)) == 1
    assert claims.overdue_count(late_s=60, at=after(59)) == 0
    assert claimed(0) == [shard]

    assert done(shard=shard, key="play", generation=1, at=after(1)) is True

    assert claimed(100) == []
    assert claims.next_due_s(at=after(100)) is None
    assert claims.overdue_count(at=after(100)) == 0
    assert done(shard=shard, key="play", generation=1, at=after(1)) is False


@pytest.mark.django_db
def test_what_ran_before_its_time_is_not_done() -> None:
    shard = plan_row(CLOCK, due_at=after(1))

    assert done(shard=shard, key="play", generation=1, at=after(0.999)) is False
    assert claimed(1) == [shard]
    assert done(shard=shard, key="play", generation=1, at=after(1)) is True


@pytest.mark.django_db
def test_the_finished_clock_of_a_turn_cannot_silence_the_next_turns() -> None:
    shard = plan_row(CLOCK, due_at=T0)
    assert claimed(0) == [shard]
    plan_row(CLOCK, due_at=after(30), shard=shard)

    assert done(shard=shard, key="play", generation=1, at=after(1)) is False

    row = Agenda.objects.get(shard=shard)
    assert (row.generation, row.done_generation, row.sent_at) == (2, 0, None)
    assert claimed(30) == [shard]


@pytest.mark.django_db
def test_what_could_not_be_sent_is_due_at_once_unless_it_was_planned_anew() -> None:
    shard, moved = plan_row(DEAL, due_at=T0), plan_row(DEAL, due_at=T0)
    rows = claims.claim(at=after(1))
    plan_row(DEAL, due_at=after(60), shard=moved)
    (again,) = [row for row in rows if row.shard == shard]
    for row in rows:
        claims.release(row)

    assert claimed(1.1) == [shard]
    claims.release(again)  # an old claim does not take back a newer one
    assert claimed(1.2) == []
    assert claimed(60) == [shard, moved]


@pytest.mark.django_db
def test_what_a_broker_lost_is_sent_again_when_it_is_back() -> None:
    shard, finished = plan_row(DEAL, due_at=T0), plan_row(DEAL, due_at=T0)
    assert set(claimed(0)) == {shard, finished}
    done(shard=finished, key="play", generation=1, at=after(1))

    assert claims.forget_sent() == 1

    assert claimed(0.1) == [shard]


@pytest.mark.django_db
def test_a_claim_takes_the_oldest_rows_up_to_its_limit() -> None:
    shards = [plan_row(DEAL, due_at=after(-n)) for n in range(5)]

    assert [row.shard for row in claims.claim(limit=2, at=T0)] == [shards[4], shards[3]]
    assert [row.shard for row in claims.claim(limit=9, at=T0)] == [shards[2], shards[1], shards[0]]


@pytest.mark.race
def test_of_two_relays_each_gets_other_rows(house_db: str) -> None:
    shards = {plan_row(DEAL, due_at=T0) for _ in range(400)}
    got: list[UUID] = []
    start = threading.Barrier(4)

    def take() -> None:
        start.wait(60)
        for _ in range(40):
            got.extend(row.shard for row in claims.claim(limit=10, at=T0))
        connections["default"].close()

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert len(got) == 400
    assert set(got) == shards


def test_a_row_that_a_command_is_moving_is_passed_over_without_waiting(house_db: str) -> None:
    moving, free = plan_row(DEAL, due_at=T0), plan_row(DEAL, due_at=T0)
    with connections["owner"].cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("UPDATE agenda SET due_at = due_at WHERE shard = %s", [moving])

        assert claimed(0) == [free]

        cursor.execute("ROLLBACK")
    assert claimed(0) == [moving]

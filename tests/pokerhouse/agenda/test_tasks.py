"""The tables' tasks: each about one turn or hand, safe to run twice or late, done at its end."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from pokerhouse.agenda.models import Agenda
from pokerhouse.common.ids import TableId
from pokerhouse.eventstore.errors import FeedBusy
from pokerhouse.eventstore.store import read_feed
from tables import tasks
from tables.live import table as live_tables
from tables.services import clock
from tests.support import seating
from tests.support.rooms import act, everything, meta, open_table, start_hand

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The house's clock: whatever the test puts in front."""
    times: list[datetime] = []
    monkeypatch.setattr("pokerhouse.common.house_clock.read", lambda: times[0])
    return times


def row_of(table_id: UUID) -> Agenda:
    """Return the table's row."""
    return Agenda.objects.get(shard=table_id)


def task_arguments(row: Agenda) -> dict[str, Any]:
    """Return what the relay sends for a row."""
    sent = {"shard": str(row.shard), "key": row.key, "generation": row.generation}
    return {**row.args, **sent, "something_new": 1}


def test_a_turn_that_ran_out_is_acted_for_and_the_next_ones_clock_runs(at: list[datetime]) -> None:
    table_id = start_hand(open_table()).table_id
    row = row_of(table_id)
    assert (row.task, row.args["turn"]) == ("tables.expire_turn", 1)
    at.insert(0, row.due_at)

    tasks.expire_turn(**task_arguments(row))

    moved = row_of(table_id)
    assert (moved.generation, moved.done_generation) == (row.generation + 1, 0)
    assert moved.args == {**row.args, "turn": 2}

    before = everything("default")
    tasks.expire_turn(**task_arguments(row))
    assert everything("default") == before
    assert row_of(table_id).done_generation == 0


def in_another_process(table_id: TableId, kind: str) -> None:
    """Act at the table, and know nothing of it here."""
    known = live_tables.get(table_id)
    act(table_id, kind)
    live_tables.put(known)
    assert live_tables.get(table_id) == known


def test_a_turn_runs_out_that_came_up_while_another_process_played(at: list[datetime]) -> None:
    """The worker deals, the web plays: the worker's own picture ends at the first turn."""
    table_id = start_hand(open_table()).table_id
    in_another_process(table_id, "call")
    row = row_of(table_id)
    assert row.args["turn"] == 2
    at.insert(0, row.due_at)

    tasks.expire_turn(**task_arguments(row))

    assert "hand.timed_out" in [event.type for event in read_feed(table_id)]
    assert (row_of(table_id).args["turn"], row_of(table_id).done_generation) == (3, 0)


def test_a_turn_that_came_up_in_another_process_gets_its_time_back(at: list[datetime]) -> None:
    table_id = start_hand(open_table()).table_id
    in_another_process(table_id, "call")
    row = row_of(table_id)
    at.insert(0, row.due_at)

    tasks.extend_turn(args=row.args, by_ms=20_250, outage="outage 1")

    assert row_of(table_id).due_at - row.due_at == timedelta(milliseconds=20_250)


def test_a_hand_is_dealt_that_became_due_while_another_process_played(at: list[datetime]) -> None:
    table_id = start_hand(open_table(players=2)).table_id
    in_another_process(table_id, "fold")
    row = row_of(table_id)
    assert row.task == "tables.start_next_hand"
    at.insert(0, row.due_at)

    tasks.start_next_hand(**task_arguments(row))

    assert [event.type for event in read_feed(table_id)].count("hand.started") == 2


def test_a_turn_that_was_played_in_time_is_left_alone(at: list[datetime]) -> None:
    table_id = start_hand(open_table()).table_id
    row = row_of(table_id)
    at.insert(0, row.due_at)
    act(table_id, "call")
    before = everything("default")

    tasks.expire_turn(**task_arguments(row))

    assert everything("default") == before
    assert row_of(table_id).done_generation == 0


def test_a_clock_that_is_asked_a_millisecond_early_does_nothing_and_stays_due(
    at: list[datetime],
) -> None:
    table_id = start_hand(open_table()).table_id
    row = row_of(table_id)
    at.insert(0, row.due_at - timedelta(milliseconds=1))
    before = everything("default")

    tasks.expire_turn(**task_arguments(row))

    assert everything("default") == before
    assert row_of(table_id).done_generation == 0


def test_the_next_hand_is_dealt_once(at: list[datetime]) -> None:
    table_id = open_table()
    row = row_of(table_id)
    assert (row.task, row.args["hand_no"]) == ("tables.start_next_hand", 1)
    at.insert(0, row.due_at)

    tasks.start_next_hand(**task_arguments(row))

    types = [event.type for event in read_feed(table_id)]
    assert types.count("hand.started") == 1
    assert row_of(table_id).task == "tables.expire_turn"
    before = everything("default")
    tasks.start_next_hand(**task_arguments(row))
    assert everything("default") == before


def test_a_table_that_is_not_ready_any_more_has_its_row_done(at: list[datetime]) -> None:
    table_id = open_table(players=2)
    row = row_of(table_id)
    at.insert(0, row.due_at)
    seating.leave(table_id=table_id, seat=2, meta=meta())
    row = row_of(table_id)
    before = everything("default")

    tasks.start_next_hand(**task_arguments(row))

    assert everything("default") == before
    row = row_of(table_id)
    assert row.done_generation == row.generation


def test_a_busy_feed_leaves_the_row_to_the_relay(
    at: list[datetime], monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = start_hand(open_table()).table_id
    row = row_of(table_id)
    at.insert(0, row.due_at)

    def busy(**_: object) -> None:
        raise FeedBusy(table_id)

    monkeypatch.setattr(clock, "expire_turn", busy)

    tasks.expire_turn(**task_arguments(row))

    assert row_of(table_id).done_generation == 0


def test_after_an_outage_a_turn_gets_its_time_back_once(at: list[datetime]) -> None:
    table_id = start_hand(open_table()).table_id
    row = row_of(table_id)
    at.insert(0, row.due_at)

    for _ in range(2):
        tasks.extend_turn(args=row.args, by_ms=20_250, outage="outage 1")

    moved = row_of(table_id)
    assert moved.due_at - row.due_at == timedelta(milliseconds=20_250)
    assert moved.generation == row.generation + 1
    tasks.expire_turn(**task_arguments(row))
    assert row_of(table_id).args == row.args
    assert [event.type for event in read_feed(table_id)][-1] == "table.clock_extended"

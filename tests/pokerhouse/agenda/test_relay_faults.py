"""Relay, broker and worker as real processes, killed in turn: work is late, never lost."""

import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from uuid import UUID

import pytest
import redis
from msgspec.structs import replace

from pokerhouse.agenda.heartbeats import RELAY as RELAY_HEARTBEAT
from pokerhouse.agenda.heartbeats import WEB, start_beating
from pokerhouse.agenda.models import Agenda, Heartbeat
from pokerhouse.common import house_clock
from pokerhouse.eventstore.store import read_feed
from pokerhouse.ops.embedded.folders import make_temporary_folder, state_folder
from pokerhouse.ops.embedded.valkey import Valkey, serving_valkey
from pokerhouse.ops.scratch.waiting import wait_until
from tables.live import table as live_tables
from tests.support import play
from tests.support.agenda import CLOCK, plan_row
from tests.support.processes import RELAY, WORKER, running
from tests.support.rooms import CONFIG, meta, open_table

pytestmark = pytest.mark.faults
PROBE = "tables.probe"


@pytest.fixture
def broker(house_db: str) -> Iterator[Valkey]:
    """A Valkey of the test's own, since it is killed."""
    state = make_temporary_folder()
    with serving_valkey(state, state_folder()) as server:
        yield server
    shutil.rmtree(state)


def reports(broker: Valkey, what: str, shard: UUID) -> list[bytes]:
    """Return what the tasks told about a row."""
    with redis.Redis.from_url(broker.url) as client:
        answer = client.lrange(f"{what}:{shard}", 0, -1)
    assert isinstance(answer, list)
    return answer


def is_done(shard: UUID) -> bool:
    """Return whether the row's work is finished."""
    row = Agenda.objects.get(shard=shard)
    return row.done_generation == row.generation


def test_a_due_row_runs_once_with_two_relays_and_ends_on_sigterm(
    broker: Valkey, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with (
        running(RELAY, broker.url, log) as relay,
        running(RELAY, broker.url, log) as other,
        running(WORKER, broker.url, log),
    ):
        first = plan_row(PROBE, args={"name": "warm"})
        wait_until(lambda: is_done(first), log)
        wait_until(lambda: Heartbeat.objects.filter(kind=RELAY_HEARTBEAT).count() == 2, log)
        shards = [plan_row(PROBE, args={"name": f"n{n}"}) for n in range(20)]
        wait_until(lambda: all(map(is_done, shards)), log)

        for n, shard in enumerate(shards):
            assert reports(broker, "done", shard) == [f"n{n}".encode()]
        for process in (relay, other):
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0


def test_what_a_killed_worker_had_in_hand_runs_again(broker: Valkey, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with running(RELAY, broker.url, log):
        with running(WORKER, broker.url, log) as worker:
            shard = plan_row(PROBE, args={"name": "a", "hang_s": 600})
            wait_until(lambda: reports(broker, "began", shard), log)
            worker.send_signal(signal.SIGKILL)
            worker.wait(60)
        assert not is_done(shard)

        with running(WORKER, broker.url, log):
            wait_until(lambda: is_done(shard), log)

    assert reports(broker, "done", shard) == [b"a"]


def test_without_a_broker_work_waits_and_then_runs(broker: Valkey, tmp_path: Path) -> None:
    """
    The worker is watched, as by `up`: kombu 5.7 can fall over a connection that it closes while
    the broker goes, and the worker ends then instead of connecting again.
    """
    log = tmp_path / "log"
    with ExitStack() as stack:
        stack.enter_context(running(RELAY, broker.url, log))
        worker = stack.enter_context(running(WORKER, broker.url, log))

        def all_done() -> bool:
            nonlocal worker
            if worker.poll() is not None:
                worker = stack.enter_context(running(WORKER, broker.url, log))
            return all(map(is_done, shards))

        before = plan_row(PROBE)
        wait_until(lambda: is_done(before), log)
        assert broker.process is not None
        broker.process.kill()
        broker.process.wait(60)
        shards = [plan_row(PROBE, args={"name": "late"}) for _ in range(3)]
        wait_until(lambda: "lost its broker" in log.read_text(), log)
        assert not any(map(is_done, shards))
        broker.start()

        wait_until(all_done, log)

    assert [reports(broker, "done", shard) for shard in shards] == [[b"late"]] * 3


def test_a_relay_that_is_killed_is_replaced_by_any_other(broker: Valkey, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with running(WORKER, broker.url, log):
        with running(RELAY, broker.url, log) as relay:
            shard = plan_row(PROBE)
            wait_until(lambda: is_done(shard), log)
            relay.kill()
        waiting = plan_row(PROBE)
        with running(RELAY, broker.url, log):
            wait_until(lambda: is_done(waiting), log)

    assert reports(broker, "done", waiting) == [b""]


def test_the_next_hand_is_dealt_by_the_houses_own_worker(
    broker: Valkey, no_cached_tables: None, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    table_id = open_table()
    Agenda.objects.filter(shard=table_id).update(due_at=house_clock.read())
    with running(RELAY, broker.url, log), running(WORKER, broker.url, log):
        wait_until(lambda: Agenda.objects.get(shard=table_id).task == CLOCK, log)

    types = [event.type for event in read_feed(table_id)]
    assert types.count("hand.started") == 1


def test_the_worker_that_dealt_acts_for_whoever_is_silent_after_others_played(
    broker: Valkey, no_cached_tables: None, tmp_path: Path
) -> None:
    """The web plays and the worker acts for the silent: each has a picture of its own."""
    log = tmp_path / "log"
    table_id = open_table(config=replace(CONFIG, turn_ms=5000))
    Agenda.objects.filter(shard=table_id).update(due_at=house_clock.read())

    def types() -> list[str]:
        return [event.type for event in read_feed(table_id)]

    web = start_beating(WEB)
    with running(RELAY, broker.url, log), running(WORKER, broker.url, log):
        wait_until(lambda: "hand.turn_started" in types(), log)
        hand = live_tables.newest(table_id).hand
        assert hand is not None
        assert hand.actor is not None
        called = replace(meta(), at=house_clock.read())
        play.act(table_id=table_id, seat=hand.actor, turn=hand.turn, kind="call", meta=called)
        wait_until(lambda: "hand.timed_out" in types(), log)
    web.set()

    assert types().count("hand.called") == 1

"""What waits for the end of a hand, with the house's own relay and worker, one of them killed."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

import pytest
from django.db import connections, transaction
from msgspec.structs import replace

from accounts.money.ledger.balances import wallet_of
from accounts.money.ledger.chart import Book
from pokerhouse.agenda.models import Agenda
from pokerhouse.commands.meta import Meta
from pokerhouse.common import house_clock
from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.eventstore.codec import decode_meta
from pokerhouse.eventstore.store import StoredEvent, read_feed
from pokerhouse.ops.embedded.valkey import Valkey
from pokerhouse.ops.scratch.waiting import wait_until
from tables.engine.hand.commands import ActionKind
from tables.engine.hand.legal import legal
from tables.engine.table.events import PlayerLeft
from tables.live import codec
from tables.live import table as live_tables
from tests.support import play, seating
from tests.support.agenda import CLOCK
from tests.support.processes import RELAY, WORKER, running
from tests.support.rooms import meta, open_table

pytestmark = [pytest.mark.faults, pytest.mark.usefixtures("house_db", "no_cached_tables")]

PATIENCE_S = 30.0
"""The house's own bound is 2 s; the machine that runs the tests may have other things to do."""


def now() -> Meta:
    """Return a command's meta with the house's own time, as workers have it."""
    return replace(meta(), at=house_clock.read())


def at_of(event: StoredEvent) -> datetime:
    """Return the house's time of the event."""
    return datetime.fromisoformat(decode_meta(event.meta).at)


def of_type(table_id: TableId, type_: str) -> list[StoredEvent]:
    """Return the table's events of one type."""
    return [event for event in read_feed(table_id) if event.type == type_]


def with_a_leaver(log: Path) -> TableId:
    """Return a table of three whose hand the worker dealt, and which somebody leaves after it."""
    table_id = open_table()
    Agenda.objects.filter(shard=table_id).update(due_at=house_clock.read())
    wait_until(lambda: Agenda.objects.get(shard=table_id).task == CLOCK, log)
    live = live_tables.newest(table_id)
    assert live.hand is not None
    assert live.hand.actor is not None
    leaver = live.hand.actor % 3 + 1
    seating.leave(table_id=table_id, seat=leaver, meta=now())
    return table_id


def play_to_the_end(table_id: TableId) -> None:
    """Check and call to the end of the hand, as web processes do."""
    while (hand := live_tables.get(table_id).hand) is not None and hand.actor is not None:
        choices = legal(hand)
        assert choices is not None
        kind: ActionKind = "check" if "check" in choices.kinds else "call"
        play.act(table_id=table_id, seat=hand.actor, turn=hand.turn, kind=kind, meta=now())


@contextmanager
def wallets_locked() -> Iterator[None]:
    """Hold every wallet, so that whoever pays into one waits."""
    with transaction.atomic(using="owner"):
        with connections["owner"].cursor() as cursor:
            cursor.execute(
                "SELECT b.account FROM ledger_balance b JOIN ledger_account a ON a.id = b.account"
                " WHERE a.code = 2010 FOR UPDATE OF b"
            )
        yield


def waiting_for_a_lock() -> str | None:
    """Return the name of a process of which a session waits for a lock, None while none does."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT application_name FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        row = cursor.fetchone()
    return None if row is None else str(row[0])


def test_a_leaver_has_his_chips_one_look_of_the_relay_after_the_hand(
    valkey: Valkey, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with running(RELAY, valkey.url, log), running(WORKER, valkey.url, log):
        table_id = with_a_leaver(log)
        play_to_the_end(table_id)
        wait_until(lambda: of_type(table_id, "table.player_left") != [], log)

        [left] = of_type(table_id, "table.player_left")
        [settled] = of_type(table_id, "table.hand_settled")
        assert decode_meta(left.meta).actor == "house"
        assert decode_meta(left.meta).command != decode_meta(settled.meta).command
        waited_s = (at_of(left) - at_of(settled)).total_seconds()
        assert 0 <= waited_s < PATIENCE_S
        wait_until(lambda: len(of_type(table_id, "hand.started")) == 2, log)
    event = codec.table_event(left)
    assert isinstance(event, PlayerLeft)
    assert wallet_of(PlayerId(event.player), Book.PLAY) == 1000 + event.paid_out_chips


def test_a_worker_that_is_killed_in_between_delays_no_hand_and_loses_no_chips(
    valkey: Valkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It dies with the task in hand; the next deal does what the task would have done."""
    log = tmp_path / "log"
    with ExitStack() as stack:
        workers = {}
        for name in ("one", "other"):
            monkeypatch.setenv("PGAPPNAME", name)  # so that PostgreSQL says which one waits
            workers[name] = stack.enter_context(running(WORKER, valkey.url, log))
        stack.enter_context(running(RELAY, valkey.url, log))
        table_id = with_a_leaver(log)
        with wallets_locked():
            play_to_the_end(table_id)
            due_at = Agenda.objects.get(shard=table_id, key="play").due_at
            wait_until(lambda: waiting_for_a_lock() in workers, log)
            killed = workers[str(waiting_for_a_lock())]
            killed.send_signal(signal.SIGKILL)
            killed.wait(60)
        assert of_type(table_id, "table.player_left") == []

        wait_until(lambda: len(of_type(table_id, "hand.started")) == 2, log)
        wait_until(lambda: is_done(table_id, "seats"), log)

    [left] = of_type(table_id, "table.player_left")
    started = of_type(table_id, "hand.started")[1]
    assert left.seq < started.seq
    late_s = (at_of(started) - due_at).total_seconds()
    assert 0 <= late_s < PATIENCE_S


def is_done(table_id: TableId, key: str) -> bool:
    """Return whether the row's work is finished."""
    row = Agenda.objects.get(shard=table_id, key=key)
    return row.done_generation == row.generation

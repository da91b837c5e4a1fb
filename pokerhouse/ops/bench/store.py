"""
`manage.py bench store`: an append of one action against a bare INSERT of its three rows.

Both write the same rows into the same table of a throwaway database, on the same connection, each
committed by itself, in small batches by turns, so that noise affects both alike; what a batch
writes is prepared before its clock starts. The append moves the head, writes the command row and
the agenda row besides, and hashes. What encoding and hashing take is measured once more apart.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Any

import psycopg
from django.db import connection

from pokerhouse.agenda.agenda import AgendaMove, plan
from pokerhouse.common.ids import new_id
from pokerhouse.eventstore import codec
from pokerhouse.eventstore.chain import GENESIS, event_hash
from pokerhouse.eventstore.commands import CommandRecord, identify
from pokerhouse.eventstore.store import NewEvent, append, open_feed
from pokerhouse.ops.scratch import databases as database
from tables.engine.hand.events import BoardDealt, Called, HandEvent, TurnStarted
from tables.live.codec import HAND, to_store

BATCH = 10
WARM_UP_BATCHES = 5
BUDGET_RATIO = 0.60

BARE_INSERT = f"""
INSERT INTO event (shard, seq, stream_kind, stream, version, type, schema, data, meta,
                   prev_hash, hash)
VALUES {", ".join(["(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"] * 3)}
"""

ACTOR = "player:0190f7a2-7a0e-7cc0-9f00-1234567890ab"
AT = datetime(2026, 11, 30, 18, 0, 0, 123_000, tzinfo=UTC)
ACTION: tuple[HandEvent, ...] = (  # the last call of a street, and what follows
    Called(seat=3, to_chips=400, added_chips=300, is_all_in=False),
    BoardDealt(street="turn", positions=(12,), faces=(37,), is_run_out=False),
    TurnStarted(turn=13, seat=4),
)

Inputs = tuple[list[NewEvent], CommandRecord, AgendaMove]


class AppendedAction:
    """One action after another of a hand that never ends."""

    def __init__(self) -> None:
        self.shard, self.stream = new_id(), new_id()
        self.count = 0

    def next_events(self) -> list[NewEvent]:
        meta = codec.encode_meta(actor=ACTOR, command=str(new_id()), at=AT)
        first = self.count * len(ACTION) + 1
        self.count += 1
        return [
            to_store(event, stream_kind=HAND, stream=self.stream, version=version, meta=meta)
            for version, event in enumerate(ACTION, first)
        ]


class Bare:
    """The baseline: one prepared INSERT of an action's three rows, committed."""

    def __init__(self) -> None:
        connection.ensure_connection()
        self.cursor = psycopg.Cursor(connection.connection)
        self.action = AppendedAction()

    def prepare(self) -> list[list[Any]]:
        return [self._parameters() for _ in range(BATCH)]

    def _parameters(self) -> list[Any]:
        parameters: list[Any] = []
        for new in self.action.next_events():
            parameters += (self.action.shard, new.version, new.stream_kind, new.stream)
            parameters += (new.version, new.type, new.schema, new.data, new.meta)
            parameters += (GENESIS, GENESIS)
        return parameters

    def run(self, batch: Iterable[list[Any]]) -> None:
        for parameters in batch:
            self.cursor.execute(BARE_INSERT, parameters)


class Store:
    """The same action through `append`, with its command row and its clock."""

    def __init__(self) -> None:
        self.action = AppendedAction()
        self.head = open_feed(self.action.shard)

    def prepare(self) -> list[Inputs]:
        return [self._inputs() for _ in range(BATCH)]

    def _inputs(self) -> Inputs:
        events = self.action.next_events()
        turn = self.action.count
        command = identify(
            shard=self.action.shard, actor=ACTOR, key=str(new_id()), body=events[0].data
        )
        clock = plan(
            key="turn",
            task="tables.expire_turn",
            args={"hand_id": str(self.action.stream), "turn": turn},
            due_at=AT + timedelta(seconds=turn),
        )
        return events, command.record(codec.encode({"seq": turn * 3, "turn": turn})), clock

    def run(self, batch: Iterable[Inputs]) -> None:
        for events, command, clock in batch:
            self.head = append(self.head, events, command=command, agenda=clock)


def bench_store(*, rounds: int) -> dict[str, object]:
    """
    Run `rounds` batches of each side by turns; return the rates, their ratio and the parts.

    Units: appends per second as time passed; `encoding_us` and `hashing_us` for one action.
    """
    cluster = database.open_cluster()
    try:
        with database.cloned(cluster):
            return {**_race(rounds), **_parts(rounds * BATCH)}
    finally:
        database.close_cluster(cluster)


def _race(rounds: int) -> dict[str, object]:
    bare, store = Bare(), Store()
    for _ in range(WARM_UP_BATCHES):
        bare.run(bare.prepare())
        store.run(store.prepare())
    bare_s = store_s = 0.0
    for _ in range(rounds):
        rows = bare.prepare()
        begun = perf_counter()
        bare.run(rows)
        bare_s += perf_counter() - begun
        inputs = store.prepare()
        begun = perf_counter()
        store.run(inputs)
        store_s += perf_counter() - begun
    count = rounds * BATCH
    return {
        "appends": count,
        "events_per_append": len(ACTION),
        "append_per_s": round(count / store_s),
        "bare_insert_per_s": round(count / bare_s),
        "ratio": round(bare_s / store_s, 3),
        "budget_ratio": BUDGET_RATIO,
        **_durability(),
    }


def _durability() -> dict[str, object]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('fsync'), current_setting('synchronous_commit')")
        fsync, synchronous_commit = cursor.fetchone()
    return {"fsync": fsync, "synchronous_commit": synchronous_commit}


def _parts(count: int) -> dict[str, object]:
    """Time encoding and hashing of one action's three events, without a database."""
    shard, command = new_id(), str(new_id())
    events = AppendedAction().next_events()

    def encode() -> None:
        for event in ACTION:
            codec.encode(event)
        codec.encode_meta(actor=ACTOR, command=command, at=AT)

    def seal() -> None:
        prev_hash = GENESIS
        for seq, event in enumerate(events, 1):
            prev_hash = event_hash(prev_hash, shard, seq, event)

    return {
        "encoding_us": round(_microseconds(encode, count), 2),
        "hashing_us": round(_microseconds(seal, count), 2),
    }


def _microseconds(work: Callable[[], None], count: int) -> float:
    begun = perf_counter()
    for _ in range(count):
        work()
    return (perf_counter() - begun) / count * 1e6

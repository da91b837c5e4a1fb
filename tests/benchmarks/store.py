"""
`manage.py bench store`: an append of one action against a bare INSERT of its three rows.

Both write the same rows into the same table of a throwaway database, on the same connection, each
committed by itself, in small batches by turns, so that noise meets both alike. The append writes
the moved head, the command row and the agenda row besides, and hashes; what encoding and hashing
take of it is measured apart.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import perf_counter

import psycopg
from django.db import connection

from pokerhouse.agenda.agenda import plan
from pokerhouse.common.ids import new_id
from pokerhouse.eventstore import codec
from pokerhouse.eventstore.chain import GENESIS, event_hash
from pokerhouse.eventstore.commands import identify
from pokerhouse.eventstore.store import NewEvent, append, open_feed
from tests.support import database

BATCH = 25
WARM_UP_ROUNDS = 40
BUDGET_RATIO = 0.60

BARE_INSERT = f"""
INSERT INTO event (shard, seq, stream_kind, stream, version, type, schema, data, meta,
                   prev_hash, hash)
VALUES {", ".join(["(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"] * 3)}
"""

ACTOR = "player:0190f7a2-7a0e-7cc0-9f00-1234567890ab"
AT = datetime(2026, 11, 30, 18, 0, 0, 123_000, tzinfo=UTC)
ACTION = (
    ("hand.raised", {"seat": 3, "to_chips": 400, "added_chips": 300, "reopens": True}),
    ("hand.turn_ended", {"seat": 3, "turn": 12, "used_ms": 4210, "time_bank_ms": 30_000}),
    ("hand.turn_started", {"seat": 4, "turn": 13, "deadline_at": "2026-11-30T18:00:15.123Z"}),
)


class Bare:
    """The baseline: one prepared INSERT of an action's three rows, committed."""

    def __init__(self) -> None:
        connection.ensure_connection()
        self.cursor = psycopg.Cursor(connection.connection)
        self.shard, self.stream = new_id(), new_id()
        self.version = 0
        self.payloads = [codec.encode(fields) for _, fields in ACTION]
        self.meta = codec.encode_meta(actor=ACTOR, command=str(new_id()), at=AT)

    def step(self) -> None:
        shard, stream, meta, version = self.shard, self.stream, self.meta, self.version
        parameters: list[object] = []
        for (name, _), payload in zip(ACTION, self.payloads, strict=True):
            version += 1
            parameters += (shard, version, "hand", stream, version, name, 1)
            parameters += (payload, meta, GENESIS, GENESIS)
        self.cursor.execute(BARE_INSERT, parameters)
        self.version = version


class Store:
    """The same action through `append`, with its command row and its clock."""

    def __init__(self) -> None:
        self.head = open_feed(new_id())
        self.stream = new_id()
        self.version = 0
        self.payloads = [codec.encode(fields) for _, fields in ACTION]
        self.meta = codec.encode_meta(actor=ACTOR, command=str(new_id()), at=AT)

    def step(self) -> None:
        stream, meta, version = self.stream, self.meta, self.version
        events = []
        for (name, _), payload in zip(ACTION, self.payloads, strict=True):
            version += 1
            events.append(NewEvent("hand", stream, version, name, 1, payload, meta))
        turn = version // 3
        command = identify(shard=self.head.shard, actor=ACTOR, key=str(turn), body=payload)
        clock = plan(
            key="turn",
            task="tables.expire_turn",
            args={"hand_id": str(stream), "turn": turn},
            due_at=AT + timedelta(seconds=turn),
        )
        receipt = codec.encode({"seq": version, "turn": turn})
        self.head = append(self.head, events, command=command.record(receipt), agenda=clock)
        self.version = version


def bench_store(*, rounds: int) -> dict[str, object]:
    """
    Run `rounds` batches of each side and return the rates, their ratio and the parts, by name.

    Units: appends per second of CPU-and-disk time as it passed; microseconds an action (3 events).
    """
    cluster = database.open_cluster()
    try:
        with database.cloned(cluster):
            return {**_race(rounds), **_parts(rounds * BATCH)}
    finally:
        database.close_cluster(cluster)


def _race(rounds: int) -> dict[str, object]:
    sides: dict[str, Bare | Store] = {"bare_insert": Bare(), "append": Store()}
    seconds = dict.fromkeys(sides, 0.0)
    for side in sides.values():
        for _ in range(WARM_UP_ROUNDS):
            side.step()
    for _ in range(rounds):
        for name, side in sides.items():
            begun = perf_counter()
            for _ in range(BATCH):
                side.step()
            seconds[name] += perf_counter() - begun
    count = rounds * BATCH
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('fsync'), current_setting('synchronous_commit')")
        fsync, synchronous_commit = cursor.fetchone()
    return {
        "appends": count,
        "events_per_append": len(ACTION),
        "append_per_s": round(count / seconds["append"]),
        "bare_insert_per_s": round(count / seconds["bare_insert"]),
        "ratio": round(seconds["bare_insert"] / seconds["append"], 3),
        "budget_ratio": BUDGET_RATIO,
        "fsync": fsync,
        "synchronous_commit": synchronous_commit,
    }


def _parts(count: int) -> dict[str, object]:
    """Time encoding and hashing of one action's three events, without a database."""
    shard, stream = new_id(), new_id()
    command = str(new_id())
    payloads = [codec.encode(fields) for _, fields in ACTION]
    meta = codec.encode_meta(actor=ACTOR, command=command, at=AT)
    events = [
        NewEvent("hand", stream, version, name, 1, payload, meta)
        for version, ((name, _), payload) in enumerate(zip(ACTION, payloads, strict=True), 1)
    ]

    def encode() -> None:
        for _, fields in ACTION:
            codec.encode(fields)
        codec.encode_meta(actor=ACTOR, command=command, at=AT)

    def hash_() -> None:
        prev_hash = GENESIS
        for seq, event in enumerate(events, 1):
            prev_hash = event_hash(prev_hash, shard, seq, event)

    return {
        "encoding_us": round(_microseconds(encode, count), 2),
        "hashing_us": round(_microseconds(hash_, count), 2),
    }


def _microseconds(work: Callable[[], None], count: int) -> float:
    begun = perf_counter()
    for _ in range(count):
        work()
    return (perf_counter() - begun) / count * 1e6

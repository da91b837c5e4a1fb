"""The clients of `bench room`: players who answer, watchers who note when a frame came."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from random import Random
from time import perf_counter
from typing import Any
from uuid import uuid4

import websockets
from websockets.asyncio.client import ClientConnection, connect

from pokerhouse.ops.bench.measure import percentile

SUBPROTOCOL = websockets.Subprotocol("pokerhouse.v1")
HEARTBEAT_S = 20.0
"""The interval that the house asks for."""

GOLDEN = 0.618
"""Multiples of it, modulo 1, spread the clients' heartbeats evenly over that time."""

DIALS_AT_ONCE = 20


_clients = count()
_pace = Random(7)
"""People do not all think for the same time."""


@dataclass
class TimedAction:
    """One answered turn: when it was sent, when acknowledged, and its last event's number."""

    table: str
    sent: float
    acked: float
    seq: int


@dataclass
class Notes:
    """What the clients saw."""

    actions: list[TimedAction] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    settled_at: dict[str, datetime] = field(default_factory=dict)
    pauses_ms: list[float] = field(default_factory=list)
    """From a hand's settlement to the next deal at its table, by the house's clock."""
    ends: int = 0
    """Sockets that the house closed."""


class CrowdClient:
    """One socket that follows one table."""

    def __init__(self, table: str, notes: Notes) -> None:
        self.table, self.notes = table, notes
        self.socket: ClientConnection | None = None

    async def open(self, url: str, ticket: str) -> None:
        """Sign in and follow the table."""
        self.socket = await connect(f"{url}/ws", subprotocols=[SUBPROTOCOL], max_queue=None)
        await self.send("hello", {"ticket": ticket})
        await self.send("sub", {"ch": f"table:{self.table}"})
        async for text in self.socket:
            if json.loads(text)["t"] == "snapshot":
                return

    async def send(self, kind: str, body: dict[str, object]) -> str:
        """Send a frame and return its id."""
        assert self.socket is not None
        key = str(uuid4())
        await self.socket.send(json.dumps({"t": kind, "id": key, "d": body}))
        return key

    async def run(self) -> None:
        """Hear everything until the socket ends."""
        assert self.socket is not None
        beat = asyncio.create_task(self._beat())
        try:
            async for text in self.socket:
                await self.hear(str(text), perf_counter())
        except websockets.ConnectionClosed:
            self.notes.ends += 1
        finally:
            beat.cancel()

    async def close(self) -> None:
        """Close the socket."""
        assert self.socket is not None
        await self.socket.close()

    async def hear(self, text: str, at: float) -> None:
        """Take one frame."""

    async def _beat(self) -> None:
        await asyncio.sleep(HEARTBEAT_S * (next(_clients) * GOLDEN % 1))
        while True:
            await self.send("ping", {"t0": 0, "seen": {}})
            await asyncio.sleep(HEARTBEAT_S)


class CrowdPlayer(CrowdClient):
    """Checks or calls after a little thought; the table's first player notes its pauses."""

    def __init__(self, table: str, seat: int, think_s: tuple[float, float], notes: Notes) -> None:
        super().__init__(table, notes)
        self.seat, self.think_s = seat, think_s
        self._sent: dict[str, float] = {}

    async def hear(self, text: str, at: float) -> None:
        if '"hand.turn_started"' in text:
            frame = json.loads(text)
            if frame["d"]["seat"] == self.seat:
                await self._answer(frame["d"])
        elif '"ack"' in text or '"nack"' in text:
            self._answered(json.loads(text), at)
        elif self.seat == 1 and '"table.hand_' in text:
            self._note_pause(json.loads(text))

    async def _answer(self, turn: dict[str, Any]) -> None:
        if self.think_s[1]:
            await asyncio.sleep(_pace.uniform(*self.think_s))
        kind = "check" if "check" in turn["legal"]["kinds"] else "call"
        sent = perf_counter()
        body = {"hand": turn["hand"], "turn": turn["turn"], "action": kind}
        self._sent[await self.send("act", body)] = sent

    def _answered(self, frame: dict[str, Any], at: float) -> None:
        said = frame["d"]
        sent = self._sent.pop(str(said["id"]), at)
        if frame["t"] == "nack":
            self.notes.refusals.append(json.dumps(said)[:200])
            return
        self.notes.actions.append(TimedAction(self.table, sent, at, said["result"]["seq"]))

    def _note_pause(self, frame: dict[str, Any]) -> None:
        at = datetime.fromisoformat(str(frame["ts"]))
        if frame["t"] == "table.hand_settled":
            self.notes.settled_at[self.table] = at
        elif frame["t"] == "table.hand_started" and self.table in self.notes.settled_at:
            since = at - self.notes.settled_at.pop(self.table)
            self.notes.pauses_ms.append(since.total_seconds() * 1000)


class Watcher(CrowdClient):
    """Has no seat; notes when each number of the feed came, alone or in a skip."""

    def __init__(self, table: str, notes: Notes) -> None:
        super().__init__(table, notes)
        self.came: dict[int, float] = {}

    async def hear(self, text: str, at: float) -> None:
        frame = json.loads(text)
        if frame.get("t") == "skip":
            self.came.update(dict.fromkeys(range(frame["from"], frame["to"] + 1), at))
        elif "seq" in frame:
            self.came[frame["seq"]] = at


async def open_all(url: str, clients: Iterable[tuple[CrowdClient, str]]) -> None:
    """Open the clients' sockets, some at a time; `ticket` lets each in."""
    doors = asyncio.Semaphore(DIALS_AT_ONCE)

    async def open_one(client: CrowdClient, ticket: str) -> None:
        async with doors:
            await client.open(url, ticket)

    await asyncio.gather(*(open_one(client, ticket) for client, ticket in clients))


def spread(name: str, values_ms: list[float]) -> dict[str, object]:
    """Return median, 99th percentile and the worst of the values."""
    return {
        f"{name}_p50_ms": round(percentile(values_ms, 0.50), 1),
        f"{name}_p99_ms": round(percentile(values_ms, 0.99), 1),
        f"{name}_max_ms": round(max(values_ms, default=0.0), 1),
    }


def seen_ms(actions: Iterable[TimedAction], watchers: Iterable[Watcher]) -> list[float]:
    """Return milliseconds from sending to the last watcher, of actions at watched tables."""
    by_table: dict[str, list[Watcher]] = {}
    for watcher in watchers:
        by_table.setdefault(watcher.table, []).append(watcher)
    return [
        (max(watcher.came[action.seq] for watcher in by_table[action.table]) - action.sent) * 1000
        for action in actions
        if action.table in by_table
        and all(action.seq in watcher.came for watcher in by_table[action.table])
    ]

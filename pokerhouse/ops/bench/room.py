"""
`manage.py bench room`: tables full of players who act over their sockets, and what that costs.

Web, worker and relay are the house's own processes; the worker deals, as in any house. All clients
live in this one process on the same machine, so their CPU is told too. Ten tables have ten watchers
each. Without time to think the room runs as fast as it can, so its latencies are those of a
machine under full load.
"""

import asyncio
import gc
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from time import perf_counter, process_time

from pokerhouse.common.roles import Role
from pokerhouse.ops.bench.crowd import (
    CrowdClient,
    CrowdPlayer,
    Notes,
    Watcher,
    open_all,
    seen_ms,
    spread,
)
from pokerhouse.ops.bench.house import (
    HAND_PAUSE_MS,
    BenchHouse,
    Seated,
    bench_house,
    make_person,
    open_table,
)
from pokerhouse.ops.bench.measure import cpu_s, machine, rss_mb
from pokerhouse.ops.embedded.postgres import HOST
from pokerhouse.ops.embedded.up import RELAY, WEB, WORKER, Child, house_children

MAX_TABLES = 1000
PLAYERS = 4
WATCHED, WATCHERS = 10, 10
"""This many tables have this many watchers each."""

SETTLE_S = 4.0
"""Start-up that is not measured: all tables begin in the same second while processes start."""

OPENER = "opener"
"""The relay of the first hands; they are due since the players sat down, so they are not late."""

MEASURED = (WEB, WORKER, RELAY)
TICKETS_AT_ONCE = 10
"""Of one person; the house gives out at most 20 unused ones."""

IDLE_S = 20.0


@dataclass(frozen=True)
class RoomPlan:
    """What is to be played."""

    tables: int = 50
    seconds: float = 30.0
    think_s: tuple[float, float] = (0.0, 0.0)
    """A player answers after a time in this range, all times alike."""
    idle_sockets: int = 0
    """Further sockets that follow a table before the first hand, to measure an idle socket."""


class BenchTable:
    """The clients of one house."""

    def __init__(self, house: BenchHouse, plan: RoomPlan) -> None:
        self.house, self.plan = house, plan
        self.notes = Notes()
        cashier = make_person("cashier", Role.CAGE)
        self.opened = [open_table(f"t{n}", cashier, PLAYERS) for n in range(plan.tables)]
        self.strangers = [make_person(f"watcher{n}") for n in range(WATCHERS)]
        self.watched = [str(table_id) for table_id, _ in self.opened[:WATCHED]]
        self.watchers = [
            Watcher(table, self.notes) for table in self.watched for _ in range(WATCHERS)
        ]

    async def play(self, relay: Child) -> dict[str, object]:
        """Let everybody in, start the clock, and return the figures."""
        idle = await self._idle()
        players: list[tuple[CrowdClient, Seated]] = [
            (CrowdPlayer(str(table_id), person.seat, self.plan.think_s, self.notes), person)
            for table_id, people in self.opened
            for person in people
        ]
        await self._open([*players, *zip(self.watchers, cycle(self.strangers))])
        clients = [client for client, _ in players]
        hearing = [asyncio.create_task(client.run()) for client in (*clients, *self.watchers)]
        _stop_collecting()
        self.house.start(Child(OPENER, relay.arguments))
        await asyncio.sleep(SETTLE_S)
        self.house.start(relay)
        await asyncio.sleep(SETTLE_S)
        await asyncio.to_thread(self.house.stop, OPENER)
        self.notes.pauses_ms.clear()
        before, begun = self._cpu(), perf_counter()
        await asyncio.sleep(self.plan.seconds)
        ended, after = perf_counter(), self._cpu()
        memory = {f"{name}_rss_mb": rss_mb(self.house.pid_of(name)) for name in MEASURED}
        for task in hearing:
            task.cancel()
        await asyncio.gather(*hearing, return_exceptions=True)
        took_s = ended - begun
        cpu = {
            f"{name}_cpu_percent": round((after[name] - before[name]) / took_s * 100, 1)
            for name in after
        }
        return {**idle, **self._figures(begun, ended), **cpu, **memory}

    def _figures(self, begun: float, ended: float) -> dict[str, object]:
        done = [action for action in self.notes.actions if begun <= action.sent <= ended]
        seen = seen_ms(done, self.watchers)
        late = [pause_ms - HAND_PAUSE_MS for pause_ms in self.notes.pauses_ms]
        return {
            "actions": len(done),
            "actions_per_s": round(len(done) / (ended - begun), 1),
            "hands": len(late),
            "refused": len(self.notes.refusals),
            "sockets_closed": self.notes.ends,
            **spread("ack", [(action.acked - action.sent) * 1000 for action in done]),
            "watched_actions": len(seen),
            **spread("last_watcher", seen),
            **spread("hand_start_late", late),
        }

    async def _idle(self) -> dict[str, object]:
        """Open sockets that only follow, and return what they cost the web."""
        count, pid = self.plan.idle_sockets, self.house.pid_of(WEB)
        if not count:
            return {}
        memory_mb = rss_mb(pid)
        alone_percent = await _percent(pid)
        clients = [CrowdClient(self.watched[0], self.notes) for _ in range(count)]
        people = cycle(self.strangers)
        step = TICKETS_AT_ONCE * len(self.strangers)
        for first in range(0, count, step):
            await self._open([(client, next(people)) for client in clients[first : first + step]])
        hearing = [asyncio.create_task(client.run()) for client in clients]
        percent = await _percent(pid)
        grown_mb = rss_mb(pid) - memory_mb
        for task in hearing:
            task.cancel()
        await asyncio.gather(*(client.close() for client in clients))
        return {
            "idle_sockets": count,
            "idle_mb": round(grown_mb, 1),
            "idle_cpu_percent": round(percent, 2),
            "without_them_cpu_percent": round(alone_percent, 2),
        }

    async def _open(self, wanted: Sequence[tuple[CrowdClient, Seated]]) -> None:
        tickets = await asyncio.to_thread(lambda: [person.ticket() for _, person in wanted])
        clients = [client for client, _ in wanted]
        await open_all(self.house.socket_url, zip(clients, tickets, strict=True))

    def _cpu(self) -> dict[str, float]:
        found = {name: cpu_s(self.house.pid_of(name)) for name in MEASURED}
        return {**found, "clients": process_time()}


def _stop_collecting() -> None:
    """
    Let no collection in this process stop the clients: they would measure themselves.

    A run is minutes long, and reference counts free nearly all of what the clients make.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


async def _percent(pid: int) -> float:
    """Return what a process takes of a core while nothing happens."""
    before = cpu_s(pid)
    await asyncio.sleep(IDLE_S)
    return (cpu_s(pid) - before) / IDLE_S * 100


def bench_room(plan: RoomPlan) -> dict[str, object]:
    """
    Let the tables play; return rates, latencies, memory and CPU.

    Units: CPU in percent of one core; `hand_start_late` is what goes beyond the pause between
    hands. `relay_max_late_ms` is how late the relay sent its latest row.
    """
    before = machine()
    with bench_house() as house:
        children = {c.name: c for c in house_children(house.folder, host=HOST, port=house.port)}
        for name in (WEB, WORKER):
            house.start(children[name])
        live = BenchTable(house, plan)
        house.wait_until_ready()
        figures = asyncio.run(live.play(children[RELAY]))
        late_ms = re.findall(r"max_late_ms=(\d+)", house.stop(RELAY))
    figures["relay_max_late_ms"] = max(map(int, late_ms), default=None)
    return {"tables": plan.tables, "players_each": PLAYERS, **figures, **before}

"""
`manage.py bench socket`: an action over the socket against an echo that does one INSERT.

An action is acknowledged after its COMMIT. All are those of whole hands that six players check
down, so dealing boards, settling and reading the hand that another process dealt are in it. First
nobody follows a table; then its six players do, so that fan-out is in it too.
"""

import json
from collections.abc import Iterable
from itertools import chain, cycle
from time import perf_counter
from uuid import UUID, uuid4

import websockets
from websockets.sync.client import ClientConnection, connect

from pokerhouse.common.ids import TableId
from pokerhouse.ops.bench.house import decisions
from pokerhouse.ops.bench.measure import figures_of, machine, race
from pokerhouse.ops.bench.serving import served_tables
from pokerhouse.ops.embedded.up import WEB

BUDGET_RATIO = 2.5
BATCH = 24
"""As many as there are decisions in a hand that six players check down."""

SUBPROTOCOL = websockets.Subprotocol("pokerhouse.v1")
WAIT_S = 10


class SocketPlayer:
    """One player's socket."""

    def __init__(self, url: str, ticket: str) -> None:
        self.socket = dial(f"{url}/ws")
        self.send("hello", {"ticket": ticket})
        self.await_answer("hello")

    def send(self, kind: str, body: dict[str, object]) -> None:
        self.socket.send(json.dumps({"t": kind, "id": str(uuid4()), "d": body}))

    def await_answer(self, kind: str) -> None:
        """Read until `kind` comes; what else comes is the table's feed."""
        while (frame := json.loads(self.socket.recv(WAIT_S)))["t"] != kind:
            assert frame["t"] != "nack", frame

    def drain(self) -> None:
        """Read what has come."""
        try:
            while True:
                self.socket.recv(0)
        except TimeoutError:
            return


class Actions:
    """Batches of one hand each."""

    def __init__(self, tables: Iterable[TableId], players: dict[UUID, SocketPlayer]) -> None:
        self.tables, self.players = cycle(tables), players

    def batch(self) -> tuple[int, float]:
        count, wall_s = 0, 0.0
        for due in decisions(next(self.tables)):
            player = self.players[due.player]
            body = {"hand": str(due.hand_id), "turn": due.turn, "action": due.kind}
            begun = perf_counter()
            player.send("act", body)
            player.await_answer("ack")
            wall_s += perf_counter() - begun
            count += 1
        for player in self.players.values():
            player.drain()
        return count, wall_s


class Echoes:
    """Batches of messages that are as long as an action."""

    def __init__(self, url: str) -> None:
        self.socket = dial(f"{url}/bench/echo")

    def batch(self) -> tuple[int, float]:
        begun = perf_counter()
        for _ in range(BATCH):
            self.socket.send(json.dumps({"id": str(uuid4()), "body": "x" * 100}))
            self.socket.recv(WAIT_S)
        return BATCH, perf_counter() - begun


def dial(url: str) -> ClientConnection:
    """Open a socket that never stops reading."""
    return connect(url, subprotocols=[SUBPROTOCOL], max_queue=None)


def bench_socket(*, rounds: int) -> dict[str, object]:
    """
    Run `rounds` batches of each side by turns; return the costs and their ratios.

    Units: milliseconds of the web's CPU, and of waiting, for one message.
    """
    before = machine()
    with served_tables() as (house, seated):
        players = {
            person.user.id: SocketPlayer(house.socket_url, person.ticket())
            for person in chain.from_iterable(seated.values())
        }
        echoes = Echoes(house.socket_url)
        actions = Actions(seated, players)
        pid = house.pid_of(WEB)
        alone = race({"echo": echoes.batch, "action": actions.batch}, pid, rounds)
        for table_id, people in seated.items():
            for person in people:
                players[person.user.id].send("sub", {"ch": f"table:{table_id}"})
                players[person.user.id].await_answer("snapshot")
        followed = race({"echo": echoes.batch, "action": actions.batch}, pid, rounds)
        for open_socket in (echoes.socket, *(player.socket for player in players.values())):
            open_socket.close()
    return {
        **figures_of(alone),
        "cpu_ratio": round(alone["action"].cpu_ms / alone["echo"].cpu_ms, 2),
        "wall_ratio": round(alone["action"].wall_ms / alone["echo"].wall_ms, 2),
        "budget_ratio": BUDGET_RATIO,
        **{f"followed_{name}": figure for name, figure in figures_of(followed).items()},
        "followed_cpu_ratio": round(followed["action"].cpu_ms / followed["echo"].cpu_ms, 2),
        **before,
    }

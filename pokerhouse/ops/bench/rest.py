"""
`manage.py bench rest`: POST /hands/{h}/actions against a DRF POST view with one INSERT.

Both are views of one web process, asked by turns over one open connection. `signed_in` is
the bare view behind the house's identity, permission and limit.
"""

import json
from collections.abc import Iterable
from http.client import HTTPConnection
from itertools import chain, cycle
from time import perf_counter
from uuid import UUID, uuid4

from pokerhouse.common.ids import TableId
from pokerhouse.ops.bench.house import decisions
from pokerhouse.ops.bench.measure import figures_of, machine, race
from pokerhouse.ops.bench.serving import served_tables
from pokerhouse.ops.embedded.postgres import HOST
from pokerhouse.ops.embedded.up import WEB

BUDGET_RATIO = 1.5
BATCH = 24
"""As many as there are decisions in a hand that six players check down."""


class RestCaller:
    """A client of the web with one connection."""

    def __init__(self, port: int, tables: Iterable[TableId], secrets: dict[UUID, str]) -> None:
        self.link = HTTPConnection(HOST, port)
        self.tables, self.secrets = cycle(tables), secrets

    def post(self, path: str, body: dict[str, object], secret: str) -> float:
        """Return how many seconds the answer took."""
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {secret}",
            "Idempotency-Key": str(uuid4()),
        }
        begun = perf_counter()
        self.link.request("POST", path, json.dumps(body), headers)
        answer = self.link.getresponse()
        text = answer.read()
        took_s = perf_counter() - begun
        assert answer.status == 200, text
        return took_s

    def actions(self) -> tuple[int, float]:
        """Check one hand down."""
        took_s = [
            self.post(
                f"/api/v1/hands/{due.hand_id}/actions",
                {"turn": due.turn, "action": due.kind},
                self.secrets[due.player],
            )
            for due in decisions(next(self.tables))
        ]
        return len(took_s), sum(took_s)

    def bare(self) -> tuple[int, float]:
        """Ask the view without identity."""
        return self._insert("/bench/bare")

    def signed_in(self) -> tuple[int, float]:
        """Ask the view with identity."""
        return self._insert("/bench/signed-in")

    def _insert(self, path: str) -> tuple[int, float]:
        secret = next(iter(self.secrets.values()))
        took_s = [
            self.post(path, {"id": str(uuid4()), "body": "x" * 40}, secret) for _ in range(BATCH)
        ]
        return BATCH, sum(took_s)


def bench_rest(*, rounds: int) -> dict[str, object]:
    """
    Run `rounds` batches of each side by turns; return the costs and their ratios.

    Units: milliseconds of the web's CPU, and of waiting, for one request.
    """
    before = machine()
    with served_tables() as (house, seated):
        secrets = {p.user.id: p.token.secret for p in chain.from_iterable(seated.values())}
        caller = RestCaller(house.port, seated, secrets)
        sides = {"bare": caller.bare, "signed_in": caller.signed_in, "action": caller.actions}
        costs = race(sides, house.pid_of(WEB), rounds)
        caller.link.close()
    bare, signed_in, action = (costs[name] for name in sides)
    return {
        **figures_of(costs),
        "cpu_ratio": round(action.cpu_ms / bare.cpu_ms, 2),
        "wall_ratio": round(action.wall_ms / bare.wall_ms, 2),
        "budget_ratio": BUDGET_RATIO,
        "signed_in_cpu_ratio": round(action.cpu_ms / signed_in.cpu_ms, 2),
        "signed_in_wall_ratio": round(action.wall_ms / signed_in.wall_ms, 2),
        **before,
    }

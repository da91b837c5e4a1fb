"""Rows of the agenda for tests, and a broker that is a list."""

from datetime import datetime
from uuid import UUID

import msgspec
from django.db import connections

from pokerhouse.agenda.claims import Due
from pokerhouse.agenda.publisher import BrokerDown
from pokerhouse.common.ids import new_id

CLOCK = "tables.expire_turn"
DEAL = "tables.start_next_hand"

_PLAN = """
INSERT INTO agenda (shard, key, task, args, due_at)
VALUES (%s, %s, %s, %s::jsonb, coalesce(%s::timestamptz, clock_timestamp()))
ON CONFLICT (shard, key) DO UPDATE SET
    generation = agenda.generation + 1, task = excluded.task, args = excluded.args,
    due_at = excluded.due_at, sent_at = NULL, attempts = 0
"""


def plan_row(
    task: str = DEAL,
    *,
    due_at: datetime | None = None,
    shard: UUID | None = None,
    args: dict[str, object] | None = None,
) -> UUID:
    """Plan as an append does, due now unless `due_at` says else; return the row's shard."""
    shard = shard or new_id()
    with connections["default"].cursor() as cursor:
        encoded = msgspec.json.encode(args or {}).decode()
        cursor.execute(_PLAN, [shard, "play", task, encoded, due_at])
    return shard


class ListBroker:
    """Keeps what it is given, unless it is down; forgets a new connection like a real one."""

    def __init__(self) -> None:
        self.rows: list[Due] = []
        self.is_down = False
        self.takes = 10**9
        self._is_connected = False

    def connect(self) -> bool:
        if self.is_down:
            self._is_connected = False
            raise BrokerDown("down")
        was_connected, self._is_connected = self._is_connected, True
        return not was_connected

    def publish(self, row: Due) -> None:
        self.connect()
        if len(self.rows) >= self.takes:
            self.is_down = True
            self.connect()
        self.rows.append(row)

    def close(self) -> None:
        self._is_connected = False

"""Work that a command plans besides the next work of its own feed: an effect of kind PLAN."""

from uuid import UUID

from django.db import connection

from pokerhouse.agenda.agenda import MOVES_ROW, AgendaMove

_WRITE = f"""
INSERT INTO agenda (shard, key, task, args, due_at) VALUES (%s, %s, %s, %s::jsonb, %s) {MOVES_ROW}
"""  # noqa: S608 - a constant


def write(shard: UUID, move: AgendaMove) -> None:
    """
    Plan `move`, or plan it anew, inside the caller's transaction.

    A caller that writes several rows of a shard writes them in the order of their keys, as all
    others do, so that no two can deadlock.
    """
    assert connection.in_atomic_block, "a plan belongs to the transaction of what it follows from"
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, [shard, move.key, move.task, move.args_json, move.due_at])

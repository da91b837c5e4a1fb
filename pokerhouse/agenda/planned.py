"""Work that a command plans beside its feed's own row: an effect of kind PLAN."""

from uuid import UUID

from django.db import connection

from pokerhouse.agenda.agenda import MOVES_ROW, AgendaMove

_WRITE = f"""
INSERT INTO agenda (shard, key, task, args, due_at) VALUES (%s, %s, %s, %s::jsonb, %s) {MOVES_ROW}
"""  # noqa: S608 - a constant


def write(shard: UUID, move: AgendaMove) -> None:
    """
    Plan, or plan anew, inside the caller's transaction.

    Who takes several rows of a shard takes them by key, so that nobody waits in a circle.
    """
    assert connection.in_atomic_block, "a plan belongs to the transaction of what it follows from"
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, [shard, move.key, move.task, move.args_json, move.due_at])

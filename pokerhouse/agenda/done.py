"""How a task marks its row of the agenda as done."""

from datetime import datetime
from uuid import UUID

from django.db import connections

_DONE = """
UPDATE agenda SET done_generation = generation
WHERE shard = %s AND key = %s AND generation = %s AND due_at <= %s
    AND done_generation <> generation
"""


def done(*, shard: UUID, key: str, generation: int, at: datetime) -> bool:
    """
    Mark the row done if its generation is still `generation`; return whether it was.

    So the clock of turn 5 cannot end that of turn 6, which raised the generation. `at` is the time
    that the task took as the current one: a task that ran too early did nothing and must run again.
    """
    with connections["default"].cursor() as cursor:
        cursor.execute(_DONE, [shard, key, generation, at])
        return bool(cursor.rowcount)

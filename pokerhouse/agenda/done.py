"""What a task says at its end."""

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
    Mark the row done if it is still of that `generation`; return whether it was.

    The finished clock of turn 5 cannot silence turn 6: that one raised the generation. `at` is the
    time that the task went by: what ran before its time did nothing, and runs again.
    """
    with connections["default"].cursor() as cursor:
        cursor.execute(_DONE, [shard, key, generation, at])
        return bool(cursor.rowcount)

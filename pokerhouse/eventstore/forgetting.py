"""Forgetting commands: rows of the command table live 30 days."""

from django.db import connections

# A delete's locks and dead rows last as long as its statement, so it takes this many at once.
FORGET_BATCH = 10_000

# The same clock and interval as the trigger `keep_30_days`, which refuses every younger row.
_FORGET = """
DELETE FROM command WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM command WHERE recorded_at <= now() - interval '30 days' LIMIT %s
))
"""


def forget_expired_commands(batch: int = FORGET_BATCH) -> int:
    """
    Delete every command row older than 30 days, as the owner's role; return how many there were.

    Each batch commits by itself, so a call that is stopped has done part of its work and no harm.
    """
    forgotten = 0
    with connections["owner"].cursor() as cursor:
        while True:
            cursor.execute(_FORGET, [batch])
            gone: int = cursor.rowcount
            forgotten += gone
            if gone < batch:
                return forgotten

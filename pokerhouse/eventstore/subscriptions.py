"""
Subscribers: they get the events of all feeds, each exactly once, in the order of its feed.

Events are read by (tx, position) below the oldest transaction that is still writing. `position`
alone would skip events: a number that was taken early can become visible late. The cursor moves in
the transaction of the effect, so a crash undoes both or neither. A long writing transaction
anywhere in the cluster holds subscribers back (it loses nothing), which is why transactions have
time limits; and within a test's own transaction its events are never seen.

After a logical restore (pg_dump) the cluster counts transactions anew, so the stored `tx` values
mean nothing. They are transport, not evidence. The owner then, before the house opens: disables the
guard, sets `event.tx` and `feed_head.tx` to pg_current_xact_id() in one transaction, enables it
again (ENABLE ALWAYS), and empties `subscription`. Every subscriber starts from the beginning and
drops what it has by (shard, seq); so a handler's effect must carry (shard, seq) as its key.
"""

from collections.abc import Callable

from django.db import transaction

from pokerhouse.eventstore.connection import driver_cursor
from pokerhouse.eventstore.store import EVENT_COLUMNS, StoredEvent

MAX_EVENTS_PER_RUN = 1000

Handler = Callable[[StoredEvent], None]

_LOCK = """
SELECT tx::text, position FROM subscription WHERE name = $1 FOR UPDATE SKIP LOCKED
"""
_START = """
INSERT INTO subscription (name, tx, position) VALUES ($1, '0'::xid8, 0)
ON CONFLICT DO NOTHING RETURNING tx::text, position
"""
_READ = f"""
SELECT event.tx::text, event.position, {EVENT_COLUMNS} FROM event
WHERE (event.tx, event.position) > ($1::text::xid8, $2::bigint)
    AND event.tx < pg_snapshot_xmin(pg_current_snapshot())
ORDER BY event.tx, event.position LIMIT $3::bigint
"""  # noqa: S608 - constants only
_MOVE = """
UPDATE subscription SET tx = $2::text::xid8, position = $3::bigint, moved_at = clock_timestamp()
WHERE name = $1
"""


class Subscriber:
    """A named reader of all events. Two that run under one name exclude one another."""

    def __init__(self, name: str) -> None:
        self.name = name

    def run_once(self, handler: Handler, limit: int = MAX_EVENTS_PER_RUN) -> int:
        """
        Hand the next events, at most `limit`, to `handler`; return how many there were.

        One transaction: what the handler raises undoes its effects and leaves the cursor where it
        was. Returns 0 as well while another process runs under this name.
        """
        assert 0 < limit <= MAX_EVENTS_PER_RUN
        with transaction.atomic():
            sql = driver_cursor()
            place = (
                sql.execute(_LOCK, (self.name,)).fetchone()
                or sql.execute(_START, (self.name,)).fetchone()
            )
            if place is None:
                return 0
            tx, position = place
            rows = sql.execute(_READ, (tx, str(position), str(limit)), binary=True).fetchall()
            for _, _, *columns in rows:
                handler(StoredEvent(*columns))
            if rows:
                tx, position = rows[-1][:2]
                sql.execute(_MOVE, (self.name, tx, str(position)))
        return len(rows)

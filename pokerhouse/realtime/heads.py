"""Where feeds end; the hub reads it once a second."""

from collections.abc import Collection
from uuid import UUID

from pokerhouse.eventstore.connection import driver_cursor

_HEADS = "SELECT shard, seq, epoch FROM feed_head WHERE shard = ANY($1::uuid[])"


def read_heads(shards: Collection[UUID]) -> list[tuple[UUID, int, int]]:
    """Return the shard, last number and epoch of each of `shards` that has a feed."""
    # As one text, because psycopg would convert a list element by element.
    listed = "{" + ",".join(map(str, shards)) + "}"
    rows = driver_cursor().execute(_HEADS, (listed,), binary=True).fetchall()
    return [(shard, seq, epoch) for shard, seq, epoch in rows]

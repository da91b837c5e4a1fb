"""A house whose history is changed past the store, as its database's owner can."""

from typing import Any
from uuid import UUID

from django.db import connections

from pokerhouse.common.ids import new_id
from pokerhouse.eventstore.store import Head, append, open_feed
from pokerhouse.eventstore.verify import verify
from tests.support.feeds import counted

Feed = tuple[Head, list[UUID]]

WHERE = " WHERE shard = %(shard)s AND seq = "
INSERT = (
    "INSERT INTO event (shard, seq, stream_kind, stream, version, type, schema, data, meta,"
    " prev_hash, hash) SELECT shard, {seq}, stream_kind, {stream}, {version}, type, schema, data,"
    " meta, prev_hash, hash FROM event"
)


def middle_of_three() -> Feed:
    """Open three feeds, two hands of four events in each; return the one in the middle."""
    feeds = {}
    hands = [new_id(), new_id()]
    shards = sorted(new_id() for _ in range(3))
    for shard in shards:
        head = open_feed(shard)
        for hand in hands:
            head = append(head, counted(hand, 1, 4))
        feeds[shard] = head, hands
    assert verify() == []
    return feeds[shards[1]]


def tamper(head: Head, *statements: str, **parameters: Any) -> None:
    """Change history as the owner of the database, who can take the guard away."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("ALTER TABLE event DISABLE TRIGGER append_only")
        for statement in statements:
            cursor.execute(statement, {"shard": head.shard, **parameters})
        cursor.execute("ALTER TABLE event ENABLE ALWAYS TRIGGER append_only")

"""The only writer of people's inboxes."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction

from accounts.people.inbox.models import InboxItem
from pokerhouse.realtime import notify

_NEXT = """
INSERT INTO inbox_head (person, seq, epoch) VALUES (%s, 1, 1)
ON CONFLICT (person) DO UPDATE SET seq = inbox_head.seq + 1 RETURNING seq
"""


def put(*, person: UUID, kind: str, at: datetime, facts: Mapping[str, object] | None = None) -> int:
    """
    Put a notice into the inbox of `person`, in the caller's transaction; return its number.

    `kind` is a word for programs (`seat.timed_out`); `facts` are ids and numbers, ready for JSON.
    The inbox stays locked until COMMIT. So write to inboxes last, and to several inboxes in the
    order of the persons' ids.
    """
    assert connection.in_atomic_block, "a notice belongs to the transaction of what it tells"
    with connection.cursor() as cursor:
        cursor.execute(_NEXT, [person])
        (seq,) = cursor.fetchone()
    InboxItem.objects.create(person=person, seq=seq, kind=kind, at=at, facts=dict(facts or {}))
    transaction.on_commit(lambda: notify.publish_feed_moved(person, seq), robust=True)
    return int(seq)

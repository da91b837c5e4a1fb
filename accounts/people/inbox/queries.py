"""A person's inbox in its form on the wire, the same for REST and sockets."""

from collections.abc import Collection
from typing import Any, Final
from uuid import UUID

from django.db import connection

from accounts.people.inbox.models import InboxHead, InboxItem
from pokerhouse.eventstore.codec import house_time

CHANNEL: Final = "me"

LATEST_COUNT = 20
"""How many notices a snapshot has."""

# One statement, so that all it reads is of the same moment, although others may be writing.
_INCOMPLETE = """
SELECT format('inbox %s: %s notices, numbered %s to %s, and its head at %s',
              coalesce(h.person, i.person), coalesce(i.count, 0), coalesce(i.first, 0),
              coalesce(i.last, 0), coalesce(h.seq::text, 'nothing'))
FROM inbox_head h
FULL JOIN (
    SELECT person, count(*) AS count, min(seq) AS first, max(seq) AS last
    FROM inbox_item GROUP BY person
) i ON i.person = h.person
WHERE (h.seq, 1, h.seq) IS DISTINCT FROM (i.count, i.first, i.last)
ORDER BY 1
"""


def head_of(person: UUID) -> tuple[int, int]:
    """Return the inbox's last number and its epoch; 0 and 1 before the first notice."""
    head = InboxHead.objects.filter(person=person).first()
    return (0, 1) if head is None else (head.seq, head.epoch)


def heads(people: Collection[UUID]) -> list[tuple[UUID, int, int]]:
    """Return the person, last number and epoch of each of `people` who has notices."""
    rows = InboxHead.objects.filter(person__in=people)
    return list(rows.values_list("person", "seq", "epoch"))


def read(person: UUID, *, after_seq: int, limit: int) -> list[dict[str, Any]]:
    """Return the notices after `after_seq`, oldest first, ready for JSON."""
    epoch = head_of(person)[1]
    rows = InboxItem.objects.filter(person=person, seq__gt=after_seq).order_by("seq")
    return [_frame(item, epoch) for item in rows[:limit]]


def latest(person: UUID) -> list[dict[str, Any]]:
    """Return the latest notices, oldest first."""
    epoch = head_of(person)[1]
    rows = InboxItem.objects.filter(person=person).order_by("-seq")
    return [_frame(item, epoch) for item in reversed(rows[:LATEST_COUNT])]


def incomplete() -> list[str]:
    """Return a sentence for each inbox whose notices are not numbered from 1 to its head."""
    with connection.cursor() as cursor:
        cursor.execute(_INCOMPLETE)
        return [sentence for (sentence,) in cursor.fetchall()]


def _frame(item: InboxItem, epoch: int) -> dict[str, Any]:
    return {
        "t": item.kind,
        "ch": CHANNEL,
        "seq": item.seq,
        "ep": epoch,
        "ts": house_time(item.at),
        "d": item.facts,
    }

"""The lobby's version: it grows with every change, which is published like a feed's."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from django.db.models import Sum

from tables.models import CardTable

SHARD: Final = UUID("6c6f6262-7900-8000-8000-000000000000")
"""The id by which changes of the lobby are published; the lobby is no feed."""

EPOCH: Final = 1


def version() -> int:
    """
    Return a number that grows with every change of the lobby.

    It is the sum of the tables' versions: no row is shared, so tables do not wait for each other.
    """
    total: int = CardTable.objects.aggregate(total=Sum("version", default=0))["total"]
    return int(total)


def heads(shards: Collection[UUID]) -> list[tuple[UUID, int, int]]:
    """Return the lobby's version as the head of a feed, if the lobby's id is among `shards`."""
    return [(SHARD, version(), EPOCH)] if SHARD in shards else []

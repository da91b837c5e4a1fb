"""The lobby: which tables there are, and where a hand is found."""

from collections.abc import Collection
from datetime import datetime
from functools import lru_cache
from typing import Any, ClassVar, Final
from uuid import UUID

from django.db.models import Sum

from pokerhouse.common.errors import DomainError
from pokerhouse.common.ids import HandId, PlayerId, TableId
from tables.models import CardTable, HandEntry

MAX_PAGE = 201
"""A page of 200, and one row that says whether there are more."""

MAX_KNOWN_HANDS = 50_000
"""Every action asks for its hand's table: the hands of a busy hour."""

SHARD: Final = UUID("6c6f6262-7900-8000-8000-000000000000")
"""Under which the bell rings for the lobby, which is no feed."""

EPOCH: Final = 1


class UnknownHand(DomainError):
    """There is no hand under that id."""

    code: ClassVar[str] = "unknown_hand"


class UnknownTable(DomainError):
    """There is no table under that id."""

    code: ClassVar[str] = "unknown_table"


def tables(*, limit: int = MAX_PAGE, after_name: str = "") -> list[dict[str, Any]]:
    """Return the tables that are not closed, by name, behind `after_name`, JSON-ready."""
    assert 0 < limit <= MAX_PAGE
    rows = CardTable.objects.exclude(state="closed").filter(name__gt=after_name).order_by("name")
    return [_line(row) for row in rows[:limit]]


def version() -> int:
    """
    Return a number that grows with every change of the lobby.

    It is the sum of the tables' versions: no row is shared, so tables do not wait for each other.
    """
    total: int = CardTable.objects.aggregate(total=Sum("version", default=0))["total"]
    return int(total)


def heads(shards: Collection[UUID]) -> list[tuple[UUID, int, int]]:
    """Return the version, should `shards` name the lobby; as the hub asks where feeds end."""
    return [(SHARD, version(), EPOCH)] if SHARD in shards else []


def table(table_id: TableId) -> dict[str, Any]:
    """
    Return the line of one table, also of a closed one.

    :raises UnknownTable: if there is none.
    """
    row = CardTable.objects.filter(id=table_id).first()
    if row is None:
        raise UnknownTable("There is no such table.", table=str(table_id))
    return _line(row)


def is_table(table_id: TableId) -> bool:
    """Return whether there is, or was, a table under that id."""
    return CardTable.objects.filter(id=table_id).exists()


def is_name_taken(name: str, by_other_than: TableId) -> bool:
    """Return whether another table has this name."""
    return CardTable.objects.filter(name=name).exclude(id=by_other_than).exists()


@lru_cache(maxsize=MAX_KNOWN_HANDS)
def table_of_hand(hand_id: HandId) -> TableId:
    """
    Return the table at which the hand was dealt; remembered, because that never changes.

    :raises UnknownHand: if there is none.
    """
    row = HandEntry.objects.filter(id=hand_id).values_list("table_id", flat=True).first()
    if row is None:
        raise UnknownHand("There is no such hand.", hand=str(hand_id))
    return TableId(row)


def voided_at(hand_id: HandId) -> datetime | None:
    """Return since when the hand counts for nothing; None if it counts."""
    return HandEntry.objects.values_list("voided_at", flat=True).get(id=hand_id)


def tables_of(player: PlayerId) -> list[TableId]:
    """Return the tables at which the player sits."""
    rows = CardTable.objects.filter(players__contains=[player]).order_by("name")
    return [TableId(row.id) for row in rows]


def hands(
    *,
    table_id: TableId | None = None,
    player: PlayerId | None = None,
    before_id: UUID | None = None,
    limit: int = MAX_PAGE,
) -> list[dict[str, Any]]:
    """Return hands, the latest first: of a table, of a player, before the hand `before_id`."""
    assert 0 < limit <= MAX_PAGE
    rows = HandEntry.objects.order_by("-id")
    if table_id is not None:
        rows = rows.filter(table_id=table_id)
    if player is not None:
        rows = rows.filter(players__contains=[player])
    if before_id is not None:
        rows = rows.filter(id__lt=before_id)
    return [
        {
            "hand": str(row.id),
            "table": str(row.table_id),
            "hand_no": row.hand_no,
            "players": [str(each) for each in row.players],
            "started_at": row.started_at,
            "ended_at": row.ended_at,
            "voided_at": row.voided_at,
        }
        for row in rows[:limit]
    ]


def _line(row: CardTable) -> dict[str, Any]:
    return {
        "table": str(row.id),
        "name": row.name,
        "game": row.game,
        "book": row.book,
        "state": row.state,
        "seat_count": row.seat_count,
        "free_seats": row.seat_count - len(row.players),
        "small_blind_chips": row.small_blind_chips,
        "big_blind_chips": row.big_blind_chips,
        "limit": row.games[0]["limit"],
        "stakes_text": row.games[0]["stakes_text"],
        "rotation": row.games if len(row.games) > 1 else [],
        "hand_no": row.hand_no,
    }

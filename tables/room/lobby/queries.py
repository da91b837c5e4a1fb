"""The lobby: the list of tables, and what they play."""

from collections.abc import Collection
from typing import Any, Literal
from uuid import UUID

from pokerhouse.common.ids import TableId
from tables.live.directory import UnknownTable
from tables.models import CardTable

MAX_PAGE = 201
"""A page of 200, and one more row, which shows that there is another page."""


def tables(*, limit: int = MAX_PAGE, after_name: str = "") -> list[dict[str, Any]]:
    """Return the tables that are not closed, by name, after `after_name`, ready for JSON."""
    assert 0 < limit <= MAX_PAGE
    rows = CardTable.objects.exclude(state="closed").filter(name__gt=after_name).order_by("name")
    return [_line(row) for row in rows[:limit]]


def table(table_id: TableId) -> dict[str, Any]:
    """
    Return the line of one table, also of a closed one.

    :raises UnknownTable: if there is no such table.
    """
    row = CardTable.objects.filter(id=table_id).first()
    if row is None:
        raise UnknownTable("There is no such table.", table=str(table_id))
    return _line(row)


def lines_of(table_ids: Collection[TableId]) -> dict[TableId, dict[str, Any]]:
    """Return the lines of those of `table_ids` that exist, also of closed tables."""
    rows = CardTable.objects.filter(id__in=set(table_ids))
    return {TableId(row.id): _line(row) for row in rows}


StaffOrder = Literal["name", "state", "hand_no", "opened_at"]


def staff_tables(
    *,
    name: str = "",
    states: Collection[str] = (),
    order: StaffOrder = "name",
    is_descending: bool = False,
    offset: int = 0,
    limit: int = MAX_PAGE,
) -> tuple[list[dict[str, Any]], int]:
    """
    Return a page of tables, also of closed ones, and how many there are in all.

    Only tables whose name contains `name`, and in one of `states` if any is given.
    """
    assert 0 < limit <= MAX_PAGE
    found = CardTable.objects.filter(name__icontains=name)
    if states:
        found = found.filter(state__in=states)
    rows = found.order_by(f"-{order}" if is_descending else order, "name")
    return [_line(row) for row in rows[offset : offset + limit]], found.count()


def names_of(table_ids: Collection[UUID]) -> dict[UUID, str]:
    """Return the names of those tables that exist."""
    return dict(CardTable.objects.filter(id__in=table_ids).values_list("id", "name"))


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

"""The directory: whether a table exists, where a hand was dealt, at which tables a player sits."""

from datetime import datetime
from functools import lru_cache
from typing import ClassVar

from pokerhouse.common.errors import DomainError
from pokerhouse.common.ids import HandId, PlayerId, TableId
from tables.models import CardTable, HandEntry

MAX_KNOWN_HANDS = 50_000
"""How many hands' tables are cached, because every action needs one; as many as in a busy hour."""


class UnknownHand(DomainError):
    """There is no hand with that id."""

    code: ClassVar[str] = "unknown_hand"


class UnknownTable(DomainError):
    """There is no table with that id."""

    code: ClassVar[str] = "unknown_table"


def is_table(table_id: TableId) -> bool:
    """Return whether there is, or was, a table with that id."""
    return CardTable.objects.filter(id=table_id).exists()


def is_name_taken(name: str, by_other_than: TableId) -> bool:
    """Return whether another table has this name."""
    return CardTable.objects.filter(name=name).exclude(id=by_other_than).exists()


@lru_cache(maxsize=MAX_KNOWN_HANDS)
def table_of_hand(hand_id: HandId) -> TableId:
    """
    Return the table at which the hand was dealt; it is cached, because it never changes.

    :raises UnknownHand: if there is no such hand.
    """
    row = HandEntry.objects.filter(id=hand_id).values_list("table_id", flat=True).first()
    if row is None:
        raise UnknownHand("There is no such hand.", hand=str(hand_id))
    return TableId(row)


def voided_at(hand_id: HandId) -> datetime | None:
    """Return when the hand was voided or taken back; None if it counts."""
    return HandEntry.objects.values_list("voided_at", flat=True).get(id=hand_id)


def tables_of(player: PlayerId) -> list[TableId]:
    """Return the tables at which the player sits."""
    rows = CardTable.objects.filter(players__contains=[player]).order_by("name")
    return [TableId(row.id) for row in rows]

"""The hands that somebody was dealt in, and what they brought him."""

from datetime import datetime

from msgspec import Struct

from accounts.money.ledger.balances import nets_of
from pokerhouse.common.ids import HandId, PlayerId, TableId
from tables.models import HandEntry


class PlayedHand(Struct, frozen=True, kw_only=True):
    """A hand as one of its players looks back on it."""

    hand_id: HandId
    table_id: TableId
    hand_no: int
    started_at: datetime
    is_over: bool
    is_voided: bool
    net_chips: int
    """What he won (positive) or lost; 0 while it runs, and if it counts for nothing."""


class PlayedPage(Struct, frozen=True):
    """Some of a player's hands, and how many there are on all pages."""

    hands: tuple[PlayedHand, ...]
    total_count: int


def played_hands(
    player: PlayerId,
    *,
    table_id: TableId | None = None,
    is_oldest_first: bool = False,
    offset: int = 0,
    limit: int,
) -> PlayedPage:
    """Return a page of the hands in which the player was dealt in, the latest first."""
    rows = HandEntry.objects.filter(players__contains=[player])
    if table_id is not None:
        rows = rows.filter(table_id=table_id)
    page = rows.order_by("id" if is_oldest_first else "-id")[offset : offset + limit]
    nets = nets_of(player, [HandId(row.id) for row in page])
    return PlayedPage(tuple(_played(row, nets) for row in page), rows.count())


def tables_played_at(player: PlayerId) -> list[TableId]:
    """Return the tables at which the player was ever dealt in."""
    rows = HandEntry.objects.filter(players__contains=[player])
    return [TableId(table) for table in rows.values_list("table_id", flat=True).distinct()]


def _played(row: HandEntry, nets: dict[HandId, int]) -> PlayedHand:
    hand_id, is_voided = HandId(row.id), row.voided_at is not None
    return PlayedHand(
        hand_id=hand_id,
        table_id=TableId(row.table_id),
        hand_no=row.hand_no,
        started_at=row.started_at,
        is_over=row.ended_at is not None or is_voided,
        is_voided=is_voided,
        net_chips=0 if is_voided else nets.get(hand_id, 0),
    )

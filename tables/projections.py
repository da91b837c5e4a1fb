"""The one writer of the rows in `models`, in the transaction of the command that changed them."""

from datetime import datetime

from django.db.models import F

from tables.live.stakes import lines_of
from tables.live.table import LiveTable
from tables.models import CardTable, HandEntry


def is_due(before: LiveTable, after: LiveTable) -> bool:
    """Return whether a row differs after the command."""
    return _is_table_changed(before, after) or _is_hand_changed(before, after)


def is_news(before: LiveTable, after: LiveTable) -> bool:
    """Return whether the lobby has changed; another hand alone is no change."""
    return before.table is not after.table and _shown(before) != _shown(after)


def write(before: LiveTable, after: LiveTable, at: datetime, name: str) -> None:
    """Bring the rows to `after`; `name` is for a table that is new."""
    if _is_table_changed(before, after):
        _write_table(after, at, name, is_news=is_news(before, after))
    if after.hand_id is None or after.hand is None:
        return
    if before.hand_id != after.hand_id:
        HandEntry.objects.create(
            id=after.hand_id,
            table_id=after.table_id,
            hand_no=after.hand.started.hand_no,
            players=[entry.player for entry in after.hand.started.seats],
            started_at=at,
        )
    if after.hand.is_over:
        HandEntry.objects.filter(id=after.hand_id, ended_at=None).update(ended_at=at)
    if after.is_hand_voided:
        HandEntry.objects.filter(id=after.hand_id, voided_at=None).update(voided_at=at)


def _is_table_changed(before: LiveTable, after: LiveTable) -> bool:
    """Most commands are decisions in a hand, which leave the table's state the same object."""
    return before.table is not after.table and _listed(before) != _listed(after)


def _is_hand_changed(before: LiveTable, after: LiveTable) -> bool:
    was_over = before.hand is None or before.hand.is_over
    is_over = after.hand is None or after.hand.is_over
    is_voided = after.is_hand_voided and not before.is_hand_voided
    return before.hand_id != after.hand_id or was_over != is_over or is_voided


def _listed(live: LiveTable) -> tuple[object, ...]:
    return (*_shown(live), live.table.hand_no)


def _shown(live: LiveTable) -> tuple[object, ...]:
    table = live.table
    players = tuple(seat.player for _, seat in table.occupied())
    config = table.config
    played = (config.stakes, config.rotation) if config is not None else None
    return (table.state, players, played)


def _write_table(live: LiveTable, at: datetime, name: str, *, is_news: bool) -> None:
    table, config = live.table, live.config
    changing = {
        "state": table.state.value,
        "players": [seat.player for _, seat in table.occupied()],
        "hand_no": table.hand_no,
        "small_blind_chips": config.stakes.small_blind_chips,
        "big_blind_chips": config.stakes.big_blind_chips,
        "games": lines_of(config),
    }
    version = F("version") + (1 if is_news else 0)
    if CardTable.objects.filter(id=live.table_id).update(version=version, **changing):
        return
    CardTable.objects.create(
        id=live.table_id,
        name=name or f"Table {live.table_id}",
        game=config.game,
        book=config.book,
        seat_count=config.seat_count,
        opened_at=at,
        **changing,
    )

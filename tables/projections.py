"""The one writer of the rows in `models`, in the transaction of the command that changed a room."""

from datetime import datetime

from django.db.models import F

from tables.live.stakes import lines_of
from tables.live.table import Room
from tables.models import CardTable, HandEntry


def is_due(before: Room, after: Room) -> bool:
    """Return whether a row differs after the command."""
    return _is_table_changed(before, after) or _is_hand_changed(before, after)


def is_news(before: Room, after: Room) -> bool:
    """Return whether the lobby looks otherwise; that another hand was dealt is no news."""
    return before.table is not after.table and _shown(before) != _shown(after)


def write(before: Room, after: Room, at: datetime, name: str) -> None:
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


def _is_table_changed(before: Room, after: Room) -> bool:
    """Most commands are decisions in a hand, which leave the table's state the same object."""
    return before.table is not after.table and _listed(before) != _listed(after)


def _is_hand_changed(before: Room, after: Room) -> bool:
    was_over = before.hand is None or before.hand.is_over
    is_over = after.hand is None or after.hand.is_over
    is_voided = after.is_hand_voided and not before.is_hand_voided
    return before.hand_id != after.hand_id or was_over != is_over or is_voided


def _listed(room: Room) -> tuple[object, ...]:
    return (*_shown(room), room.table.hand_no)


def _shown(room: Room) -> tuple[object, ...]:
    table = room.table
    players = tuple(seat.player for _, seat in table.occupied())
    config = table.config
    played = (config.stakes, config.rotation) if config is not None else None
    return (table.state, players, played)


def _write_table(room: Room, at: datetime, name: str, *, is_news: bool) -> None:
    table = room.table
    config = table.config
    assert config is not None
    changing = {
        "state": table.state.value,
        "players": [seat.player for _, seat in table.occupied()],
        "hand_no": table.hand_no,
        "small_blind_chips": config.stakes.small_blind_chips,
        "big_blind_chips": config.stakes.big_blind_chips,
        "games": lines_of(config),
    }
    version = F("version") + (1 if is_news else 0)
    if CardTable.objects.filter(id=room.table_id).update(version=version, **changing):
        return
    CardTable.objects.create(
        id=room.table_id,
        name=name or f"Table {room.table_id}",
        game=config.game,
        book=config.book,
        seat_count=config.seat_count,
        opened_at=at,
        **changing,
    )

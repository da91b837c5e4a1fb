"""Games of the house: what players may read of them, and staff."""

from collections.abc import Collection
from typing import Any, ClassVar
from uuid import UUID

import msgspec

from pokerhouse.common.errors import DomainError
from pokerhouse.common.versions import etag
from tables.engine.table.state import TableConfig
from tables.live.stakes import config_as_dict, rules_as_dict, stakes_text
from tables.models import Game

MAX_PAGE = 201
"""A page of 200, and one row that says whether there are more."""


class UnknownGame(DomainError):
    """There is no such game."""

    code: ClassVar[str] = "unknown_game"

    def __init__(self, game_id: UUID) -> None:
        super().__init__("There is no such game.", game=str(game_id))


def games(*, limit: int = MAX_PAGE) -> list[dict[str, Any]]:
    """Return the games that tables may be opened for, by name, JSON-ready."""
    assert 0 < limit <= MAX_PAGE
    rows = Game.objects.filter(retired_at=None).order_by("name")[:limit]
    return [_line(row) for row in rows]


def staff_games(*, limit: int = MAX_PAGE, after_name: str = "") -> list[dict[str, Any]]:
    """Return all games behind `after_name`, by name and with their versions, retired ones too."""
    assert 0 < limit <= MAX_PAGE
    rows = Game.objects.filter(name__gt=after_name).order_by("name")[:limit]
    return [_staff_line(row) for row in rows]


def staff_game(game_id: UUID) -> dict[str, Any]:
    """
    Return a game as staff knows it, a retired one too.

    :raises UnknownGame: if there is none.
    """
    row = Game.objects.filter(id=game_id).first()
    if row is None:
        raise UnknownGame(game_id)
    return _staff_line(row)


def names_of(game_ids: Collection[UUID]) -> dict[UUID, str]:
    """Return how those of the games are called that there are."""
    return dict(Game.objects.filter(id__in=game_ids).values_list("id", "name"))


def config_of(row: Game) -> TableConfig:
    """Return the configuration of the game's tables; fields that were not saved get defaults."""
    return msgspec.convert(row.config, TableConfig)


def _line(row: Game) -> dict[str, Any]:
    config = config_of(row)
    return {
        "game": str(row.id),
        "name": row.name,
        "variant": config.game,
        "book": config.book,
        "seat_count": config.seat_count,
        **{name: part for name, part in config_as_dict(config).items() if name != "game"},
        "limit": config.stakes.limit,
        "stakes_text": stakes_text(config.stakes),
    }


def _staff_line(row: Game) -> dict[str, Any]:
    config = config_of(row)
    return {
        **_line(row),
        "version": etag(row.version),
        **rules_as_dict(config.rules),
        "turn_ms": config.turn_ms,
        "created_at": row.created_at,
        "retired_at": row.retired_at,
    }

"""Games of the house: what a table may be opened for."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

import msgspec
from django.db import transaction

from accounts.services import audit
from pokerhouse.common.errors import DomainError
from pokerhouse.common.ids import new_id
from tables.engine.errors import RuleViolation
from tables.engine.table import decide_table
from tables.engine.table_commands import OpenTable
from tables.engine.table_state import NEW_TABLE, TableConfig
from tables.models import Game
from tables.services.running import Refused, checked
from tables.services.seating import check_dealt

MAX_NAME = 60


class GameNameTaken(DomainError):
    """Another game is called so."""

    code: ClassVar[str] = "game_name_taken"


class UnknownGame(DomainError):
    """There is no such game, or it is retired."""

    code: ClassVar[str] = "unknown_game"


def create_game(*, name: str, config: TableConfig, actor: UUID, at: datetime) -> UUID:
    """
    Create a game and return its id; one audit row.

    :raises GameNameTaken: if another game is called so.
    :raises Refused: if no table could be opened for it.
    """
    command = checked(OpenTable(config))
    try:
        check_dealt(config)
        decide_table(NEW_TABLE, command)
    except RuleViolation as violation:
        raise Refused(violation) from violation
    with transaction.atomic():
        game, is_new = Game.objects.get_or_create(
            name=name,
            defaults={
                "id": new_id(),
                "config": msgspec.to_builtins(command.config),
                "created_at": at,
            },
        )
        if not is_new:
            raise GameNameTaken("Another game is called so.", name=name)
        audit.record(
            actor=actor, action="game.create", target=f"game:{game.id}", at=at, facts={"name": name}
        )
    return game.id


def retire_game(*, game_id: UUID, actor: UUID, at: datetime) -> None:
    """
    Let no further table be opened for the game; those that are open play on.

    :raises UnknownGame: if there is none, or it is retired.
    """
    with transaction.atomic():
        if not Game.objects.filter(id=game_id, retired_at=None).update(retired_at=at):
            raise UnknownGame("There is no such game.", game=str(game_id))
        audit.record(actor=actor, action="game.retire", target=f"game:{game_id}", at=at, facts={})


def config_of(game_id: UUID) -> TableConfig:
    """
    Return the configuration of tables of this game.

    :raises UnknownGame: if there is none, or it is retired.
    """
    game = Game.objects.filter(id=game_id, retired_at=None).first()
    if game is None:
        raise UnknownGame("There is no such game.", game=str(game_id))
    return msgspec.convert(game.config, TableConfig)

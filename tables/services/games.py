"""Games of the house: what a table may be opened for."""

from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar
from uuid import UUID

import msgspec
from django.db import IntegrityError, transaction
from msgspec import Struct

from accounts.services import audit
from pokerhouse.common.errors import DomainError
from pokerhouse.common.ids import id_of_command
from pokerhouse.eventstore.errors import IdempotencyMismatch
from tables.engine.errors import RuleViolation
from tables.engine.table import decide_table
from tables.engine.table_commands import OpenTable
from tables.engine.table_state import NEW_TABLE, TableConfig
from tables.models import Game
from tables.services.draft import Meta
from tables.services.running import Refused, checked
from tables.services.seating import check_dealt

MAX_NAME = 60


class GameNameTaken(DomainError):
    """Another game is called so."""

    code: ClassVar[str] = "game_name_taken"


class UnknownGame(DomainError):
    """There is no such game, or it is retired."""

    code: ClassVar[str] = "unknown_game"


class Created(Struct, frozen=True):
    """The game; `is_repeat` if an earlier request of the same command created it."""

    game: UUID
    is_repeat: bool


def create_game(*, name: str, config: TableConfig, meta: Meta) -> Created:
    """
    Create a game, with one audit row; its id follows from actor and command id.

    :raises GameNameTaken: if another game is called so.
    :raises IdempotencyMismatch: if the command id stands for another game.
    :raises Refused: if no table could be opened for it.
    """
    game_id = id_of_command("game", meta.actor, meta.key)
    command = checked(OpenTable(config))
    try:
        check_dealt(config)
        decide_table(NEW_TABLE, command)
    except RuleViolation as violation:
        raise Refused(violation) from violation
    facts = {"name": name, "config": msgspec.to_builtins(command.config)}
    try:
        with transaction.atomic():
            game, is_new = Game.objects.get_or_create(
                id=game_id, defaults={**facts, "created_at": meta.at}
            )
            if is_new:
                _note(meta.actor, "game.create", game_id, meta.at, {"name": name})
    except IntegrityError as error:  # the name's uniqueness: the id is this command's own
        raise GameNameTaken("Another game is called so.", name=name) from error
    if not is_new and (game.name, game.config) != (facts["name"], facts["config"]):
        raise IdempotencyMismatch(meta.key)
    return Created(game_id, is_repeat=not is_new)


def retire_game(*, game_id: UUID, actor: UUID, at: datetime) -> None:
    """
    Let no further table be opened for the game; those that are open play on.

    :raises UnknownGame: if there is none, or it is retired.
    """
    with transaction.atomic():
        if not Game.objects.filter(id=game_id, retired_at=None).update(retired_at=at):
            raise UnknownGame("There is no such game.", game=str(game_id))
        _note(str(actor), "game.retire", game_id, at, {})


def config_of(game_id: UUID) -> TableConfig:
    """
    Return the configuration of tables of this game.

    :raises UnknownGame: if there is none, or it is retired.
    """
    game = Game.objects.filter(id=game_id, retired_at=None).first()
    if game is None:
        raise UnknownGame("There is no such game.", game=str(game_id))
    return msgspec.convert(game.config, TableConfig)


def _note(
    actor: str, action: str, game_id: UUID, at: datetime, facts: Mapping[str, object]
) -> None:
    audit.record(actor=UUID(actor), action=action, target=f"game:{game_id}", at=at, facts=facts)

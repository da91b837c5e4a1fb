"""Games of the house: what a table may be opened for."""

from collections.abc import Mapping
from typing import ClassVar
from uuid import UUID

import msgspec
from django.db import IntegrityError, transaction
from msgspec import Struct

from accounts.audit_trail import services as audit
from accounts.audit_trail.models import AuditEntry
from pokerhouse.common.errors import DomainError
from pokerhouse.common.ids import TableId, id_of_command
from pokerhouse.common.versions import Stale
from pokerhouse.eventstore.errors import IdempotencyMismatch
from tables.engine.rules.errors import RuleViolation
from tables.engine.table.commands import OpenTable
from tables.engine.table.decide import decide_table
from tables.engine.table.state import NEW_TABLE, TableConfig
from tables.live.directory import is_table
from tables.models import Game
from tables.room.games.queries import UnknownGame
from tables.services import floor
from tables.services.running import Receipt, Refused, check_in_time, checked
from tables.services.unit_of_work import Meta

FIRST_VERSION = 1
"""Of a game that has just been created."""

CREATED = "game.create"
"""What the staff's book calls it."""


class GameNameTaken(DomainError):
    """Another game is called so."""

    code: ClassVar[str] = "game_name_taken"


class GameRetired(DomainError):
    """The game is retired: no table is opened for it, and nothing of it is changed any more."""

    code: ClassVar[str] = "game_retired"


class Created(Struct, frozen=True):
    """The game; `is_repeat` if an earlier request of the same command created it."""

    game: UUID
    is_repeat: bool


class Changed(Struct, frozen=True):
    """The version that a change made; `is_repeat` if an earlier request of the command made it."""

    version: int
    is_repeat: bool


def create_game(*, name: str, config: TableConfig, meta: Meta) -> Created:
    """
    Create a game, with one audit row; its id follows from actor and command id.

    :raises GameNameTaken: if another game is called so.
    :raises IdempotencyMismatch: if the command id stands for another game.
    :raises TooLate: if it came after its time and is no repeat.
    :raises Refused: if no table could be opened for it.
    """
    game_id = id_of_command("game", meta.actor, meta.key)
    command = checked(OpenTable(config))
    try:
        decide_table(NEW_TABLE, command)
    except RuleViolation as violation:
        raise Refused(violation) from violation
    facts = {"name": name, "config": msgspec.to_builtins(command.config)}
    try:
        with transaction.atomic():
            if not Game.objects.filter(id=game_id).exists():
                check_in_time(meta)
            game, is_new = Game.objects.get_or_create(
                id=game_id, defaults={**facts, "created_at": meta.at}
            )
            if is_new:
                _note(CREATED, game, {"name": name}, meta)
    except IntegrityError as error:  # the name's uniqueness: the id is this command's own
        raise GameNameTaken("Another game is called so.", name=name) from error
    created = (_first_name(game), msgspec.convert(game.config, TableConfig))
    if not is_new and created != (name, command.config):
        raise IdempotencyMismatch(meta.key)
    return Created(game_id, is_repeat=not is_new)


def rename_game(*, game_id: UUID, name: str, version: int, meta: Meta) -> Changed:
    """
    Call a game otherwise; tables keep their own names.

    :raises GameNameTaken: if another game is called so.
    :raises UnknownGame, GameRetired, Stale: if it is not there, over, or changed since `version`.
    :raises IdempotencyMismatch, TooLate: as of every command.
    """
    try:
        return _change(game_id, version, "game.rename", {"name": name}, meta)
    except IntegrityError as error:
        raise GameNameTaken("Another game is called so.", name=name) from error


def retire_game(*, game_id: UUID, version: int, meta: Meta) -> Changed:
    """
    Let no further table be opened for the game; those that are open play on.

    :raises UnknownGame, GameRetired, Stale: if it is not there, over, or changed since `version`.
    :raises IdempotencyMismatch, TooLate: as of every command.
    """
    return _change(game_id, version, "game.retire", {"retired_at": meta.at}, meta)


def open_table(*, game_id: UUID, name: str, meta: Meta) -> tuple[TableId, Receipt]:
    """
    Open a table for a game of the house.

    :raises UnknownGame: if there is none.
    :raises GameRetired: if no further table is opened for it.
    :raises NameTaken, Refused: as `floor.open_table`.
    """
    config = config_of(game_id)
    if not is_table(floor.new_table_id(meta)):  # a repeat is answered, not asked again
        check_in_use(game_id)
    return floor.open_table(name=name, config=config, meta=meta)


def config_of(game_id: UUID) -> TableConfig:
    """
    Return the configuration of tables of this game, a retired one too: its tables play on.

    :raises UnknownGame: if there is none.
    """
    game = Game.objects.filter(id=game_id).first()
    if game is None:
        raise UnknownGame(game_id)
    return msgspec.convert(game.config, TableConfig)


def check_in_use(game_id: UUID) -> None:
    """
    Refuse a game for which no further table is opened.

    :raises GameRetired: if it is retired.
    """
    if Game.objects.filter(id=game_id).exclude(retired_at=None).exists():
        raise GameRetired("The game is retired.", game=str(game_id))


def _change(
    game_id: UUID, version: int, action: str, changes: Mapping[str, object], meta: Meta
) -> Changed:
    """Change the game once for the command, with one audit row; both know the new version."""
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(id=game_id).first()
        if game is None:
            raise UnknownGame(game_id)
        made = _made_before(game, action, changes, meta)
        if made is not None:
            return Changed(made, is_repeat=True)
        check_in_time(meta)
        if game.retired_at is not None:
            raise GameRetired("The game is retired.", game=str(game_id))
        if game.version != version:
            raise Stale(game.version)
        before = game.name
        for field, value in changes.items():
            setattr(game, field, value)
        game.version += 1
        game.save(update_fields=["version", *changes])
        _note(action, game, {"before": before, "name": game.name}, meta)
    return Changed(game.version, is_repeat=False)


def _first_name(game: Game) -> str:
    """Return what the game was created as; it may be called otherwise by now."""
    row = AuditEntry.objects.get(target=f"game:{game.id}", action=CREATED)
    return str(row.facts["name"])


def _made_before(game: Game, action: str, changes: Mapping[str, object], meta: Meta) -> int | None:
    """Return the version that the command has made, by the staff's book; None if it is new."""
    row = AuditEntry.objects.filter(
        target=f"game:{game.id}", actor=UUID(meta.actor), facts__command=meta.key
    ).first()
    if row is None:
        return None
    if row.action != action or changes.get("name", row.facts["name"]) != row.facts["name"]:
        raise IdempotencyMismatch(meta.key)
    return int(row.facts["version"])


def _note(action: str, game: Game, facts: Mapping[str, object], meta: Meta) -> None:
    audit.record(
        actor=UUID(meta.actor),
        action=action,
        target=f"game:{game.id}",
        at=meta.at,
        facts={**facts, "version": game.version, "command": meta.key},
    )

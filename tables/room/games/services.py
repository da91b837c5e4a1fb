"""Games of the house, for which tables are opened."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar
from uuid import UUID

import msgspec
from django.db import IntegrityError, transaction
from msgspec import Struct

from accounts.audit_trail.services import audited
from pokerhouse.commands.identity import CommandRequest
from pokerhouse.commands.meta import Meta
from pokerhouse.commands.outcome import Outcome
from pokerhouse.commands.rows import run_on_rows
from pokerhouse.common.errors import DomainError
from pokerhouse.common.ids import TableId, id_of_command
from pokerhouse.common.versions import Stale
from tables.engine.rules.errors import RuleViolation
from tables.engine.table.commands import OpenTable
from tables.engine.table.decide import decide_table
from tables.engine.table.state import NEW_TABLE, TableConfig
from tables.live.directory import is_table
from tables.models import Game
from tables.room.games.queries import UnknownGame
from tables.services import floor
from tables.services.refusals import Refused
from tables.services.run import checked
from tables.services.unit_of_work import Receipt

FIRST_VERSION = 1
"""The version of a game that has just been created."""


class CreateGame(CommandRequest, frozen=True):
    """A request to create a game."""

    NAME: ClassVar[str] = "game.create"

    name: str
    config: TableConfig


class RenameGame(CommandRequest, frozen=True):
    """A request to rename a game."""

    NAME: ClassVar[str] = "game.rename"

    game: UUID
    name: str


class RetireGame(CommandRequest, frozen=True):
    """A request to retire a game, so that no further table is opened for it."""

    NAME: ClassVar[str] = "game.retire"

    game: UUID


class GameReceipt(Struct, frozen=True):
    """The answer, also to a repeat: the version that the command made."""

    version: int


class GameNameTaken(DomainError):
    """Another game has this name."""

    code: ClassVar[str] = "game_name_taken"


class GameRetired(DomainError):
    """The game is retired: no table is opened for it, and it can no longer be changed."""

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
    Create a game; its id is computed from the actor and the command's key.

    :raises GameNameTaken: if another game has this name.
    :raises IdempotencyMismatch, TooLate: as every command.
    :raises Refused: if no table could be opened for it.
    """
    opening = checked(OpenTable(config))
    try:
        decide_table(NEW_TABLE, opening)
    except RuleViolation as violation:
        raise Refused(violation) from violation
    game_id = id_of_command("game", meta.actor, meta.key)

    def decide() -> Outcome:
        facts = {"name": name, "config": msgspec.to_builtins(opening.config)}
        with _name_to_itself(name):
            game = Game.objects.create(id=game_id, created_at=meta.at, **facts)
        return _changed(CreateGame.NAME, game, {"name": name}, meta)

    answer = run_on_rows(request=CreateGame(name, opening.config), meta=meta, decide=decide)
    return Created(game_id, is_repeat=answer.is_repeat)


def rename_game(*, game_id: UUID, name: str, version: int, meta: Meta) -> Changed:
    """
    Rename a game; tables keep their own names.

    :raises GameNameTaken: if another game has this name.
    :raises UnknownGame: if there is no such game.
    :raises GameRetired, Stale: if it is retired, or was changed since `version`.
    :raises IdempotencyMismatch, TooLate: as every command.
    """
    return _change(game_id, version, RenameGame(game_id, name), {"name": name}, meta)


def retire_game(*, game_id: UUID, version: int, meta: Meta) -> Changed:
    """
    Retire a game: no further table is opened for it, but open tables play on.

    :raises UnknownGame: if there is no such game.
    :raises GameRetired, Stale: if it is retired already, or was changed since `version`.
    :raises IdempotencyMismatch, TooLate: as every command.
    """
    return _change(game_id, version, RetireGame(game_id), {"retired_at": meta.at}, meta)


def open_table(*, game_id: UUID, name: str, meta: Meta) -> tuple[TableId, Receipt]:
    """
    Open a table for a game of the house.

    :raises UnknownGame: if there is no such game.
    :raises GameRetired: if it is retired.
    :raises NameTaken, Refused: as `floor.open_table`.
    """
    config = config_of(game_id)
    if not is_table(floor.new_table_id(meta)):  # a repeat is answered, even if the game is retired
        check_in_use(game_id)
    return floor.open_table(name=name, config=config, meta=meta)


def config_of(game_id: UUID) -> TableConfig:
    """
    Return the configuration of tables of this game, also if it is retired: its tables play on.

    :raises UnknownGame: if there is no such game.
    """
    game = Game.objects.filter(id=game_id).first()
    if game is None:
        raise UnknownGame(game_id)
    return msgspec.convert(game.config, TableConfig)


def check_in_use(game_id: UUID) -> None:
    """
    Refuse a retired game.

    :raises GameRetired: if it is retired.
    """
    if Game.objects.filter(id=game_id).exclude(retired_at=None).exists():
        raise GameRetired("The game is retired.", game=str(game_id))


def _change(
    game_id: UUID,
    version: int,
    request: RenameGame | RetireGame,
    changes: Mapping[str, object],
    meta: Meta,
) -> Changed:
    def decide() -> Outcome:
        game = Game.objects.select_for_update().filter(id=game_id).first()
        if game is None:
            raise UnknownGame(game_id)
        if game.retired_at is not None:
            raise GameRetired("The game is retired.", game=str(game_id))
        if game.version != version:
            raise Stale(game.version)
        before = game.name
        for field, value in changes.items():
            setattr(game, field, value)
        game.version += 1
        with _name_to_itself(game.name):
            game.save(update_fields=["version", *changes])
        return _changed(request.NAME, game, {"before": before, "name": game.name}, meta)

    answer = run_on_rows(request=request, meta=meta, decide=decide)
    return Changed(answer.read(GameReceipt).version, is_repeat=answer.is_repeat)


def _changed(action: str, game: Game, facts: Mapping[str, object], meta: Meta) -> Outcome:
    """Return the outcome of the change: its audit row, and the new version as the receipt."""
    note = audited(meta, action, f"game:{game.id}", {**facts, "version": game.version})
    return Outcome(receipt=GameReceipt(game.version), effects=note)


@contextmanager
def _name_to_itself(name: str) -> Iterator[None]:
    try:
        with transaction.atomic():
            yield
    except (
        IntegrityError
    ) as error:  # of the name: the id, the only other unique column, is computed from the command
        raise GameNameTaken("Another game is called so.", name=name) from error

"""Games: created once, listed, and what tables are opened for."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from accounts.audit_trail.models import AuditEntry
from pokerhouse.commands.meta import ByStaff, Meta
from pokerhouse.common.ids import TableId, new_id
from pokerhouse.eventstore.errors import IdempotencyMismatch, TooLate
from tables.engine.rules.ruleset import HOUSE
from tables.room.games import queries
from tables.room.games import services as games
from tables.services.refusals import Refused
from tests.support import seating
from tests.support.rooms import AT, CONFIG, meta

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")

FLOOR = UUID(int=5)


def staff(key: str | None = None) -> Meta:
    return replace(meta(key), who=ByStaff(FLOOR))


def test_a_table_is_opened_for_a_game_with_all_that_the_game_says() -> None:
    config = replace(CONFIG, rules=replace(HOUSE, stakes_queue_top_up=True))
    game = games.create_game(name="NL 5/10", config=config, meta=staff()).game
    assert games.config_of(game) == config
    seating.open_table(table_id=TableId(new_id()), config=games.config_of(game), meta=meta())
    (line,) = queries.games()
    assert (line["name"], line["variant"], line["stakes"]["big_blind_chips"]) == (
        "NL 5/10",
        "holdem",
        10,
    )


def test_a_game_has_one_audit_row_and_a_name_of_its_own() -> None:
    games.create_game(name="NL 5/10", config=CONFIG, meta=staff())
    with pytest.raises(games.GameNameTaken):
        games.create_game(name="NL 5/10", config=CONFIG, meta=staff())
    assert [row.action for row in AuditEntry.objects.all()] == ["game.create"]


def test_a_game_that_no_table_could_play_is_refused_and_leaves_nothing() -> None:
    with pytest.raises(Refused):
        games.create_game(
            name="Too many seats", config=replace(CONFIG, seat_count=11), meta=staff()
        )
    assert queries.games() == []
    assert AuditEntry.objects.count() == 0


def test_a_retired_game_opens_no_table() -> None:
    game = games.create_game(name="NL 5/10", config=CONFIG, meta=staff()).game
    games.retire_game(game_id=game, version=1, meta=staff())
    assert queries.games() == []
    assert queries.staff_game(game)["retired_at"] == AT
    for again in (
        lambda: games.check_in_use(game),
        lambda: games.retire_game(game_id=game, version=2, meta=staff()),
        lambda: games.rename_game(game_id=game, name="Other", version=2, meta=staff()),
    ):
        with pytest.raises(games.GameRetired):
            again()
    assert games.config_of(game) == CONFIG
    with pytest.raises(queries.UnknownGame):
        games.config_of(new_id())


def test_a_repeat_of_the_creation_is_answered_when_the_game_is_called_otherwise() -> None:
    arguments: dict[str, Any] = {"name": "NL 5/10", "config": CONFIG, "meta": staff("one command")}
    game = games.create_game(**arguments).game
    games.rename_game(game_id=game, name="Five-ten", version=1, meta=staff())
    assert games.create_game(**arguments).is_repeat
    with pytest.raises(IdempotencyMismatch):
        games.create_game(**{**arguments, "name": "Five-ten"})


def test_a_game_that_comes_too_late_is_not_created_and_a_repeat_is_answered() -> None:
    late = replace(staff("one command"), not_after=AT - timedelta(seconds=1))
    with pytest.raises(TooLate):
        games.create_game(name="NL 5/10", config=CONFIG, meta=late)
    assert queries.games() == []
    games.create_game(name="NL 5/10", config=CONFIG, meta=replace(late, not_after=AT))
    assert games.create_game(name="NL 5/10", config=CONFIG, meta=late).is_repeat


def test_a_repeat_creates_the_game_once() -> None:
    first, again = (
        games.create_game(name="NL 5/10", config=CONFIG, meta=staff("one command"))
        for _ in range(2)
    )
    assert (first.is_repeat, again.is_repeat) == (False, True)
    assert first.game == again.game
    assert AuditEntry.objects.count() == 1
    with pytest.raises(IdempotencyMismatch):
        games.create_game(name="Another", config=CONFIG, meta=staff("one command"))

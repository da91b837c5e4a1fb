"""Games: created once, listed, and what tables are opened for."""

from uuid import UUID

import pytest
from msgspec.structs import replace

from accounts.models import AuditEntry
from pokerhouse.common.ids import TableId, new_id
from pokerhouse.eventstore.errors import IdempotencyMismatch
from tables.engine.ruleset import HOUSE
from tables.queries import lobby
from tables.services import games, seating
from tables.services.draft import Meta
from tables.services.running import Refused
from tests.support.rooms import AT, CONFIG, meta

pytestmark = pytest.mark.usefixtures("house_db", "fresh_rooms")

FLOOR = UUID(int=5)


def staff(key: str | None = None) -> Meta:
    return replace(meta(key), actor=str(FLOOR))


def test_a_table_is_opened_for_a_game_with_all_that_the_game_says() -> None:
    config = replace(CONFIG, rules=replace(HOUSE, stakes_queue_top_up=True))
    game = games.create_game(name="NL 5/10", config=config, meta=staff()).game
    assert games.config_of(game) == config
    seating.open_table(table_id=TableId(new_id()), config=games.config_of(game), meta=meta())
    (line,) = lobby.games()
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
    assert lobby.games() == []
    assert AuditEntry.objects.count() == 0


def test_a_retired_game_opens_no_table() -> None:
    game = games.create_game(name="NL 5/10", config=CONFIG, meta=staff()).game
    games.retire_game(game_id=game, actor=FLOOR, at=AT)
    assert lobby.games() == []
    for again in (games.config_of, lambda g: games.retire_game(game_id=g, actor=FLOOR, at=AT)):
        with pytest.raises(games.UnknownGame):
            again(game)


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

"""The games of the house over HTTP, as managers keep them."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from pokerhouse.common.roles import Role
from tables.models import Game
from tables.room.games import services as games
from tables.room.games.queries import config_of
from tests.support.browsing import elements, text_of, visitor
from tests.support.people import by, person
from tests.support.rooms import AT, CONFIG
from tests.support.staff_pages import STALE, actions, filled_in, send, stored

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

LIST, NEW = "/games", "/games/new"


@pytest.fixture
def manager() -> Client:
    return visitor("en", Role.MANAGER, name="Max")


def made(name: str) -> UUID:
    creator = person(f"by_{name}", Role.MANAGER)
    return games.create_game(name=name, config=CONFIG, meta=by(creator.id, AT)).game


def rows(response: Any) -> list[str]:
    return [row["name"] for row in response.context["listing"].rows]


@pytest.mark.parametrize("role", [*Role, None])
def test_games_are_the_manager_s(role: Role | None) -> None:
    game = made("Evening")
    client = visitor("en", *([role] if role else []))
    before = stored()
    for path in (LIST, NEW, f"{LIST}/{game}/rename", f"{LIST}/{game}/retire"):
        assert (client.get(path).status_code == 200) == (role is Role.MANAGER)
        if role is not Role.MANAGER:
            said = {"command_id": "x", "version": 1, "name": "x"}
            assert client.post(path, said).status_code in {302, 403}
    assert stored() == before


def test_the_list_shows_games_with_stakes_and_version(manager: Client) -> None:
    games.retire_game(game_id=made("Old"), version=1, meta=by(person("Rita").id, AT))
    made("Evening")
    assert rows(manager.get(LIST)) == ["Evening", "Old"]
    assert rows(manager.get(f"{LIST}?state=retired")) == ["Old"]
    assert rows(manager.get(f"{LIST}?state=used")) == ["Evening"]
    assert rows(manager.get(f"{LIST}?q=EVE")) == ["Evening"]
    text = text_of(manager.get(LIST))
    assert "Evening No-limit hold'em play money 5/10 6 1" in text
    assert "retired" in text.split("Old")[1]


def test_a_game_is_created_once_with_figures_and_house_rules(manager: Client) -> None:
    said = filled_in(
        manager,
        f"{NEW}?game=omaha&limit=pl",
        name="PLO  evening",
        small_blind="5",
        big_blind="10",
        preset="standard",
        switch_stakes__max_buy_in="2000",
        switch_showdown__mode="auto",
    )
    first, second = (send(manager, NEW, said) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    (row,) = Game.objects.all()
    config = config_of(row)
    assert (row.name, config.game, config.stakes.limit) == ("PLO evening", "omaha", "pl")
    assert (config.seat_count, config.book, config.turn_ms) == (9, "main", 30_000)
    assert config.stakes.lower_limit_chips == 10
    rules = config.rules
    assert (rules.id, rules.stakes_max_buy_in, rules.showdown_mode) == ("standard", 2000, "auto")
    assert rules.button_method == "dead"
    assert actions() == ["person.create", "game.create"]
    assert "The game PLO evening is there." in text_of(manager.get(LIST))


@pytest.mark.parametrize(
    ("game", "limit", "asked"),
    [
        ("holdem", "nl", ["small_blind", "big_blind", "ante", "big_blind_ante"]),
        ("holdem", "fixed", ["lower", "higher", "small_blind", "ante"]),
        ("omaha8", "step_spread", ["lower", "max_1", "max_2", "max_3", "small_blind", "ante"]),
        ("razz", "stud_split", ["lower", "higher", "bring_in", "ante"]),
        ("stud7", "pl", ["smallest_bet", "bring_in", "ante"]),
        ("stud7", "fixed", ["lower", "higher", "bring_in", "ante"]),
        ("no such", "none", ["small_blind", "big_blind", "ante", "big_blind_ante"]),
    ],
)
def test_a_limit_asks_for_its_figures_and_no_other(
    manager: Client, game: str, limit: str, asked: list[str]
) -> None:
    response = manager.get(NEW, {"game": game, "limit": limit})
    assert response.context["form"].figures == asked
    named = {field.get("name") for field in elements(response, "input")}
    assert set(asked) <= named
    assert not {"small_blind", "higher", "bring_in"} - set(asked) & named


@pytest.mark.parametrize(
    ("game", "limit", "figures"),
    [
        ("holdem", "fixed", {"lower": "10", "higher": "20", "small_blind": "5"}),
        ("holdem", "spread", {"lower": "10", "max_1": "50", "small_blind": "5"}),
        ("badugi", "step_spread", {"lower": "2", "max_1": "6", "max_2": "10", "small_blind": "1"}),
        ("stud8", "stud_split", {"lower": "10", "higher": "20", "bring_in": "5", "ante": "2"}),
        ("stud7", "spread", {"lower": "10", "max_1": "50", "bring_in": "5"}),
        ("razz", "nl", {"smallest_bet": "10", "bring_in": "5", "ante": "1"}),
        ("short_deck", "nl", {"small_blind": "5", "big_blind": "10"}),
    ],
)
def test_every_limit_makes_a_game(
    manager: Client, game: str, limit: str, figures: dict[str, str]
) -> None:
    path = f"{NEW}?game={game}&limit={limit}"
    said = filled_in(manager, path, name="Evening", seats=6, **figures)
    answer = send(manager, NEW, said)
    assert answer.status_code == 302, text_of(answer)
    config = config_of(Game.objects.get())
    assert (config.game, config.stakes.limit) == (game, limit)


@pytest.mark.parametrize(
    ("language", "said", "field", "sentence"),
    [
        ("en", {"name": "Evening"}, "name", "Another game is called so. Choose another name."),
        ("en", {"seats": 11}, "seats", "Ensure this value is less than or equal to 10."),
        ("de", {"small_blind": "x"}, "small_blind", "Schreiben Sie einen Betrag wie 1.234."),
        (
            "de",
            {"switch_stakes__max_buy_in": "50"},
            "switch_stakes__max_buy_in",
            "Höchst-Buy-in: mindestens der kleinste Buy-in, 100.",
        ),
    ],
)
def test_what_is_wrong_stands_beside_its_field(
    language: str, said: dict[str, Any], field: str, sentence: str
) -> None:
    made("Evening")
    client = visitor(language, Role.MANAGER)
    right = {"name": "Morning", "small_blind": "5", "big_blind": "10"}
    filled = filled_in(client, NEW, **{**right, **said})
    before = stored()
    answer = send(client, NEW, filled)
    assert answer.status_code == 422
    assert answer.context["form"].errors == {field: [sentence]}
    assert stored() == before


def test_a_ratio_of_blinds_is_refused_beside_the_small_blind(manager: Client) -> None:
    path = f"{NEW}?game=holdem&limit=fixed"
    said = filled_in(manager, path, name="x", lower="10", higher="20", small_blind="4")
    answer = send(manager, NEW, said)
    assert answer.context["form"].errors == {
        "small_blind": ["The small blind is a third, a half or two thirds of the lower limit 10."]
    }
    assert Game.objects.count() == 0


def test_a_game_is_renamed_and_a_stale_dialog_keeps_its_name(manager: Client) -> None:
    game = made("Evening")
    path = f"{LIST}/{game}/rename"
    said = filled_in(manager, path, name="Late evening")
    stale = filled_in(manager, path, name="Night")
    assert send(manager, path, said, is_htmx=True).headers["HX-Redirect"] == LIST
    before = stored()
    answer = send(manager, path, stale, is_htmx=True)
    assert answer.status_code == 412
    assert STALE in text_of(answer)
    assert answer.context["form"]["name"].value() == "Night"
    assert stored() == before
    assert Game.objects.get().name == "Late evening"


def test_a_game_is_retired_after_a_confirmation(manager: Client) -> None:
    game = made("Evening")
    path = f"{LIST}/{game}/retire"
    assert "No further table is opened for it" in text_of(manager.get(path))
    said = filled_in(manager, path)
    assert [send(manager, path, said).status_code for _ in range(2)] == [302, 302]
    assert Game.objects.get().retired_at is not None
    assert actions().count("game.retire") == 1
    again = send(manager, path, filled_in(manager, path))
    assert again.status_code == 422
    assert "The game is retired" in text_of(again)


def test_a_game_that_is_not_there_is_not_found(manager: Client) -> None:
    assert manager.get(f"{LIST}/{UUID(int=1)}/rename").status_code == 404

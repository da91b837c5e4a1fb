"""Games over REST: listed with their versions, renamed and retired by who saw them as they are."""

from typing import Any

import msgspec
import pytest

from accounts.audit_trail.models import AuditEntry
from pokerhouse.common.ids import new_id
from pokerhouse.common.roles import Role
from tables.engine.table.state import TableOptions
from tables.models import Game
from tests.support.room_api import Member, member
from tests.support.threads import together

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

GAME: dict[str, Any] = {
    "name": "NL 5/10",
    "seats": 6,
    "stakes": {"small_blind": 5, "big_blind": 10},
}
PAST = "2020-01-01T00:00:00Z"


@pytest.fixture
def manager() -> Member:
    return member("Mona", Role.MANAGER)


def made(manager: Member, **changes: Any) -> str:
    """Create a game and return its path."""
    answer = manager.post("/staff/games", {**GAME, **changes})
    assert (answer.status, answer.headers["ETag"]) == (201, '"1"'), answer.text
    return f"/staff/games/{answer.json['game']}"


def written() -> tuple[object, ...]:
    """Return all games and the staff's book."""
    games = list(Game.objects.order_by("id").values())
    return games, list(AuditEntry.objects.order_by("id").values())


def rows(action: str) -> list[tuple[object, str, dict[str, object]]]:
    found = AuditEntry.objects.filter(action=action).order_by("id")
    return [(row.actor, row.target, row.facts) for row in found]


def test_a_game_is_shown_with_its_version_and_all_it_is(manager: Member) -> None:
    path = made(manager, turn_ms=20_000)
    answer = manager.get(path)
    assert (answer.status, answer.headers["ETag"]) == (200, '"1"')
    assert answer.json == {
        "game": path.removeprefix("/staff/games/"),
        "name": "NL 5/10",
        "variant": "holdem",
        "book": "main",
        "seat_count": 6,
        "limit": "nl",
        "stakes_text": "5/10",
        "stakes": {
            "small_blind_chips": 5,
            "big_blind_chips": 10,
            "lower_limit_chips": 10,
            "ante_chips": 0,
            "big_blind_ante_chips": 0,
            "limit": "nl",
            "higher_limit_chips": 0,
            "max_bets_chips": [],
            "bring_in_chips": 0,
        },
        "options": msgspec.to_builtins(TableOptions()),
        "rotation": [],
        "rotate_by": "orbit",
        "rotate_every": 1,
        "version": '"1"',
        "rules": "house",
        "switches": {},
        "turn_ms": 20_000,
        "created_at": answer.json["created_at"],
        "retired_at": None,
    }


def test_all_games_come_by_name_and_in_pages(manager: Member) -> None:
    for name in ("C", "A", "B"):
        made(manager, name=name)
    first = manager.get("/staff/games?limit=2").json
    rest = manager.get(f"/staff/games?limit=2&cursor={first['next_cursor']}").json
    assert [game["name"] for game in first["data"]] == ["A", "B"]
    assert [game["version"] for game in first["data"]] == ['"1"', '"1"']
    assert [game["name"] for game in rest["data"]] == ["C"]
    assert (first["has_more"], rest["has_more"]) == (True, False)
    assert manager.get("/staff/games?cursor=x").refusal == (400, "cursor_invalid")


def test_a_game_gets_another_name_and_keeps_all_else(manager: Member) -> None:
    path = made(manager)
    before = manager.get(path).json
    answer = manager.patch(path, {"name": "Five-ten"}, key="once", match='"1"')
    game = path.removeprefix("/staff/games/")
    assert (answer.status, answer.headers["ETag"]) == (200, '"2"')
    assert answer.json == {"game": game, "name": "Five-ten", "version": '"2"'}
    assert manager.get(path).json == {**before, "name": "Five-ten", "version": '"2"'}
    assert rows("game.rename") == [
        (
            manager.id,
            f"game:{game}",
            {"before": "NL 5/10", "name": "Five-ten", "version": 2, "command": "once"},
        )
    ]


def test_a_retired_game_is_shown_as_such_and_opens_no_table(manager: Member) -> None:
    path = made(manager)
    game = path.removeprefix("/staff/games/")
    table = {"name": "One", "game": game}
    opened = manager.post("/staff/tables", table, key="first")
    assert opened.status == 201

    answer = manager.delete(path, key="once", match=manager.get(path).headers["ETag"])

    assert (answer.status, answer.text) == (204, "")
    shown = manager.get(path)
    assert (shown.headers["ETag"], shown.json["version"]) == ('"2"', '"2"')
    assert shown.json["retired_at"] is not None
    assert [row["game"] for row in manager.get("/staff/games").json["data"]] == [game]
    assert manager.get("/games").json["data"] == []
    [(actor, target, facts)] = rows("game.retire")
    assert (actor, target, facts["command"]) == (manager.id, f"game:{game}", "once")
    before = written()
    refused = manager.post("/staff/tables", {**table, "name": "Two"})
    assert refused.refusal == (409, "game_retired")
    again = manager.post("/staff/tables", table, key="first")
    assert (again.status, again.json) == (201, opened.json)
    assert manager.patch(path, {"name": "x"}, match='"2"').refusal == (409, "game_retired")
    assert manager.delete(path, match='"2"').refusal == (409, "game_retired")
    assert written() == before


@pytest.mark.parametrize("method", ["patch", "delete"])
def test_a_game_is_changed_only_by_who_saw_it_as_it_is(manager: Member, method: str) -> None:
    path = made(manager)
    body = {"name": "Other"} if method == "patch" else None
    before = written()

    def refusal(key: str | None = "", match: str | None = None, at: str = path) -> Any:
        return manager.command(method, at, body, key, match)

    missing = refusal()
    assert missing.refusal == (428, "precondition_required")
    assert (missing.json["header"], missing.json["read_at"]) == ("If-Match", f"/api/v1{path}")
    for wrong in ("1", "*", 'W/"1"', '"2"', ""):
        stale = refusal(match=wrong)
        assert (*stale.refusal, stale.json["version"]) == (412, "stale", '"1"'), wrong
    assert refusal(key=None, match='"1"').refusal == (400, "command_id_missing")
    nothing = f"/staff/games/{new_id()}"
    assert refusal(match='"1"', at=nothing).refusal == (404, "unknown_game")
    assert written() == before


def test_a_repeat_is_answered_whatever_became_of_the_game(manager: Member) -> None:
    path = made(manager)
    renamed = manager.patch(path, {"name": "Other"}, key="name", match='"1"')
    retired = manager.delete(path, key="end", match='"2"')
    assert (renamed.status, retired.status) == (200, 204)
    before = written()
    for match in ('"1"', '"3"'):
        body = {"name": "Other", "not_after": PAST}
        again = manager.patch(path, body, key="name", match=match)
        assert (again.json, again.headers["ETag"]) == (renamed.json, '"2"')
        assert again.headers["Idempotent-Replayed"] == "true"
        ended = manager.delete(path, key="end", match=match)
        assert (ended.status, ended.headers["Idempotent-Replayed"]) == (204, "true")
    assert manager.patch(path, {"name": "Third"}, key="name", match='"1"').refusal == (
        422,
        "idempotency_mismatch",
    )
    assert manager.delete(path, key="name", match='"1"').refusal == (422, "idempotency_mismatch")
    assert written() == before


def test_a_refused_name_leaves_the_game_as_it_is(manager: Member) -> None:
    path = made(manager)
    made(manager, name="Taken")
    before = written()
    for body, refusal in (
        ({"name": "Taken"}, (409, "game_name_taken")),
        ({"name": ""}, (400, "invalid")),
        ({"name": "a\n"}, (400, "invalid")),
        ({}, (400, "invalid")),
        ({"name": "Other", "seats": 9}, (400, "invalid")),
        ({"name": "Other", "not_after": PAST}, (410, "too_late")),
    ):
        assert manager.patch(path, body, match='"1"').refusal == refusal, body
    late = manager.post("/staff/games", {**GAME, "name": "New", "not_after": PAST})
    assert late.refusal == (410, "too_late")
    assert written() == before


def test_of_two_managers_who_saw_the_same_game_one_changes_it(manager: Member) -> None:
    path = made(manager)
    second = member("Max", Role.MANAGER)

    answers = together(
        [
            lambda: manager.patch(path, {"name": "Other"}, match='"1"'),
            lambda: second.patch(path, {"name": "Third"}, match='"1"'),
        ]
    )

    assert sorted(answer.status for answer in answers) == [200, 412]
    assert len(rows("game.rename")) == 1


def test_a_change_that_is_sent_four_times_at_once_is_one(manager: Member) -> None:
    path = made(manager)

    answers = together([lambda: manager.delete(path, key="once", match='"1"')] * 4)

    assert {answer.status for answer in answers} == {204}
    assert sum("Idempotent-Replayed" in answer.headers for answer in answers) == 3
    assert len(rows("game.retire")) == 1

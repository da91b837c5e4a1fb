"""The manners of every command: one id, one effect, one answer, and until when it is wanted."""

from typing import Any

import pytest
from django.db import OperationalError

from accounts.audit_trail.models import AuditEntry
from accounts.money.ledger.balances import wallet_of
from accounts.money.ledger.chart import Book
from pokerhouse.commands import feeds
from pokerhouse.common.ids import new_id
from pokerhouse.common.roles import Role
from pokerhouse.eventstore.store import append
from tests.support.room_api import TABLE, House, Member, a_house, deal, member
from tests.support.rooms import everything

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

PAST, FUTURE = "2020-01-01T00:00:00Z", "2100-01-01T00:00:00Z"


@pytest.fixture
def house() -> House:
    return a_house()


def commands(house: House) -> dict[str, tuple[Member, str, dict[str, Any]]]:
    """Return one good command of every kind, by name; the hand waits for its first action."""
    deal(house.table_id)
    state = house.state()
    hand, turn = state["hand"]["hand"], state["turn"]["turn"]
    seats = f"/tables/{house.table_id}/seats"
    boss, cage = member("Max", Role.MANAGER), member("Cleo", Role.CAGE)
    paid_in = {"kind": "deposit", "player": str(house.carl.id), "amount": 5}
    transition = {"to": "paused", "reason": "fire drill"}
    house.floor.api.headers["If-Match"] = house.etag()
    return {
        "act": (house.actor(), f"/hands/{hand}/actions", {"turn": turn, "action": "call"}),
        "buy in": (house.carl, f"{seats}/3/buy-in", {"amount": 500}),
        "sit out": (house.anna, f"{seats}/me/sit-out", {"when": "next_hand"}),
        "leave": (house.bert, f"{seats}/me/leave", {}),
        "open": (house.floor, "/staff/tables", {**TABLE, "name": "New"}),
        "pause": (house.floor, f"/staff/tables/{house.table_id}/transitions", transition),
        "remove": (house.floor, f"/staff{seats}/1/remove", {"reason": "rude"}),
        "void": (boss, f"/staff/hands/{hand}/void", {"reason": "a card fell"}),
        "cage": (cage, "/cage/transactions", paid_in),
    }


NAMES = ["act", "buy in", "sit out", "leave", "open", "pause", "remove", "void", "cage"]


def books() -> tuple[object, ...]:
    """Return everything that a command may change."""
    return everything(), list(AuditEntry.objects.order_by("id").values())


@pytest.mark.parametrize("name", NAMES)
def test_a_repeat_gets_the_first_answer_and_has_no_effect(house: House, name: str) -> None:
    who, path, body = commands(house)[name]
    first = who.post(path, body, key="once")
    assert first.status in {200, 201, 202}, first.text
    assert "Idempotent-Replayed" not in first.headers
    before = books()

    again = who.post(path, {**body, "command_id": "once"}, key=None)
    late = who.post(path, {**body, "not_after": PAST}, key="once")

    for answer in (again, late):
        assert (answer.status, answer.json) == (first.status, first.json)
        assert answer.headers["Idempotent-Replayed"] == "true"
    assert books() == before


OTHER: dict[str, dict[str, Any]] = {
    "act": {"action": "fold"},
    "buy in": {"amount": 501},
    "sit out": {"when": "next_big_blind"},
    "open": {"seats": 5},
    "pause": {"reason": "another"},
    "remove": {"reason": "another"},
    "void": {"reason": "another"},
    "cage": {"amount": 6},
}


@pytest.mark.parametrize("name", list(OTHER))
def test_an_id_stands_for_one_command(house: House, name: str) -> None:
    who, path, body = commands(house)[name]
    assert who.post(path, body, key="once").status < 300
    before = books()

    answer = who.post(path, {**body, **OTHER[name]}, key="once")

    assert answer.refusal == (422, "idempotency_mismatch")
    assert books() == before


@pytest.mark.parametrize("name", NAMES)
def test_a_command_without_an_id_or_after_its_time_has_no_effect(house: House, name: str) -> None:
    who, path, body = commands(house)[name]
    before = books()

    def refusal(more: dict[str, Any], key: str | None) -> tuple[int, str]:
        return who.post(path, {**body, **more}, key).refusal

    assert refusal({}, None) == (400, "command_id_missing")
    assert refusal({"command_id": "a"}, "b") == (400, "command_id_invalid")
    assert refusal({}, "x" * 65) == (400, "command_id_invalid")
    assert refusal({"command_id": "käse"}, None) == (400, "command_id_invalid")
    assert refusal({"command_id": 5}, None) == (400, "invalid")
    assert refusal({"command_id": ""}, None) == (400, "invalid")
    assert refusal({"not_after": PAST}, "late") == (410, "too_late")
    assert refusal({"not_after": "soon"}, "late") == (400, "invalid")
    assert refusal({"not_after": 5}, "late") == (400, "invalid")
    assert refusal({"extra": 1}, "more") == (400, "invalid")
    assert books() == before

    assert who.post(path, {**body, "not_after": FUTURE, "command_id": "a"}, "a").status < 300


def test_a_refused_command_leaves_its_id_free(house: House) -> None:
    path = f"/tables/{house.table_id}/seats/3/buy-in"
    assert house.carl.post(path, {"amount": 99}, key="mine").status == 422
    assert house.carl.post(path, {"amount": 500}, key="mine").status == 201


def test_the_same_id_of_two_people_is_two_commands(house: House) -> None:
    seat = f"/tables/{house.table_id}/seats/me/sit-out"
    first, second = house.anna.post(seat, key="same"), house.bert.post(seat, key="same")
    assert (first.status, second.status) == (200, 200)
    assert "Idempotent-Replayed" not in second.headers


def test_who_comes_back_gets_the_answer_of_his_leaving_not_another_leave(house: House) -> None:
    seats = f"/tables/{house.table_id}/seats"
    left = house.anna.post(f"{seats}/me/leave", key="go")
    assert house.carl.post(f"{seats}/1/buy-in", {"amount": 500}).status == 201
    before = books()

    again = house.anna.post(f"{seats}/me/leave", key="go")

    assert again.json == left.json
    assert books() == before
    assert wallet_of(house.carl.id, Book.PLAY) == 1500


BAD_AMOUNTS: list[Any] = [0, -1, 1.0, 1.5, True, "5", None, 2**53, 10**40, [], {}, "1e3"]


@pytest.mark.parametrize("name", ["buy in", "top up", "act", "cage"])
def test_an_amount_is_a_whole_positive_number(house: House, name: str) -> None:
    every = commands(house)
    top_up = (house.anna, f"/tables/{house.table_id}/seats/me/top-up", {"amount": 5})
    who, path, body = {**every, "top up": top_up}[name]
    field = "to" if name == "act" else "amount"
    more = {"action": "raise"} if name == "act" else {}
    before = books()

    for amount in BAD_AMOUNTS:
        answer = who.post(path, {**body, **more, field: amount})
        assert answer.refusal == (400, "invalid"), amount
        assert [error["pointer"] for error in answer.json["errors"]] == [f"/{field}"]

    assert books() == before


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("act", {"turn": 0}, "/turn"),
    ("act", {"turn": True}, "/turn"),
    ("act", {"turn": "1"}, "/turn"),
    ("act", {"turn": 1.0}, "/turn"),
    ("act", {"turn": 10**30}, "/turn"),
    ("act", {"action": "cheat"}, "/action"),
    ("act", {"action": None}, "/action"),
    ("act", {"seat": 1}, "/seat"),
    ("buy in", {"entry": "now"}, "/entry"),
    ("buy in", {"player": "me"}, "/player"),
    ("sit out", {"when": "later"}, "/when"),
    ("sit out", {"when": ["now"]}, "/when"),
    ("leave", {"seat": 2}, "/seat"),
    ("open", {"name": ""}, "/name"),
    ("open", {"name": 5}, "/name"),
    ("open", {"name": "a\0b"}, "/name"),
    ("open", {"seats": 1}, "/seats"),
    ("open", {"seats": 11}, "/seats"),
    ("open", {"seats": 6.0}, "/seats"),
    ("open", {"stakes": 5}, "/stakes"),
    ("open", {"stakes": {"small_blind": -5, "big_blind": 10}}, "/stakes/small_blind"),
    ("open", {"stakes": {"small_blind": 5, "big_blind": 10, "x": 1}}, "/stakes/x"),
    ("open", {"rules": "mine"}, "/rules"),
    ("open", {"book": "third"}, "/book"),
    ("open", {"game": "x"}, "/game"),
    ("open", {"game": ["holdem"]}, "/game"),
    ("open", {"game": "holdem\0"}, "/game"),
    ("pause", {"to": "open"}, "/to"),
    ("pause", {"reason": ""}, "/reason"),
    ("pause", {"reason": "x" * 501}, "/reason"),
    ("remove", {"reason": " "}, "/reason"),
    ("remove", {"seat": 2}, "/seat"),
    ("void", {"reason": None}, "/reason"),
    ("void", {"reason": 5}, "/reason"),
    ("cage", {"kind": "gift"}, "/kind"),
    ("cage", {"player": "me"}, "/player"),
    ("cage", {"player": 5.5}, "/player"),
    ("cage", {"book": "third"}, "/book"),
    ("cage", {"tender": "cheque"}, "/tender"),
    ("cage", {"drawer": str(new_id())}, "/drawer"),
]


def test_what_has_not_the_form_is_refused_where_it_has_not(house: House) -> None:
    every = commands(house)
    before = books()

    for name, wrong, pointer in BAD:
        who, path, body = every[name]
        answer = who.post(path, {**body, **wrong})
        assert answer.refusal == (400, "invalid"), wrong
        assert [error["pointer"] for error in answer.json["errors"]] == [pointer]

    assert books() == before


def test_a_body_is_a_json_object(house: House) -> None:
    every = commands(house)
    before = books()

    for who, path, _ in every.values():
        for body in ("[]", "5", '"x"', "{", "nul", "[[[[", '{"amount": NaN}', "null"):
            answer = who.api("post", f"/api/v1{path}", body, **{"Idempotency-Key": "k"})
            assert answer.refusal[0] == 400, (path, body)

    assert books() == before


def test_without_its_database_the_house_asks_for_a_repeat(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The outcome is unknown then; the same id finds it out."""
    path = f"/tables/{house.table_id}/seats/me/sit-out"
    written = append

    def append_and_die(*args: Any, **options: Any) -> Any:
        written(*args, **options)
        raise OperationalError("server closed the connection")

    before = books()
    with monkeypatch.context() as patch:
        patch.setattr(feeds, "append", append_and_die)
        answer = house.anna.post(path, key="once")

    assert answer.refusal == (503, "unavailable")
    assert answer.headers["Retry-After"] == "1"
    after = books()
    assert after != before
    again = house.anna.post(path, key="once")
    assert (again.status, again.headers["Idempotent-Replayed"]) == (200, "true")
    assert books() == after

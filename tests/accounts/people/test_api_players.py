"""Players whom the floor enters over REST, and what it sees of them."""

from typing import Any

import pytest

from accounts.audit_trail.models import AuditEntry
from accounts.people import services as people
from accounts.people.models import User
from pokerhouse.common.clock import now
from pokerhouse.common.ids import new_id
from pokerhouse.common.roles import Role
from tests.support.people import Answer, by, person, sign_in
from tests.support.room_api import Member, a_house, member
from tests.support.threads import together

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

PATH = "/staff/players"
DORA = {"email": "Dora@example.org", "screen_name": "Dora", "password": "seven of spades"}


@pytest.fixture
def floor() -> Member:
    return member("Flo", Role.FLOOR)


def written() -> tuple[object, ...]:
    """Return all people and the staff's book."""
    return list(User.objects.order_by("id").values()), list(AuditEntry.objects.values())


def test_a_player_whom_the_floor_entered_signs_in(floor: Member) -> None:
    made = floor.post(PATH, DORA, key="once")
    assert made.status == 201, made.text
    player = User.objects.get(id=made.json["player"])
    assert (player.email, player.screen_name) == ("dora@example.org", "Dora")
    assert player.roles == ["player"]
    assert sign_in("dora", DORA["password"]).status == 200
    row = AuditEntry.objects.get(target=f"person:{player.id}")
    assert (row.actor, row.action, row.facts["command"]) == (floor.id, "person.create", "once")
    assert "ora" not in str(row.facts)


def test_without_a_password_nobody_signs_in_yet(floor: Member) -> None:
    body = {"email": "dora@example.org", "screen_name": "Dora"}
    made = floor.post(PATH, body)
    assert made.status == 201
    assert not User.objects.get(id=made.json["player"]).has_usable_password()


def test_a_repeat_gets_the_first_answer_also_when_the_player_has_another_name_by_then(
    floor: Member,
) -> None:
    first = floor.post(PATH, DORA, key="once")
    people.update_profile(person=first.json["player"], screen_name="Theodora")
    before = written()
    late = {**DORA, "not_after": "2020-01-01T00:00:00Z"}
    for body in (DORA, late):
        again = floor.post(PATH, body, key="once")
        assert (again.status, again.json) == (201, first.json)
        assert again.headers["Idempotent-Replayed"] == "true"
    other = floor.post(PATH, {**DORA, "screen_name": "Nora"}, key="once")
    assert other.refusal == (422, "idempotency_mismatch")
    assert written() == before


def test_four_at_once_enter_one_player(floor: Member) -> None:
    answers = together([lambda: floor.post(PATH, DORA, key="once")] * 4)
    assert {answer.status for answer in answers} == {201}
    assert len({answer.json["player"] for answer in answers}) == 1
    assert sum("Idempotent-Replayed" in answer.headers for answer in answers) == 3
    assert User.objects.filter(screen_name="Dora").count() == 1


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"email": "FLO@example.org"}, (409, "email_taken")),
        ({"screen_name": "flo"}, (409, "screen_name_taken")),
        ({"screen_name": "x"}, (400, "invalid_person")),
        ({"email": "nowhere"}, (400, "invalid_person")),
        ({"password": "short"}, (400, "invalid_person")),
        ({"password": ""}, (400, "invalid")),
        ({"roles": ["cage"]}, (400, "invalid")),
        ({"email": 5}, (400, "invalid")),
        ({"email": "a\u0000b@example.org"}, (400, "invalid")),
        ({"not_after": "2020-01-01T00:00:00Z"}, (410, "too_late")),
    ],
)
def test_a_player_who_is_refused_is_not_entered(
    floor: Member, change: dict[str, Any], refusal: tuple[int, str]
) -> None:
    before = written()
    assert floor.post(PATH, {**DORA, **change}).refusal == refusal
    assert floor.post(PATH, DORA, key=None).refusal == (400, "command_id_missing")
    assert written() == before


def test_the_floor_sees_a_players_name_standing_and_seats() -> None:
    house = a_house()
    told = house.floor.get(f"{PATH}/{house.anna.id}").json
    seat = {name: told["seats"][0][name] for name in ("table", "seat", "stack_chips")}
    assert seat == {"table": str(house.table_id), "seat": 1, "stack_chips": 1000}
    assert (told["screen_name"], told["standing"]) == ("Anna", "good")
    assert "email" not in told
    people.suspend(person=house.carl.id, reason="x", meta=by(house.floor.id, now()))
    told = house.floor.get(f"{PATH}/{house.carl.id}").json
    assert (told["standing"], told["seats"]) == ("suspended", [])


def test_who_is_no_player_is_not_found(floor: Member) -> None:
    assert floor.get(f"{PATH}/{floor.id}").refusal == (404, "unknown_person")
    assert floor.get(f"{PATH}/{new_id()}").refusal == (404, "unknown_person")


# --- looking for players ---------------------------------------------------------------------


def names(answer: Answer) -> list[str]:
    assert answer.status == 200, answer.text
    return [line["screen_name"] for line in answer.json["data"]]


def test_players_are_found_by_a_part_of_their_name_in_any_case() -> None:
    for name in ("Lena_K", "Helena", "Bert"):
        person(name)
    person("Helmut_F", Role.FLOOR)
    cashier = member("Carla", Role.CAGE)
    assert names(cashier.get("/staff/players?query=LENA")) == ["Helena", "Lena_K"]
    assert names(cashier.get("/staff/players?query=hel")) == ["Helena"]
    assert names(cashier.get("/staff/players?query=_")) == ["Lena_K"]
    assert names(cashier.get("/staff/players?query=%25")) == []


def test_the_list_of_players_has_pages_and_no_address() -> None:
    for name in ("bert", "Anna", "Carl"):
        person(name)
    floor = member("Flo", Role.FLOOR)
    answer = floor.get("/staff/players?limit=2")
    assert names(answer) == ["Anna", "bert"]
    assert sorted(answer.json["data"][0]) == ["player", "screen_name", "standing"]
    rest = floor.get(f"/staff/players?limit=2&cursor={answer.json['next_cursor']}")
    assert names(rest) == ["Carl"]
    assert rest.json["next_cursor"] is None


def test_a_cashier_finds_players_and_enters_none() -> None:
    cashier = member("Carla", Role.CAGE)
    before = User.objects.count()
    body = {"email": "new@example.org", "screen_name": "Newcomer"}
    assert cashier.post(PATH, body).status == 403
    assert User.objects.count() == before

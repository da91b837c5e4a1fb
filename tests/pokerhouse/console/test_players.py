"""Players and people over HTTP: found, entered, kept out, let in again, given roles."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from accounts.audit_trail.models import AuditEntry
from accounts.people.models import User
from pokerhouse.common.ids import PlayerId
from pokerhouse.common.roles import Role
from tables.engine.table.state import EntryChoice
from tests.support import rooms, seating
from tests.support.browsing import as_person, text_of, visitor
from tests.support.people import person
from tests.support.staff_pages import actions, filled_in, prove, send, stored

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

LIST, NEW = "/players", "/players/new"
REASON = {"reason": "House rules"}


@pytest.fixture
def floor() -> Client:
    return visitor("en", Role.FLOOR, name="Flo")


@pytest.fixture
def manager() -> Client:
    return visitor("en", Role.MANAGER, name="Max")


def names(response: Any) -> list[str]:
    return [row["line"].screen_name for row in response.context["listing"].rows]


def standing(user: User) -> str:
    return str(User.objects.get(id=user.id).standing)


@pytest.mark.parametrize("role", [*Role, None])
def test_players_are_the_floor_s_and_people_the_administrator_s(role: Role | None) -> None:
    lena = person("Lena_K")
    client = visitor("en", *([role] if role else []))
    page = f"{LIST}/{lena.id}"
    of_floor, of_manager = {Role.FLOOR, Role.MANAGER}, {Role.MANAGER}
    allowed = {
        LIST: of_floor,
        NEW: of_floor,
        page: of_floor,
        f"{page}/suspend": of_floor,
        f"{page}/unsuspend": of_floor,
        f"{page}/bar": of_manager,
        "/people": {Role.ADMIN},
        f"/people/{lena.id}/roles": {Role.ADMIN},
    }
    before = stored()
    for path, roles in allowed.items():
        assert (client.get(path).status_code == 200) == (role in roles), path
        if role not in roles:
            said = {"command_id": "x", "reason": "x", "roles": ["player"]}
            assert client.post(path, said).status_code in {302, 403}
    assert stored() == before


def test_players_are_found_by_name_and_standing(floor: Client) -> None:
    for name in ("Lena_K", "Helena", "bert"):
        person(name)
    User.objects.filter(screen_name="bert").update(standing="barred", is_active=False)
    assert names(floor.get(LIST)) == ["bert", "Helena", "Lena_K"]
    assert names(floor.get(f"{LIST}?q=LENA")) == ["Helena", "Lena_K"]
    assert names(floor.get(f"{LIST}?standing=barred")) == ["bert"]
    assert names(floor.get(f"{LIST}?sort=-name")) == ["Lena_K", "Helena", "bert"]
    assert "example.org" not in floor.get(LIST).content.decode()


def test_a_player_s_page_shows_his_seats(floor: Client) -> None:
    lena = person("Lena_K")
    rooms.deposit(PlayerId(lena.id), 2000)
    table_id = rooms.open_table(players=0)
    seating.take_seat(
        table_id=table_id,
        seat=3,
        player=PlayerId(lena.id),
        buy_in_chips=1500,
        entry=EntryChoice.POST,
        meta=rooms.meta(),
    )
    text = text_of(floor.get(f"{LIST}/{lena.id}"))
    assert "3 1,500 Watch" in text
    assert "Bar" not in text.split("Seats")[0].split("Lena_K")[-1]
    assert floor.get(f"{LIST}/{UUID(int=3)}").status_code == 404


def test_a_player_is_entered_once(floor: Client) -> None:
    said = filled_in(floor, NEW, screen_name="Lena_K", email="Lena@example.org")
    answers = [send(floor, NEW, said) for _ in range(2)]
    lena = User.objects.get(screen_name="Lena_K")
    assert [answer.headers["Location"] for answer in answers] == [f"{LIST}/{lena.id}"] * 2
    assert (lena.email, lena.roles, lena.has_usable_password()) == (
        "lena@example.org",
        ["player"],
        False,
    )
    assert actions() == ["person.create", "person.create"]
    assert "Lena_K is entered and may play." in text_of(floor.get(f"{LIST}/{lena.id}"))


@pytest.mark.parametrize(
    ("said", "field", "sentence"),
    [
        (
            {"screen_name": "lena_k", "email": "x@example.org"},
            "screen_name",
            "So heißt schon jemand. Wählen Sie einen anderen Spielernamen.",
        ),
        (
            {"screen_name": "Other", "email": "LENA_K@example.org"},
            "email",
            (
                "Diese E-Mail-Adresse hat schon jemand. Suchen Sie die Person, oder nehmen Sie"
                " eine andere."
            ),
        ),
        (
            {"screen_name": "1x", "email": "x@example.org"},
            "screen_name",
            "3 bis 20 Buchstaben, Ziffern, „_“, „.“ oder „-“, und zuerst ein Buchstabe.",
        ),
    ],
)
def test_who_cannot_be_entered_is_told_beside_the_field(
    said: dict[str, str], field: str, sentence: str
) -> None:
    person("Lena_K")
    client = visitor("de", Role.FLOOR)
    filled = filled_in(client, NEW, **said)
    before = stored()
    answer = send(client, NEW, filled)
    assert answer.status_code == 422
    assert answer.context["form"].errors == {field: [sentence]}
    assert stored() == before


def test_a_player_is_suspended_with_a_reason_and_let_in_again(floor: Client) -> None:
    lena = person("Lena_K")
    page = f"{LIST}/{lena.id}"
    hers = as_person(lena)
    said = filled_in(floor, f"{page}/suspend", **REASON)
    before = stored()
    assert send(floor, f"{page}/suspend", {**said, "reason": ""}).status_code == 422
    assert stored() == before
    answers = [send(floor, f"{page}/suspend", said, is_htmx=True) for _ in range(2)]
    assert [answer.headers["HX-Redirect"] for answer in answers] == [page] * 2
    assert standing(lena) == "suspended"
    assert "suspended" in text_of(floor.get(page))
    assert "Sign in" in text_of(hers.get("/"))
    again = filled_in(floor, f"{page}/unsuspend", **REASON)
    assert send(floor, f"{page}/unsuspend", again).status_code == 302
    assert standing(lena) == "good"
    assert actions()[-2:] == ["person.suspend", "person.unsuspend"]
    assert AuditEntry.objects.latest("id").facts["reason"] == "House rules"


def test_a_step_that_does_not_follow_is_refused(floor: Client) -> None:
    lena = person("Lena_K")
    path = f"{LIST}/{lena.id}/unsuspend"
    said = filled_in(floor, path, **REASON)
    before = stored()
    answer = send(floor, path, said)
    assert answer.status_code == 422
    assert "That does not follow from how the player stands by now." in text_of(answer)
    assert stored() == before


def test_a_manager_bars_after_a_fresh_proof(manager: Client) -> None:
    lena = person("Lena_K")
    path = f"{LIST}/{lena.id}/bar"
    before = stored()
    assert "Prove that it is you" in text_of(manager.post(path, {**REASON, "command_id": "x"}))
    assert stored() == before
    prove(manager)
    assert send(manager, path, filled_in(manager, path, **REASON)).status_code == 302
    assert standing(lena) == "barred"
    assert "Barred for good." in text_of(manager.get(f"{LIST}/{lena.id}"))


def test_an_administrator_gives_roles_that_the_house_allows_together() -> None:
    admin = visitor("en", Role.ADMIN, name="Ada")
    lena = person("Lena_K")
    path = f"/people/{lena.id}/roles"
    assert "Prove that it is you" in text_of(admin.get(path))
    prove(admin)
    said = filled_in(admin, path)
    assert said["roles"] == ["player"]
    before = stored()
    refused = send(admin, path, {**said, "roles": ["admin", "floor"]})
    assert refused.status_code == 422
    assert "an administrator has no other role" in text_of(refused)
    assert stored() == before
    assert send(admin, path, {**said, "roles": ["floor", "player"]}).status_code == 302
    assert User.objects.get(id=lena.id).roles == ["player", "floor"]
    shown = admin.get("/people?role=floor")
    assert names(shown) == ["Lena_K"]
    assert "Lena_K is now: Player, Floor." in text_of(shown)

"""Staff keep people out, let them in again, and give roles: over REST, once, on the audit trail."""

import pytest

from accounts.audit_trail.models import AuditEntry
from accounts.people.models import User
from pokerhouse.common.ids import new_id
from pokerhouse.common.roles import Role
from tests.support.people import app_of, person
from tests.support.room_api import member

pytestmark = pytest.mark.usefixtures("house_db", "demo")


def trail() -> list[tuple[str, dict[str, object]]]:
    return [(row.action, row.facts) for row in AuditEntry.objects.order_by("at", "id")]


def test_a_player_is_suspended_at_once_and_let_in_again() -> None:
    floor, anna = member("Flo", Role.FLOOR), person("Anna")
    path = f"/staff/players/{anna.id}"
    out = floor.post(f"{path}/suspend", {"reason": "soft play"}, key="out")
    assert (out.status, out.json) == (
        200,
        {"person": str(anna.id), "standing": "suspended", "roles": ["player"]},
    )
    assert floor.post(f"{path}/suspend", {"reason": "soft play"}, key="out").json == out.json
    again = floor.post(f"{path}/suspend", {"reason": "soft play"}, key="again")
    assert again.refusal == (409, "standing_refused")
    back = floor.post(f"{path}/unsuspend", {"reason": "cleared"}, key="in")
    assert back.json["standing"] == "good"
    assert [action for action, _ in trail() if action != "person.create"] == [
        "person.suspend",
        "person.unsuspend",
    ]


def test_a_bar_is_the_managers_and_for_good() -> None:
    floor, boss, anna = member("Flo", Role.FLOOR), member("Max", Role.MANAGER), person("Anna")
    path = f"/staff/players/{anna.id}/bar"
    assert floor.post(path, {"reason": "x"}).refusal == (403, "permission_denied")
    assert User.objects.get(id=anna.id).standing == "good"
    assert boss.post(path, {"reason": "collusion"}).json["standing"] == "barred"


@pytest.mark.parametrize("step", ["suspend", "unsuspend", "bar"])
def test_nobody_decides_that_about_himself(step: str) -> None:
    boss = member("Max", Role.MANAGER)
    answer = boss.post(f"/staff/players/{boss.id}/{step}", {"reason": "holiday"})
    assert answer.refusal == (403, "own_standing")
    assert User.objects.get(id=boss.id).standing == "good"


@pytest.mark.parametrize("body", [{}, {"reason": ""}, {"reason": "x" * 501}, {"reason": 5}])
def test_a_step_needs_a_reason(body: dict[str, object]) -> None:
    floor, anna = member("Flo", Role.FLOOR), person("Anna")
    assert floor.post(f"/staff/players/{anna.id}/suspend", body).status == 400
    assert User.objects.get(id=anna.id).standing == "good"


def test_roles_are_the_admins_to_give_and_nobody_elses() -> None:
    admin, boss, anna = member("Ada", Role.ADMIN), member("Max", Role.MANAGER), person("Anna")
    path = f"/staff/people/{anna.id}/roles"
    assert boss.post(path, {"roles": ["cage"]}).refusal == (403, "permission_denied")
    given = admin.post(path, {"roles": ["cage", "player", "cage"]}, key="roles")
    assert given.json["roles"] == ["player", "cage"]
    assert User.objects.get(id=anna.id).roles == ["player", "cage"]
    assert admin.post(path, {"roles": ["admin", "cage"]}).refusal == (422, "roles_refused")
    assert admin.post(path, {"roles": ["king"]}).refusal == (400, "invalid")
    assert admin.post(path, {"roles": []}).refusal == (400, "invalid")
    assert User.objects.get(id=anna.id).roles == ["player", "cage"]
    nobody = f"/staff/people/{new_id()}/roles"
    assert admin.post(nobody, {"roles": ["cage"]}).refusal == (404, "unknown_person")


def test_who_is_suspended_is_out_with_the_next_request() -> None:
    floor, anna = member("Flo", Role.FLOOR), person("Anna")
    app = app_of("Anna")
    assert app("get", "/api/v1/me").status == 200
    floor.post(f"/staff/players/{anna.id}/suspend", {"reason": "x"})
    assert app("get", "/api/v1/me").status == 401

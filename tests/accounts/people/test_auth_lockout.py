"""Wrong passwords: who is locked out, from where, and what he is told (docs/security.md#access)."""

import pytest

from pokerhouse.common.roles import Role
from tests.support.people import APP, PASSWORD, Api, person, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_used")]

HERE, THERE = "10.0.0.1", "10.0.0.2"


def guess(name: str, address: str, times: int) -> list[int]:
    return [sign_in(name, "wrong", address).status for _ in range(times)]


def test_a_player_is_locked_by_name_and_address() -> None:
    person("Anna"), person("Bert")

    assert guess("Anna", HERE, 5) == [400, 400, 400, 400, 429]

    locked = sign_in("Anna", PASSWORD, HERE)
    assert locked.refusal == (429, "locked_out")
    assert locked.headers["Retry-After"] == "900"
    assert locked.json["retry_after_s"] == 900
    assert sign_in("Anna", PASSWORD, THERE).status == 200
    assert sign_in("Bert", PASSWORD, HERE).status == 200


def test_staff_is_locked_by_name_from_everywhere() -> None:
    person("Carl", Role.CAGE)

    assert guess("Carl", HERE, 3) == [400, 400, 400]
    assert guess("Carl", THERE, 2) == [400, 429]

    assert sign_in("Carl", PASSWORD, "10.0.0.3").refusal == (429, "locked_out")


def test_the_case_of_a_name_gives_no_more_guesses() -> None:
    person("Anna")

    statuses = [sign_in(name, "wrong").status for name in ("Anna", "aNNA", "ANNA", "anna", "annA")]

    assert statuses == [400, 400, 400, 400, 429]


def test_a_right_password_forgets_the_wrong_ones() -> None:
    person("Anna")

    assert guess("Anna", HERE, 4) == [400] * 4
    assert sign_in("Anna", PASSWORD, HERE).status == 200
    assert guess("Anna", HERE, 4) == [400] * 4


def test_a_session_guesses_no_password_by_proving_itself_again() -> None:
    person("Anna")
    signed_in = sign_in("Anna")
    app = Api(**{"X-Session-Token": signed_in.json["meta"]["session_token"]})
    wrong = {"password": "wrong"}

    statuses = [app("post", f"{APP}/auth/reauthenticate", wrong).status for _ in range(5)]

    assert statuses == [400, 400, 400, 400, 429]
    assert app("post", f"{APP}/auth/reauthenticate", {"password": PASSWORD}).refusal == (
        429,
        "locked_out",
    )

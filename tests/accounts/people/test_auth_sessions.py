"""Signing up, in and out as a browser or an app, and what ends a session."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from accounts.people import queries
from accounts.people import services as people
from accounts.people.models import User
from pokerhouse.common.access import Scope
from pokerhouse.common.clock import now
from pokerhouse.common.sessions import session_id
from tests.support.people import APP, BROWSER, PASSWORD, Api, app_of, by, person, script_of, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_used")]

ANNA = {"email": "Anna@Example.org", "username": "Anna", "password": PASSWORD}


def test_a_stranger_signs_up_as_a_player(settings: Settings) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"

    answer = Api()("post", f"{APP}/auth/signup", ANNA)

    assert answer.status == 200
    me = Api(**{"X-Session-Token": answer.json["meta"]["session_token"]})("get", "/api/v1/me")
    found = User.objects.get()
    assert me.status == 200
    assert me.json == {
        "id": str(found.id),
        "email": "anna@example.org",
        "screen_name": "Anna",
        "roles": ["player"],
        "lang": "en",
        "created_at": me.json["created_at"],
    }
    assert found.password.startswith("argon2$argon2id$")


def test_where_mails_are_verified_a_sign_up_waits_for_the_code(settings: Settings) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"

    answer = Api()("post", f"{APP}/auth/signup", ANNA)

    assert answer.status == 401
    assert {"id": "verify_email", "is_pending": True} in answer.json["data"]["flows"]
    token = answer.json["meta"]["session_token"]
    assert Api(**{"X-Session-Token": token})("get", "/api/v1/me").refusal == (401, "session_ended")


def test_a_house_that_is_not_open_signs_nobody_up(settings: Settings) -> None:
    settings.SIGN_UP_IS_OPEN = False

    assert Api()("post", f"{APP}/auth/signup", ANNA).status == 403
    assert User.objects.count() == 0


@pytest.mark.parametrize("name", ["ab", "a" * 21, "1anna", "an na", "аnna", "ANNA"])
def test_a_sign_up_with_a_refused_screen_name_makes_nobody(name: str) -> None:
    person("anna")

    answer = Api()("post", f"{APP}/auth/signup", {**ANNA, "email": "b@x.org", "username": name})

    assert answer.status == 400
    assert [error["param"] for error in answer.json["errors"]] == ["username"]
    assert User.objects.count() == 1


def test_an_app_signs_in_works_and_signs_out(announced: list[tuple[str, str | None]]) -> None:
    anna = person("Anna")
    app = app_of("Anna")

    assert app("get", "/api/v1/me").json["screen_name"] == "Anna"
    assert app("delete", f"{APP}/auth/session").status == 401  # allauth: "signed out"

    assert app("get", "/api/v1/me").refusal == (401, "session_ended")
    assert announced == [(str(anna.id), str(session_id(app.headers["X-Session-Token"])))]


def test_a_stranger_is_asked_who_he_is() -> None:
    answer = Api()("get", "/api/v1/me")

    assert answer.refusal == (401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"X-Session-Token": "nobody"}, "session_ended"),
        ({"Authorization": "Bearer phk_nobody"}, "invalid_token"),
        ({"Authorization": "Bearer eyJhbGciOi"}, "invalid_token"),
    ],
)
def test_a_made_up_key_opens_nothing(headers: dict[str, str], code: str) -> None:
    assert Api(**headers)("get", "/api/v1/me").refusal == (401, code)


def test_a_browser_needs_its_csrf_token_for_changes() -> None:
    person("Anna")
    browser = Api()
    browser("get", f"{BROWSER}/auth/session")
    csrf = browser.client.cookies["csrftoken"].value
    login = {"email": "anna@example.org", "password": PASSWORD}

    assert browser("post", f"{BROWSER}/auth/login", login).refusal == (403, "csrf_failed")
    assert browser("post", f"{BROWSER}/auth/login", login, **{"X-CSRFToken": csrf}).status == 200

    csrf = browser.client.cookies["csrftoken"].value
    assert browser("get", "/api/v1/me").status == 200
    assert browser("patch", "/api/v1/me", {"lang": "de"}).refusal == (403, "csrf_failed")
    assert User.objects.get().lang == "en"
    changed = browser("patch", "/api/v1/me", {"lang": "de"}, **{"X-CSRFToken": csrf})
    assert (changed.status, changed.json["lang"]) == (200, "de")
    cookie = browser.client.cookies["sessionid"]
    assert (cookie["secure"], cookie["httponly"], cookie["samesite"]) == (True, True, "Lax")


def test_a_person_sees_his_sessions_and_ends_one(announced: list[tuple[str, str | None]]) -> None:
    anna, _ = person("Anna"), person("Bert")
    here, there, stranger = app_of("Anna"), app_of("Anna"), app_of("Bert")

    rows = here("get", "/api/v1/me/sessions").json["data"]

    assert [row["is_current"] for row in rows] == [False, True]
    assert here.headers["X-Session-Token"] not in str(rows)
    path = f"/api/v1/me/sessions/{rows[0]['id']}"
    assert stranger("delete", path).refusal == (404, "unknown_session")
    assert there("get", "/api/v1/me").status == 200
    assert here("delete", path).status == 204
    assert there("get", "/api/v1/me").refusal == (401, "session_ended")
    assert here("get", "/api/v1/me").status == 200
    assert here("delete", path).refusal == (404, "unknown_session")
    assert announced == [(str(anna.id), rows[0]["id"])]


def test_a_session_ends_itself() -> None:
    person("Anna")
    app = app_of("Anna")
    (row,) = app("get", "/api/v1/me/sessions").json["data"]

    assert app("delete", f"/api/v1/me/sessions/{row['id']}").status == 204

    assert app("get", "/api/v1/me").refusal == (401, "session_ended")
    assert Session.objects.count() == 0


@pytest.mark.parametrize("step", [people.suspend, people.bar])
def test_whoever_is_kept_out_is_out_at_once(
    step: Callable[..., User], announced: list[tuple[str, str | None]]
) -> None:
    anna = person("Anna")
    app = app_of("Anna")

    step(person=anna.id, reason="dumping", meta=by(None, now()))

    assert app("get", "/api/v1/me").refusal == (401, "session_ended")
    assert sign_in("Anna").status != 200
    assert announced == [(str(anna.id), None)]


def test_a_new_password_ends_every_session_and_rotates_this_one(
    announced: list[tuple[str, str | None]],
) -> None:
    anna = person("Anna")
    here, there = app_of("Anna"), app_of("Anna")
    words = {"current_password": PASSWORD, "new_password": "queen of clubs"}

    changed = here("post", f"{APP}/account/password/change", words)

    rotated = Api(**{"X-Session-Token": changed.json["meta"]["session_token"]})
    assert there("get", "/api/v1/me").refusal == (401, "session_ended")
    assert here("get", "/api/v1/me").refusal == (401, "session_ended")
    assert rotated("get", "/api/v1/me").status == 200
    assert announced == [(str(anna.id), None)]


def test_a_session_slides_for_30_days_and_ends_after_90() -> None:
    person("Anna")
    app = app_of("Anna")
    key = app.headers["X-Session-Token"]
    Session.objects.filter(session_key=key).update(expire_date=now() + timedelta(days=2))

    assert app("get", "/api/v1/me").status == 200

    assert Session.objects.get(session_key=key).expire_date > now() + timedelta(days=29)
    store = SessionStore(key)
    store["account_authentication_methods"][0]["at"] -= timedelta(days=90).total_seconds()
    store.save()
    assert app("get", "/api/v1/me").refusal == (401, "session_ended")


def test_who_it_is_costs_two_queries(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    anna = person("Anna")
    app, script = app_of("Anna"), script_of(anna, Scope.READ)
    for client in (app, script):
        client("get", "/api/v1/me")  # the first one of the day notes that it was there

    with django_assert_num_queries(2):
        app("get", "/api/v1/me")
    with django_assert_num_queries(1):
        script("get", "/api/v1/me")


def test_a_session_that_ends_while_it_is_looked_at_stays_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person("Anna")
    app = app_of("Anna")
    look = queries.person_in

    def look_too_slowly(session: SessionBase, *, at: datetime) -> object:
        found = look(session, at=at)
        Session.objects.all().delete()
        return found

    monkeypatch.setattr(queries, "person_in", look_too_slowly)

    assert app("get", "/api/v1/me").refusal == (401, "session_ended")
    assert Session.objects.count() == 0

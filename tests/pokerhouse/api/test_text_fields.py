"""Text is taken as it was sent or not at all: in our forms, and in those of allauth."""

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.headless.internal.restkit.inputs import Input
from django import forms
from django.urls import get_resolver
from pytest_django.fixtures import Settings
from rest_framework import serializers

from accounts.people.allauth_forms import check_text
from accounts.people.models import User
from pokerhouse.api.fields import Secret, Text
from pokerhouse.api.problems import StrictSerializer
from pokerhouse.common.roles import Role
from pokerhouse.common.text import flaw_of
from tests.support.people import APP, PASSWORD, Api, app_of, person, sign_in
from tests.support.room_api import TABLE, member
from tests.support.rooms import everything

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

FLAWED = [
    (" Alice", "outer_space"),
    ("Alice ", "outer_space"),
    ("Alice\n", "outer_space"),
    ("\u00a0Alice", "outer_space"),
    ("Al\tice", "control_character"),
    ("Al\x7fice", "control_character"),
    ("Al\u202eice", "control_character"),
    ("Al\u2028ice", "control_character"),
]


def below(kind: Any) -> Iterator[Any]:
    """Yield all classes of the house and of allauth below `kind`."""
    for inner in kind.__subclasses__():
        if not inner.__module__.startswith("tests."):
            yield inner
        yield from below(inner)


@pytest.mark.parametrize(("text", "flaw"), FLAWED)
def test_a_flaw_of_text_has_a_name(text: str, flaw: str) -> None:
    assert flaw_of(text) == flaw


@pytest.mark.parametrize("text", ["Alice", "a b", "Zoë – 5/10", "", "\U0001f468\u200d\U0001f469"])
def test_what_people_write_is_taken(text: str) -> None:
    assert flaw_of(text) is None


def test_every_text_of_every_form_of_ours_is_taken_as_sent() -> None:
    assert get_resolver().url_patterns  # every view is loaded, and its forms
    texts = [
        (form.__name__, name, field)
        for form in below(StrictSerializer)
        for name, field in form().fields.items()
        if isinstance(field, serializers.CharField)
    ]
    assert len(texts) > 10
    assert [named for named in texts if not isinstance(named[2], Secret)] == []
    trimmed = {name for _, name, field in texts if not isinstance(field, Text)}
    assert trimmed == {"password"}


def test_every_text_of_every_form_of_allauth_is_taken_as_sent() -> None:
    assert get_resolver().url_patterns
    texts = {
        (form.__name__, name): field
        for form in below(Input)
        for name, field in form.base_fields.items()
        if isinstance(field, forms.CharField) and not isinstance(field, forms.JSONField)
    }
    assert ("LoginInput", "email") in texts
    assert [named for named, field in texts.items() if field.strip] == []
    unchecked = {name for (_, name), field in texts.items() if check_text not in field.validators}
    assert unchecked == {"password", "current_password", "new_password"}
    assert all(field.validators.count(check_text) < 2 for field in texts.values())


@pytest.mark.parametrize(("text", "flaw"), FLAWED)
def test_a_screen_name_with_a_flaw_is_refused_at_every_door(
    text: str, flaw: str, settings: Settings
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"
    floor = member("Flo", Role.FLOOR)
    before = list(User.objects.values())

    entered = floor.post("/staff/players", {"email": "alice@example.org", "screen_name": text})
    renamed = floor.api("patch", "/api/v1/me", {"screen_name": text})
    wish = {"email": "alice@example.org", "username": text, "password": PASSWORD}
    signed_up = Api()("post", f"{APP}/auth/signup", wish)

    for answer in (entered, renamed):
        assert answer.refusal == (400, "invalid")
        assert [(e["pointer"], e["code"]) for e in answer.json["errors"]] == [
            ("/screen_name", flaw)
        ]
    assert signed_up.status == 400
    assert (signed_up.json["errors"][0]["param"], signed_up.json["errors"][0]["code"]) == (
        "username",
        flaw,
    )
    assert list(User.objects.values()) == before


def test_names_reasons_ids_and_cursors_are_refused_where_they_have_a_flaw() -> None:
    floor = member("Flo", Role.FLOOR)
    made = floor.post("/staff/tables", TABLE).json["table"]
    before = everything()
    for path, body, field in (
        ("/staff/tables", {**TABLE, "name": "Two\n"}, "name"),
        (f"/staff/tables/{made}/transitions", {"to": "paused", "reason": " why"}, "reason"),
        ("/staff/tables", {**TABLE, "name": "Two", "command_id": "a\tb"}, "command_id"),
    ):
        answer = floor.post(path, body, key=None, match='"1"')
        assert answer.refusal == (400, "invalid")
        assert [error["pointer"] for error in answer.json["errors"]] == [f"/{field}"]
    token = {"name": "mine ", "scopes": ["read"], "expires_at": "2100-01-01T00:00:00Z"}
    refused = floor.api("post", "/api/v1/me/tokens", token)
    assert [error["pointer"] for error in refused.json["errors"]] == ["/name"]
    assert floor.get("/tables?cursor=%20eA").refusal == (400, "invalid")
    assert everything() == before


@pytest.mark.parametrize("space", [" ", "\t", "\n"])
def test_every_character_of_a_password_counts(space: str, settings: Settings) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"
    floor = member("Flo", Role.FLOOR)
    password = f"{space}{PASSWORD}{space}"
    body = {"email": "dora@example.org", "screen_name": "Dora", "password": password}
    assert floor.post("/staff/players", body).status == 201
    wish = {"email": "carla@example.org", "username": "Carla", "password": password}
    assert Api()("post", f"{APP}/auth/signup", wish).status == 200
    for name in ("dora", "carla"):
        assert sign_in(name).status == 400
        assert sign_in(name, password).status == 200


def test_a_new_password_is_set_as_it_was_sent() -> None:
    person("Anna")
    change = {"current_password": PASSWORD, "new_password": " seven of spades "}
    assert app_of("Anna")("post", f"{APP}/account/password/change", change).status == 200
    assert sign_in("anna", "seven of spades").status == 400
    assert sign_in("anna", " seven of spades ").status == 200


def test_an_address_with_white_space_is_another_text() -> None:
    person("Anna")
    words = {"email": " anna@example.org", "password": PASSWORD}
    answer = Api()("post", f"{APP}/auth/login", words)
    assert (answer.status, answer.json["errors"][0]["param"]) == (400, "email")

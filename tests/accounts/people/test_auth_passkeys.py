"""Passkeys: a second factor, and on their own both factors (docs/architecture.md#people)."""

import pytest
from pytest_django.fixtures import Settings

from accounts.people import services as people
from pokerhouse.common.clock import now
from pokerhouse.common.roles import Role
from tests.support.passkeys import Passkey
from tests.support.people import APP, PASSWORD, Answer, Api, app_of, by, person, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_used")]

LOGIN = f"{APP}/auth/webauthn/login"
SECOND = f"{APP}/auth/webauthn/authenticate"
KEYS = f"{APP}/account/authenticators/webauthn"
STAFF_PAGE = "/api/v1/accounting/trial-balance"


@pytest.fixture(autouse=True)
def strict(settings: Settings) -> None:
    """A house that asks its staff for a second factor."""
    settings.STAFF_NEED_SECOND_FACTOR = True


def with_session(answer: Answer) -> Api:
    """Return a client that goes on with the session of `answer`."""
    return Api(**{"X-Session-Token": answer.json["meta"]["session_token"]})


def passkey_of(name: str) -> Passkey:
    """Let a signed-in person add a passkey."""
    app, passkey = app_of(name), Passkey()
    assert app("post", f"{APP}/auth/reauthenticate", {"password": PASSWORD}).status == 200
    options = app("get", f"{KEYS}?passwordless").json["data"]["creation_options"]
    added = app("post", KEYS, {"name": "phone", "credential": passkey.create(options)})
    assert added.status == 200, added.text
    return passkey


def by_passkey(passkey: Passkey) -> Answer:
    """Sign in with the passkey alone."""
    begun = Api()("get", LOGIN)
    options = begun.json["data"]["request_options"]
    return with_session(begun)("post", LOGIN, {"credential": passkey.get(options)})


def test_a_passkey_is_the_second_factor_behind_a_password() -> None:
    person("Anna", Role.ACCOUNTANT)
    passkey = passkey_of("Anna")

    first = sign_in("Anna")

    assert first.status == 401
    pending = with_session(first)
    assert pending("get", STAFF_PAGE).refusal == (401, "session_ended")
    options = pending("get", SECOND).json["data"]["request_options"]
    done = pending("post", SECOND, {"credential": passkey.get(options)})
    assert done.status == 200, done.text
    assert with_session(done)("get", STAFF_PAGE).status == 200


def test_a_passkey_alone_signs_staff_in() -> None:
    person("Anna", Role.ACCOUNTANT)

    answer = by_passkey(passkey_of("Anna"))

    assert answer.status == 200, answer.text
    assert with_session(answer)("get", STAFF_PAGE).status == 200


def test_a_passkey_of_another_site_or_for_another_challenge_signs_nobody_in() -> None:
    person("Anna")
    passkey = passkey_of("Anna")
    stale = passkey.get(Api()("get", LOGIN).json["data"]["request_options"])
    begun = Api()("get", LOGIN)
    login = with_session(begun)

    assert login("post", LOGIN, {"credential": stale}).status == 400
    passkey.site = "elsewhere.example"
    stolen = passkey.get(begun.json["data"]["request_options"])
    assert login("post", LOGIN, {"credential": stolen}).status == 400
    assert by_passkey(Passkey()).status == 400


def test_a_barred_person_is_kept_out_with_a_passkey_too() -> None:
    anna = person("Anna")
    passkey = passkey_of("Anna")
    people.bar(person=anna.id, reason="x", meta=by(person("Max", Role.MANAGER).id, now()))

    answer = by_passkey(passkey)

    assert answer.status == 401
    assert answer.json["meta"] == {"is_authenticated": False}


NONSENSE: list[object] = [
    {},
    [],
    "x",
    7,
    None,
    {"id": 5},
    {"id": "x", "rawId": "x", "type": "public-key", "response": {}},
    {"id": "eA", "rawId": "eA", "type": "public-key", "response": {"userHandle": 5}},
    {"id": "eA", "rawId": "eA", "type": "public-key", "response": "x"},
    {"id": "eA", "rawId": "!", "type": "x", "response": {"userHandle": "\u0000", "signature": {}}},
    {
        "id": "eA",
        "rawId": "eA",
        "type": "public-key",
        "response": {"clientDataJSON": "eA", "authenticatorData": "eA", "signature": "eA"},
    },
]


@pytest.mark.parametrize("credential", NONSENSE, ids=str)
def test_a_credential_that_is_none_is_a_bad_request(credential: object) -> None:
    person("Anna")
    app = app_of("Anna")
    assert app("post", f"{APP}/auth/reauthenticate", {"password": PASSWORD}).status == 200
    assert app("get", KEYS).status == 200
    login = with_session(Api()("get", LOGIN))

    assert login("post", LOGIN, {"credential": credential}).status == 400
    assert app("post", KEYS, {"name": "phone", "credential": credential}).status == 400

"""Who may ask for what: roles, second factor, scopes, recent proof; and nobody by default."""

import time
from collections.abc import Iterator

import pytest
from allauth.mfa.totp.internal import auth as totp
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.urls import include, path
from pytest_django.fixtures import Settings
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from pokerhouse.api import permissions
from pokerhouse.common.access import Scope
from pokerhouse.common.roles import Role
from tests.support.people import APP, PASSWORD, Api, app_of, person, script_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_used", "doors")]


class Door(APIView):
    """Opens for whoever its permissions let in."""

    def get(self, _request: Request) -> Response:
        return Response({})

    post = get


def door(*wanted: object) -> object:
    return Door.as_view(permission_classes=list(wanted)) if wanted else Door.as_view()


urlpatterns = [
    path("_allauth/", include("allauth.headless.urls")),
    path("api/v1/", include("accounts.urls")),
    path("api/nobody", door()),  # type: ignore[call-overload]
    path("api/player", door(permissions.IsPlayer)),  # type: ignore[call-overload]
    path("api/cage", door(permissions.HasRole(Role.CAGE))),  # type: ignore[call-overload]
    path("api/staff", door(permissions.IsStaff)),  # type: ignore[call-overload]
    path("api/void", door(permissions.HasRole(Role.FLOOR), permissions.RecentlyAuthenticated)),  # type: ignore[call-overload]
]


@pytest.fixture
def doors(settings: Settings) -> Iterator[None]:
    settings.ROOT_URLCONF = __name__
    settings.STAFF_NEED_SECOND_FACTOR = False
    yield
    cache.clear()


@pytest.mark.parametrize("role", list(Role))
def test_a_role_opens_its_own_doors_and_no_others(role: Role) -> None:
    person("Anna", role)
    app = app_of("Anna")

    opened = {
        name
        for name in ("nobody", "player", "cage", "staff")
        if app("get", f"/api/{name}").status == 200
    }

    expected = {
        Role.PLAYER: {"player"},
        Role.CAGE: {"cage", "staff"},
    }.get(role, {"staff"})
    assert opened == expected
    assert app("get", "/api/nobody").refusal == (403, "permission_denied")


@pytest.mark.parametrize("name", ["nobody", "player", "cage", "staff", "void"])
def test_a_stranger_opens_no_door(name: str) -> None:
    assert Api()("get", f"/api/{name}").refusal == (401, "not_authenticated")


MINE: list[tuple[str, str, object, int]] = [
    ("get", "/api/v1/me", None, 200),
    ("patch", "/api/v1/me", {}, 200),
    ("get", "/api/v1/me/sessions", None, 200),
    ("delete", "/api/v1/me/sessions/00000000-0000-0000-0000-000000000000", None, 404),
    ("post", "/api/v1/me/socket-tickets", {}, 201),
    ("get", "/api/v1/me/tokens", None, 200),
    ("post", "/api/v1/me/tokens", {}, 400),
    ("delete", "/api/v1/me/tokens/00000000-0000-0000-0000-000000000000", None, 404),
]


@pytest.mark.parametrize("role", list(Role))
def test_everybody_the_house_knows_has_himself(role: Role) -> None:
    person("Anna", role)
    app, stranger = app_of("Anna"), Api()

    for method, where, data, status in MINE:
        assert app(method, where, data).status == status
        assert stranger(method, where, data).refusal == (401, "not_authenticated")


@pytest.mark.parametrize(
    ("scopes", "opened"),
    [
        ({Scope.READ}, {"get player", "get me", "post tickets"}),
        ({Scope.PLAY}, {"post player", "patch me"}),
        ({Scope.STAFF}, {"get staff", "post staff"}),
        (
            set(Scope),
            {
                "get player",
                "post player",
                "get me",
                "patch me",
                "post tickets",
                "get staff",
                "post staff",
            },
        ),
    ],
)
def test_a_token_opens_what_its_scopes_name(scopes: set[Scope], opened: set[str]) -> None:
    script = script_of(person("Anna", Role.PLAYER, Role.FLOOR), *scopes)
    tried: dict[str, tuple[str, str, object]] = {
        "get player": ("get", "/api/player", None),
        "post player": ("post", "/api/player", {}),
        "get me": ("get", "/api/v1/me", None),
        "patch me": ("patch", "/api/v1/me", {}),
        "post tickets": ("post", "/api/v1/me/socket-tickets", {}),
        "get staff": ("get", "/api/staff", None),
        "post staff": ("post", "/api/staff", {}),
    }

    answers = {name: script(*request) for name, request in tried.items()}

    assert {name for name, answer in answers.items() if answer.status < 300} == opened
    for name in tried.keys() - opened:
        assert answers[name].refusal == (403, "scope_missing")


def test_a_token_makes_no_tokens_and_ends_no_sessions() -> None:
    script = script_of(person("Anna"), *Scope)

    for method, where in (("get", "tokens"), ("post", "tokens")):
        assert script(method, f"/api/v1/me/{where}", {}).refusal == (403, "session_required")


def test_staff_acts_need_a_second_factor_in_the_session(settings: Settings) -> None:
    settings.STAFF_NEED_SECOND_FACTOR = True
    person("Carl", Role.PLAYER, Role.CAGE)
    app = app_of("Carl")

    assert app("get", "/api/player").status == 200
    assert app("get", "/api/cage").refusal == (403, "second_factor_required")
    wish = {"name": "x", "scopes": ["staff"], "expires_at": "2026-12-31T00:00:00Z"}
    assert app("post", "/api/v1/me/tokens", wish).refusal == (403, "second_factor_required")

    totp_url = f"{APP}/account/authenticators/totp"
    app("post", f"{APP}/auth/reauthenticate", {"password": PASSWORD})
    secret = app("get", totp_url).json["meta"]["secret"]
    assert app("post", totp_url, {"code": code_of(secret)}).status == 200
    again = Api()("post", f"{APP}/auth/login", {"email": "carl@example.org", "password": PASSWORD})
    half = Api(**{"X-Session-Token": again.json["meta"]["session_token"]})
    assert again.status == 401
    assert half("get", "/api/player").refusal == (401, "session_ended")

    cache.clear()  # the code was used a moment ago, to activate it
    whole = half("post", f"{APP}/auth/2fa/authenticate", {"code": code_of(secret)})

    assert whole.status == 200, whole.text
    app = Api(**{"X-Session-Token": whole.json["meta"]["session_token"]})
    assert app("get", "/api/cage").status == 200


def test_a_void_needs_a_proof_of_the_last_five_minutes() -> None:
    floor = person("Carl", Role.FLOOR)
    app = app_of("Carl")
    assert app("post", "/api/void", {}).status == 200

    session = SessionStore(app.headers["X-Session-Token"])
    session["account_authentication_methods"][0]["at"] -= 301
    session.save()

    assert app("post", "/api/void", {}).refusal == (403, "reauthentication_required")
    assert app("post", f"{APP}/auth/reauthenticate", {"password": PASSWORD}).status == 200
    assert app("post", "/api/void", {}).status == 200
    script = script_of(floor, Scope.STAFF)
    assert script("post", "/api/void", {}).refusal == (403, "reauthentication_required")


def code_of(secret: str) -> str:
    counter = int(time.time()) // 30
    return str(totp.format_hotp_value(totp.hotp_value(secret, counter)))

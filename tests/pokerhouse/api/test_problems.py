"""Every refusal is a problem (RFC 9457), whoever refuses: a view, Django, or nobody at home."""

import logging
from io import StringIO
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.urls import include, path
from pytest_django.fixtures import Settings
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.audit_trail import services as audit
from accounts.audit_trail.models import AuditEntry
from pokerhouse.api.docs import GENERAL
from pokerhouse.api.problems import StrictSerializer, status_of
from pokerhouse.api.statuses import STATUS_BY_CODE
from pokerhouse.common.clock import now
from pokerhouse.common.errors import DomainError
from pokerhouse.common.requests import request_id
from tests.support.people import APP, PASSWORD, Api, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_used")]


class Seat(StrictSerializer):
    number = serializers.IntegerField(min_value=1)


class Form(StrictSerializer):
    name = serializers.CharField()
    seats = Seat(many=True, required=False)


class Refused(DomainError):
    code = "not_today"


class Refusing(APIView):
    permission_classes = (AllowAny,)

    def get(self, _request: Request, why: str) -> Response:
        raise {
            "domain": Refused("Come tomorrow.", min=5, title="mine"),
            "gone": Http404(),
            "mine": PermissionDenied(),
            "slow": Throttled(wait=2.2),
            "bug": RuntimeError("secret"),
        }[why]

    def post(self, request: Request, **_: str) -> Response:
        Form(data=request.data).is_valid(raise_exception=True)
        return Response({"request_id": request_id.get()})

    def put(self, _request: Request, **_: str) -> Response:
        with transaction.atomic():
            audit.record(actor=None, action="a.b", target="c", at=now())
        return Response({})


urlpatterns = [path("api/x/<why>", Refusing.as_view()), path("", include("pokerhouse.urls"))]
handler404 = "pokerhouse.api.problems.not_found"
handler500 = "pokerhouse.api.problems.server_error"


@pytest.fixture
def api(settings: Settings) -> Api:
    settings.ROOT_URLCONF = __name__
    return Api()


def test_a_refusal_of_the_house_carries_its_facts(api: Api) -> None:
    answer = api("get", "/api/x/domain")

    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json == {
        "type": "/problems/not_today",
        "title": "Bad Request",
        "status": 400,
        "detail": "Come tomorrow.",
        "instance": "/api/x/domain",
        "code": "not_today",
        "min": 5,
    }


@pytest.mark.parametrize(
    ("where", "refusal"),
    [
        ("/api/x/gone", (404, "not_found")),
        ("/api/x/mine", (403, "permission_denied")),
        ("/api/x/slow", (429, "throttled")),
        ("/api/x/bug", (500, "internal_error")),
        ("/api/v1/nowhere", (404, "not_found")),
        ("/_allauth/app/v1/nowhere", (404, "not_found")),
    ],
)
def test_whatever_goes_wrong_is_a_problem(api: Api, where: str, refusal: tuple[int, str]) -> None:
    answer = api("get", where)

    assert answer.refusal == refusal
    assert answer.json["instance"] == where
    assert "secret" not in answer.text
    assert UUID(answer.headers["X-Request-Id"]).version == 7


def test_who_asks_too_often_is_told_when_to_come_back(api: Api) -> None:
    assert api("get", "/api/x/slow").headers["Retry-After"] == "3"


def test_methods_and_bodies_that_nobody_knows_are_problems(api: Api) -> None:
    assert api("delete", "/api/x/gone").refusal == (405, "method_not_allowed")
    broken = api.client.post("/api/x/gone", data="{", content_type="application/json")
    assert (broken.status_code, broken.json()["code"]) == (400, "parse_error")
    form = api.client.post("/api/x/gone", data={"name": "x"})
    assert (form.status_code, form.json()["code"]) == (415, "unsupported_media_type")
    assert form.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("sent", "errors"),
    [
        ({}, [("/name", "required")]),
        (
            {"name": 1, "nmae": "x", "a/b~c": 1},
            [("/a~1b~0c", "unknown_field"), ("/nmae", "unknown_field")],
        ),
        (
            {"name": "x", "seats": [{"number": 1}, {"number": 0}]},
            [("/seats/1/number", "min_value")],
        ),
        ({"name": "x", "seats": [{"number": 1, "who": 2}]}, [("/seats/0/who", "unknown_field")]),
        ({"name": None, "seats": {}}, [("/name", "null"), ("/seats", "not_a_list")]),
        ([], [("", "invalid")]),
    ],
)
def test_a_form_says_where_it_is_wrong(
    api: Api, sent: object, errors: list[tuple[str, str]]
) -> None:
    answer = api("post", "/api/x/form", sent)

    assert answer.refusal == (400, "invalid")
    assert [(error["pointer"], error["code"]) for error in answer.json["errors"]] == errors
    assert all(error["detail"] for error in answer.json["errors"])


def test_a_well_formed_request_id_is_kept_and_another_replaced(api: Api) -> None:
    kept = api("post", "/api/x/form", {"name": "x"}, **{"X-Request-Id": "order-4711"})
    replaced = api("post", "/api/x/form", {"name": "x"}, **{"X-Request-Id": "a b"})

    assert kept.headers["X-Request-Id"] == kept.json["request_id"] == "order-4711"
    assert UUID(replaced.headers["X-Request-Id"]).version == 7
    assert replaced.json["request_id"] == replaced.headers["X-Request-Id"]
    assert request_id.get() == ""


def test_an_audit_row_names_the_request(api: Api) -> None:
    api("put", "/api/x/audit", {}, **{"X-Request-Id": "order-4711"})

    assert AuditEntry.objects.get().request_id == "order-4711"


def test_a_path_that_is_not_an_api_is_not_answered_with_a_problem() -> None:
    assert Api()("get", "/nowhere").headers["Content-Type"].startswith("text/html")


def test_meta_tells_strangers_what_a_client_needs() -> None:
    answer = Api()("get", "/api/v1/meta")

    server_now = answer.json.pop("server_now")
    assert answer.status == 200
    assert server_now.endswith("Z")
    assert answer.json == {
        "api": "v1",
        "min_app": "0.0.0",
        "features": ["cash", "sockets", "long_poll"],
        "currency": {"code": "EUR", "exponent": 2},
        "limits": {
            "max_amount": 2**53 - 1,
            "page_size": 200,
            "long_poll_s": 25,
            "body_bytes": 65536,
            "cage_max_amount": 10_000_000_000,
        },
    }


def test_the_schema_and_its_page_name_every_operation() -> None:
    schema = Api(Accept="application/json")("get", "/api/v1/schema?format=json")
    page = Api()("get", "/api/v1/docs")

    assert schema.json["openapi"] == "3.1.0"
    assert {"/api/v1/me", "/api/v1/me/socket-tickets", "/api/v1/meta"} <= set(schema.json["paths"])
    assert page.status == 200
    assert "<script" not in page.text
    for where, operations in schema.json["paths"].items():
        for method in operations:
            assert f"{method.upper()} {where}" in page.text


@pytest.mark.parametrize("where", ["/api/x/form", f"{APP}/auth/login", f"{APP}/auth/signup"])
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"[" * 60_000, 400, "body_too_deep"),
        (b'{"a":' * 501, 400, "body_too_deep"),
        (b" " * 65_537, 413, "body_too_large"),
    ],
)
def test_a_body_without_measure_reaches_no_parser(
    api: Api, where: str, body: bytes, status: int, code: str
) -> None:
    response = api.client.post(where, data=body, content_type="application/json")

    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.headers["X-Request-Id"]


@pytest.mark.parametrize("body", [b"[]", b'"x"', b"5", b"null", b"{", b"\xff\xfe", b""])
@pytest.mark.parametrize("where", ["login", "signup", "password/request", "2fa/authenticate"])
def test_signing_in_with_nonsense_is_refused_in_order(where: str, body: bytes) -> None:
    client = Api().client

    response = client.post(f"{APP}/auth/{where}", data=body, content_type="application/json")

    assert response.status_code in {400, 401}


def test_an_address_that_is_taken_is_not_told_to_strangers(settings: Settings) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    person("Anna")
    wishes = [
        {"email": email, "username": name, "password": PASSWORD}
        for email, name in (("anna@example.org", "Berta"), ("new@example.org", "Carla"))
    ]

    taken, free = (Api()("post", f"{APP}/auth/signup", wish) for wish in wishes)

    assert (taken.status, free.status) == (401, 401)
    assert taken.json["data"] == free.json["data"]


@pytest.mark.parametrize("name", ["anna", "nobody"])
def test_who_forgot_his_password_is_answered_alike_known_or_not(name: str) -> None:
    person("Anna")

    answer = Api()("post", f"{APP}/auth/password/request", {"email": f"{name}@example.org"})

    assert answer.status == 401
    assert {"id": "password_reset_by_code", "is_pending": True} in answer.json["data"]["flows"]


def test_a_session_token_that_no_database_takes_opens_nothing() -> None:
    for where in ("/api/v1/me", f"{APP}/auth/session"):
        answer = Api(**{"X-Session-Token": "a\0"})("get", where)
        assert answer.refusal == (400, "bad_request")


def codes_of(kind: type[DomainError]) -> set[str]:
    below = [codes_of(inner) for inner in kind.__subclasses__() if "tests." not in inner.__module__]
    return set().union(*below) | ({kind.code} if "code" in vars(kind) else set())


def test_every_problem_has_a_page_that_its_type_points_at() -> None:
    api = Api()
    codes = codes_of(DomainError) - {DomainError.code} | set(GENERAL)

    assert {"email_taken", "insufficient_funds", "locked_out"} <= codes
    for code in codes:
        page = api("get", f"/problems/{code}")
        assert page.status == 200
        assert f"<h1><code>{code}</code></h1>" in page.text
        assert (
            f"HTTP status {GENERAL[code][0] if code in GENERAL else status_of(code)}." in page.text
        )
    assert api("get", "/problems/nothing").status == 404


def test_the_statuses_name_codes_that_exist() -> None:
    assert codes_of(DomainError) >= set(STATUS_BY_CODE)


@pytest.mark.parametrize(
    "body", [r'{"name": "\ud800"}', r'{"\udfff": 1}', r'{"name": "ann", "seats": ["\ud83d"]}']
)
def test_half_a_character_is_refused_before_anybody_meets_it(body: str) -> None:
    client = Api().client
    for where in ("/api/x/form", f"{APP}/auth/login"):
        answer = client.post(where, body, content_type="application/json")
        assert answer.status_code == 400
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == "bad_request"


def test_a_whole_character_beyond_the_first_plane_is_text() -> None:
    answer = Api().client.post("/api/x/form", r'{"name": "\ud83d\ude00"}', "application/json")
    assert answer.status_code != 400 or answer.json()["code"] != "bad_request"


def test_an_error_of_the_house_is_logged_with_its_requests_id(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    (console,) = [h for h in logging.getLogger("django").handlers if h.name == "console"]
    said = StringIO()
    monkeypatch.setattr(console, "stream", said)

    answer = api("get", "/api/x/bug", **{"X-Request-Id": "find-me-again"})
    api("get", "/api/nowhere", **{"X-Request-Id": "a-mere-refusal"})

    assert answer.refusal == (500, "internal_error")
    assert "ERROR django.request [find-me-again] Internal Server Error" in said.getvalue()
    assert "Traceback" in said.getvalue()
    assert "a-mere-refusal" not in said.getvalue()

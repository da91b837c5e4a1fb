"""No error that is a status and nothing else leaves the house: not allauth's, not Django's."""

import re
from collections.abc import Iterator

import httpx
import pytest
from asgiref.sync import async_to_sync
from django.db import OperationalError
from django.urls import URLPattern, URLResolver, get_resolver

from pokerhouse.asgi import application
from tests.support.people import APP, BROWSER, PASSWORD, Answer, Api, app_of, person

pytestmark = pytest.mark.usefixtures("house_db", "demo")

METHODS = ("get", "post", "put", "patch", "delete")
NOTHING = "00000000-0000-7000-8000-000000000000"
BODIES = (None, b"{", b"[]", b"{}", b"\xff")


def paths(where: URLResolver | None = None, before: str = "/") -> Iterator[str]:
    """Yield a path of every pattern, ids filled in."""
    for pattern in (where or get_resolver()).url_patterns:
        path = before + re.sub(r"<[^>]*uuid:[^>]*>", NOTHING, str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from paths(pattern, path)
        else:
            assert isinstance(pattern, URLPattern)
            filled = re.sub(r"<int:[^>]*>", "1", path)
            yield re.sub(r"<[^>]*>", "x", filled)


def send(api: Api, method: str, path: str, body: bytes | None) -> Answer:
    """Send bytes as they are, under a JSON type."""
    call = getattr(api.client, method)
    headers = {**api.headers, "Idempotency-Key": "k"}
    if body is None or method == "get":
        return Answer(call(path, headers=headers))
    return Answer(call(path, data=body, content_type="application/json", headers=headers))


def assert_it_says_why(answer: Answer, shown: object) -> None:
    """A problem, or one of allauth's answers that carry errors or what to do next."""
    if answer.headers.get("Content-Type") == "application/problem+json":
        assert answer.refusal, shown
        return
    assert answer.json is not None, shown
    assert {"errors", "data", "meta"} & set(answer.json), shown


@pytest.mark.parametrize("is_known", [False, True])
def test_no_path_answers_with_a_status_alone(is_known: bool) -> None:
    person("Anna")
    api = app_of("Anna") if is_known else Api()
    tried = 0
    for path in paths():
        if not path.startswith(("/api/", "/_allauth/")) or path == f"{APP}/auth/session":
            continue  # the last would sign out
        for method in METHODS:
            for body in BODIES:
                answer = send(api, method, path, body)
                assert answer.status < 500, (method, path, body)
                if answer.status >= 400:
                    assert_it_says_why(answer, (method, path, body))
                tried += 1
    if is_known:
        assert api("get", "/api/v1/me").status == 200
    assert tried > 1000


@pytest.mark.parametrize("body", [b"{", b"[]", b"nul", b"\xff"])
@pytest.mark.parametrize("where", [APP, BROWSER])
def test_a_body_that_is_no_object_is_a_problem_when_signing_in_too(where: str, body: bytes) -> None:
    answer = send(Api(), "post", f"{where}/auth/login", body)
    if where == BROWSER:
        assert answer.refusal == (403, "csrf_failed")
        return
    assert answer.refusal == (400, "parse_error")
    assert (answer.json["detail"], answer.json["instance"]) == (
        "The body is not a JSON object.",
        f"{APP}/auth/login",
    )


def test_a_method_that_a_path_has_not_keeps_its_allow_header() -> None:
    answer = Api()("get", f"{APP}/auth/login")
    assert answer.refusal == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "POST, OPTIONS"


def test_signing_in_twice_is_a_conflict_with_a_name() -> None:
    person("Anna")
    words = {"email": "anna@example.org", "password": PASSWORD}
    assert app_of("Anna")("post", f"{APP}/auth/login", words).refusal == (409, "conflict")


def test_allauths_limits_say_when_to_come_again() -> None:
    for _ in range(61):
        answer = Api()("post", f"{APP}/auth/login", {"email": "x@example.org", "password": "x"})
        if answer.status == 429 and answer.json["code"] == "throttled":
            break
    assert answer.refusal == (429, "throttled")
    assert answer.headers["Retry-After"] == "60"


def test_over_asgi_it_is_the_same() -> None:
    async def sign_in() -> httpx.Response:
        transport = httpx.ASGITransport(application)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.post(f"{APP}/auth/login", content=b"{")

    answer = async_to_sync(sign_in)()
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")


def test_an_answer_that_says_something_stays_what_it_is() -> None:
    answer = Api()("post", f"{APP}/auth/login", {"email": "anna@example.org"})
    assert (answer.status, answer.headers["Content-Type"]) == (400, "application/json")
    assert answer.json["errors"][0]["param"] == "password"


@pytest.mark.parametrize("method", ["get", "post", "put"])
def test_the_house_keeps_no_phone_numbers(method: str) -> None:
    person("Anna")
    for api in (app_of("Anna"), Api()):
        answer = api(method, f"{APP}/account/phone", {"phone": "+493012345678"})
        assert answer.refusal == (404, "not_found")


def test_what_the_schemas_path_refuses_is_json_too() -> None:
    assert Api()("post", "/api/v1/schema").refusal == (405, "method_not_allowed")
    assert Api(Accept="text/html")("get", "/api/v1/schema").refusal == (406, "not_acceptable")


def test_a_librarys_view_without_a_database_says_when_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As ours do: a pool with no connection left is no error of the house."""

    def no_connection(*_: object, **__: object) -> None:
        raise OperationalError("couldn't get a connection after 2.00 sec")

    monkeypatch.setattr("allauth.account.adapter.DefaultAccountAdapter.authenticate", no_connection)
    someone = person("Wanda")
    client = httpx.ASGITransport(app=application, raise_app_exceptions=False)

    async def sign_in() -> httpx.Response:
        async with httpx.AsyncClient(transport=client, base_url="http://127.0.0.1") as house:
            body = {"email": someone.email, "password": PASSWORD}
            return await house.post(f"{APP}/auth/login", json=body)

    answer = async_to_sync(sign_in)()
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer.headers["Retry-After"] == "1"

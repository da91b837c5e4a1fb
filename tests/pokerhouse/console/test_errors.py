"""A missing, forbidden or broken page stands in the shell, in the reader's language."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path
from pytest_django.fixtures import Settings

from pokerhouse.common.roles import Role
from pokerhouse.console.shell.pages import page, page_for
from tests.support.browsing import HTMX, elements, text_of, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo")]

NUMBER = "test-request-0001"


@page
def breaks(_request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a secret")


@page
def forbids(_request: HttpRequest) -> HttpResponse:
    raise PermissionDenied("Only by day.")


@page_for(Role.CAGE)
def of_the_cage(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("the cage")


@page
def form(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("sent")


urlpatterns = [
    path("breaks", breaks),
    path("forbids", forbids),
    path("cage", of_the_cage),
    path("form", form),
    path("", include("pokerhouse.urls")),
]
handler400 = "pokerhouse.console.shell.errors.bad_request"
handler403 = "pokerhouse.console.shell.errors.permission_denied"
handler404 = "pokerhouse.console.shell.errors.not_found"
handler500 = "pokerhouse.console.shell.errors.server_error"


@pytest.fixture(autouse=True)
def paths(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__


def ask(client: Client, where: str) -> Any:
    return client.get(where, headers={"X-Request-Id": NUMBER})


@pytest.mark.parametrize(
    ("language", "title", "way_out"),
    [
        ("en", "There is no such page", "The address may be mistyped"),
        ("de", "Diese Seite gibt es nicht", "Die Adresse ist vielleicht vertippt"),
    ],
)
def test_a_missing_page_says_so_inside_the_shell(language: str, title: str, way_out: str) -> None:
    response = ask(visitor(language), "/nowhere")
    said = text_of(response)
    assert response.status_code == 404
    assert title in said
    assert way_out in said
    assert NUMBER in said
    assert "Lobby" in said
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert elements(response, "html")[0]["lang"] == language


def test_a_table_that_is_not_there_is_a_missing_page_too() -> None:
    response = visitor("de", Role.PLAYER).get(f"/tables/{uuid4()}")
    assert response.status_code == 404
    assert "Diese Seite gibt es nicht" in text_of(response)


def test_a_forbidden_page_says_what_the_view_said() -> None:
    response = ask(visitor(), "/forbids")
    assert response.status_code == 403
    assert "You may not open this page Only by day." in text_of(response)


def test_a_page_of_others_work_says_so() -> None:
    response = ask(visitor("de", Role.FLOOR), "/cage")
    assert response.status_code == 403
    assert "Diese Seite gehört nicht zu Ihren Aufgaben." in text_of(response)
    assert visitor("de", Role.CAGE, name="cashier").get("/cage").content == b"the cage"


def test_staff_without_a_second_factor_is_told_to_bring_one(settings: Settings) -> None:
    settings.STAFF_NEED_SECOND_FACTOR = True
    response = ask(visitor("de", Role.CAGE), "/cage")
    assert response.status_code == 403
    assert "Das Personal meldet sich mit einem zweiten Faktor an." in text_of(response)


def test_a_stranger_is_asked_to_sign_in_and_comes_back() -> None:
    response = visitor().get("/cage?day=1")
    assert response.headers["Location"] == "/sign-in?next=/cage%3Fday%3D1"


def test_a_stranger_s_part_of_a_page_makes_the_whole_page_go_there() -> None:
    client = visitor()
    there = {**HTMX, "HX-Current-URL": "http://testserver/cage?day=1"}
    response = client.get("/cage", headers=there)
    assert response.headers["HX-Redirect"] == "/sign-in?next=/cage%3Fday%3D1"


@pytest.mark.parametrize(
    ("language", "title"), [("en", "That did not work"), ("de", "Das ging nicht")]
)
def test_a_broken_page_says_its_number_and_nothing_of_the_fault(language: str, title: str) -> None:
    response = ask(visitor(language, Role.MANAGER), "/breaks")
    said = text_of(response)
    assert response.status_code == 500
    assert title in said
    assert NUMBER in said
    assert "secret" not in said
    assert {"/breaks", "/"} <= {link["href"] for link in elements(response, "a")}


def test_a_broken_page_does_not_need_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    client = visitor("de", Role.MANAGER)

    def away(*_: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", away)
    response = ask(client, "/cage")
    assert response.status_code == 500
    assert "Das ging nicht" in text_of(response)


def test_a_form_that_was_open_for_too_long_says_that_nothing_was_changed() -> None:
    client = Client(enforce_csrf_checks=True, headers={"Accept-Language": "de"})
    response = client.post("/form")
    assert response.status_code == 403
    assert "Es wurde nichts geändert." in text_of(response)


@pytest.mark.parametrize("where", ["/api/v1/nowhere", "/_allauth/nowhere"])
def test_a_program_gets_a_problem(where: str) -> None:
    response = visitor("de").get(where)
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == "not_found"

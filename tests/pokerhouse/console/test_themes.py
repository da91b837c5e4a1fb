"""The theme: the system's, until somebody chooses; a cookie keeps the choice."""

import pytest

from tests.support.browsing import elements, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_used")]


def test_without_a_choice_the_page_follows_the_system() -> None:
    (root,) = elements(visitor().get("/sign-in"), "html")
    assert root == {"lang": "en"}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_choice_holds_on_the_next_page(theme: str) -> None:
    client = visitor()
    answer = client.post("/theme", {"theme": theme, "next": "/sign-up?a=1"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/sign-up?a=1")
    cookie = answer.cookies["theme"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"], cookie["secure"]) == (
        theme,
        True,
        "Lax",
        True,
    )
    (root,) = elements(client.get("/sign-in", secure=True), "html")
    assert root["data-theme"] == theme


def test_a_choice_can_be_taken_back() -> None:
    client = visitor()
    client.post("/theme", {"theme": "dark"})
    client.post("/theme", {"theme": ""})
    (root,) = elements(client.get("/sign-in"), "html")
    assert "data-theme" not in root


def test_a_theme_that_nobody_knows_is_none() -> None:
    client = visitor()
    client.cookies["theme"] = 'x"><script>'
    (root,) = elements(client.get("/sign-in"), "html")
    assert root == {"lang": "en"}


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org", "javascript:x"])
def test_the_way_back_leads_into_the_house(elsewhere: str) -> None:
    answer = visitor().post("/theme", {"theme": "dark", "next": elsewhere})
    assert answer.headers["Location"] == "/"


def test_a_choice_is_a_form_and_no_link() -> None:
    answer = visitor().get("/theme?theme=dark")
    assert answer.status_code == 405
    assert "theme" not in answer.cookies

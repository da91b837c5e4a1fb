"""The parts of staff's pages over HTTP: tables, forms, dialogs, toasts, with and without htmx."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from pokerhouse.common.roles import Role
from pokerhouse.console.parts import samples
from tests.support.browsing import HTMX, elements, links_in, text_of, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo")]

ROWS = samples.rows()


@pytest.fixture
def floor() -> Client:
    return visitor("en", Role.FLOOR)


def amounts(response: Any) -> list[int]:
    """Return the amounts of the sample table, in minor units, as they stand in it."""
    listing = response.context["listing"]
    return [row.amount_minor for row in listing.rows]


def query(address: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(address).query)


# --- the table -------------------------------------------------------------------------------


def test_a_table_begins_as_its_feature_wants_it(floor: Client) -> None:
    response = floor.get("/parts")
    newest = sorted(ROWS, key=lambda row: row.day, reverse=True)
    assert amounts(response) == [row.amount_minor for row in newest[:8]]
    assert "1–8 of 60" in text_of(response)


def test_a_head_sorts_and_the_next_click_turns_it_round(floor: Client) -> None:
    response = floor.get("/parts?sort=amount")
    assert amounts(response) == sorted(row.amount_minor for row in ROWS)[:8]
    (head,) = [head for head in elements(response, "th") if "aria-sort" in head]
    assert head["aria-sort"] == "ascending"
    (again,) = [
        link["href"]
        for link in elements(response, "a", within="listing")
        if link.get("id") == "sample-rows-by-amount"
    ]
    turned = floor.get(again)
    assert amounts(turned) == sorted((row.amount_minor for row in ROWS), reverse=True)[:8]
    (head,) = [head for head in elements(turned, "th") if "aria-sort" in head]
    assert head["aria-sort"] == "descending"


def test_pages_keep_sort_and_filters_in_their_addresses(floor: Client) -> None:
    found = [row for row in ROWS if "an" in row.person.casefold() and row.state == "posted"]
    response = floor.get("/parts?q=an&state=posted&sort=-amount&page=2")
    wanted = sorted((row.amount_minor for row in found), reverse=True)
    assert amounts(response) == wanted[8:16]
    assert f"9–16 of {len(found)}" in text_of(response)
    links = {link["rel"]: query(link["href"]) for link in elements(response, "a", within="pages")}
    same = {"q": ["an"], "state": ["posted"], "sort": ["-amount"]}
    assert links == {"prev": {**same, "page": ["1"]}, "next": {**same, "page": ["3"]}}


def test_walking_through_all_pages_shows_each_row_once(floor: Client) -> None:
    seen, address = [], "/parts?sort=amount"
    while address:
        response = floor.get(address)
        seen += amounts(response)
        address = response.context["listing"].later
    assert seen == sorted(row.amount_minor for row in ROWS)


@pytest.mark.parametrize("page", ["0", "-1", "x", "999999999999999999999", "٣"])
def test_a_page_that_is_not_there_is_one_that_is(floor: Client, page: str) -> None:
    response = floor.get("/parts", {"sort": "amount", "page": page})
    listing = response.context["listing"]
    assert listing.rows
    assert 1 <= listing.first <= listing.last <= 60


def test_the_last_page_has_no_later_one(floor: Client) -> None:
    response = floor.get("/parts?page=8")
    assert response.context["listing"].later == ""
    assert "57–60 of 60" in text_of(response)
    assert floor.get("/parts?page=9").context["listing"].first == 57


@pytest.mark.parametrize("sort", ["state", "secret", "-", "--amount", "amount;"])
def test_one_sorts_by_the_columns_that_say_so(floor: Client, sort: str) -> None:
    assert amounts(floor.get("/parts", {"sort": sort})) == amounts(floor.get("/parts"))


@pytest.mark.parametrize(
    ("language", "typed", "sentence"),
    [
        ("en", "1,000.00", ""),
        ("de", "1.000,00", ""),
        ("en", "x", "Write an amount like 1,234.50."),
        ("de", "x", "Schreiben Sie einen Betrag wie 1.234,50."),
    ],
)
def test_a_wrong_filter_says_so_and_filters_nothing(
    language: str, typed: str, sentence: str
) -> None:
    response = visitor(language, Role.FLOOR).get("/parts", {"least": typed})
    large = [row for row in ROWS if row.amount_minor >= 1_000_00]
    expected = len(ROWS) if sentence else len(large)
    assert response.context["listing"].total_count == expected
    assert sentence in text_of(response)


def test_nothing_found_says_so_and_leads_back(floor: Client) -> None:
    response = floor.get("/parts?q=nobody")
    assert "Nothing fits these filters" in text_of(response)
    assert "/parts" in links_in(response, within="empty")


def test_htmx_gets_the_table_alone(floor: Client) -> None:
    asks = {**HTMX, "HX-Target": "sample-rows"}
    part = floor.get("/parts?sort=amount", headers=asks)
    assert part.content.lstrip().startswith(b'<section id="sample-rows"')
    assert amounts(part) == amounts(floor.get("/parts?sort=amount"))
    assert b"<html" in floor.get("/parts", headers=HTMX).content


# --- the form --------------------------------------------------------------------------------

FIELDS = {"amount": "50.00", "why": "win", "entry": "post", "is_checked": "on"}


@pytest.mark.parametrize(
    ("language", "amount", "said"),
    [
        ("en", "5,000.00", "At most €2,000.00."),
        ("de", "5.000,00", "Höchstens 2.000,00\u00a0€."),
        ("en", "9.99", "At least €10.00."),
        ("de", "9,99", "Mindestens 10,00\u00a0€."),
        ("en", "50.001", "Write an amount like 1,234.50."),
        ("de", "50.00", "Schreiben Sie einen Betrag wie 1.234,50."),
        ("en", "", "This field is required."),
        ("de", "", "Dieses Feld ist zwingend erforderlich."),
    ],
)
def test_an_error_stands_beside_its_field_and_in_the_summary(
    language: str, amount: str, said: str
) -> None:
    client = visitor(language, Role.CAGE)
    response = client.post("/parts", {**FIELDS, "amount": amount})
    assert response.status_code == 422
    text = text_of(response)
    assert text.count(" ".join(said.split())) == 2
    (field,) = [one for one in elements(response, "input") if one.get("name") == "amount"]
    assert field["aria-invalid"] == "true"
    assert field.get("value", "") == amount
    assert "id_amount_error" in field["aria-describedby"].split()
    assert {"id_amount_error", "id_amount_helptext"} <= {
        one.get("id") for one in [*elements(response, "div"), *elements(response, "p")]
    }
    assert "#id_amount" in links_in(response, within="note")


@pytest.mark.parametrize(
    ("language", "one", "three"),
    [
        ("en", "One thing is missing or wrong.", "3 things are missing or wrong."),
        ("de", "Eine Angabe fehlt oder stimmt nicht.", "3 Angaben fehlen oder stimmen nicht."),
    ],
)
def test_the_summary_counts(language: str, one: str, three: str) -> None:
    client = visitor(language, Role.CAGE)
    assert one in text_of(client.post("/parts", {**FIELDS, "amount": ""}))
    assert three in text_of(client.post("/parts", {"entry": "post"}))


def test_a_form_in_order_says_what_was_done_on_the_next_page(floor: Client) -> None:
    answer = floor.post("/parts", FIELDS)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/parts")
    assert "The form is in order; nothing was posted." in text_of(floor.get("/parts"))
    assert "The form is in order" not in text_of(floor.get("/parts"))


# --- the dialog and the toast ----------------------------------------------------------------


def test_without_a_script_a_dialog_is_a_page(floor: Client) -> None:
    response = floor.get("/parts/confirm")
    assert elements(response, "html")
    assert [each["id"] for each in elements(response, "dialog")] == ["keys"]  # of every page
    assert "Take Okan Çelik off the table?" in text_of(response)
    assert "/parts" in links_in(response, within="dialog")


def test_htmx_gets_a_dialog(floor: Client) -> None:
    response = floor.get("/parts/confirm", headers=HTMX)
    assert elements(response, "html") == []
    (dialog,) = elements(response, "dialog")
    assert "data-open" in dialog


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_without_a_reason_nothing_is_done(floor: Client, headers: dict[str, str]) -> None:
    response = floor.post("/parts/confirm", {"reason": "  "}, headers=headers)
    assert response.status_code == 422
    assert "Reason : This field is required." in text_of(response)
    assert "Seat 5 is free again." not in text_of(floor.get("/parts"))


def test_what_was_done_can_be_taken_back(floor: Client) -> None:
    answer = floor.post("/parts/confirm", {"reason": "House rules"}, headers=HTMX)
    assert answer.headers["HX-Redirect"] == "/parts"
    page = floor.get("/parts")
    assert "Seat 5 is free again." in text_of(page)
    (undo,) = elements(page, "form", within="toast")
    assert (undo["method"], undo["action"]) == ("post", "/parts/undo")
    floor.post(undo["action"])
    assert "Taken back." in text_of(floor.get("/parts"))


def test_the_parts_are_for_staff() -> None:
    assert visitor().get("/parts").status_code == 302
    assert visitor("en", Role.PLAYER).get("/parts").status_code == 403


def test_htmx_sends_the_token_of_its_page(floor: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = floor.cookies
    page = strict.get("/parts")
    (body,) = elements(page, "body")
    assert '"X-CSRFToken": "' in body["hx-headers"]
    token = body["hx-headers"].split('"')[3]
    assert strict.post("/parts/undo").status_code == 403
    sent = strict.post("/parts/undo", headers={**HTMX, "X-CSRFToken": token})
    assert sent.headers["HX-Redirect"] == "/parts"


def test_a_fragment_brings_the_toast_along(floor: Client) -> None:
    floor.post("/parts/confirm", {"reason": "House rules"}, headers=HTMX)
    fragment = floor.get("/parts/confirm", headers=HTMX)
    (place,) = [one for one in elements(fragment, "div") if one.get("id") == "toasts"]
    assert place["hx-swap-oob"] == "beforeend"
    assert "Seat 5 is free again." in text_of(fragment)
    assert "Seat 5 is free again." not in text_of(floor.get("/parts"))

"""The wallet's page: how much one has, what moved it, and only one's own."""

from typing import Any

import pytest
from django.test import Client

from accounts.money.ledger.chart import Book
from pokerhouse.common.ids import PlayerId
from pokerhouse.common.roles import Role
from tests.support.browsing import HTMX, as_person, elements, text_of, visitor
from tests.support.people import person
from tests.support.room_api import House, a_house, member, open_table, sit_down
from tests.support.rooms import deposit, withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo", "no_cached_tables")]


@pytest.fixture
def house() -> House:
    return a_house()


def of(house: House, language: str = "en") -> Client:
    return as_person(house.anna.user, language)


def rows(response: Any) -> list[tuple[str, str, str, str]]:
    """Return what the table of entries says: what, table, amount, balance."""
    listing = response.context["listing"]
    return [(row.what, row.table_name, row.amount, row.balance) for row in listing.rows]


def test_a_stranger_is_asked_to_sign_in() -> None:
    response = visitor().get("/wallet")
    assert (response.status_code, response.headers["Location"]) == (302, "/sign-in?next=/wallet")


def test_staff_without_a_wallet_has_no_such_page() -> None:
    assert visitor("en", Role.CAGE).get("/wallet").status_code == 403


def test_what_one_has_stands_first(house: House) -> None:
    response = of(house).get("/wallet")
    (purse,) = response.context["purses"]
    assert (purse.name, purse.wallet, purse.on_tables) == ("Play money", "1,000", "1,000")
    (stack,) = purse.stacks
    assert (stack.path, stack.name, stack.amount) == (
        f"/tables/{house.table_id}",
        "Table 1",
        "1,000",
    )
    assert "1,000 in the wallet" in text_of(response)


def test_each_entry_says_what_where_how_much_and_what_was_left(house: House) -> None:
    assert rows(of(house).get("/wallet")) == [
        ("Bought in", "Table 1", "−1,000", "1,000"),
        ("Paid in at the cage", "", "+2,000", "2,000"),
    ]
    assert rows(of(house, "de").get("/wallet")) == [
        ("Eingekauft", "Table 1", "−1.000", "1.000"),
        ("An der Kasse eingezahlt", "", "+2.000", "2.000"),
    ]


def test_the_book_of_money_is_written_as_money(house: House) -> None:
    deposit(house.anna.id, 184_200, Book.MAIN)
    withdraw(house.anna.id, 300)
    response = of(house, "de").get("/wallet?book=main")
    money, play = response.context["purses"]
    assert (money.name, money.wallet, money.pending) == ("Geld", "1.842,00\u00a0€", "")
    assert (play.name, play.wallet, play.pending) == ("Spielgeld", "700", "300")
    assert rows(response) == [
        ("An der Kasse eingezahlt", "", "+1.842,00\u00a0€", "1.842,00\u00a0€")
    ]


def test_a_kind_is_chosen_and_the_balance_stays_what_was_in_the_wallet(house: House) -> None:
    deposit(house.anna.id, 50)
    response = of(house).get("/wallet?kind=out")
    assert rows(response) == [("Bought in", "Table 1", "−1,000", "1,000")]
    response = of(house).get("/wallet?kind=cage")
    assert [row[2:] for row in rows(response)] == [("+50", "1,050"), ("+2,000", "2,000")]
    assert response.context["listing"].total_count == 2


def test_entries_stand_by_time_or_amount(house: House) -> None:
    first = [row[2] for row in rows(of(house).get("/wallet?sort=at"))]
    assert first == ["+2,000", "−1,000"]
    assert [row[2] for row in rows(of(house).get("/wallet?sort=amount"))] == ["−1,000", "+2,000"]


def test_pages_hold_each_entry_once(house: House) -> None:
    for amount in range(1, 31):
        deposit(house.anna.id, amount)
    first = of(house).get("/wallet")
    later = of(house).get(first.context["listing"].later)
    seen = [row[2] for row in [*rows(first), *rows(later)]]
    assert seen == [*(f"+{amount}" for amount in range(30, 0, -1)), "−1,000", "+2,000"]
    assert "26–32 of 32" in text_of(later)


def test_one_sees_nobody_else_s_wallet(house: House) -> None:
    deposit(PlayerId(house.bert.user.id), 77_777)
    said = text_of(of(house).get("/wallet"))
    assert "77,777" not in said
    assert "78,777" not in said


def test_an_empty_wallet_says_where_chips_come_from() -> None:
    client = as_person(person("Newcomer"), "de")
    response = client.get("/wallet")
    said = text_of(response)
    assert "0,00\u00a0€ in der Börse".replace("\u00a0", " ") in said
    assert "Chips gibt es an der Kasse: Nennen Sie dort Ihren Spielernamen, Newcomer." in said
    assert "Ihre Börse ist noch unbewegt" in said
    assert {"href": "/", "class": "btn small"} in elements(response, "a", within="empty")


def test_filters_that_fit_nothing_lead_back(house: House) -> None:
    assert "Nothing fits these filters" in text_of(of(house).get("/wallet?kind=in"))
    nonsense = of(house).get("/wallet?kind=steal&book=secret")
    assert len(rows(nonsense)) == 2


def test_htmx_gets_the_table_alone(house: House) -> None:
    response = of(house).get("/wallet?kind=out", headers={**HTMX, "HX-Target": "wallet-entries"})
    assert response.content.decode().lstrip().startswith('<section id="wallet-entries"')


def test_chips_that_come_back_are_a_gain() -> None:
    floor = member("Flo", Role.FLOOR)
    anna = member("Anna")
    deposit(anna.id, 500)
    table = open_table(floor)
    sit_down(anna, table, 1, amount=400)
    assert anna.post(f"/tables/{table}/seats/me/leave").status < 300
    response = as_person(anna.user).get("/wallet?kind=in")
    assert rows(response) == [("Chips back from the table", "Table 1", "+400", "500")]
    assert [row.is_gain for row in response.context["listing"].rows] == [True]

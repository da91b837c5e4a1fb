"""The trial balance over HTTP: figures, book, day, and what stands on paper."""

from datetime import timedelta

import pytest

from accounts.money.ledger.chart import CHART, Book
from pokerhouse.common.ids import PlayerId
from pokerhouse.common.roles import Role
from pokerhouse.console.account_words import ACCOUNTS
from tests.support import rooms
from tests.support.browsing import text_of, visitor
from tests.support.people import person
from tests.support.rooms import AT
from tests.support.staff_pages import stored

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

PAGE = "/trial-balance"
DAY = AT.date().isoformat()


@pytest.mark.parametrize("role", [*Role, None])
def test_the_books_are_read_by_accountant_auditor_and_manager(role: Role | None) -> None:
    client = visitor("en", *([role] if role else []))
    may = role in {Role.ACCOUNTANT, Role.AUDITOR, Role.MANAGER}
    before = stored()
    assert (client.get(PAGE).status_code == 200) == may
    assert stored() == before


def test_each_account_stands_with_its_sums_and_both_sides_are_equal() -> None:
    rooms.deposit(PlayerId(person("Lena_K").id), 123_456, Book.MAIN)
    text = text_of(visitor("de", Role.ACCOUNTANT).get(f"{PAGE}?book=main&as_of={DAY}"))
    assert "1010 Kasse 1.234,56 0,00 1.234,56 2010 Börsen 0,00 1.234,56 1.234,56" in text
    assert "Summe 1.234,56 1.234,56 1.234,56 1.234,56" in text
    assert "Soll und Haben sind gleich." in text
    assert "vorläufig: Tag nicht abgeschlossen" in text
    assert "Zeitraum bis zum Ende von Mo 30.11.2026" in text


def test_books_and_days_are_kept_apart() -> None:
    rooms.deposit(PlayerId(person("Lena_K").id), 5000, Book.PLAY)
    client = visitor("en", Role.AUDITOR)
    assert "Nothing was posted in this book" in text_of(client.get(f"{PAGE}?as_of={DAY}"))
    assert "50.00" in text_of(client.get(f"{PAGE}?book=play&as_of={DAY}"))
    before = (AT.date() - timedelta(days=1)).isoformat()
    text = text_of(client.get(f"{PAGE}?book=play&as_of={before}"))
    assert "Nothing was posted in this book" in text


def test_a_day_that_is_none_is_said_beside_its_field() -> None:
    answer = visitor("en", Role.AUDITOR).get(f"{PAGE}?as_of=yesterday")
    assert answer.status_code == 422
    assert "Enter a valid date." in text_of(answer)


def test_every_account_of_the_chart_has_a_name() -> None:
    assert set(ACCOUNTS) == set(CHART)

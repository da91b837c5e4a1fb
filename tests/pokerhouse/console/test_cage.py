"""The cage's pages over HTTP: what is shown before money moves, that it moves once, and slips."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.money.ledger.balances import wallet_of
from accounts.money.ledger.chart import Book
from accounts.people.models import User
from pokerhouse.common.ids import PlayerId
from pokerhouse.common.roles import Role
from tests.support.browsing import text_of, visitor
from tests.support.people import person
from tests.support.staff_pages import actions, hidden_in, send, stored

pytestmark = pytest.mark.usefixtures("house_db", "demo")


@pytest.fixture
def cashier() -> Client:
    return visitor("en", Role.CAGE, name="Carla")


@pytest.fixture
def lena() -> User:
    return person("Lena_K")


def path_of(user: User) -> str:
    return f"/cage/players/{user.id}"


def asked(client: Client, user: User, kind: str, amount: str, book: str = "main") -> Any:
    return client.get(path_of(user), {"kind": kind, "amount": amount, "book": book})


def pay(client: Client, user: User, kind: str, amount: str) -> Any:
    """Let the page show what would be posted, and press the green button."""
    shown = asked(client, user, kind, amount)
    return send(client, path_of(user), hidden_in(shown, "move"))


def wallet(user: User) -> int:
    return wallet_of(PlayerId(user.id), Book.MAIN)


@pytest.mark.parametrize("role", [*Role, None])
def test_the_cage_is_the_cashier_s(role: Role | None, lena: User) -> None:
    client = visitor("en", *([role] if role else []))
    before = stored()
    for path in ("/cage", path_of(lena)):
        assert (client.get(path).status_code == 200) == (role is Role.CAGE)
    if role is not Role.CAGE:
        said = {"command_id": "x", "kind": "deposit", "amount": 5000, "book": "main"}
        assert client.post(path_of(lena), said).status_code in {302, 403}
    assert stored() == before


def test_the_lines_are_shown_before_anything_moves(cashier: Client, lena: User) -> None:
    before = stored()
    text = text_of(asked(cashier, lena, "deposit", "500.00"))
    assert "1010 Cash at the cage 500.00 2010 Wallet, Lena_K 500.00" in text
    assert "Wallet before €0.00 Wallet after €500.00" in text
    assert "Pay in €500.00, with a slip" in text
    assert stored() == before


def test_a_deposit_is_taken_once_and_has_a_slip(cashier: Client, lena: User) -> None:
    shown = asked(cashier, lena, "deposit", "500.00")
    said = hidden_in(shown, "move")
    first, second = (send(cashier, path_of(lena), said) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert wallet(lena) == 500_00
    assert actions().count("cage.deposit") == 1
    slip = cashier.get(first.headers["Location"])
    number = first.headers["Location"].replace("-", "")[-12:].upper()
    text = text_of(slip)
    assert f"Number {number[:4]}-{number[4:8]}-{number[8:]}" in text
    assert "Deposit €500.00" in text
    assert "Player Lena_K Cashier Carla" in text
    assert b'media="print"' in slip.content


def test_a_payout_moves_through_the_payouts_that_wait(cashier: Client, lena: User) -> None:
    pay(cashier, lena, "deposit", "500.00")
    text = text_of(asked(cashier, lena, "cash_out", "120.50"))
    assert "2070 Payout that waits, Lena_K" in text
    assert "Wallet before €500.00 Wallet after €379.50" in text
    done = pay(cashier, lena, "cash_out", "120.50")
    assert wallet(lena) == 379_50
    assert "Payout €120.50" in text_of(cashier.get(done.headers["Location"]))


def test_more_than_there_is_locks_the_button_and_says_why(lena: User) -> None:
    cashier = visitor("de", Role.CAGE, name="Carla")
    pay(cashier, lena, "deposit", "500,00")
    text = text_of(asked(cashier, lena, "cash_out", "500,01"))
    assert "Das lässt sich nicht auszahlen. Es sind nur 500,00 € da." in text
    assert "auszahlen, mit Beleg" not in text


def test_money_that_went_meanwhile_is_refused_and_nothing_moves(
    cashier: Client, lena: User
) -> None:
    pay(cashier, lena, "deposit", "500.00")
    said = hidden_in(asked(cashier, lena, "cash_out", "400.00"), "move")
    pay(cashier, lena, "cash_out", "200.00")
    before = stored()
    answer = send(cashier, path_of(lena), said)
    assert answer.status_code == 422
    assert "Nothing was posted. No more than €300.00 is there." in text_of(answer)
    assert answer.context["form"]["amount"].value() == "400.00"
    assert stored() == before


def test_a_cashier_does_not_serve_himself() -> None:
    both = visitor("de", Role.CAGE, Role.PLAYER, name="Carla")
    carla = User.objects.get(screen_name="Carla")
    before = stored()
    answer = pay(both, carla, "deposit", "10,00")
    assert answer.status_code == 422
    assert "An der Kasse bedient sich niemand selbst." in text_of(answer)
    assert stored() == before


def test_an_amount_above_the_limit_says_the_limit(
    cashier: Client, lena: User, settings: Settings
) -> None:
    settings.CAGE_MAX_AMOUNT = 2_000_00
    answer = asked(cashier, lena, "deposit", "2,000.01")
    assert answer.status_code == 422
    assert "At most €2,000.00." in text_of(answer)
    said = {"command_id": "k", "kind": "deposit", "amount": 2_000_01, "book": "main"}
    before = stored()
    refused = send(cashier, path_of(lena), said)
    assert "At most €2,000.00 at once. Divide the amount." in text_of(refused)
    assert stored() == before


def test_the_cashier_searches_whom_he_serves(cashier: Client, lena: User) -> None:
    person("Bert")
    found = cashier.get("/cage?q=lena").context["listing"].rows
    assert [row["line"].id for row in found] == [lena.id]


def test_what_the_cage_did_not_post_has_no_slip(cashier: Client) -> None:
    assert cashier.get(f"/cage/slips/{UUID(int=4)}").status_code == 404
    assert cashier.get(f"/cage/players/{UUID(int=4)}").status_code == 404

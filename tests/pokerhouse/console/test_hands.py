"""The page of one's hands: what each brought, where its replay is, and only one's own."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from accounts.money.ledger.balances import nets_of, stack_of
from accounts.money.ledger.chart import Book
from pokerhouse.common.ids import HandId, PlayerId
from pokerhouse.common.roles import Role
from tests.support.browsing import as_person, elements, links_in, text_of, visitor
from tests.support.people import person
from tests.support.room_api import House, a_house, deal, member, open_table, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo", "no_cached_tables")]


@pytest.fixture
def house() -> House:
    return a_house()


def of(house: House, language: str = "en") -> Client:
    return as_person(house.anna.user, language)


def rows(response: Any) -> list[Any]:
    return list(response.context["listing"].rows)


def fold(house: House) -> str:
    """Deal a hand that is folded at once; return its id."""
    deal(house.table_id)
    hand = str(house.state()["hand"]["hand"])
    assert house.act("fold").status == 200
    return hand


def test_a_stranger_is_asked_to_sign_in() -> None:
    response = visitor().get("/hands")
    assert (response.status_code, response.headers["Location"]) == (302, "/sign-in?next=/hands")


def test_staff_who_do_not_play_have_no_such_page() -> None:
    assert visitor("en", Role.CAGE).get("/hands").status_code == 403


def test_a_hand_is_one_line_with_its_result_and_its_replay(house: House) -> None:
    hand = fold(house)
    (row,) = rows(of(house).get("/hands"))
    assert (row.path, row.table, row.hand_no) == (f"/hands/{hand}", "Table 1", "1")
    assert row.game == "No-limit hold'em 5/10"
    (other,) = rows(as_person(house.bert.user).get("/hands"))
    assert {row.net, other.net} == {"+5", "−5"}
    assert [each.is_gain for each in (row, other) if each.net == "+5"] == [True]


def test_the_language_is_the_reader_s(house: House) -> None:
    fold(house)
    said = text_of(of(house, "de").get("/hands"))
    assert "Meine Hände" in said
    assert "Table 1, Hand 1" in said
    assert "Ergebnis" in said


def test_a_hand_s_history_is_had_in_three_forms(house: House) -> None:
    hand = fold(house)
    client = of(house)
    page = client.get("/hands")
    path = f"/api/v1/hands/{hand}/history"
    links = links_in(page, within="downloads")
    assert links == [f"{path}?format={name}" for name in ("text", "phh", "json")]
    names = [link["download"] for link in elements(page, "a", within="downloads")]
    assert names == [f"hand-{hand}.txt", f"hand-{hand}.phh", f"hand-{hand}.json"]
    assert [client.get(link).status_code for link in links] == [200, 200, 200]


def test_a_running_hand_is_marked_and_has_no_history(house: House) -> None:
    deal(house.table_id)
    page = of(house).get("/hands")
    (row,) = rows(page)
    assert (row.is_over, row.net, row.downloads) == (False, "", ())
    assert "running" in text_of(page)


def test_a_hand_that_was_taken_back_is_marked_and_counts_nothing(house: House) -> None:
    hand = fold(house)
    body = {"reason": "the deck was short"}
    manager = member("Max", Role.MANAGER)
    answer = manager.post(f"/staff/hands/{hand}/void", body, match=house.etag())
    assert answer.status < 300, answer.text
    page = of(house, "de").get("/hands")
    (row,) = rows(page)
    assert (row.is_voided, row.net, row.downloads) == (True, "", ())
    assert "annulliert" in text_of(page)


def test_the_latest_stands_first_and_the_head_turns_it_round(house: House) -> None:
    first, second = fold(house), fold(house)
    latest = [row.path for row in rows(of(house).get("/hands"))]
    assert latest == [f"/hands/{second}", f"/hands/{first}"]
    assert [row.path for row in rows(of(house).get("/hands?sort=at"))] == latest[::-1]


def test_hands_of_one_table_are_chosen(house: House) -> None:
    first = fold(house)
    other = open_table(house.floor, name="Table 2")
    sit_down(house.anna, other, 1, amount=500)
    sit_down(house.bert, other, 2, amount=500)
    deal(other)
    client = of(house)
    assert len(rows(client.get("/hands"))) == 2
    (row,) = rows(client.get(f"/hands?table={house.table_id}"))
    assert row.path == f"/hands/{first}"
    (row,) = rows(client.get(f"/hands?table={other}"))
    assert row.table == "Table 2"
    assert len(rows(client.get(f"/hands?table={UUID(int=7)}"))) == 2


def test_a_full_page_leads_to_the_next(house: House) -> None:
    played = [fold(house) for _ in range(27)]
    client = of(house)
    page = client.get("/hands")
    later = client.get(page.context["listing"].later)
    seen = [row.path for row in [*rows(page), *rows(later)]]
    assert seen == [f"/hands/{hand}" for hand in reversed(played)]
    assert "26–27 of 27" in text_of(later)


def test_one_sees_no_hand_that_one_was_not_dealt(house: House) -> None:
    fold(house)
    page = as_person(house.carl.user).get("/hands")
    assert rows(page) == []
    assert "No hand yet" in text_of(page)
    assert f"table={house.table_id}" not in page.content.decode()


def test_who_never_played_is_led_to_the_lobby() -> None:
    page = as_person(person("Newcomer"), "de").get("/hands")
    assert "Noch keine Hand" in text_of(page)
    assert {"href": "/", "class": "btn small"} in elements(page, "a", within="empty")


def test_results_add_up_to_what_the_stack_gained(house: House) -> None:
    hands = [HandId(UUID(fold(house))) for _ in range(3)]
    player = PlayerId(house.anna.user.id)
    stack = stack_of(player, house.table_id, Book.PLAY)
    assert sum(nets_of(player, hands).values()) == stack - 1000

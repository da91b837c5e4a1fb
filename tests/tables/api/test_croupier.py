"""What a dealer says of the cards over REST: a misdeal, faces, boards (R-MSD)."""

from typing import Any

import pytest

from tests.support.people import Answer
from tests.support.room_api import House, a_house, deal
from tests.support.rooms import everything

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")


@pytest.fixture
def house() -> House:
    house = a_house()
    deal(house.table_id)
    return house


def say(house: House, key: str = "", **body: Any) -> Answer:
    """Let the floor say it of the running hand."""
    hand = house.state()["hand"]["hand"]
    return house.floor.post(f"/staff/tables/{house.table_id}/croupier", {"hand": hand, **body}, key)


def test_a_misdeal_gives_everything_back_and_the_same_hand_is_dealt_again(house: House) -> None:
    """R-MSD-1: same button, blinds, players."""
    before = house.state()["hand"]
    answer = say(house, "m1", action="misdeal", reason="two cards exposed")
    assert answer.status == 200, answer.text
    state = house.state()
    assert (state["hand"]["is_voided"], [s["stack_chips"] for s in state["seats"]]) == (
        True,
        [1000, 1000],
    )
    deal(house.table_id)
    again = house.state()["hand"]
    assert again["hand"] != before["hand"]
    assert (again["button"], again["big_blind"]) == (before["button"], before["big_blind"])


def test_after_substantial_action_it_is_too_late_for_a_misdeal(house: House) -> None:
    """R-MSD-2: the call and the check are two actions, and one of them put chips in."""
    house.act("call")
    house.act("check")
    before = everything()
    answer = say(house, action="misdeal", reason="too late")
    assert (*answer.refusal, answer.json["rule"]) == (
        422,
        "refused_by_rules",
        "substantial_action",
    )
    assert everything() == before


@pytest.mark.parametrize(
    "body",
    [
        {"action": "enter_cards", "cards": [{"position": 5, "card": "As"}]},
        {"action": "correct_board", "positions": [5, 6, 7], "why": "premature_card"},
    ],
)
def test_nobody_touches_a_deck_that_the_house_has_committed_to(
    house: House, body: dict[str, Any]
) -> None:
    """R-MSD-6 is for physical cards."""
    before = everything()
    answer = say(house, **body)
    assert (answer.status, answer.json["rule"]) == (422, "deck_committed")
    assert everything() == before


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"action": "misdeal"}, "/reason"),
        ({"action": "misdeal", "reason": "x", "positions": [1]}, "/positions"),
        ({"action": "enter_cards", "cards": [{"position": 5, "card": "Xx"}]}, "/cards/0/card"),
        ({"action": "enter_cards", "cards": [{"position": 52, "card": "As"}]}, "/cards/0/position"),
        ({"action": "correct_board", "positions": [5, 6, 7]}, "/why"),
        ({"action": "shuffle"}, "/action"),
    ],
)
def test_what_makes_no_sense_is_named(house: House, body: dict[str, Any], pointer: str) -> None:
    answer = say(house, **body)
    assert answer.status == 400
    assert pointer in [error["pointer"] for error in answer.json["errors"]]


def test_only_the_floor_says_it_and_only_of_the_running_hand(house: House) -> None:
    body = {"hand": house.state()["hand"]["hand"], "action": "misdeal", "reason": "mine"}
    path = f"/staff/tables/{house.table_id}/croupier"
    assert house.anna.post(path, body).status == 403
    house.act("fold")
    assert say(house, action="misdeal", reason="it is over").refusal[0] in {409, 422}

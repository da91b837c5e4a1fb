"""A table over REST: seats, a whole hand, and what each response may hold."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from pytest_django.fixtures import Settings

from accounts.ledger.chart import Book
from accounts.queries.balances import wallet_of
from pokerhouse.common.ids import TableId
from pokerhouse.common.roles import Role
from tables.engine.cards import text_of
from tables.queries.room import load, refresh
from tests.support.people import Answer
from tests.support.room_api import Member, deal, member, open_table, player_with, sit_down

pytestmark = pytest.mark.usefixtures("house_db", "fresh_rooms", "demo")


@pytest.fixture
def demo(settings: Settings) -> Iterator[None]:
    settings.STAFF_NEED_SECOND_FACTOR = False
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def anna() -> Member:
    return player_with("Anna", 2000)


@pytest.fixture
def bert() -> Member:
    return player_with("Bert", 2000)


@pytest.fixture
def table_id(anna: Member, bert: Member) -> TableId:
    """A table at which Anna has seat 1 and Bert seat 2."""
    made = open_table(member("Flo", Role.FLOOR))
    sit_down(anna, made, 1)
    sit_down(bert, made, 2)
    return made


def state(who: Member, table_id: TableId) -> dict[str, Any]:
    answer = who.get(f"/tables/{table_id}/state")
    assert answer.status == 200, answer.text
    told: dict[str, Any] = answer.json
    return told


def act(who: Member, turn: dict[str, Any], hand: str, action: str) -> Answer:
    return who.post(f"/hands/{hand}/actions", {"turn": turn["turn"], "action": action})


def test_two_play_a_hand_to_its_end_and_neither_reads_the_others_live_cards(
    anna: Member, bert: Member, table_id: TableId
) -> None:
    """SECURITY 2"""
    deal(table_id)
    players = {1: anna, 2: bert}
    room = refresh(load(table_id))
    assert room.hand is not None
    faces = room.faces()
    hole = {
        seat: [text_of(faces[position]) for position in room.hand.of(seat).positions]
        for seat in players
    }
    hand = state(anna, table_id)["hand"]["hand"]
    answers: dict[int, list[str]] = {1: [], 2: []}
    while True:
        for seat, who in players.items():
            for path in ("state", "events", "hand"):
                answers[seat].append(who.get(f"/tables/{table_id}/{path}").text)
            answers[seat].append(who.get(f"/hands/{hand}").text)
        for seat, other in ((1, 2), (2, 1)):
            text = "".join(answers[seat])
            assert not any(f'"{card}"' in text for card in hole[other])
        turn = state(anna, table_id)["turn"]
        actor = players[turn["seat"]]
        legal = state(actor, table_id)["turn"]["legal"]["kinds"]
        answer = act(actor, turn, hand, "check" if "check" in legal else "call")
        assert answer.status == 200, answer.text
        if state(anna, table_id)["hand"]["is_over"]:
            break
        answers[turn["seat"]].append(answer.text)

    for seat, who in players.items():
        assert all(
            f'"{card}"' in json.dumps(answers[seat]).replace("\\", "") for card in hole[seat]
        )
        assert who.get(f"/hands/{hand}").json["is_over"] is True
    stacks = {seat["seat"]: seat["stack_chips"] for seat in state(anna, table_id)["seats"]}
    assert sum(stacks.values()) == 2000
    assert wallet_of(anna.id, Book.PLAY) == 1000

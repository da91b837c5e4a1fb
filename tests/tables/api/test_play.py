"""A table over REST: seats, a whole hand, and what each response may hold."""

from typing import Any

import pytest

from accounts.money.ledger.balances import wallet_of
from accounts.money.ledger.chart import Book
from pokerhouse.common.ids import new_id
from tables.engine.rules.cards import text_of
from tables.live import table as live_tables
from tests.support.room_api import House, a_house, deal, open_table, sit_down
from tests.support.rooms import everything

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")


@pytest.fixture
def house() -> House:
    return a_house()


def hole_cards(house: House) -> dict[int, list[str]]:
    live = live_tables.newest(house.table_id)
    assert live.hand is not None
    faces = live.faces()
    return {
        seat.seat: [text_of(faces[position]) for position in seat.positions]
        for seat in live.hand.seats
    }


def test_two_play_a_hand_to_its_end_and_neither_reads_the_others_live_cards(house: House) -> None:
    """docs/security.md#hidden-cards"""
    deal(house.table_id)
    hole = hole_cards(house)
    players = {1: house.anna, 2: house.bert}
    hand = house.state()["hand"]["hand"]
    texts: dict[int, str] = {1: "", 2: ""}
    while not house.state()["hand"]["is_over"]:
        for seat, who in players.items():
            for path in ("state", "events", "hand"):
                texts[seat] += who.get(f"/tables/{house.table_id}/{path}").text
            texts[seat] += who.get(f"/hands/{hand}").text + who.get("/me/seats").text
        for seat, other in ((1, 2), (2, 1)):
            assert all(f'"{card}"' in texts[seat] for card in hole[seat])
            assert not any(f'"{card}"' in texts[seat] for card in hole[other])
        actor = house.actor()
        seat = next(seat for seat, who in players.items() if who is actor)
        kinds = house.state(actor)["turn"]["legal"]["kinds"]
        answer = house.act("check" if "check" in kinds else "call")
        assert answer.status == 200, answer.text
        if not house.state()["hand"]["is_over"]:
            texts[seat] += answer.text

    stacks = [seat["stack_chips"] for seat in house.state()["seats"]]
    assert sum(stacks) == 2000
    assert house.anna.get(f"/hands/{hand}").json["is_over"] is True


def test_an_action_answers_with_the_events_that_followed(house: House) -> None:
    deal(house.table_id)
    before = house.state()

    answer = house.act("call")

    assert answer.status == 200
    assert [event["t"] for event in answer.json["events"]] == ["hand.called", "hand.turn_started"]
    assert answer.json["seq"] == before["seq"] + 2
    assert answer.json["turn"] == before["turn"]["turn"] + 1


def test_only_the_owner_of_the_turn_acts_and_only_once(house: House) -> None:
    deal(house.table_id)
    state, actor = house.state(), house.actor()
    other = house.bert if actor is house.anna else house.anna
    path = f"/hands/{state['hand']['hand']}/actions"
    body = {"turn": state["turn"]["turn"], "action": "call"}
    before = everything()

    assert other.post(path, body).refusal == (409, "not_your_turn")
    assert house.carl.post(path, body).refusal == (409, "not_your_turn")
    assert actor.post(path, {**body, "turn": 99}).status == 409
    assert actor.post(f"/hands/{new_id()}/actions", body).refusal == (404, "unknown_hand")
    refused = actor.post(path, {**body, "action": "bet", "to": 5})
    assert refused.refusal == (422, "illegal_action")
    assert refused.json["rule"] == "bet_stands"
    assert "call" in refused.json["legal_actions"]["kinds"]
    assert everything() == before

    assert actor.post(path, body).status == 200
    before = everything()
    assert actor.post(path, body).refusal == (409, "not_your_turn")
    assert everything() == before


def test_nobody_acts_in_a_hand_that_is_over(house: House) -> None:
    deal(house.table_id)
    hand = house.check_down()
    before = everything()

    answer = house.anna.post(f"/hands/{hand}/actions", {"turn": 1, "action": "fold"})

    assert answer.refusal == (409, "hand_over")
    assert everything() == before


def test_sitting_down_moves_money_from_the_wallet(house: House) -> None:
    body = {"amount": 500, "entry": "wait"}

    answer = house.carl.post(f"/tables/{house.table_id}/seats/3/buy-in", body)

    assert answer.status == 201
    assert (answer.json["stack"], answer.json["applied"]) == (500, "now")
    assert [event["t"] for event in answer.json["events"]] == ["table.player_seated"]
    assert wallet_of(house.carl.id, Book.PLAY) == 1500
    [seat] = house.carl.get("/me/seats").json["data"]
    assert seat["table"]["table"] == str(house.table_id)
    assert seat["you"]["seat"] == 3


REFUSED_SEATS: list[tuple[dict[str, Any], int, int, str]] = [
    ({"amount": 1000}, 1, 409, "seat_taken"),
    ({"amount": 1000}, 7, 404, "no_such_seat"),
    ({"amount": 1000}, 10**30, 404, "no_such_seat"),
    ({"amount": 99}, 3, 422, "refused_by_rules"),
    ({"amount": 2**53 - 1}, 3, 422, "refused_by_rules"),
]


@pytest.mark.parametrize(("body", "seat", "status", "code"), REFUSED_SEATS)
def test_a_seat_that_cannot_be_had_is_refused_and_nothing_changes(
    house: House, body: dict[str, Any], seat: int, status: int, code: str
) -> None:
    before = everything()
    answer = house.carl.post(f"/tables/{house.table_id}/seats/{seat}/buy-in", body)
    assert answer.refusal == (status, code)
    assert everything() == before


def test_nobody_sits_twice_or_with_money_that_he_has_not(house: House) -> None:
    before = everything()
    path = f"/tables/{house.table_id}/seats/3/buy-in"
    assert house.anna.post(path, {"amount": 1000}).refusal == (409, "already_seated")
    assert everything() == before

    other = open_table(house.floor, name="Dear", stakes={"small_blind": 50, "big_blind": 100})
    before = everything()
    answer = house.carl.post(f"/tables/{other}/seats/1/buy-in", {"amount": 5000})
    assert answer.refusal == (409, "insufficient_funds")
    assert everything() == before


@pytest.mark.parametrize(
    ("command", "body"),
    [("top-up", {"amount": 10}), ("sit-out", {}), ("sit-in", {}), ("leave", {})],
)
def test_who_has_no_seat_has_none_to_change(
    house: House, command: str, body: dict[str, Any]
) -> None:
    before = everything()
    answer = house.carl.post(f"/tables/{house.table_id}/seats/me/{command}", body)
    assert answer.refusal == (409, "not_seated")
    unknown = house.carl.post(f"/tables/{new_id()}/seats/me/{command}", body)
    assert unknown.refusal == (404, "unknown_feed")
    assert everything() == before


def test_chips_are_added_between_hands(house: House) -> None:
    answer = house.anna.post(f"/tables/{house.table_id}/seats/me/top-up", {"amount": 500})
    assert (answer.status, answer.json["applied"]) == (200, "now")
    assert wallet_of(house.anna.id, Book.PLAY) == 500


def test_chips_added_in_a_hand_are_refused_and_nothing_changes(house: House) -> None:
    """R-STK-3"""
    deal(house.table_id)
    before = everything()
    answer = house.anna.post(f"/tables/{house.table_id}/seats/me/top-up", {"amount": 500})
    assert answer.refusal == (409, "top_up_mid_hand")
    assert everything() == before


def test_a_player_sits_out_comes_back_and_leaves(house: House) -> None:
    seat = f"/tables/{house.table_id}/seats/me"
    out = house.anna.post(f"{seat}/sit-out")
    assert (out.status, out.json["applied"]) == (200, "now")
    again = house.anna.post(f"{seat}/sit-out")
    assert (*again.refusal, again.json["rule"]) == (422, "refused_by_rules", "already_sitting_out")
    assert house.anna.post(f"{seat}/sit-in", {"entry": "post"}).status == 200
    left = house.anna.post(f"{seat}/leave")
    assert (left.status, left.json["applied"]) == (200, "now")
    assert wallet_of(house.anna.id, Book.PLAY) == 2000
    assert house.anna.get("/me/seats").json["data"] == []


def test_who_leaves_in_a_hand_leaves_after_it(house: House) -> None:
    deal(house.table_id)
    answer = house.anna.post(f"/tables/{house.table_id}/seats/me/leave")
    assert (answer.status, answer.json["applied"]) == (202, "after_hand")
    assert [seat["seat"] for seat in house.state(house.bert)["seats"]] == [1, 2]


def test_a_closed_table_takes_nobody(house: House) -> None:
    assert house.move("closed").status == 200
    before = everything()
    answer = house.carl.post(f"/tables/{house.table_id}/seats/3/buy-in", {"amount": 1000})
    assert answer.refusal == (409, "table_closed")
    assert everything() == before


def test_the_feed_is_read_on_from_where_it_ended(house: House) -> None:
    path = f"/tables/{house.table_id}/events"
    first = house.anna.get(f"{path}?limit=2").json
    rest = house.anna.get(f"{path}?after_seq={first['seq']}").json
    assert [event["seq"] for event in first["events"] + rest["events"]] == [1, 2, 3]
    assert rest["seq"] == 3
    assert house.anna.get(f"{path}?after_seq=3").json["events"] == []


@pytest.mark.parametrize(
    "query", ["after_seq=-1", "after_seq=x", "limit=0", "limit=501", "wait=26", "after=1"]
)
def test_a_feed_is_not_read_by_nonsense(house: House, query: str) -> None:
    answer = house.anna.get(f"/tables/{house.table_id}/events?{query}")
    assert answer.refusal == (400, "invalid")
    assert answer.json["errors"][0]["pointer"] == "/" + query.split("=", maxsplit=1)[0]


def test_everybody_sees_the_room_and_nothing_of_a_hand(house: House) -> None:
    deal(house.table_id)
    stranger = house.carl.api.__class__()
    lobby = stranger("get", "/api/v1/lobby").json
    [line] = lobby["data"]
    assert (line["name"], line["free_seats"], line["hand_no"]) == ("Table 1", 4, 1)
    assert lobby["server_now"].endswith("Z")
    table = stranger("get", f"/api/v1/tables/{house.table_id}").json
    assert [(seat["seat"], seat["name"]) for seat in table["seats"]] == [(1, "Anna"), (2, "Bert")]
    assert [seat["seat"] for seat in table["seats"]] == [1, 2]
    assert table["buy_in_chips"] == {"min": 100, "max": None}
    assert "hand" not in table
    assert stranger("get", f"/api/v1/tables/{new_id()}").refusal == (404, "unknown_table")


def test_tables_come_in_pages(house: House) -> None:
    for name in ("B", "A", "C"):
        open_table(house.floor, name=name)
    names: list[str] = []
    cursor = ""
    while True:
        answer = house.carl.get(f"/tables?limit=3{cursor}").json
        names += [line["name"] for line in answer["data"]]
        if not answer["has_more"]:
            break
        cursor = f"&cursor={answer['next_cursor']}"
    assert names == ["A", "B", "C", "Table 1"]
    for bad in ("ä", "A", "!!!!"):
        assert house.carl.get(f"/tables?cursor={bad}").refusal == (400, "cursor_invalid")


def test_two_tables_are_two_seats(house: House) -> None:
    other = open_table(house.floor, name="Other")
    sit_down(house.anna, other, 4, amount=200)
    seats = house.anna.get("/me/seats").json["data"]
    assert {(seat["table"]["table"], seat["you"]["seat"]) for seat in seats} == {
        (str(house.table_id), 1),
        (str(other), 4),
    }

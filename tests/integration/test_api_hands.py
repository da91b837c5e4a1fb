"""Hands after they were played: lists, histories, proofs."""

import pytest

from pokerhouse.common.ids import new_id
from pokerhouse.common.roles import Role
from tables.dealer import Opening, verify_opening
from tables.engine.cards import card_of, text_of
from tables.histories.phh_read import read_phh
from tables.queries.room import load, refresh
from tests.support.room_api import House, Member, a_house, deal, member

pytestmark = pytest.mark.usefixtures("house_db", "fresh_rooms", "demo")


@pytest.fixture
def house() -> House:
    return a_house()


def cards_of(house: House) -> dict[int, list[str]]:
    room = refresh(load(house.table_id))
    assert room.hand is not None
    faces = room.faces()
    return {s.seat: [text_of(faces[position]) for position in s.positions] for s in room.hand.seats}


def folded(house: House) -> str:
    """Play a hand that ends before a card is shown; return its id."""
    deal(house.table_id)
    hand: str = house.state()["hand"]["hand"]
    assert house.act("fold").status == 200
    return hand


def test_hands_come_in_pages_the_latest_first(house: House) -> None:
    played = [folded(house) for _ in range(3)]
    found: list[str] = []
    cursor = ""
    for _ in range(2):
        page = house.anna.get(f"/hands?table={house.table_id}&limit=2{cursor}").json
        found += [row["hand"] for row in page["data"]]
        cursor = f"&cursor={page['next_cursor']}"
    assert found == played[::-1]
    assert not page["has_more"]
    assert len(house.anna.get("/hands?player=me").json["data"]) == 3
    assert house.carl.get("/hands?player=me").json["data"] == []
    for bad in ("table=x", "player=you", "limit=0", "limit=x", "cursor=x", "from=1"):
        assert house.anna.get(f"/hands?{bad}").status == 400


def test_a_history_holds_own_and_shown_cards_and_the_auditors_all(house: House) -> None:
    deal(house.table_id)
    hole = cards_of(house)
    hand = house.state()["hand"]["hand"]
    running = house.anna.get(f"/hands/{hand}/history?format=phh")
    assert running.refusal == (409, "hand_running")
    assert house.act("fold").status == 200
    auditor = member("Otto", Role.AUDITOR)

    def text(who: Member) -> str:
        answer = who.get(f"/hands/{hand}/history?format=phh")
        assert answer.status == 200, answer.text
        read_phh(answer.json["text"])
        told: str = answer.json["text"]
        return told

    for who, known in (
        (house.anna, {1}),
        (house.bert, {2}),
        (house.carl, set()),
        (auditor, {1, 2}),
    ):
        assert {seat for seat, cards in hole.items() if "".join(cards) in text(who)} == known
    told = house.anna.get(f"/hands/{hand}/history").json
    assert (told["format"], {p["name"] for p in told["players"]}) == ("json", {"Anna", "Bert"})
    assert house.anna.get(f"/hands/{hand}/history?format=text").refusal == (400, "invalid")


def test_a_proof_opens_public_and_own_cards_and_no_others(house: House) -> None:
    deal(house.table_id)
    hole = cards_of(house)
    hand = house.state()["hand"]["hand"]
    commitment = house.state()["hand"]["commitment"]
    assert house.anna.get(f"/hands/{hand}/proof").refusal == (409, "hand_running")
    assert house.act("call").status == 200
    assert house.act("check").status == 200  # the flop is public
    assert house.act("bet", to=10).status == 200
    assert house.act("fold").status == 200
    board = house.state()["hand"]["board"]

    for who, seat in ((house.anna, 1), (house.bert, 2), (house.carl, 0)):
        told = who.get(f"/hands/{hand}/proof").json
        assert told["root"] == commitment
        cards = {opening["card"] for opening in told["openings"]}
        assert cards == {*board, *hole.get(seat, [])}
        for opening in told["openings"]:
            opened = Opening(
                opening["position"],
                card_of(opening["card"]),
                bytes.fromhex(opening["salt"]),
                tuple(bytes.fromhex(step) for step in opening["path"]),
            )
            assert verify_opening(commitment, opened)


@pytest.mark.parametrize("is_settled", [False, True])
def test_a_hand_that_was_taken_back_has_no_history(house: House, *, is_settled: bool) -> None:
    deal(house.table_id)
    hand = house.state()["hand"]["hand"]
    if is_settled:
        assert house.act("fold").status == 200
    boss = member("Max", Role.MANAGER)
    assert boss.post(f"/staff/hands/{hand}/void", {"reason": "a card fell"}).status == 200
    answer = house.anna.get(f"/hands/{hand}/history?format=phh")
    assert answer.refusal == (409, "history_unwritable")
    told = house.anna.get(f"/hands/{hand}").json
    assert (told["is_over"], told["voided_at"] is None) == (True, False)
    [line] = house.anna.get("/hands?player=me").json["data"]
    assert line["voided_at"][:19] == told["voided_at"][:19]


@pytest.mark.parametrize("path", ["", "/history", "/history?format=phh", "/proof"])
def test_an_unknown_hand_is_not_found(path: str) -> None:
    anna = member("Anna")
    assert anna.get(f"/hands/{new_id()}{path}").refusal == (404, "unknown_hand")

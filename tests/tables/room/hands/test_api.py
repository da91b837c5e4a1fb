"""Hands after they were played: lists, histories, proofs."""

import re
from dataclasses import replace
from decimal import Decimal
from uuid import UUID

import pytest

from accounts.money.ledger.chart import Book
from pokerhouse.common.ids import new_id
from pokerhouse.common.roles import Role
from tables.dealer import Opening, verify_opening
from tables.engine.rules.cards import card_of, text_of
from tables.histories.phh.read import read_phh
from tables.live import table as live_tables
from tests.support.ohh import (
    Ohh,
    act,
    actions_of,
    cards_in,
    player,
    pot,
    read_ohh,
    street,
)
from tests.support.room_api import House, Member, a_house, deal, member, open_table, sit_down
from tests.support.rooms import deposit

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")


@pytest.fixture
def house() -> House:
    return a_house()


def cards_of(house: House) -> dict[int, list[str]]:
    live = live_tables.newest(house.table_id)
    assert live.hand is not None
    faces = live.faces()
    return {s.seat: [text_of(faces[position]) for position in s.positions] for s in live.hand.seats}


def folded(house: House) -> str:
    """Play a hand that ends before a card is shown; return its id."""
    deal(house.table_id)
    hand: str = house.state()["hand"]["hand"]
    assert house.act("fold").status == 200
    return hand


def history(who: Member, hand: str) -> Ohh:
    """Return the hand as Open Hand History, as somebody reads it."""
    answer = who.get(f"/hands/{hand}/history?format=json")
    assert answer.status == 200, answer.text
    return read_ohh(answer.text)


def plain_text(who: Member, hand: str) -> str:
    """Return the hand as text, as somebody reads it."""
    answer = who.get(f"/hands/{hand}/history?format=text")
    assert answer.status == 200, answer.text
    return answer.text


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
    for form in ("phh", "json", "text"):
        running = house.anna.get(f"/hands/{hand}/history?format={form}")
        assert running.refusal == (409, "hand_running")
    assert house.act("fold").status == 200
    auditor = member("Otto", Role.AUDITOR)

    def text(who: Member) -> str:
        answer = who.get(f"/hands/{hand}/history?format=phh")
        assert answer.status == 200, answer.text
        read_phh(answer.json["text"])
        body: str = answer.json["text"]
        return body

    for who, known in (
        (house.anna, {1}),
        (house.bert, {2}),
        (house.carl, set()),
        (auditor, {1, 2}),
    ):
        assert {seat for seat, cards in hole.items() if "".join(cards) in text(who)} == known
        seen = {card for seat in known for card in hole[seat]}
        assert cards_in(history(who, hand)) == seen
        assert set(CARD.findall(plain_text(who, hand))) == seen
    assert house.anna.get(f"/hands/{hand}/history?format=toml").refusal == (400, "invalid")


def test_a_history_is_plain_text_as_players_know_it(house: House) -> None:
    deal(house.table_id)
    hole = cards_of(house)
    hand = house.state()["hand"]["hand"]
    assert house.act("fold").status == 200

    answer = house.bert.get(f"/hands/{hand}/history?format=text")

    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    number = UUID(hand).int >> 64
    assert answer.text.splitlines() == [
        f"PokerStars Hand #{number}: Hold'em No Limit (5/10) - 2026/11/30 18:00:00 UTC",
        "Table 'Table 1' 6-max (Play Money) Seat #2 is the button",
        "Seat 1: Anna (1000 in chips)",
        "Seat 2: Bert (1000 in chips)",
        "Bert: posts small blind 5",
        "Anna: posts big blind 10",
        "*** HOLE CARDS ***",
        f"Dealt to Bert [{' '.join(hole[2])}]",
        "Bert: folds",
        "Uncalled bet (5) returned to Anna",
        "Anna collected 10 from pot",
        "Anna: doesn't show hand",
        "*** SUMMARY ***",
        "Total pot 10 | Rake 0",
        "Seat 1: Anna (big blind) collected (10)",
        "Seat 2: Bert (button) (small blind) folded before Flop",
        f"Hand {hand} of pokerhouse",
    ]


def test_a_history_is_open_hand_history_of_this_table(house: House) -> None:
    deal(house.table_id)
    hole = cards_of(house)
    hand = house.state()["hand"]["hand"]
    assert house.act("fold").status == 200

    answer = house.bert.get(f"/hands/{hand}/history")

    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
    ohh = read_ohh(answer.text)
    assert ohh == {
        "spec_version": "1.4.7",
        "internal_version": "1.4.1",
        "network_name": "pokerhouse",
        "site_name": "pokerhouse",
        "tournament": False,
        "game_number": hand,
        "start_date_utc": "2026-11-30T18:00:00.000Z",
        "table_name": "Table 1",
        "table_size": 6,
        "currency": "PPC",
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "NL", "bet_cap": 0},
        "dealer_seat": 2,
        "small_blind_amount": 5,
        "big_blind_amount": 10,
        "ante_amount": 0,
        "_hand_no": 1,
        "hero_player_id": 1,
        "flags": [],
        "players": [
            player(0, 1, "Anna", 1000, 1005),
            player(1, 2, "Bert", 1000, 995),
        ],
        "rounds": [
            street(  # Bert has the button: heads-up it posts the small blind and acts first
                0,
                "Preflop",
                act(1, "Post SB", 5),
                act(0, "Post BB", 10),
                act(1, "Dealt Cards", cards=hole[2]),
                act(1, "Fold"),
            )
        ],
        "pots": [pot(0, 10, (0, 10))],
        "_uncalled": [{"player_id": 0, "amount": 5}],
    }
    assert history(house.carl, hand)["flags"] == ["Observed"]


def test_at_a_showdown_everybody_reads_the_cards_that_were_shown(house: House) -> None:
    deal(house.table_id)
    hole = cards_of(house)
    hand = house.check_down()
    board = house.state()["hand"]["board"]
    shown = {card for cards in hole.values() for card in cards}

    for who in (house.anna, house.bert, house.carl):
        ohh = history(who, hand)
        assert cards_in(ohh) == {*board, *shown}
        assert [each["street"] for each in ohh["rounds"]] == [
            *("Preflop", "Flop", "Turn", "River", "Showdown")
        ]
    dealt = [a for a in actions_of(history(house.carl, hand)) if a["action"] == "Dealt Cards"]
    assert dealt == []


def test_money_is_written_in_the_decimals_of_the_houses_currency(house: House) -> None:
    table_id = open_table(house.floor, name="Table 2", book="main")
    for seat, who in ((1, house.anna), (2, house.bert)):
        deposit(who.id, 2000, Book.MAIN)
        sit_down(who, table_id, seat)
    deal(table_id)
    hand = house.anna.get(f"/tables/{table_id}/state").json["hand"]["hand"]
    assert replace(house, table_id=table_id).act("fold").status == 200

    text = house.anna.get(f"/hands/{hand}/history?format=json").text

    ohh = read_ohh(text)
    assert (ohh["currency"], ohh["table_name"]) == ("EUR", "Table 2")
    assert '"small_blind_amount":0.05,"big_blind_amount":0.10,' in text
    assert {player["starting_stack"] for player in ohh["players"]} == {Decimal("10.00")}
    assert {player["_finishing_stack"] for player in ohh["players"]} == {
        Decimal("9.95"),
        Decimal("10.05"),
    }


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
        body = who.get(f"/hands/{hand}/proof").json
        assert body["root"] == commitment
        cards = {opening["card"] for opening in body["openings"]}
        assert cards == {*board, *hole.get(seat, [])}
        for opening in body["openings"]:
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
    for form in ("phh", "json", "text"):
        answer = house.anna.get(f"/hands/{hand}/history?format={form}")
        assert answer.refusal == (409, "history_unwritable")
    body = house.anna.get(f"/hands/{hand}").json
    assert (body["is_over"], body["voided_at"] is None) == (True, False)
    [line] = house.anna.get("/hands?player=me").json["data"]
    assert line["voided_at"][:19] == body["voided_at"][:19]


@pytest.mark.parametrize(
    "path", ["", "/history", "/history?format=phh", "/history?format=text", "/proof"]
)
def test_an_unknown_hand_is_not_found(path: str) -> None:
    anna = member("Anna")
    assert anna.get(f"/hands/{new_id()}{path}").refusal == (404, "unknown_hand")

"""Every game over REST: opened by the floor, listed, played by its players, checked afterwards."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from pokerhouse.common.roles import Role
from tables.engine.rules.games import GAMES
from tests.support.people import Answer
from tests.support.room_api import House, Member, a_house, deal, member, open_table, sit_down

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

BLINDS = {"small_blind": 5, "big_blind": 10}
STUD = {"limit": "stud_split", "lower": 10, "higher": 20, "ante": 2, "bring_in": 5}
FIXED = {"limit": "fixed", **BLINDS, "lower": 10, "higher": 20}


def stakes_for(game: str) -> dict[str, Any]:
    if GAMES[game].family == "stud":
        return STUD
    return FIXED if GAMES[game].family == "draw" else {"limit": "pl", **BLINDS}


@pytest.fixture
def house() -> House:
    return a_house()


def at_a_table(house: House, **about: Any) -> House:
    """Seat Anna and Bert at another table, too."""
    house.table_id = open_table(house.floor, name="The other", **about)
    sit_down(house.anna, house.table_id, 1)
    sit_down(house.bert, house.table_id, 2)
    return house


def decision(rng: Random, state: dict[str, Any]) -> dict[str, Any]:
    """Return a legal answer from what the actor's own snapshot tells."""
    legal = state["turn"]["legal"]
    kinds = [kind for kind in legal["kinds"] if kind not in {"fold", "all_in"}]
    kind = rng.choice(kinds)
    if kind in {"bet", "raise"}:
        return {"action": kind, "to": legal["max_to_chips"]}
    if kind == "discard":
        count = rng.randint(legal["min_cards"], legal["max_cards"])
        return {"action": kind, "cards": state["you"]["positions"][:count]}
    return {"action": kind, "n": legal["max_times"]} if kind == "run_it" else {"action": kind}


def play_on(house: House, seed: int) -> Iterator[tuple[Member, Answer]]:
    """Play the running hand to its end; yield who acted and the answer."""
    rng = Random(seed)
    while house.state()["turn"] is not None:
        who = house.actor()
        body = decision(rng, house.state(who))
        answer = house.act(**body)
        assert answer.status == 200, (body, answer.text)
        yield who, answer


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_and_its_deal_is_checked(house: House, game: str) -> None:
    seats = max(GAMES[game].min_seats, 2)
    house = at_a_table(house, game=game, seats=seats, stakes=stakes_for(game))
    deal(house.table_id)
    hand = house.state()["hand"]
    assert (hand["game"], hand["family"]) == (game, GAMES[game].family)
    for who, answer in play_on(house, seed=len(game)):
        you = house.state(who)["you"]
        assert answer.json["seq"] == house.state(who)["seq"]
        assert len(you["cards"]) == len(you["positions"]) == len(set(you["positions"]))
        assert None not in you["cards"]

    hand = house.state()["hand"]
    assert hand["is_over"]
    for who in (house.anna, house.bert):
        proof = who.get(f"/hands/{hand['hand']}/proof").json
        opened = {each["position"]: each["card"] for each in proof["openings"]}
        you = house.state(who)["you"]
        own = dict(zip(you["positions"], you["cards"], strict=True))
        size = len(GAMES[game].deck)
        assert opened.items() >= {at: own[at] for at in own if at < size}.items()
        assert proof["root"] == hand["commitment"]


def test_the_lobby_tells_limit_stakes_and_rotation(house: House) -> None:
    legs = [
        {"game": "holdem", "stakes": FIXED},
        {"game": "stud8", "stakes": STUD},
        {"game": "holdem", "stakes": {**BLINDS, "limit": "spread", "lower": 10, "max_bets": [50]}},
    ]
    table = open_table(house.floor, name="Mixed", stakes=FIXED, rotation=legs, rotate_every=2)
    lines = {line["name"]: line for line in house.carl.get("/lobby").json["data"]}
    plain = lines["Table 1"]
    assert (plain["limit"], plain["stakes_text"], plain["rotation"]) == ("nl", "5/10", [])
    assert [(leg["game"], leg["stakes_text"]) for leg in lines["Mixed"]["rotation"]] == [
        ("holdem", "10/20"),
        ("stud8", "2/10/20"),
        ("holdem", "10-50"),
    ]
    page = house.carl.get(f"/tables/{table}").json
    assert (page["rotate_by"], page["rotate_every"]) == ("orbit", 2)
    house.table_id = table
    assert [leg["game"] for leg in house.state()["table"]["rotation"]] == [
        "holdem",
        "stud8",
        "holdem",
    ]


WRONG: list[tuple[dict[str, Any], list[str]]] = [
    ({"stakes": {"limit": "fixed", **BLINDS}}, ["/stakes/lower", "/stakes/higher"]),
    ({"stakes": {**BLINDS, "higher": 20}}, ["/stakes/higher"]),
    ({"stakes": {"limit": "no"}}, ["/stakes/limit"]),
    ({"stakes": {}}, ["/stakes/small_blind", "/stakes/big_blind"]),
    (
        {"stakes": {"limit": "spread", **BLINDS, "lower": 5, "max_bets": [9, 9]}},
        ["/stakes/max_bets"],
    ),
    ({"stakes": {"limit": "stud_split", "lower": 5, "higher": 9}}, ["/stakes/bring_in"]),
    ({"options": {"straddle": "always"}}, ["/options/straddle"]),
    ({"options": {"run_it_times": 4}}, ["/options/run_it_times"]),
    ({"options": {"may_buy_button": 1}}, ["/options/may_buy_button"]),
    ({"options": {"tips": True}}, ["/options/tips"]),
    ({"rotate_by": "hands"}, ["/rotate_by"]),
    ({"rotation": []}, ["/rotation"]),
    ({"rotation": [{"game": "whist", "stakes": BLINDS}]}, ["/rotation/0/game"]),
    ({"rotation": [{"game": "razz", "stakes": {**STUD, "ante": -1}}]}, ["/rotation/0/stakes/ante"]),
    ({"rules": {"switches": {}}}, ["/rules"]),
    ({"rules": {"preset": "ours"}}, ["/rules"]),
    ({"rules": {"preset": "house", "more": 1}}, ["/rules/more"]),
    ({"rules": {"preset": "house", "switches": ["x"]}}, ["/rules/switches"]),
    (
        {"rules": {"preset": "house", "switches": {"timeout.mode": "wait", "x.y": 1}}},
        ["/rules/switches/timeout.mode", "/rules/switches/x.y"],
    ),
]


@pytest.mark.parametrize(("wrong", "pointers"), WRONG)
def test_whatever_is_wrong_with_a_table_is_named(
    house: House, wrong: dict[str, Any], pointers: list[str]
) -> None:
    manager = member("Mona", Role.MANAGER)
    body = {"name": "New", "seats": 6, "stakes": BLINDS, "book": "play", **wrong}
    for path in ("/staff/tables", "/staff/games"):
        answer = manager.post(path, body)
        assert answer.refusal == (400, "invalid"), answer.text
        assert sorted(error["pointer"] for error in answer.json["errors"]) == sorted(pointers)


@pytest.mark.parametrize(
    ("wrong", "rule", "pointer"),
    [
        ({"game": "razz"}, "structure", "/stakes/limit"),
        ({"seats": 10, "game": "triple27"}, "table_size", "/seats"),
        ({"stakes": {**FIXED, "small_blind": 1}}, "sb_ratio", "/stakes/small_blind"),
        ({"stakes": {**FIXED, "big_blind": 8}}, "bb_not_lower", "/stakes/big_blind"),
        ({"options": {"kill": "full"}}, "option_not_in_game", "/options/kill"),
        (
            {"rules": {"preset": "house", "switches": {"table.min_to_open": 9}}},
            "rules_out_of_range",
            "/rules/switches/table.min_to_open",
        ),
        (
            {"rotation": [{"game": "holdem", "stakes": FIXED}, {"game": "razz", "stakes": FIXED}]},
            "structure",
            "/rotation/1/stakes/limit",
        ),
    ],
)
def test_what_the_rules_refuse_of_a_table_points_to_its_field(
    house: House, wrong: dict[str, Any], rule: str, pointer: str
) -> None:
    manager = member("Mona", Role.MANAGER)
    body = {"name": "New", "seats": 6, "stakes": BLINDS, "book": "play", **wrong}
    for path in ("/staff/tables", "/staff/games"):
        answer = manager.post(path, body)
        assert (*answer.refusal, answer.json["rule"]) == (422, "refused_by_rules", rule)
        assert [error["pointer"] for error in answer.json["errors"]] == [pointer]


def test_single_switches_are_told_beside_their_preset(house: House) -> None:
    rules = {"preset": "standard", "switches": {"timeout.mode": "allin_protect"}}
    table = open_table(house.floor, name="Ours", rules=rules)
    page = house.carl.get(f"/tables/{table}").json
    assert (page["rules"], page["switches"]) == ("standard", {"timeout.mode": "allin_protect"})


def test_a_seat_straddles_and_runs_it_twice_as_its_player_says(house: House) -> None:
    house = at_a_table(house, options={"straddle": "utg", "run_it_times": 2})
    path = f"/tables/{house.table_id}/seats/me"
    assert house.anna.patch(path, {}).refusal == (400, "invalid")
    refused = house.anna.patch(path, {"straddle": 1})
    assert [error["pointer"] for error in refused.json["errors"]] == ["/straddle"]
    assert house.carl.patch(path, {"straddle": True}).refusal == (409, "not_seated")

    answer = house.anna.patch(path, {"straddle": True, "run_it_twice": True})
    assert (answer.status, answer.json["applied"]) == (200, "now")
    assert [event["t"] for event in answer.json["events"]] == ["table.seat_options_changed"]
    you = house.state()["you"]
    assert (you["straddle"], you["run_it_twice"]) == (True, True)
    you = house.state(house.bert)["you"]
    assert (you["straddle"], you["run_it_twice"]) == (False, False)


def test_the_floor_asks_for_a_bomb_pot_once(house: House) -> None:
    path = f"/staff/tables/{house.table_id}/bomb-pot"
    assert house.anna.post(path).refusal == (403, "permission_denied")
    first = house.floor.post(path, key="boom")
    assert (first.status, first.json) == (200, {"seq": house.state()["seq"]})
    assert house.floor.post(path, key="boom").headers["Idempotent-Replayed"] == "true"
    again = house.floor.post(path)
    assert (*again.refusal, again.json["rule"]) == (422, "refused_by_rules", "already_requested")
    deal(house.table_id)
    hand = house.state()["hand"]
    assert hand["options"]["is_bomb_pot"]
    assert (hand["big_blind"], hand["street"], len(hand["board"])) == (None, "flop", 3)


def test_a_card_that_one_does_not_hold_is_not_discarded(house: House) -> None:
    house = at_a_table(house, game="draw5", stakes=FIXED)
    deal(house.table_id)
    while house.state()["turn"]["asks"] == "action":
        kinds = house.state(house.actor())["turn"]["legal"]["kinds"]
        house.act("check" if "check" in kinds else "call")
    seq = house.state()["seq"]
    other = house.state(house.anna if house.actor() is house.bert else house.bert)
    refused = house.act("discard", cards=other["you"]["positions"][:1])
    assert (*refused.refusal, refused.json["rule"]) == (422, "illegal_action", "wrong_discard")
    assert refused.json["legal_actions"]["kinds"] == ["discard"]
    assert house.state()["seq"] == seq

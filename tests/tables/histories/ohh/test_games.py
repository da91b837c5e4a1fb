"""Hands of the other games and options written as Open Hand History."""

from typing import Any

import pytest

from tables.engine.hand.events import HandOptions
from tables.engine.rules.cards import cards_of
from tables.engine.rules.games import GameCode
from tables.engine.rules.limits import (
    FixedLimit,
    NoLimit,
    PotLimit,
    SpreadLimit,
    Structure,
    StudSplit,
)
from tables.engine.rules.terms import Post, PostKind
from tables.histories.ohh.write import HandInfo, to_json, write_ohh
from tests.support.every_game import Scene, hand_of
from tests.support.ohh import Ohh, act, read_ohh, street

HOLE = {1: "AcAd", 2: "KcKd"}
BOARD = "2h3h7s8s9c"
HAND_INFO = HandInfo(
    hand="01990000-0000-7000-8000-000000000001",
    started_at="2026-01-02T03:04:05.678Z",
    table="Table 1",
    seat_count=6,
)


def history_of(play: Scene, **known: Any) -> Ohh:
    """Return what is written of the hand, read again."""
    return read_ohh(to_json(write_ohh(play.events, HAND_INFO, **known)))


BLINDS = {"small_blind": 5, "big_blind": 10}
LIMIT = FixedLimit(lower=10, higher=20, **BLINDS)
STUD_LIMIT = StudSplit(ante=1, bring_in=2, lower=5, higher=10)


@pytest.mark.parametrize(
    ("game", "structure", "named", "own"),
    [
        ("holdem", LIMIT, ("Holdem", "FL"), {"_structure"}),
        ("short_deck", NoLimit(**BLINDS), ("Holdem", "NL"), {"_game"}),
        ("crazy_pineapple", PotLimit(**BLINDS), ("Holdem", "PL"), {"_game"}),
        ("omaha8", PotLimit(**BLINDS), ("OmahaHiLo", "PL"), set()),
        ("courchevel8", PotLimit(**BLINDS), ("OmahaHiLo", "PL"), {"_game"}),
        ("omaha6", SpreadLimit(min=10, max=50, **BLINDS), ("Omaha", "FL"), {"_game", "_structure"}),
        ("stud7", STUD_LIMIT, ("Stud", "FL"), {"_structure", "_has_button"}),
        ("stud8", STUD_LIMIT, ("StudHiLo", "FL"), {"_structure", "_has_button"}),
        ("razz", STUD_LIMIT, ("Stud", "FL"), {"_game", "_structure", "_has_button"}),
        ("badugi", LIMIT, ("Draw", "FL"), {"_game", "_structure"}),
        ("single27", NoLimit(**BLINDS), ("Draw", "NL"), {"_game"}),
    ],
)
def test_a_game_has_the_standards_type_and_more_where_that_is_not_all(
    game: GameCode, structure: Structure, named: tuple[str, str], own: set[str]
) -> None:
    scene = Scene(hand_of(game, structure, {1: 100, 2: 100}))
    while (actor := scene.actor) is not None:
        scene.act((actor, "bring_in" if scene.is_bring_in_due else "fold"))

    ohh = history_of(scene)

    assert (ohh["game_type"], ohh["bet_limit"]) == (named[0], {"bet_type": named[1], "bet_cap": 0})
    assert {field for field in ohh if field[0] == "_"} == {"_hand_no", "_uncalled"} | own
    assert ohh.get("_game", game) == game


def test_stud_has_a_round_a_street_its_open_cards_and_a_bring_in() -> None:
    """R-BRI-1: the standard has no word for it, and calls the streets as hold'em's."""
    cards = {1: "AcAd 9h Kc", 3: "7c8c 2c Jh", 5: "QcQd Ts Th"}
    scene = Scene(hand_of("stud7", STUD_LIMIT, {1: 200, 3: 200, 5: 60}), cards)
    scene.act(
        (3, "bring_in"), (5, "complete"), (1, "call"), (3, "fold"), (5, "bet", 5), (1, "fold")
    )

    ohh = history_of(scene, hero=1, hole={1: cards_of("AcAd9hKc")})

    assert ohh["_structure"] == {
        "kind": "stud_split",
        "ante": 1,
        "bring_in": 2,
        "lower": 5,
        "higher": 10,
        "cap_raises": 3,
    }
    assert ohh["rounds"] == [
        street(
            0,
            "Preflop",
            act(0, "Post Ante", 1),
            act(1, "Post Ante", 1),
            act(2, "Post Ante", 1),
            act(0, "Dealt Cards", cards=["Ac", "Ad"]),
            act(0, "Dealt Cards", cards=["9h"], _face_up=True),
            act(1, "Dealt Cards", cards=["2c"], _face_up=True),
            act(2, "Dealt Cards", cards=["Ts"], _face_up=True),
            act(1, "Bet", 2, _bring_in=True),
            act(2, "Raise", 5),
            act(0, "Call", 5),
            act(1, "Fold"),
        )
        | {"_street": "third"},
        street(
            1,
            "Flop",
            act(0, "Dealt Cards", cards=["Kc"], _face_up=True),
            act(2, "Dealt Cards", cards=["Th"], _face_up=True),
            act(2, "Bet", 5),
            act(0, "Fold"),
        )
        | {"_street": "fourth"},
    ]


def test_a_draw_says_how_many_cards_went_and_the_readers_own() -> None:
    """R-LOW-6"""
    scene = Scene(hand_of("draw5", LIMIT, {1: 100, 2: 100}), {1: "2c3c4d7d Kh 5c"})
    scene.act((1, "call"), (2, "check")).discard(2, 0, 1).discard(1, 4)
    scene.act((2, "bet", 20), (1, "fold"))

    ohh = history_of(scene, hero=1, hole={1: cards_of("2c3c4d7dKh5c")})

    assert ohh["rounds"][1] == street(
        1, "Flop", act(0, "Dealt Cards", cards=["5c"]), act(1, "Bet", 20), act(0, "Fold")
    ) | {
        "_street": "draw",
        "_discards": [
            {"player_id": 1, "count": 2},
            {"player_id": 0, "count": 1, "cards": ["Kh"]},
        ],
    }


def test_a_hand_that_is_run_twice_has_its_flag_and_two_rounds_of_each_name() -> None:
    """docs/cash-room.md#options"""
    options = HandOptions(run_it_times=2)
    scene = Scene(
        hand_of("holdem", NoLimit(**BLINDS), {1: 100, 2: 100}, options=options), HOLE, BOARD
    )
    scene.act((1, "raise", 30), (2, "call"), (2, "check"), (1, "all_in"), (2, "call"))
    scene.run_it(2, 2).run_it(1, 2)

    ohh = history_of(scene)

    assert ohh["flags"] == ["Observed", "Run_It_Twice"]
    assert [(each["street"], each.get("_board", 0)) for each in ohh["rounds"]] == [
        ("Preflop", 0),
        ("Flop", 0),
        ("Turn", 0),
        ("River", 0),
        ("Turn", 1),
        ("River", 1),
        ("Showdown", 0),
    ]
    assert ohh["_run_it"] == [{"player_id": 1, "times": 2}, {"player_id": 0, "times": 2}]
    assert ohh["pots"][0]["amount"] == 200
    assert [(part["board"], part["amount"]) for part in ohh["pots"][0]["_parts"]] == [
        (0, 100),
        (1, 100),
    ]


def test_a_straddle_has_a_word_and_a_kill_is_named() -> None:
    """docs/cash-room.md#options"""
    extra = (Post(4, PostKind.STRADDLE, 20), Post(1, PostKind.KILL, 30))
    scene = Scene(hand_of("holdem", LIMIT, dict.fromkeys(range(1, 5), 100), extra=extra))
    scene.act((1, "fold"), (2, "fold"), (3, "fold"))

    assert history_of(scene)["rounds"][0]["actions"][2:4] == [
        {"action_number": 3, **act(3, "Straddle", 20)},
        {"action_number": 4, **act(0, "Post Extra Blind", 30, _post="kill")},
    ]

"""Hands written as Open Hand History: exact objects, action by action."""

import json
import typing
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace

from tables.engine.hand.events import BoardDealt, HandEvent, RakePlan
from tables.engine.rules.cards import cards_of
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import Post, PostKind
from tables.histories.errors import Unwritable
from tables.histories.ohh.rounds import WRITERS
from tables.histories.ohh.write import HandInfo, to_json, write_ohh
from tests.support.hands import Play, no_limit, seated
from tests.support.ohh import Ohh, act, player, pot, read_ohh, street

HOLE = {1: "AcAd", 2: "KcKd", 3: "QcQd"}
BOARD = "2h3h7s8s9c"
HAND_INFO = HandInfo(
    hand="01990000-0000-7000-8000-000000000001",
    started_at="2026-01-02T03:04:05.678Z",
    table="Table 1",
    seat_count=6,
)
PLAYED_OUT = [
    {"id": 1, "street": "Flop", "actions": [], "cards": ["2h", "3h", "7s"]},
    {"id": 2, "street": "Turn", "actions": [], "cards": ["8s"]},
    {"id": 3, "street": "River", "actions": [], "cards": ["9c"]},
]


def history_of(play: Play, **known: Any) -> Ohh:
    """Return what is written of the hand, read again."""
    return read_ohh(to_json(write_ohh(play.events, HAND_INFO, **known)))


def test_a_walk_is_written_to_the_last_field() -> None:
    play = seated({2: 400, 5: 300, 9: 250}, button=9, hole={5: "KcKd"}).fold(9).fold(2)

    text = to_json(
        write_ohh(
            play.events,
            HAND_INFO,
            hero=5,
            hole={5: cards_of("KcKd")},
            players={2: "Ann", 5: 'Bo "the" B', 9: "Zoë"},
        )
    )

    read_ohh(text)
    assert json.loads(text) == {
        "ohh": {
            "spec_version": "1.4.7",
            "internal_version": "1.4.1",
            "network_name": "pokerhouse",
            "site_name": "pokerhouse",
            "tournament": False,
            "game_number": "01990000-0000-7000-8000-000000000001",
            "start_date_utc": "2026-01-02T03:04:05.678Z",
            "table_name": "Table 1",
            "table_size": 6,
            "currency": "PPC",
            "game_type": "Holdem",
            "bet_limit": {"bet_type": "NL", "bet_cap": 0},
            "dealer_seat": 9,
            "small_blind_amount": 5,
            "big_blind_amount": 10,
            "ante_amount": 0,
            "_hand_no": 1,
            "hero_player_id": 1,
            "flags": [],
            "players": [
                player(0, 2, "Ann", 400, 395),
                player(1, 5, 'Bo "the" B', 300, 305),
                player(2, 9, "Zoë", 250, 250),
            ],
            "rounds": [
                street(
                    0,
                    "Preflop",
                    act(0, "Post SB", 5),
                    act(1, "Post BB", 10),
                    act(1, "Dealt Cards", cards=["Kc", "Kd"]),
                    act(2, "Fold"),
                    act(0, "Fold"),
                )
            ],
            "pots": [pot(0, 10, (1, 10))],
            "_uncalled": [{"player_id": 1, "amount": 5}],
        }
    }


def test_three_all_in_make_side_pots_an_odd_chip_and_an_uncalled_bet() -> None:
    """R-POT-1, R-POT-6, R-ODD-1: the bet keeps what came back, the pots never had it."""
    play = seated(
        {2: 31, 5: 74, 8: 73, 9: 200},
        button=9,
        hole={2: "AcAd", 5: "KcKd", 8: "QcQd", 9: "KhKs"},
        board=BOARD,
    )
    play = play.all_in(8, 9, 2, 5)

    ohh = history_of(play)

    assert ohh["rounds"] == [
        street(
            0,
            "Preflop",
            act(0, "Post SB", 5),
            act(1, "Post BB", 10),
            act(2, "Raise", 73, is_allin=True),
            act(3, "Raise", 200, is_allin=True),
            act(0, "Call", 26, is_allin=True),
            act(1, "Call", 64, is_allin=True),
        ),
        *PLAYED_OUT,
        street(
            4,
            "Showdown",
            act(3, "Shows Cards", cards=["Kh", "Ks"], _board_count=0),
            act(0, "Shows Cards", cards=["Ac", "Ad"], _board_count=0),
            act(1, "Shows Cards", cards=["Kc", "Kd"], _board_count=0),
            act(2, "Shows Cards", cards=["Qc", "Qd"], _board_count=0),
        ),
    ]
    assert ohh["pots"] == [
        pot(0, 124, (0, 124)),
        pot(1, 126, (1, 63), (3, 63)),
        pot(2, 2, (1, 1), (3, 1)),
    ]
    assert ohh["_uncalled"] == [{"player_id": 3, "amount": 126}]
    assert [player["_finishing_stack"] for player in ohh["players"]] == [124, 64, 0, 190]


def test_the_odd_chip_is_in_the_share_of_who_got_it() -> None:
    """R-ODD-1: 25 between two."""
    hole = {1: "2c4d", 2: "AcKd", 3: "AdKh"}
    play = no_limit(200, 200, 200, button=3, hole=hole, board="AhKs7s8d9c")
    play = play.call(3).fold(1).checked_down()

    assert history_of(play)["pots"] == [pot(0, 25, (1, 13), (2, 12))]


def test_a_raise_is_what_it_puts_in_and_not_the_streets_total() -> None:
    """Raising from one's own 12 to 90 puts in 78."""
    play = no_limit(200, 200, button=1, hole=HOLE, board=BOARD)
    play = play.call(1).check(2).bet_to(2, 12).raise_to(1, 40).raise_to(2, 90).fold(1)

    ohh = history_of(play)

    assert ohh["rounds"][1:] == [
        street(
            1,
            "Flop",
            act(1, "Bet", 12),
            act(0, "Raise", 40),
            act(1, "Raise", 78),
            act(0, "Fold"),
            cards="2h 3h 7s",
        )
    ]
    assert ohh["pots"] == [pot(0, 100, (1, 100))]
    assert ohh["_uncalled"] == [{"player_id": 1, "amount": 50}]


def test_antes_and_a_big_blind_ante_are_posts_and_a_short_one_is_all_in() -> None:
    """R-ANT-1, R-TRN-ANTE-1: 14 chips pay 1, the blind of 10, and 3 of the ante of 10."""
    play = no_limit(200, 14, 200, button=3, bb_ante=10, ante=1, hole=HOLE, board=BOARD)
    play = play.fold(3).call(1).checked_down()

    ohh = history_of(play)

    assert (ohh["ante_amount"], ohh["_big_blind_ante_amount"]) == (1, 10)
    assert ohh["rounds"][0] == street(
        0,
        "Preflop",
        act(0, "Post Ante", 1),
        act(1, "Post Ante", 1),
        act(2, "Post Ante", 1),
        act(0, "Post SB", 5),
        act(1, "Post BB", 10),
        act(1, "Post Ante", 3, is_allin=True, _post="bb_ante"),
        act(2, "Fold"),
        act(0, "Call", 5),
    )
    assert ohh["pots"] == [pot(0, 26, (0, 26))]


def test_live_and_dead_posts_have_words_of_their_own() -> None:
    """R-ENT-1, R-MIS-1"""
    extra = (Post(4, PostKind.LIVE, 10), Post(4, PostKind.DEAD, 5))
    play = no_limit(200, 200, 200, 200, 200, button=5, extra=extra)
    play = play.fold(3).check(4).fold(5).fold(1).check(2).bet_to(2, 10).fold(4)

    ohh = history_of(play)

    assert ohh["rounds"][0] == street(
        0,
        "Preflop",
        act(0, "Post SB", 5),
        act(1, "Post BB", 10),
        act(3, "Post Extra Blind", 10),
        act(3, "Post Dead", 5),
        act(2, "Fold"),
        act(3, "Check"),
        act(4, "Fold"),
        act(0, "Fold"),
        act(1, "Check"),
    )
    assert ohh["pots"] == [pot(0, 30, (1, 30))]


def test_shown_and_mucked_hands_are_the_last_round() -> None:
    """R-SHW-4: only the winner's hand is seen; the loser's own reader knows his all the same."""
    rules = RuleSet(showdown_mode="losers_muck")
    play = no_limit(200, 200, button=1, rules=rules, hole={1: "7c4d", 2: "KcKd"}, board=BOARD)
    play = play.call(1).checked_down()

    ohh = history_of(play, hero=1, hole={1: cards_of("7c4d")})

    dealt = [action for action in ohh["rounds"][0]["actions"] if "cards" in action]
    assert dealt == [{"action_number": 3, **act(0, "Dealt Cards", cards=["7c", "4d"])}]
    assert ohh["rounds"][4] == street(
        4, "Showdown", act(1, "Shows Cards", cards=["Kc", "Kd"]), act(0, "Mucks Cards")
    )


def test_who_declared_the_board_mucks_without_a_fold() -> None:
    """R-SHW-3"""
    rules = RuleSet(showdown_mode="manual")
    play = no_limit(200, 200, button=1, rules=rules, hole=HOLE, board="AsKsJsTs9s")
    play = play.call(1).check(2).check(2, 1).check(2, 1).check(2, 1)
    play = play.declare_board(2).show(2).declare_board(1).muck(1)

    ohh = history_of(play)

    assert ohh["rounds"][4] == street(
        4,
        "Showdown",
        act(1, "Shows Cards", cards=["Kc", "Kd"], _board_declared=True),
        act(0, "Mucks Cards", _board_declared=True),
    )
    assert ohh["pots"] == [pot(0, 20, (1, 10), (0, 10))]


def test_a_run_out_says_how_much_of_the_board_lay_open_at_the_showdown() -> None:
    """R-SHW-6: hands are opened on the flop, turn and river come after."""
    play = no_limit(200, 200, button=1, hole=HOLE, board=BOARD)
    play = play.call(1).check(2).all_in(2).call(1)

    ohh = history_of(play)

    assert ohh["rounds"][1:] == [
        street(
            1,
            "Flop",
            act(1, "Bet", 190, is_allin=True),
            act(0, "Call", 190, is_allin=True),
            cards="2h 3h 7s",
        ),
        *PLAYED_OUT[1:],
        street(
            4,
            "Showdown",
            act(1, "Shows Cards", cards=["Kc", "Kd"], _board_count=3),
            act(0, "Shows Cards", cards=["Ac", "Ad"], _board_count=3),
        ),
    ]


def test_a_time_out_that_freezes_the_claim_is_a_call_of_nothing() -> None:
    """R-TIM-3, R-TIM-5: he keeps his stack and plays for the main pot of 15."""
    play = no_limit(200, 200, 200, button=3, hole=HOLE, board=BOARD)
    play = play.call(3).time_out(1).check(2).checked_down()

    ohh = history_of(play)

    assert ohh["rounds"][0] == street(
        0,
        "Preflop",
        act(0, "Post SB", 5),
        act(1, "Post BB", 10),
        act(2, "Call", 10),
        act(0, "Call", is_allin=True, _timed_out="all_in"),
        act(1, "Check"),
    )
    assert ohh["pots"] == [pot(0, 15, (0, 15)), pot(1, 10, (1, 10))]
    assert ohh["players"][0]["_finishing_stack"] == 210


@pytest.mark.parametrize(
    ("rules", "action"),
    [
        (RuleSet(timeout_free_check="allin"), act(1, "Check", is_allin=True, _timed_out="all_in")),
        (RuleSet(timeout_free_check="check"), act(1, "Check", _timed_out="checked")),
    ],
)
def test_a_time_out_with_nothing_to_call_is_a_check(rules: RuleSet, action: Ohh) -> None:
    """R-TIM-6: all-in by the letter, and what `timeout.free_check=check` makes of it."""
    play = no_limit(200, 200, 200, button=3, rules=rules).call(3, 1).time_out(2).checked_down()

    assert history_of(play)["rounds"][0]["actions"][-1] == {"action_number": 5, **action}


def test_a_time_out_that_folds_is_a_fold() -> None:
    """`timeout.mode=fold`"""
    play = no_limit(200, 200, button=1, rules=RuleSet(timeout_mode="fold")).time_out(1)

    assert history_of(play)["rounds"] == [
        street(
            0,
            "Preflop",
            act(0, "Post SB", 5),
            act(1, "Post BB", 10),
            act(0, "Fold", _timed_out="folded"),
        )
    ]


def test_rake_and_jackpot_are_in_the_pot_and_not_in_the_winnings() -> None:
    """R-RAK-1: 5 % of 40 and a drop of 1."""
    rake = RakePlan(percent_bp=500, cap_chips=3, jackpot_drop_chips=1, jackpot_min_players=2)
    play = no_limit(200, 200, button=1, rake=rake, hole=HOLE, board=BOARD)
    play = play.raise_to(1, 20).call(2).checked_down()

    assert history_of(play)["pots"] == [pot(0, 40, (0, 37), rake=2, jackpot=1)]


def test_amounts_are_decimals_of_the_currency_to_the_last_digit() -> None:
    play = no_limit(10**15 + 1, 200, button=1, hole=HOLE).fold(1)
    euro = replace(HAND_INFO, currency="EUR", exponent=2)

    text = to_json(write_ohh(play.events, euro)).decode()

    assert '"currency":"EUR"' in text
    assert '"small_blind_amount":0.05,"big_blind_amount":0.10,"ante_amount":0.00' in text
    assert '"starting_stack":10000000000000.01,"_finishing_stack":9999999999999.96' in text
    assert read_ohh(text)["pots"][0]["amount"] == Decimal("0.10")


def test_whoever_was_not_dealt_in_observed_and_an_auditor_saw_every_card() -> None:
    play = no_limit(200, 200, button=1, hole=HOLE).fold(1)

    public, audit = history_of(play), history_of(play, deck=play.deck)

    assert public["flags"] == audit["flags"] == ["Observed"]
    assert "hero_player_id" not in public | audit
    assert [action["action"] for action in public["rounds"][0]["actions"]] == [
        "Post SB",
        "Post BB",
        "Fold",
    ]
    assert audit["rounds"][0]["actions"][2:4] == [
        {"action_number": 3, **act(1, "Dealt Cards", cards=["Kc", "Kd"])},
        {"action_number": 4, **act(0, "Dealt Cards", cards=["Ac", "Ad"])},
    ]


def test_omaha_and_tournaments_have_words_too() -> None:
    play = no_limit(*[200] * 6, game="omaha", button=6).fold(3).fold(4).fold(5).fold(6).fold(1)
    info = replace(HAND_INFO, is_tournament=True, currency="")

    ohh = read_ohh(to_json(write_ohh(play.events, info, deck=play.deck)))

    assert (ohh["game_type"], ohh["tournament"], ohh["currency"]) == ("Omaha", True, "")
    assert [len(action["cards"]) for action in ohh["rounds"][0]["actions"][2:8]] == [4] * 6


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ((), "The events are not those of a whole hand."),
        (no_limit(200, 200, button=1).events[1:], "The events are not those of a whole hand."),
        (no_limit(200, 200, button=1).events, "The hand is not over."),
        (no_limit(200, 200, button=1).fold(1).void().events, "The hand was taken back."),
        (
            [
                replace(event, faces=(None,)) if isinstance(event, BoardDealt) else event
                for event in no_limit(200, 200, button=1).all_in(1).call(2).events
            ],
            "A card of the board is unknown.",
        ),
    ],
)
def test_what_the_format_has_no_words_for_is_refused(
    events: Sequence[HandEvent], message: str
) -> None:
    with pytest.raises(Unwritable) as caught:
        write_ohh(events, HAND_INFO)

    assert (caught.value.code, str(caught.value)) == ("history_unwritable", message)


def test_the_writer_knows_every_event() -> None:
    assert set(WRITERS) == set(typing.get_args(HandEvent))

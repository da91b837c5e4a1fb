"""Hands written as text: the lines of what is rare; whole texts are in `test_whole`."""

import typing
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tables.engine.hand.commands import CorrectBoard
from tables.engine.hand.events import BoardDealt, HandEvent, HandOptions
from tables.engine.rules.cards import cards_of
from tables.engine.rules.games import GameCode
from tables.engine.rules.limits import (
    FixedLimit,
    NoLimit,
    PotLimit,
    SpreadLimit,
    StepSpread,
    StudSplit,
)
from tables.engine.rules.limits import Structure as AnyStructure
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import Post, PostKind
from tables.histories.common import HandInfo
from tables.histories.errors import Unwritable
from tables.histories.text.write import _WRITERS, write_text
from tests.support.every_game import Scene, hand_of
from tests.support.hands import Play, no_limit

HAND_INFO = HandInfo(
    hand="01990000-0000-7000-8000-000000000001",
    started_at="2026-01-02T03:04:05.678Z",
    table="Table 1",
    seat_count=6,
)
NAMES = {1: "Ann", 2: "Bo", 3: "Cy", 4: "Di", 5: "Ed", 6: "Flo", 7: "Gus", 8: "Hal", 9: "Ida"}
NL = NoLimit(small_blind=5, big_blind=10)
FIRST_WORDS = "PokerStars Hand #115123265474686976: "
END = "Hand 01990000-0000-7000-8000-000000000001 of pokerhouse\n"


def text_of_hand(play: Scene | Play, **known: Any) -> str:
    """Return what is written of the hand."""
    return write_text(play.events, HAND_INFO, players=NAMES, **known)


def lines_of(play: Scene | Play, **known: Any) -> list[str]:
    """Return the lines from the first forced bet to the showdown or the summary."""
    lines = text_of_hand(play, **known).splitlines()
    first = next(at for at, line in enumerate(lines) if ": posts" in line or "***" in line)
    return lines[first : lines.index("*** SUMMARY ***")]


def test_every_forced_bet_has_words_of_its_own() -> None:
    """R-ANT-1, R-TRN-ANTE-1, R-ENT-1, R-MIS-1; a short one is all-in (R-BLD-6)."""
    extra = (Post(4, PostKind.LIVE, 10), Post(4, PostKind.DEAD, 5))
    play = no_limit(200, 14, 200, 200, button=5 - 1, ante=1, bb_ante=10, extra=extra)
    straddled = Scene(
        hand_of(
            "holdem",
            FixedLimit(small_blind=5, big_blind=10, lower=10, higher=20),
            dict.fromkeys(range(1, 5), 200),
            extra=(Post(4, PostKind.STRADDLE, 20), Post(1, PostKind.KILL, 30)),
        )
    )

    assert text_of_hand(play.fold(3).fold(4).fold(1)).splitlines()[6:15] == [
        "Ann: posts the ante 1",
        "Bo: posts the ante 1",
        "Cy: posts the ante 1",
        "Di: posts the ante 1",
        "Ann: posts small blind 5",
        "Bo: posts big blind 10",
        "Bo: posts the big blind ante 3 and is all-in",
        "Di: posts big blind 10",
        "Di: posts a dead blind 5",
    ]
    straddled.act((1, "fold"), (2, "fold"), (3, "fold"))
    assert text_of_hand(straddled).splitlines()[8:10] == [
        "Di: posts straddle 20",
        "Ann: posts kill blind 30",
    ]


def test_who_wins_without_a_showdown_shows_nothing() -> None:
    """R-SHW-5: Bo gets back what nobody matched, and collects the rest."""
    play = no_limit(200, 200, 200, button=1).fold(1).fold(2)

    assert text_of_hand(play).splitlines()[8:] == [
        "Ann: folds",
        "Bo: folds",
        "Uncalled bet (5) returned to Cy",
        "Cy collected 10 from pot",
        "Cy: doesn't show hand",
        "*** SUMMARY ***",
        "Total pot 10 | Rake 0",
        "Seat 1: Ann (button) folded before Flop (didn't bet)",
        "Seat 2: Bo (small blind) folded before Flop",
        "Seat 3: Cy (big blind) collected (10)",
        END.rstrip(),
    ]


def test_a_loser_mucks_and_only_he_reads_what_it_was() -> None:
    """R-SHW-4"""
    rules = RuleSet(showdown_mode="losers_muck")
    hole = {1: "7c4d", 2: "KcKd"}
    play = no_limit(200, 200, button=1, rules=rules, hole=hole, board="2h3h7s8s9c")
    play = play.call(1).checked_down()

    public, own = text_of_hand(play), text_of_hand(play, hole={1: cards_of("7c4d")})

    assert "Bo: shows [Kc Kd] (a pair of Kings)\nAnn: mucks hand\nBo collected" in public
    assert "Seat 1: Ann (button) (small blind) mucked\n" in public
    assert "Seat 1: Ann (button) (small blind) mucked [7c 4d]\n" in own


def test_who_plays_the_board_mucks_and_keeps_his_part() -> None:
    """R-SHW-3"""
    rules = RuleSet(showdown_mode="manual")
    hole = {1: "AcAd", 2: "KcKd"}
    play = no_limit(200, 200, button=1, rules=rules, hole=hole, board="AsKsJsTs9s")
    play = play.call(1).check(2).check(2, 1).check(2, 1).check(2, 1)
    play = play.show(2).declare_board(1).muck(1)

    lines = text_of_hand(play).splitlines()

    assert lines[lines.index("*** SHOW DOWN ***") + 2 :][:4] == [
        "Ann: plays the board",
        "Ann: mucks hand",
        "Bo collected 10 from pot",
        "Ann collected 10 from pot",
    ]
    assert "Seat 1: Ann (button) (small blind) mucked and won (10)" in lines


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            RuleSet(),
            "Ann said nothing and stays in for what is in (all-in protection)",
        ),
        (RuleSet(timeout_mode="fold"), "Ann: folds"),
    ],
)
def test_a_time_out_says_what_became_of_the_hand(rules: RuleSet, said: str) -> None:
    """R-TIM-3, R-TIM-5, R-TIM-7"""
    play = no_limit(200, 200, 200, button=3, rules=rules).call(3).time_out(1).checked_down()

    lines = text_of_hand(play).splitlines()

    at = lines.index("Ann has timed out")
    assert lines[at + 1] == said


def test_a_time_out_checks_where_that_is_the_switch() -> None:
    """R-TIM-6: `timeout.free_check=check`"""
    rules = RuleSet(timeout_free_check="check")
    play = no_limit(200, 200, button=1, rules=rules).call(1).time_out(2).checked_down()

    assert "Bo has timed out\nBo: checks\n*** FLOP ***" in text_of_hand(play)


def test_a_time_out_in_stud_brings_in_and_checks_nothing_more() -> None:
    """R-TIM-9"""
    rules = RuleSet(timeout_mode="fold")
    scene = Scene(
        hand_of(
            "razz",
            StudSplit(ante=1, bring_in=2, lower=5, higher=10),
            {1: 200, 3: 200},
            rules=rules,
        ),
        {1: "2c3c Kh", 3: "2d3d 9h"},
    )
    scene.time_out(1).act((3, "complete"), (1, "fold"))

    assert lines_of(scene)[2:] == [
        "*** 3rd STREET ***",
        "Dealt to Ann [Kh]",
        "Dealt to Cy [9h]",
        "Ann: brings in for 2",
        "Ann has timed out",
        "Cy: raises 3 to 5",
        "Ann: folds",
        "Uncalled bet (3) returned to Cy",
        "Cy collected 6 from pot",
        "Cy: doesn't show hand",
    ]


def test_a_time_out_at_the_draw_stands_pat_and_at_the_last_question_runs_it_once() -> None:
    """R-TIM-5 holds for cards as for chips."""
    rules = RuleSet(timeout_mode="fold")
    draw = Scene(hand_of("draw5", NL, {1: 100, 2: 100}, rules=rules))
    draw.act((1, "call"), (2, "check")).time_out(2).discard(1).all_check()
    options = HandOptions(run_it_times=3)
    run = Scene(hand_of("holdem", NL, {1: 100, 2: 100}, rules=rules, options=options))
    run.act((1, "all_in"), (2, "call")).time_out(2)

    assert "*** DRAW ***\nBo has timed out\nBo: stands pat\nAnn: stands pat\n" in text_of_hand(draw)
    assert "Bo has timed out\nBo wants to run it once\n*** FLOP ***" in text_of_hand(run)


def test_a_time_out_at_the_showdown_stands_before_the_show() -> None:
    rules = RuleSet(showdown_mode="manual")
    hole = {1: "AcAd", 2: "KcKd"}
    play = no_limit(200, 200, button=1, rules=rules, hole=hole, board="2h3h7s8s9c")
    play = play.call(1).check(2).check(2, 1).check(2, 1).check(2, 1).time_out(2).show(1)

    text = text_of_hand(play)

    assert "*** SHOW DOWN ***\nBo has timed out\nBo: shows [Kc Kd] (a pair of Kings)\n" in text


def test_pineapple_puts_a_card_away_that_only_its_owner_reads() -> None:
    scene = Scene(
        hand_of("crazy_pineapple", NL, {1: 100, 2: 100}),
        {1: "AcAd2c", 2: "KcKd2d"},
        "2h 3h 7s 8s 9c",
    )
    scene.act((1, "call"), (2, "check"), (2, "check"), (1, "check"))
    scene.discard(2, 2).discard(1, 2).all_check()

    text = text_of_hand(scene, hole={2: cards_of("KcKd2d")})

    assert "Dealt to Bo [Kc Kd 2d]\n" in text
    assert "\nBo: discards 1 card [2d]\nAnn: discards 1 card\n*** TURN ***" in text


def test_courchevels_first_card_lies_there_before_the_flop() -> None:
    scene = Scene(
        hand_of("courchevel", PotLimit(small_blind=5, big_blind=10), {1: 100, 2: 100}),
        {1: "AcAdAhAs2c", 2: "KcKdKhKs2d"},
        "2h 3h 7s 8s 9c",
    )
    scene.act((1, "call"), (2, "check"), (2, "bet", 10), (1, "fold"))

    assert lines_of(scene) == [
        "Ann: posts small blind 5",
        "Bo: posts big blind 10",
        "*** HOLE CARDS ***",
        "First card of the flop [2h]",
        "Ann: calls 5",
        "Bo: checks",
        "*** FLOP *** [2h] [3h 7s]",
        "Bo: bets 10",
        "Ann: folds",
        "Uncalled bet (10) returned to Bo",
        "Bo collected 20 from pot",
        "Bo: doesn't show hand",
    ]


def test_an_exposed_card_and_a_corrected_board_are_told() -> None:
    """R-MSD-4, R-MSD-6: the croupier dealt with his hands."""
    command = replace(hand_of("holdem", NL, dict.fromkeys((1, 2, 3), 100)), exposed=(4,))
    top = "Kc Qc Ac Kd Qd Ad Jd 2h3h7s 4c 8s 5c"
    scene = Scene(command, top=top).act((1, "call"), (2, "call"), (3, "check"))
    scene.do(CorrectBoard((7, 8, 10), "premature_card")).act((2, "bet", 10), (3, "fold"))
    scene.act((1, "fold"))

    text = text_of_hand(scene, hole={3: cards_of("QcQdJd")})

    assert "\nThe dealer exposes a card of Cy [Qd]\nCy gets [Jd] for it\n" in text
    assert "*** FLOP *** [2h 3h 7s]\nThe floor corrects the board: [2h 3h 4c]\n" in text
    assert "Board [2h 3h 4c]\n" in text


def test_money_is_written_in_the_houses_currency_and_whole_amounts_without_cents() -> None:
    euro = replace(HAND_INFO, currency="EUR", exponent=2)
    play = no_limit(1_000, 1_050, button=1).raise_to(1, 100).fold(2)

    lines = write_text(play.events, euro, players=NAMES).splitlines()

    assert lines[0].endswith(": Hold'em No Limit (€0.05/€0.10 EUR) - 2026/01/02 03:04:05 UTC")
    assert lines[1:4] == [
        "Table 'Table 1' 6-max Seat #1 is the button",
        "Seat 1: Ann (€10 in chips)",
        "Seat 2: Bo (€10.50 in chips)",
    ]
    assert "Ann: raises €0.90 to €1" in lines
    assert "Uncalled bet (€0.90) returned to Ann" in lines


def test_a_tournament_says_so_and_names_no_money() -> None:
    info = replace(HAND_INFO, is_tournament=True, currency="")
    play = no_limit(200, 200, button=1).fold(1)

    lines = write_text(play.events, info).splitlines()

    assert lines[:3] == [
        f"{FIRST_WORDS}Tournament, Hold'em No Limit (5/10) - 2026/01/02 03:04:05 UTC",
        "Table 'Table 1' 6-max Seat #1 is the button",
        "Seat 1: Player 1 (200 in chips)",
    ]


BLINDS = {"small_blind": 1, "big_blind": 2}
DOORS = {"ante": 1, "bring_in": 2}


@pytest.mark.parametrize(
    ("game", "structure", "named"),
    [
        ("short_deck", NoLimit(**BLINDS), "Short Deck No Limit (1/2)"),
        ("pineapple", PotLimit(**BLINDS), "Pineapple Pot Limit (1/2)"),
        ("omaha5_8", PotLimit(**BLINDS), "5 Card Omaha Hi/Lo Pot Limit (1/2)"),
        ("courchevel8", FixedLimit(lower=2, higher=4, **BLINDS), "Courchevel Hi/Lo Limit (2/4)"),
        ("holdem", SpreadLimit(min=2, max=10, **BLINDS), "Hold'em Spread Limit (2-10)"),
        ("holdem", StepSpread(min=2, max1=4, max2=8, **BLINDS), "Hold'em Spread Limit (2-4-8)"),
        (
            "razz",
            StepSpread(min=2, max1=4, max2=8, max3=16, **DOORS),
            "Razz Spread Limit (2-4-8-16)",
        ),
        ("stud8", StudSplit(lower=5, higher=10, **DOORS), "7 Card Stud Hi/Lo Limit (5/10)"),
        ("stud7", PotLimit(big_blind=5, **DOORS), "7 Card Stud Pot Limit (2/5)"),
        ("single27", NoLimit(**BLINDS), "Single Draw 2-7 Lowball No Limit (1/2)"),
        ("badugi", FixedLimit(lower=2, higher=4, **BLINDS), "Badugi Limit (2/4)"),
    ],
)
def test_a_game_is_called_by_its_name_and_its_stakes(
    game: GameCode, structure: AnyStructure, named: str
) -> None:
    scene = Scene(hand_of(game, structure, {1: 100, 2: 100}))
    while (actor := scene.actor) is not None:
        scene.act((actor, "bring_in" if scene.is_bring_in_due else "fold"))

    assert text_of_hand(scene).splitlines()[0] == f"{FIRST_WORDS}{named} - 2026/01/02 03:04:05 UTC"


def test_no_name_breaks_a_line() -> None:
    play = no_limit(200, 200, button=1).fold(1)
    info = replace(HAND_INFO, table="Table\r\n1")

    lines = write_text(play.events, info, players={1: "An\nn: folds\x00", 2: " "}).splitlines()

    assert lines[1:4] == [
        "Table 'Table 1' 6-max (Play Money) Seat #1 is the button",
        "Seat 1: An n: folds (200 in chips)",
        "Seat 2: Player 2 (200 in chips)",
    ]


def test_an_auditor_reads_every_hand_that_was_dealt() -> None:
    hole = {1: "AcAd", 2: "KcKd"}
    play = no_limit(200, 200, button=1, hole=hole).fold(1)

    assert "Dealt to" not in text_of_hand(play)
    assert "Dealt to Ann [Ac Ad]\nDealt to Bo [Kc Kd]\n" in text_of_hand(play, deck=play.deck)


@pytest.mark.parametrize(
    ("events", "reason"),
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
def test_what_there_are_no_words_for_is_refused(events: Sequence[HandEvent], reason: str) -> None:
    with pytest.raises(Unwritable) as caught:
        write_text(events, HAND_INFO)

    assert (caught.value.code, str(caught.value)) == ("history_unwritable", reason)


def test_the_writer_knows_every_event() -> None:
    assert set(_WRITERS) == set(typing.get_args(HandEvent))

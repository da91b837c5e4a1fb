"""Whole hands as text, one of each family, to the last line."""

from typing import Any

from tables.engine.hand.events import HandOptions, RakePlan
from tables.engine.rules.cards import cards_of
from tables.engine.rules.limits import FixedLimit, NoLimit, PotLimit, StudSplit
from tables.histories.common import HandInfo
from tables.histories.text.write import write_text
from tests.support.every_game import Scene, hand_of

HAND_INFO = HandInfo(
    hand="01990000-0000-7000-8000-000000000001",
    started_at="2026-01-02T03:04:05.678Z",
    table="Table 1",
    seat_count=6,
)
NAMES = {1: "Ann", 2: "Bo", 3: "Cy", 4: "Di", 5: "Ed", 6: "Flo", 7: "Gus", 8: "Hal", 9: "Ida"}
NL = NoLimit(small_blind=5, big_blind=10)
END = "Hand 01990000-0000-7000-8000-000000000001 of pokerhouse\n"


def text_of_hand(play: Scene, **known: Any) -> str:
    """Return what is written of the hand."""
    return write_text(play.events, HAND_INFO, players=NAMES, **known)


def holdem_fixed() -> Scene:
    limit = FixedLimit(small_blind=5, big_blind=10, lower=10, higher=20)
    scene = Scene(
        hand_of("holdem", limit, {1: 200, 2: 200, 3: 25}, rake=RakePlan(percent_bp=500)),
        {1: "AcAd", 2: "KcKd", 3: "QcQd"},
        "2h 3h 7s 8s 9c",
    )
    scene.act((1, "raise", 20), (2, "raise", 30), (3, "all_in"), (1, "call"))
    return scene.act((2, "bet", 10), (1, "call"), (2, "check"), (1, "bet", 20), (2, "call")).act(
        (2, "check"), (1, "check")
    )


def omaha8() -> Scene:
    hands = {
        1: "AsAhKsKh",
        2: "Ac2c9c9d",
        3: "Ad2d9h9s",
        4: "QhQsJhJs",
        5: "ThTs4h4s",
        6: "5h5s6h6s",
    }
    pot_limit = PotLimit(small_blind=5, big_blind=10)
    scene = Scene(
        hand_of("omaha8", pot_limit, dict.fromkeys(hands, 300), button=6), hands, "3c 7d 8h Kd Kc"
    )
    scene.act((3, "call"), (4, "fold"), (5, "fold"), (6, "fold"), (1, "call"), (2, "check"))
    scene.act((1, "check"), (2, "bet", 27), (3, "call"), (1, "call"))
    return scene.all_check()


def stud() -> Scene:
    scene = Scene(
        hand_of(
            "stud7", StudSplit(ante=1, bring_in=2, lower=5, higher=10), {1: 200, 3: 200, 5: 60}
        ),
        {1: "AcAd 9h Kc 4d 2d 8h", 3: "7c8c 2c Jh Jd 4h 6s", 5: "QcQd Ts Th 3s 3d 5c"},
    )
    scene.act((3, "bring_in"), (5, "complete"), (1, "call"), (3, "fold"))
    scene.act((5, "bet", 5), (1, "call"), (5, "check"), (1, "check"), (5, "bet", 10), (1, "call"))
    return scene.act((5, "check"), (1, "check"))


def community() -> Scene:
    seats = dict.fromkeys(range(1, 10), 100)
    scene = Scene(
        hand_of("stud7", StudSplit(ante=1, bring_in=2, lower=5, higher=10), seats),
        {1: "AcAd 2c 8c 5h"},
        "3c 2h",
    )
    scene.act((1, "bring_in"), *[(seat, "call") for seat in range(2, 10)])
    return scene.all_check()


def triple_draw() -> Scene:
    limit = FixedLimit(small_blind=5, big_blind=10, lower=10, higher=20)
    scene = Scene(
        hand_of("triple27", limit, {1: 200, 2: 200, 4: 200}),
        {1: "2c3c4d7d Kh 5c", 2: "2d3d6h8h Ks Qs Js 9s", 4: "AcAdKcKd2h"},
    )
    scene.act((1, "raise", 20), (2, "call"), (4, "fold"))
    scene.discard(2, 4).discard(1, 4).act((2, "check"), (1, "bet", 10), (2, "call"))
    scene.discard(2, 4).discard(1).act((2, "check"), (1, "bet", 20), (2, "call"))
    return scene.discard(2, 4).discard(1).act((2, "check"), (1, "check"))


def run_twice() -> Scene:
    scene = Scene(
        hand_of("holdem", NL, {1: 200, 2: 150}, options=HandOptions(run_it_times=2)),
        {1: "AcAd", 2: "KcKd"},
        "2h 3h 7s 8s 9c",
    )
    scene.act((1, "raise", 30), (2, "call"), (2, "check"), (1, "all_in"), (2, "call"))
    return scene.run_it(2, 2).run_it(1, 2)


def bomb_pot() -> Scene:
    options = HandOptions(is_bomb_pot=True, board_count=2)
    scene = Scene(
        hand_of("holdem", NL, {1: 100, 2: 100, 3: 100}, options=options),
        top="Kc Qc Ac Kd Qd Ad 4c 2h3h7s Qs9sJd 4d 8s 5c 4h 9c 2s",
    )
    scene.act((2, "check"), (3, "bet", 10), (1, "call"), (2, "fold"))
    return scene.all_check()


def test_fixed_limit_holdem_with_a_side_pot_and_rake() -> None:
    """R-FL-1, R-POT-2, R-RAK-1: 5 % of each pot; Cy plays for the main one."""
    assert (
        text_of_hand(holdem_fixed())
        == """\
PokerStars Hand #115123265474686976: Hold'em Limit (10/20) - 2026/01/02 03:04:05 UTC
Table 'Table 1' 6-max (Play Money) Seat #1 is the button
Seat 1: Ann (200 in chips)
Seat 2: Bo (200 in chips)
Seat 3: Cy (25 in chips)
Bo: posts small blind 5
Cy: posts big blind 10
*** HOLE CARDS ***
Ann: raises 10 to 20
Bo: raises 10 to 30
Cy: calls 15 and is all-in
Ann: calls 10
*** FLOP *** [2h 3h 7s]
Bo: bets 10
Ann: calls 10
*** TURN *** [2h 3h 7s] [8s]
Bo: checks
Ann: bets 20
Bo: calls 20
*** RIVER *** [2h 3h 7s 8s] [9c]
Bo: checks
Ann: checks
*** SHOW DOWN ***
Bo: shows [Kc Kd] (a pair of Kings)
Cy: shows [Qc Qd] (a pair of Queens)
Ann: shows [Ac Ad] (a pair of Aces)
Ann collected 67 from side pot
Ann collected 72 from main pot
*** SUMMARY ***
Total pot 145 Main pot 75. Side pot 70. | Rake 6
Board [2h 3h 7s 8s 9c]
Seat 1: Ann (button) showed [Ac Ad] and won (139) with a pair of Aces
Seat 2: Bo (small blind) showed [Kc Kd] and lost with a pair of Kings
Seat 3: Cy (big blind) showed [Qc Qd] and lost with a pair of Queens
"""
        + END
    )


def test_omaha_hi_lo_names_both_halves_and_the_odd_chips() -> None:
    """R-LOW-2, R-ODD-1: of 111 the high half is 56; of the low 55 Bo, first to speak, gets 28."""
    assert (
        text_of_hand(omaha8())
        == """\
PokerStars Hand #115123265474686976: Omaha Hi/Lo Pot Limit (5/10) - 2026/01/02 03:04:05 UTC
Table 'Table 1' 6-max (Play Money) Seat #6 is the button
Seat 1: Ann (300 in chips)
Seat 2: Bo (300 in chips)
Seat 3: Cy (300 in chips)
Seat 4: Di (300 in chips)
Seat 5: Ed (300 in chips)
Seat 6: Flo (300 in chips)
Ann: posts small blind 5
Bo: posts big blind 10
*** HOLE CARDS ***
Cy: calls 10
Di: folds
Ed: folds
Flo: folds
Ann: calls 5
Bo: checks
*** FLOP *** [3c 7d 8h]
Ann: checks
Bo: bets 27
Cy: calls 27
Ann: calls 27
*** TURN *** [3c 7d 8h] [Kd]
Ann: checks
Bo: checks
Cy: checks
*** RIVER *** [3c 7d 8h Kd] [Kc]
Ann: checks
Bo: checks
Cy: checks
*** SHOW DOWN ***
Ann: shows [As Ah Ks Kh] (HI: four of a kind, Kings)
Bo: shows [Ac 2c 9c 9d] (HI: two pair, Kings and Nines; LO: 8,7,3,2,A)
Cy: shows [Ad 2d 9h 9s] (HI: two pair, Kings and Nines; LO: 8,7,3,2,A)
Ann collected 56 from pot
Bo collected 28 from pot
Cy collected 27 from pot
*** SUMMARY ***
Total pot 111 | Rake 0
Board [3c 7d 8h Kd Kc]
Seat 1: Ann (small blind) showed [As Ah Ks Kh] and won (56) with HI: four of a kind, Kings
Seat 2: Bo (big blind) showed [Ac 2c 9c 9d] and won (28)\
 with HI: two pair, Kings and Nines; LO: 8,7,3,2,A
Seat 3: Cy showed [Ad 2d 9h 9s] and won (27) with HI: two pair, Kings and Nines; LO: 8,7,3,2,A
Seat 4: Di folded before Flop (didn't bet)
Seat 5: Ed folded before Flop (didn't bet)
Seat 6: Flo (button) folded before Flop (didn't bet)
"""
        + END
    )


def test_stud_has_streets_door_cards_and_a_bring_in() -> None:
    """R-BRI-1, R-STU-3: the reader sees his down cards, of the others only what lies open."""
    assert (
        text_of_hand(stud(), hole={1: cards_of("AcAd 9h Kc 4d 2d 8h")})
        == """\
PokerStars Hand #115123265474686976: 7 Card Stud Limit (5/10) - 2026/01/02 03:04:05 UTC
Table 'Table 1' 6-max (Play Money)
Seat 1: Ann (200 in chips)
Seat 3: Cy (200 in chips)
Seat 5: Ed (60 in chips)
Ann: posts the ante 1
Cy: posts the ante 1
Ed: posts the ante 1
*** 3rd STREET ***
Dealt to Ann [Ac Ad 9h]
Dealt to Cy [2c]
Dealt to Ed [Ts]
Cy: brings in for 2
Ed: raises 3 to 5
Ann: calls 5
Cy: folds
*** 4th STREET ***
Dealt to Ann [Ac Ad 9h] [Kc]
Dealt to Ed [Ts] [Th]
Ed: bets 5
Ann: calls 5
*** 5th STREET ***
Dealt to Ann [Ac Ad 9h Kc] [4d]
Dealt to Ed [Ts Th] [3s]
Ed: checks
Ann: checks
*** 6th STREET ***
Dealt to Ann [Ac Ad 9h Kc 4d] [2d]
Dealt to Ed [Ts Th 3s] [3d]
Ed: bets 10
Ann: calls 10
*** RIVER ***
Dealt to Ann [Ac Ad 9h Kc 4d 2d] [8h]
Ed: checks
Ann: checks
*** SHOW DOWN ***
Ed: shows [Qc Qd Ts Th 3s 3d 5c] (two pair, Queens and Tens)
Ann: shows [Ac Ad 9h Kc 4d 2d 8h] (a pair of Aces)
Ed collected 45 from pot
*** SUMMARY ***
Total pot 45 | Rake 0
Seat 1: Ann showed [Ac Ad 9h Kc 4d 2d 8h] and lost with a pair of Aces
Seat 3: Cy folded on the 3rd Street
Seat 5: Ed showed [Qc Qd Ts Th 3s 3d 5c] and won (45) with two pair, Queens and Tens
"""
        + END
    )


def test_triple_draw_counts_the_cards_and_names_the_readers_own() -> None:
    """R-LOW-6"""
    assert (
        text_of_hand(triple_draw(), hole={1: cards_of("2c3c4d7d Kh 5c")})
        == """\
PokerStars Hand #115123265474686976: Triple Draw 2-7 Lowball Limit (10/20) - 2026/01/02 03:04:05 UTC
Table 'Table 1' 6-max (Play Money) Seat #1 is the button
Seat 1: Ann (200 in chips)
Seat 2: Bo (200 in chips)
Seat 4: Di (200 in chips)
Bo: posts small blind 5
Di: posts big blind 10
*** DEALING HANDS ***
Dealt to Ann [2c 3c 4d 7d Kh]
Ann: raises 10 to 20
Bo: calls 15
Di: folds
*** FIRST DRAW ***
Bo: discards 1 card
Ann: discards 1 card [Kh]
Dealt to Ann [2c 3c 4d 7d] [5c]
Bo: checks
Ann: bets 10
Bo: calls 10
*** SECOND DRAW ***
Bo: discards 1 card
Ann: stands pat
Bo: checks
Ann: bets 20
Bo: calls 20
*** THIRD DRAW ***
Bo: discards 1 card
Ann: stands pat
Bo: checks
Ann: checks
*** SHOW DOWN ***
Bo: shows [2d 3d 6h 8h 9s] (Lo: 9,8,6,3,2)
Ann: shows [2c 3c 4d 7d 5c] (Lo: 7,5,4,3,2)
Ann collected 110 from pot
*** SUMMARY ***
Total pot 110 | Rake 0
Seat 1: Ann (button) showed [2c 3c 4d 7d 5c] and won (110) with Lo: 7,5,4,3,2
Seat 2: Bo (small blind) showed [2d 3d 6h 8h 9s] and lost with Lo: 9,8,6,3,2
Seat 4: Di (big blind) folded before the Draw
"""
        + END
    )


def test_a_hand_that_is_run_twice_has_two_boards_and_showdowns() -> None:
    """docs/cash-room.md#options: the uncalled bet comes back first, then both say how often."""
    assert (
        text_of_hand(run_twice(), hole={1: cards_of("AcAd")})
        == """\
PokerStars Hand #115123265474686976: Hold'em No Limit (5/10) - 2026/01/02 03:04:05 UTC
Table 'Table 1' 6-max (Play Money) Seat #1 is the button
Seat 1: Ann (200 in chips)
Seat 2: Bo (150 in chips)
Ann: posts small blind 5
Bo: posts big blind 10
*** HOLE CARDS ***
Dealt to Ann [Ac Ad]
Ann: raises 20 to 30
Bo: calls 20
*** FLOP *** [2h 3h 7s]
Bo: checks
Ann: bets 170 and is all-in
Bo: calls 120 and is all-in
Uncalled bet (50) returned to Ann
Bo wants to run it twice
Ann wants to run it twice
*** FIRST TURN *** [2h 3h 7s] [8s]
*** FIRST RIVER *** [2h 3h 7s 8s] [9c]
*** SECOND TURN *** [2h 3h 7s] [Qs]
*** SECOND RIVER *** [2h 3h 7s Qs] [Qd]
*** FIRST SHOW DOWN ***
Ann: shows [Ac Ad] (a pair of Aces)
Bo: shows [Kc Kd] (a pair of Kings)
Ann collected 150 from pot
*** SECOND SHOW DOWN ***
Ann: shows [Ac Ad] (two pair, Aces and Queens)
Bo: shows [Kc Kd] (two pair, Kings and Queens)
Ann collected 150 from pot
*** SUMMARY ***
Total pot 300 | Rake 0
Hand was run twice
FIRST Board [2h 3h 7s 8s 9c]
SECOND Board [2h 3h 7s Qs Qd]
Seat 1: Ann (button) (small blind) showed [Ac Ad] and won (150) with a pair of Aces\
, and won (150) with two pair, Aces and Queens
Seat 2: Bo (big blind) showed [Kc Kd] and lost with a pair of Kings\
, and lost with two pair, Kings and Queens
"""
        + END
    )


def test_a_bomb_pot_has_no_first_round_and_two_boards() -> None:
    """docs/cash-room.md#options"""
    assert (
        text_of_hand(bomb_pot())
        == """\
PokerStars Hand #115123265474686976: Hold'em No Limit (5/10) - 2026/01/02 03:04:05 UTC
Table 'Table 1' 6-max (Play Money) Seat #1 is the button
Seat 1: Ann (100 in chips)
Seat 2: Bo (100 in chips)
Seat 3: Cy (100 in chips)
Bomb pot: everybody posts the ante, nobody bets before the flop
Two boards are dealt
Bo: posts the ante 4
Cy: posts the ante 4
Ann: posts the ante 4
*** HOLE CARDS ***
*** FIRST FLOP *** [2h 3h 7s]
*** SECOND FLOP *** [Qs 9s Jd]
Bo: checks
Cy: bets 10
Ann: calls 10
Bo: folds
*** FIRST TURN *** [2h 3h 7s] [8s]
*** SECOND TURN *** [Qs 9s Jd] [5c]
Cy: checks
Ann: checks
*** FIRST RIVER *** [2h 3h 7s 8s] [9c]
*** SECOND RIVER *** [Qs 9s Jd 5c] [2s]
Cy: checks
Ann: checks
*** FIRST SHOW DOWN ***
Cy: shows [Qc Qd] (a pair of Queens)
Ann: shows [Ac Ad] (a pair of Aces)
Ann collected 16 from pot
*** SECOND SHOW DOWN ***
Cy: shows [Qc Qd] (three of a kind, Queens)
Ann: shows [Ac Ad] (a pair of Aces)
Cy collected 16 from pot
*** SUMMARY ***
Total pot 32 | Rake 0
FIRST Board [2h 3h 7s 8s 9c]
SECOND Board [Qs 9s Jd 5c 2s]
Seat 1: Ann (button) showed [Ac Ad] and won (16) with a pair of Aces, and lost with a pair of Aces
Seat 2: Bo folded on the Flop (didn't bet)
Seat 3: Cy showed [Qc Qd] and lost with a pair of Queens, and won (16) with three of a kind, Queens
"""
        + END
    )


def test_a_community_card_lies_on_the_board_for_everybody() -> None:
    """R-STU-7: nine hands to the end leave too few cards for sixth and seventh street."""
    lines = text_of_hand(community()).splitlines()

    assert [line for line in lines if line.startswith("***")] == [
        "*** 3rd STREET ***",
        "*** 4th STREET ***",
        "*** 5th STREET ***",
        "*** 6th STREET *** [3c]",
        "*** RIVER *** [3c] [2h]",
        "*** SHOW DOWN ***",
        "*** SUMMARY ***",
    ]
    assert "Ann: shows [Ac Ad 2c 8c 5h] (two pair, Aces and Deuces)" in lines
    assert "Board [3c 2h]" in lines

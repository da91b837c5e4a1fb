"""Recorded hands of draw and stud games: what the engine needs and the record leaves out."""

import pytest

from tables.engine.hand.events import (
    BroughtIn,
    CardsDealt,
    CardsDiscarded,
    CardsMucked,
    CardsShown,
    HandStarted,
    StubExtended,
)
from tables.engine.rules.cards import cards_of
from tables.engine.rules.limits import FixedLimit, StudSplit
from tables.histories.errors import ActionImpossible, HandUnfinished
from tests.support.phh import PHH, play, stacks_in_pokerkit

CHECKS = ("p1 cc", "p2 cc")


def draw_text(*actions: str, variant: str = "N2L1D", stacks: tuple[int, ...] = (100, 100)) -> str:
    """Return a hand of two: p2 has the button and the small blind."""
    bets = "min_bet = 2" if variant == "N2L1D" else "small_bet = 2\nbig_bet = 4"
    return (
        f"variant = '{variant}'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\n{bets}\n"
        f"starting_stacks = {list(stacks)}\nactions = {list(actions)}\n"
    )


def stud_text(*actions: str, variant: str = "F7S", players: int = 2) -> str:
    return (
        f"variant = '{variant}'\nantes = {[1] * players}\nbring_in = 2\nsmall_bet = 4\n"
        f"big_bet = 8\nstarting_stacks = {[100] * players}\nactions = {list(actions)}\n"
    )


def shown(text: str) -> dict[int, tuple[int, ...]]:
    return {e.seat: e.faces for e in play(text).events if isinstance(e, CardsShown)}


def refused(text: str) -> str:
    with pytest.raises(ActionImpossible) as caught:
        play(text)
    return str(caught.value.facts["reason"])


def exchanged(text: str) -> list[tuple[int, int]]:
    """Return who exchanged how many cards."""
    return [(e.seat, len(e.discarded)) for e in play(text).events if isinstance(e, CardsDiscarded)]


def test_cards_of_which_only_the_end_is_known_are_found_backwards() -> None:
    """Badugi of 2010: nothing is known but the two hands that were shown."""
    text = (PHH / "alice-carol-wikipedia.phh").read_text()

    assert shown(text) == {4: cards_of("2s4c6d9h"), 2: cards_of("3s5d7c8h")}
    assert exchanged(text) == [
        *((1, 2), (2, 2), (4, 1), (1, 1), (2, 0), (4, 1)),
        *((2, 1), (4, 0)),
    ]
    assert play(text).stacks == stacks_in_pokerkit(text)


def test_a_card_that_is_shown_later_was_not_the_one_put_away() -> None:
    text = draw_text(
        *("d dh p1 2c3c4c5cKs", "d dh p2 ??2d3d????", "p2 cc", "p1 cc", "p1 sd ??", "p2 sd ????"),
        *("d dh p1 8s", "d dh p2 ??7h", *CHECKS, "p1 sm 2c3c4c5c8s", "p2 sm 2d3d4h5h7h"),
    )

    assert shown(text)[1] == cards_of("2c3c4c5c8s")
    assert set(shown(text)[2]) == set(cards_of("2d3d4h5h7h"))
    assert play(text).stacks == (98, 102)


def test_exchanges_may_stand_in_another_order_than_the_houses() -> None:
    text = draw_text(
        *("d dh p1 2c3c4c5c7s", "d dh p2 2d3d4d5dKs", "p2 cc", "p1 cc"),
        *("p2 sd Ks", "p1 sd", "d dh p2 8h", *CHECKS),
    )

    assert exchanged(text) == [(1, 0), (2, 1)]


@pytest.mark.parametrize("lines", [(), ("p2 sd Ks", "d dh p2 8h")])
def test_an_exchange_that_is_left_out_after_an_all_in_is_made_good(lines: tuple[str, ...]) -> None:
    text = draw_text(
        *("d dh p1 2c3c4c5c7s", "d dh p2 2d3d4d5dKs", "p2 cbr 100", "p1 cc", *lines),
    )

    played = play(text)

    assert played.notes[0].endswith("p1's exchange is not in the record")
    assert played.stacks == (200, 0)


def test_a_player_who_bets_on_must_say_what_he_exchanges() -> None:
    start = ("p2 cc", "p1 cc")

    assert refused(draw_text(*start, *CHECKS)) == "it is p1's turn to exchange cards"
    with pytest.raises(HandUnfinished):
        play(draw_text(*start))


def test_exchanges_that_cannot_be_are_named() -> None:
    dealt = ("d dh p1 2c3c4c5c7s", "d dh p2 2d3d4d5dKs", "p2 cc", "p1 cc")

    assert refused(draw_text(*dealt, "p1 sd 9c")) == "a card that the player does not hold"
    assert refused(draw_text(*dealt, "p1 sd Ks")) == "a card that lies elsewhere already"
    assert refused(draw_text(*dealt, "p1 sd ????????????")) == "more cards than the player holds"
    assert refused(draw_text(*dealt, "p1 sd 2c", "d dh p1 8c9c")) == "a hand has 5 cards"
    assert refused(draw_text(*dealt[:3], "p1 sd")) == "it is p1's turn"
    shows = (*dealt, "p1 sd ??", "p2 sd", "d dh p1 8c", *CHECKS, "p1 sm 2c3c4c5c7s")
    assert refused(draw_text(*shows)) == "all of these cards are shown later"


def test_a_hand_that_is_mucked_after_a_draw_has_no_claim() -> None:
    """WSOP 2023, hand 61: the better of two drawn hands is unknown, so it lost."""
    played = play((PHH / "wsop/2023/43/5/61.phh").read_text())

    assert [e.seat for e in played.events if isinstance(e, CardsMucked)] == [5]
    assert played.stacks == (2375000, 19050000, 2575000, 2575000, 3125000)


def test_limits_and_antes_are_read_from_their_fields() -> None:
    stud = play((PHH / "wsop/2023/43/5/69.phh").read_text()).events[0]
    draw = play((PHH / "wsop/2023/43/5/61.phh").read_text()).events[0]

    assert isinstance(stud, HandStarted)
    assert isinstance(draw, HandStarted)
    assert stud.structure == StudSplit(ante=50_000, bring_in=75_000, lower=250_000, higher=500_000)
    assert (stud.big_blind, stud.button) == (None, 10)
    assert draw.structure == FixedLimit(
        small_blind=125_000, big_blind=250_000, lower=250_000, higher=500_000
    )


def test_an_open_card_that_nobody_wrote_down_contradicts_nothing() -> None:
    """WSOP 2023, hand 49: p4 brings in, so the unknown door cards are none that would have."""
    played = play((PHH / "wsop/2023/43/5/49.phh").read_text())

    (doors,) = [e for e in played.events if isinstance(e, CardsDealt)]
    assert [e.seat for e in played.events if isinstance(e, BroughtIn)] == [4]
    assert min(dealt.faces[0] for dealt in doors.hands) == cards_of("2h")[0]


def test_an_unknown_later_card_lets_the_recorded_player_speak_first() -> None:
    text = stud_text(
        *("d dh p1 ????2c", "d dh p2 ????Kd", "p1 pb", "p2 cc", "d dh p1 ??", "d dh p2 4d"),
        *("p1 cbr 4", "p2 f"),
    )

    assert play(text).stacks == (103, 97)


def test_a_mucked_stud_hand_keeps_its_open_cards() -> None:
    streets = [("d dh p1 4c", "d dh p2 Kh"), ("d dh p1 6d", "d dh p2 9s")]
    streets += [("d dh p1 8s", "d dh p2 Js"), ("d dh p1 Td", "d dh p2 3h")]
    checks = ("p2 cc", "p1 cc")
    text = stud_text(
        *("d dh p1 AcAd2c", "d dh p2 5h7hKd", "p1 pb", "p2 cc"),
        *(line for street in streets for line in (*street, *checks)),
        *("p2 sm 5h7hKdKh9sJs3h", "p1 sm"),
    )

    played = play(text)

    assert [e.seat for e in played.events if isinstance(e, CardsMucked)] == [1]
    assert played.stacks == (97, 103)


def test_stud_cards_out_of_step_are_named() -> None:
    start = ("d dh p1 ????2c", "d dh p2 ????Kd", "p1 pb")

    early = "the betting round is not over"
    assert refused(stud_text(*start, "d dh p1 4c", "p2 cc")) == early
    assert refused(stud_text(*start, "d db 4c", "p2 cc")) == early
    missing = "the street's cards are missing before it"
    called = (*start, "p2 cc", "d dh p1 4c", "d dh p2 Kh", "p2 cc", "p1 cc")
    assert refused(stud_text(*called, "p2 cc", "d dh p1 5c", "d dh p2 Ks")) == missing
    assert refused(stud_text(*start, "d dh p2 Kh", "p2 cc")) == early
    last = ("d dh p1 6d", "d dh p2 9s", "p2 cc", "p1 cc", "d dh p1 8s", "d dh p2 Js", "p2 cc")
    assert refused(stud_text(*called, *last, "p1 cc", "p2 cc")) == missing
    assert refused(stud_text(*start, "p2 pb")) == "no_bring_in"
    assert refused(stud_text(*start, "p2 sd")) == "not in this variant"
    assert refused(stud_text("d dh p1 ????2c", "d dh p2 ????Kd", "p1 f")) == "bringin_forced"
    assert refused(stud_text("d dh p1 ????2c", "d dh p2 ????Kd", "p2 pb")) == "it is p1's turn"


def test_a_card_that_the_game_is_not_played_with_is_named() -> None:
    text = (PHH / "phua-xuan-2019.phh").read_text().replace("Th8h", "Th2h")

    assert refused(text) == "a card that is not in this game's deck"


TWICE_FROM_A_HEAP = """
variant = "F2L3D"
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [5, 10, 0, 0, 0, 0]
small_bet = 10
big_bet = 20
starting_stacks = [1410, 1750, 520, 1435, 4020, 865]
actions = [
  "d dh p1 9sThQs7h2h", "d dh p2 Kh4s4hKs8d", "d dh p3 Tc8c3hQhAc",
  "d dh p4 2d6d6h4d8s", "d dh p5 5cAs3sJh5s", "d dh p6 Kc5hTs9hKd",
  "p3 cc", "p4 cc", "p5 cc", "p6 cc", "p1 cc", "p2 cc",
  "p1 sd", "p2 sd Kh4sKs8d", "p3 sd Tc8c3hQhAc", "p4 sd 2d6h4d8s", "p5 sd 5cAsJh5s", "p6 sd Kd",
  "d dh p2 3dJs6c4c", "d dh p3 3c9c8h7cQc", "d dh p4 Jc6sJd7d", "d dh p5 7s9dAhAd", "d dh p6 5d",
  "p1 cc", "p2 cbr 10", "p3 f", "p4 cc", "p5 cc", "p6 f", "p1 f",
  "p2 sd 4h3dJs4c", "p4 sd 6sJd7d", "p5 sd 7sAhAd",
  "d dh p2 2sTd8s4d", "d dh p4 8c5c2c", "d dh p5 AsAc5s",
  "p2 cc", "p4 cc", "p5 cc",
  "p2 sd 2s8s", "p4 sd 6dJc5c2c", "p5 sd 3s9dAc5s",
  "d dh p2 QhJh", "d dh p4 3hTcKdQd", "d dh p5 2dKs2c6h",
  "p2 cbr 20", "p4 cc", "p5 cc",
  "p2 sm 6cTd4dQhJh", "p4 sm 8c3hTcKdQd", "p5 sm As2dKs2c6h",
]
"""


def test_a_burn_that_was_dealt_and_put_away_again_is_dealt_a_second_time() -> None:
    """R-LOW-6: the deuce of clubs, a burn, comes from the first pile and then from the second."""
    played = play(TWICE_FROM_A_HEAP)
    assert sum(isinstance(event, StubExtended) for event in played.events) == 2
    assert played.stacks == (1400, 1860, 510, 1395, 3980, 855)

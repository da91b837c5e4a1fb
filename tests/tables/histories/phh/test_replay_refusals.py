"""Recorded hands under the preset `standard`: where they are refused, and with which words."""

import pytest

from tables.histories.errors import (
    FieldRefused,
    HandUnfinished,
    StartRefused,
    StraddleNotSupported,
)
from tests.support.phh import CHECKED_DOWN, play, refused_at, text_of


def test_a_straddle_is_refused_by_name() -> None:
    for blinds in ([5, 10, 20], [5, 20, 0], [5, 10, 10], [0, 10, 20]):
        with pytest.raises(StraddleNotSupported) as caught:
            play(text_of("p1 f", blinds=blinds))
        assert caught.value.code == "straddle_not_supported"
        assert caught.value.facts == {"blinds_or_straddles": blinds}


@pytest.mark.parametrize(
    ("blinds", "field"),
    [
        ([0, 0, 0], "blinds_or_straddles"),
        ([4, 8, 0], "min_bet"),
        ([10, 5, 0], "blinds_or_straddles"),
    ],
)
def test_blinds_that_do_not_fit_are_refused(blinds: list[int], field: str) -> None:
    with pytest.raises(FieldRefused) as caught:
        play(text_of("p3 f", blinds=blinds))

    assert caught.value.facts["field"] == field


def test_stacks_that_no_table_can_hold_are_refused() -> None:
    most = 2**53 - 1
    with pytest.raises(StartRefused) as caught:
        play(text_of("p3 f", stacks=[most, most, most]))

    assert caught.value.facts == {"rule": "amount_out_of_range"}


def test_a_wager_below_the_minimum_that_others_could_top_is_not_lifted() -> None:
    error = refused_at(2, "d dh p3 AcAd", "p3 cbr 15")

    assert error.facts["reason"] == "raise_below_min"
    assert (error.facts["min_to"], error.facts["max_to"]) == (20, 100)


def test_a_player_who_speaks_later_was_not_folded() -> None:
    error = refused_at(1, "p1 cc", "p3 f", "p2 cc")

    assert error.facts["reason"] == "it is p3's turn"


def test_actions_that_the_rules_forbid_are_named() -> None:
    assert refused_at(1, "p3 cbr 500").facts["reason"] == "too_much"
    assert refused_at(2, "p3 f", "p3 cc").facts["reason"] == "it is p1's turn"
    assert refused_at(3, "p3 f", "p1 f", "p2 cbr 50").facts["reason"] == "the hand is over"
    assert refused_at(1, "p1 pb").facts["reason"] == "not in this variant"
    assert refused_at(1, "p1 sd").facts["reason"] == "not in this variant"


def test_an_all_in_below_a_full_raise_does_not_reopen_the_betting() -> None:
    """R-NL-6: the raise to 140 over 100 leaves p3 to call or fold."""
    error = refused_at(
        *(5, "d dh p1 ????", "p3 cbr 100", "p1 cbr 140", "p2 cc", "p3 cbr 400"),
        stacks=[140, 1_000, 1_000],
    )

    assert error.facts["reason"] == "not_reopened"


def test_cards_that_cannot_be_are_named() -> None:
    elsewhere = "a card that lies elsewhere already"
    assert refused_at(2, "d dh p1 AcAd", "d dh p2 AcKd").facts["reason"] == elsewhere
    assert refused_at(3, "d dh p1 AcAd", "p3 f", "d db Ac2c3c").facts["reason"] == elsewhere
    assert refused_at(2, "d db 2c3c4c", "d db 2c").facts["reason"] == elsewhere
    assert refused_at(2, "d dh p1 AcAd", "d dh p1 Ks").facts["reason"] == "a hand has 2 cards"
    others = "other cards than the player was dealt"
    assert refused_at(2, "d dh p1 AcAd", "p1 sm AcKd").facts["reason"] == others
    assert refused_at(2, "d dh p1 AcAd", "p1 sm Ac").facts["reason"] == others


def test_a_board_out_of_step_is_named() -> None:
    to_the_flop = ("p3 f", "p1 cc", "p2 cc")

    early = refused_at(2, "p3 f", "d db 2c3c4c", "p1 cc", "p2 cc")
    assert early.facts["reason"] == "the betting round is not over"
    assert early.facts["actor"] == 1
    short = refused_at(4, *to_the_flop, "d db 2c3c")
    assert short.facts["reason"] == "wrong number of cards for the street"
    assert short.facts["expected"] == 3
    missing = refused_at(4, *to_the_flop, "p1 cc")
    assert missing.facts["reason"] == "the street's cards are missing before it"
    late = refused_at(5, *to_the_flop, "d db 2c3c4c", "d dh p1 AcAd")
    assert late.facts["reason"] == "hands are dealt before the board"
    over = refused_at(3, "p3 f", "p1 f", "d db 2c3c4c")
    assert over.facts["reason"] == "the hand is over"


def test_a_sixth_board_card_is_named() -> None:
    down = ("d dh p1 QsQd", "d dh p2 KsKd", "p3 f", *CHECKED_DOWN, "d db Td", "p1 cc", "p2 cc")

    assert refused_at(15, *down, "d db Jd").facts["reason"] == "the board is complete"


def test_a_showdown_between_unknown_hands_is_refused() -> None:
    actions = ("p3 f", "p1 cbr 100", "p2 cc", "d db 2h3h7s", "d db 8s", "d db 9c")

    assert refused_at(3, *actions).facts["reason"] == "unknown_cards"


def test_a_record_that_stops_before_the_end_is_refused() -> None:
    with pytest.raises(HandUnfinished) as caught:
        play(text_of("p3 cc"))

    assert caught.value.facts == {"player": 1}
    assert str(caught.value) == "The record ends, and p1 still owes a decision."

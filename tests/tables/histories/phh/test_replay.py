"""Recorded hands under the preset `standard`: what they become."""

import pytest

from tables.engine.hand.events import (
    CardsMucked,
    CardsShown,
    Folded,
    HandStarted,
    Raised,
    UncalledReturned,
)
from tables.engine.rules.ruleset import STANDARD
from tables.histories.phh.read import read_phh
from tables.histories.phh.replay import compare, replay
from tests.support.phh import CHECKED_DOWN, PHH, play, posts_of, stacks_in_pokerkit, text_of


def test_player_k_sits_in_seat_k_and_the_last_has_the_button() -> None:
    played = play(text_of("p3 f", "p1 f"))

    started = played.events[0]
    assert isinstance(started, HandStarted)
    assert [(entry.seat, entry.stack_chips) for entry in started.seats] == [
        (1, 100),
        (2, 100),
        (3, 100),
    ]
    assert (started.button, started.big_blind) == (3, 2)
    assert started.rules == STANDARD
    assert posts_of(played) == [(1, "sb", 5), (2, "bb", 10)]
    assert played.stacks == (95, 105, 100)
    assert played.notes == ()


def test_heads_up_p1_has_the_big_blind_and_p2_the_button_the_small_one_and_the_first_word() -> None:
    """R-ORD-1: although the standard writes [small, big], and antes the same way round."""
    played = play(text_of("p2 cc", "p1 cc", "d db 2c7d9h", "p1 cbr 20", "p2 f", stacks=[80, 90]))

    started = played.events[0]
    assert isinstance(started, HandStarted)
    assert (started.button, started.big_blind) == (2, 1)
    assert posts_of(played) == [(2, "sb", 5), (1, "bb", 10)]
    assert played.stacks == (90, 80)
    with_ante = play(text_of("p2 f", stacks=[80, 90], antes=[0, 10]))
    assert posts_of(with_ante) == [(2, "sb", 5), (1, "bb", 10), (1, "bb_ante", 10)]


def test_classic_antes_come_before_the_blinds_and_a_big_blind_ante_after_them() -> None:
    """R-TRN-ANTE-1: an ante that not everyone pays is dead whatever the record's flag says."""
    trimmed = "ante_trimming_status = true"

    classic = play(text_of("p3 f", "p1 f", antes=[2, 2, 2], extra=trimmed))
    single = play(text_of("p3 f", "p1 f", antes=[0, 10, 0], extra=trimmed))

    antes = [(1, "ante", 2), (2, "ante", 2), (3, "ante", 2)]
    assert posts_of(classic) == [*antes, (1, "sb", 5), (2, "bb", 10)]
    assert classic.notes == ()
    assert posts_of(single) == [(1, "sb", 5), (2, "bb", 10), (2, "bb_ante", 10)]
    assert single.notes == ("not everyone pays the ante: it is dead, although the record trims it",)


def test_what_one_player_pays_above_the_common_ante_is_dead() -> None:
    played = play(text_of("p3 f", "p1 f", antes=[2, 2, 7]))

    assert posts_of(played)[-1] == (3, "dead", 5)


@pytest.mark.parametrize(("flag", "stacks"), [("true", (86, 108, 9)), ("false", (86, 106, 11))])
def test_a_short_ante_plays_for_what_the_flag_says(flag: str, stacks: tuple[int, ...]) -> None:
    """R-ANT-2 where the record trims antes; PokerKit ends with the same stacks either way."""
    text = text_of(
        *("d dh p1 QsQd", "d dh p2 KsKd", "d dh p3 AsAd", *CHECKED_DOWN),
        *("d db Td", "p1 cc", "p2 cc", "p1 sm QsQd", "p2 sm KsKd", "p3 sm AsAd"),
        stacks=[100, 100, 3],
        antes=[4, 4, 4],
        extra=f"ante_trimming_status = {flag}",
    )

    assert play(text).stacks == stacks_in_pokerkit(text) == stacks


def test_a_negative_blind_is_a_live_post_whose_poster_has_the_option() -> None:
    """R-BLD-5; PokerKit writes live posts so."""
    text = text_of(
        *("p3 f", "p4 cbr 30", "p1 f", "p2 f"), blinds=[5, 10, 0, -10], stacks=[100, 100, 100, 100]
    )

    played = play(text)

    assert posts_of(played) == [(1, "sb", 5), (2, "bb", 10), (4, "live", 10)]
    assert played.stacks == stacks_in_pokerkit(text) == (95, 90, 100, 115)
    assert played.notes == ("p4: the negative blind is a live post",)


def test_a_small_blind_that_nobody_posts_is_missing() -> None:
    assert posts_of(play(text_of("p3 f", "p1 f", blinds=[0, 10, 0]))) == [(2, "bb", 10)]


def test_a_hand_of_cards_known_only_at_the_showdown_is_known_from_the_start() -> None:
    played = play(
        text_of(
            *("d dh p1 ????", "d dh p2 ??2d", "p3 f", "p1 cc", "p2 cc", "d db 2h2s7c"),
            *("p1 cc", "p2 cc", "d db Kd", "p1 cc", "p2 cc", "d db Qd", "p1 cc", "p2 cc"),
            *("p1 sm AcAh", "p2 sm 2d2c"),
        )
    )

    shown = [event.seat for event in played.events if isinstance(event, CardsShown)]
    assert shown == [1, 2]
    assert played.stacks == (90, 110, 100)


def test_a_hand_that_was_mucked_has_no_claim() -> None:
    down = (*CHECKED_DOWN, "d db Td", "p1 cc", "p2 cc")

    played = play(
        text_of(
            "d dh p1 QsQd", "d dh p2 AsAd", "d dh p3 7c2c", "p3 f", *down, "p1 sm QsQd", "p2 sm"
        )
    )

    assert [event.seat for event in played.events if isinstance(event, CardsMucked)] == [2]
    assert played.stacks == (110, 90, 100)


def test_an_all_in_closes_the_board_and_later_deals_are_held_against_it() -> None:
    text = text_of(
        *("d dh p1 AcAd", "d dh p2 KcKd", "p3 f", "p1 cbr 100", "p2 cc"),
        *("p1 sm AcAd", "p2 sm KcKd", "d db 2h3h7s", "d db 8s", "d db 9c"),
    )

    assert play(text).stacks == stacks_in_pokerkit(text) == (200, 0, 100)


def test_a_check_and_a_fold_by_players_without_a_decision_are_let_through_with_a_note() -> None:
    played = play(
        text_of(
            *("d dh p1 AcAd", "d dh p2 KcKd", "p3 f", "p1 cbr 100", "p2 cc", "d db 2h3h7s"),
            *("p1 cc", "d db 8s", "p2 f", "d db 9c", "p1 sm AcAd"),
        )
    )

    assert played.stacks == (200, 0, 100)
    assert played.notes == (
        "action 7: a check by p1, who has no decision",
        "action 9: a fold by p2, who has no decision",
    )


def test_a_wager_cut_to_the_opponents_stack_is_lifted_and_the_excess_comes_back() -> None:
    """R-POT-6: p2 has 35 in all, p1 may not raise to less than 50."""
    played = play(
        text_of(
            *("d dh p1 AcAd", "d dh p2 KcKd", "p3 f", "p1 cbr 20", "p2 cbr 30", "p1 cbr 35"),
            *("p2 cc", "d db 2h3h7s", "d db 8s", "d db 9c"),
            stacks=[100, 35, 100],
        )
    )

    raises = [event.to_chips for event in played.events if isinstance(event, Raised)]
    assert raises == [20, 30, 40]
    assert [e for e in played.events if isinstance(e, UncalledReturned)] == [UncalledReturned(1, 5)]
    assert played.stacks == (135, 0, 100)
    assert played.notes == ("action 6: a wager cut to the others' stacks, lifted to 40",)


def test_a_fold_that_the_record_leaves_out_is_made_good() -> None:
    """The hand of 2019: p8 never speaks, and the next two play on."""
    played = play(text_of("p4 cbr 30", "p2 f", stacks=[100, 100, 100, 100]))

    assert [event.seat for event in played.events if isinstance(event, Folded)] == [3, 1, 2]
    assert played.stacks == (95, 90, 100, 115)
    assert played.notes == (
        "before action 1: p3's fold is not in the record",
        "before action 2: p1's fold is not in the record",
    )


def test_the_big_blind_ante_of_2019_and_its_missing_fold() -> None:
    record = read_phh((PHH / "wsop/2019/42/3/00-01-07.phh").read_text())

    played = replay(record)

    compare(record, played.stacks)
    assert posts_of(played)[-1] == (2, "bb_ante", 500_000)
    assert played.notes == (
        "not everyone pays the ante: it is dead, although the record trims it",
        "before action 14: p8's fold is not in the record",
    )


def test_the_million_dollar_pot_ends_as_on_television() -> None:
    """Dwan – Ivey 2009: the seven-high straight beats the wheel."""
    played = play((PHH / "dwan-ivey-2009.phh").read_text())

    assert played.stacks == (572_100, 1_997_500, 1_109_500)

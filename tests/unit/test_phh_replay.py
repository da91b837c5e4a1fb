"""Recorded hands under the preset `standard`: what they become, and where they are refused."""

from decimal import Decimal
from pathlib import Path

import pytest
from pokerkit import HandHistory

from tables.engine.events import (
    CardsMucked,
    CardsShown,
    Folded,
    HandStarted,
    Posted,
    Raised,
    UncalledReturned,
)
from tables.engine.ruleset import STANDARD
from tables.histories.errors import (
    ActionImpossible,
    FieldRefused,
    HandUnfinished,
    StacksDiffer,
    StartRefused,
    StraddleNotSupported,
    VariantNotSupported,
)
from tables.histories.phh_read import read_phh
from tables.histories.phh_record import VARIANTS
from tables.histories.replay import Replay, check_variant, compare, replay

DATA = Path(__file__).parents[1] / "data" / "phh"
CHECKED_DOWN = ("p1 cc", "p2 cc", "d db 3h4h5c", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc")


def text_of(
    *actions: str,
    stacks: list[int] | None = None,
    blinds: list[int] | None = None,
    antes: list[int] | None = None,
    extra: str = "",
) -> str:
    """Return a three-handed file with blinds of 5 and 10, unless said otherwise."""
    stacks = stacks or [100, 100, 100]
    blinds = blinds or [5, 10, *[0] * (len(stacks) - 2)]
    return (
        f"variant = 'NT'\nantes = {antes or [0] * len(stacks)}\nblinds_or_straddles = {blinds}\n"
        f"min_bet = 10\nstarting_stacks = {stacks}\nactions = {list(actions)}\n{extra}\n"
    )


def play(text: str) -> Replay:
    return replay(read_phh(text))


def posts_of(played: Replay) -> list[tuple[int, str, int]]:
    return [(e.seat, e.kind.value, e.chips) for e in played.events if isinstance(e, Posted)]


def stacks_in_pokerkit(text: str) -> tuple[int, ...]:
    *_, last = HandHistory.loads(text)
    return tuple(last.stacks)


def refused_at(number: int, *actions: str, stacks: list[int] | None = None) -> ActionImpossible:
    """Replay three players' actions, of which number `number` must be refused."""
    with pytest.raises(ActionImpossible) as caught:
        play(text_of(*actions, stacks=stacks))
    assert caught.value.facts["action"] == number
    assert caught.value.facts["text"] == actions[number - 1]
    assert str(caught.value).startswith(f"Action {number} `{actions[number - 1]}`: ")
    return caught.value


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


def test_other_variants_are_refused_by_name() -> None:
    for code, name in VARIANTS.items():
        if code == "NT":
            continue
        with pytest.raises(VariantNotSupported) as caught:
            check_variant(code)
        assert caught.value.code == "variant_not_supported"
        assert caught.value.facts == {"variant": code, "name": name}

    badugi = read_phh((DATA / "alice-carol-wikipedia.phh").read_text())
    with pytest.raises(
        VariantNotSupported, match=r"^Fixed-limit badugi \(FB\) is not dealt yet\.$"
    ):
        replay(badugi)


def test_stacks_that_no_table_can_hold_are_refused() -> None:
    most = 2**53 - 1
    with pytest.raises(StartRefused) as caught:
        play(text_of("p3 f", stacks=[most, most, most]))

    assert caught.value.facts == {"rule": "amount_out_of_range"}


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


def test_a_wager_below_the_minimum_that_others_could_top_is_not_lifted() -> None:
    error = refused_at(2, "d dh p3 AcAd", "p3 cbr 15")

    assert error.facts["reason"] == "raise_below_min"
    assert (error.facts["min_to"], error.facts["max_to"]) == (20, 100)


def test_a_fold_that_the_record_leaves_out_is_made_good() -> None:
    """The hand of 2019: p8 never speaks, and the next two play on."""
    played = play(text_of("p4 cbr 30", "p2 f", stacks=[100, 100, 100, 100]))

    assert [event.seat for event in played.events if isinstance(event, Folded)] == [3, 1, 2]
    assert played.stacks == (95, 90, 100, 115)
    assert played.notes == (
        "before action 1: p3's fold is not in the record",
        "before action 2: p1's fold is not in the record",
    )


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


def test_finishing_stacks_must_be_equal() -> None:
    record = read_phh(text_of("p3 f", "p1 f", extra="finishing_stacks = [95, 104, 101]"))

    with pytest.raises(StacksDiffer) as caught:
        compare(record, replay(record).stacks)

    assert caught.value.facts["differences"] == [
        {"player": 2, "found": 105, "recorded": "104"},
        {"player": 3, "found": 100, "recorded": "101"},
    ]
    assert str(caught.value) == (
        "The hand ends otherwise: p2 has 105, recorded are 104, p3 has 100, recorded are 101."
    )


@pytest.mark.parametrize(
    ("recorded", "is_equal"),
    [
        ("[95, 105, 100]", True),
        ("[95.0, 104.5, 100.5]", True),
        ("[94.5, 105.5, 100]", True),
        ("[95.5, 105.5, 99]", False),
        ("[95, 105.5, 100]", False),
        ("[95, 104.75, 100.25]", False),
        ("[95, 103.5, 101.5]", False),
    ],
)
def test_half_chips_may_differ_by_that_half_and_nothing_else(recorded: str, is_equal: bool) -> None:
    record = read_phh(text_of("p3 f", "p1 f", extra=f"finishing_stacks = {recorded}"))
    stacks = replay(record).stacks
    assert stacks == (95, 105, 100)

    if is_equal:
        compare(record, stacks)
    else:
        with pytest.raises(StacksDiffer):
            compare(record, stacks)


def test_five_recorded_hands_split_a_chip_and_the_room_gives_it_to_the_first_winner() -> None:
    """R-ODD-1: half a chip of difference in these, and only these."""
    files = ["32/23", "41b/204", "60/88", "88/128", "91/43"]
    differing = {}
    for path in sorted((DATA / "pluribus").rglob("*.phh")):
        record = read_phh(path.read_text())
        stacks = replay(record).stacks
        compare(record, stacks)
        assert record.finishing_stacks is not None
        gaps = {want - got for want, got in zip(record.finishing_stacks, stacks, strict=True)}
        if gaps != {0}:
            differing[path.relative_to(DATA / "pluribus").with_suffix("").as_posix()] = gaps

    half = Decimal("0.5")
    assert sorted(differing) == files
    assert all(gaps == {0, half, -half} for gaps in differing.values())


def test_the_big_blind_ante_of_2019_and_its_missing_fold() -> None:
    record = read_phh((DATA / "wsop/2019/42/3/00-01-07.phh").read_text())

    played = replay(record)

    compare(record, played.stacks)
    assert posts_of(played)[-1] == (2, "bb_ante", 500_000)
    assert played.notes == (
        "not everyone pays the ante: it is dead, although the record trims it",
        "before action 14: p8's fold is not in the record",
    )


def test_the_million_dollar_pot_ends_as_on_television() -> None:
    """Dwan – Ivey 2009: the seven-high straight beats the wheel."""
    played = play((DATA / "dwan-ivey-2009.phh").read_text())

    assert played.stacks == (572_100, 1_997_500, 1_109_500)

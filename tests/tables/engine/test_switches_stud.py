"""Every switch of stud: each of its values makes a difference (docs/rules.md#open-points)."""

from typing import Any

import pytest

from tables.engine.hand.commands import Act
from tables.engine.rules.cards import cards_of
from tables.engine.rules.games import GameCode
from tables.engine.rules.limits import NoLimit, StudSplit
from tests.support.hands import Play, refused
from tests.support.scripted import dealt, passive_to, passively

SPLIT = StudSplit(ante=5, bring_in=5, lower=10, higher=20)
BIG = NoLimit(small_blind=0, big_blind=10, ante=1, bring_in=2)

PAIRED = {1: "????Kd7c2h4d", 2: "????3s3c9h8d"}
"""Seat 1 shows a king; seat 2 has the lower door card, and a pair from fourth street on."""
PLAIN = {1: "????Kd7c2h4dQs", 2: "????3sJc9h8dTh", 3: "????5s6cTd2cAd"}


def test_stud_opener_amounts_two() -> None:
    """A-07, R-BRI-2: the bring-in or the full lower limit."""
    play = dealt("stud7", SPLIT, 500, 500, hands=PAIRED, stud__opener_amounts="two")
    assert play.actor == 2
    assert (play.legal.min_to_chips, play.legal.max_to_chips) == (5, 10)
    assert play.legal.has_two_amounts is True

    with refused("wrong_amount"):
        play.bet_to(2, 7)
    assert play.bet_to(2, 10).hand.price_chips == 10


def test_stud_opener_amounts_range() -> None:
    """A-07: and all between."""
    play = dealt("stud7", SPLIT, 500, 500, hands=PAIRED, stud__opener_amounts="range")
    assert (play.legal.min_to_chips, play.legal.max_to_chips) == (5, 10)
    assert play.legal.has_two_amounts is False

    assert play.bet_to(2, 7).hand.price_chips == 7


@pytest.mark.parametrize(("card", "opener"), [("low", 2), ("high", 1)])
def test_stud_bring_in_card(card: str, opener: int) -> None:
    """A-49, R-BRI-6: a king against a three, without a limit."""
    assert dealt("stud7", BIG, 500, 500, hands=PAIRED, stud__bring_in_card=card).actor == opener


@pytest.mark.parametrize(("tie", "first"), [("position", 1), ("suit", 2)])
def test_stud_tie_high(tie: str, first: int) -> None:
    """A-17, R-STU-3: king-seven twice, the second one with the king of spades."""
    hands = {1: "????Kd7c", 2: "????Ks7d", 3: "????2c3d"}
    play = dealt("stud7", SPLIT, 500, 500, 500, hands=hands, stud__tie_high=tie)
    assert passive_to(play, "fourth").actor == first


@pytest.mark.parametrize(
    ("pair", "sizes"),
    [("spread", (5, 20, False)), ("two_sizes", (10, 20, True)), ("off", (10, 10, False))],
)
def test_stud_open_pair(pair: str, sizes: tuple[int, int, bool]) -> None:
    """A-18, R-STU-4: what may be bet on fourth street with an open pair on the table."""
    play = passive_to(dealt("stud7", SPLIT, 500, 500, hands=PAIRED, stud__open_pair=pair), "fourth")
    legal = play.legal
    assert (legal.min_to_chips, legal.max_to_chips, legal.has_two_amounts) == sizes


@pytest.mark.parametrize("pair", ["spread", "two_sizes", "off"])
def test_without_an_open_pair_the_switch_says_nothing(pair: str) -> None:
    """R-STU-2: exactly the lower limit."""
    play = passive_to(dealt("stud7", SPLIT, 500, 500, hands=PLAIN, stud__open_pair=pair), "fourth")
    assert (play.legal.min_to_chips, play.legal.max_to_chips) == (10, 10)


@pytest.mark.parametrize(("late", "sizes"), [("spread", (10, 20)), ("fixed_high", (20, 20))])
def test_stud_late_streets(late: str, sizes: tuple[int, int]) -> None:
    """A-19, R-STU-5: what may be bet from fifth street on."""
    play = dealt("stud7", SPLIT, 500, 500, hands=PLAIN, stud__late_streets=late)
    for street in ("fifth", "sixth", "seventh"):
        play = passive_to(play, street)
        assert (play.legal.min_to_chips, play.legal.max_to_chips) == sizes


@pytest.mark.parametrize("pair", ["spread", "two_sizes", "off"])
@pytest.mark.parametrize("late", ["spread", "fixed_high"])
@pytest.mark.parametrize(("game", "first"), [("stud8", 2), ("razz", 1)])
def test_split_and_low_stud_have_exact_limits_whatever_the_switches_say(
    game: GameCode, first: int, late: str, pair: str
) -> None:
    """R-LOW-3, R-LOW-4: also with an open pair; in razz the king opens, and later the lowest."""
    play = dealt(
        *(game, SPLIT, 500, 500),
        hands={1: "????Kd7c2h4d", 2: "????3s3c9h8d"},
        stud__open_pair=pair,
        stud__late_streets=late,
    )
    assert play.actor == first
    for street, bet in (("fourth", 10), ("fifth", 20), ("sixth", 20), ("seventh", 20)):
        play = passive_to(play, street)
        assert (play.legal.min_to_chips, play.legal.max_to_chips) == (bet, bet)
        assert play.actor == (2 if game == "stud8" else 1)


def _four_bets_on_seventh(*stacks: int, **switches: Any) -> Play:
    """Seat 1 has an ace up: he bets, seats 2 and 3 raise, and he raises for the last time."""
    hands = {1: "????Kd7c2hAd", 2: "????3sJc9h8d", 3: "????5s6cTd2c"}
    play = dealt("stud7", SPLIT, *stacks, hands=hands, stud__late_streets="fixed_high", **switches)
    play = passive_to(play, "seventh")
    assert play.actor == 1
    return play.bet_to(1, 20).raise_to(2, 40).raise_to(3, 60).raise_to(1, 80)


@pytest.mark.parametrize(("lifts", "why"), [(True, None), (False, "raise_capped")])
def test_cap_uncap_midround(lifts: bool, why: str | None) -> None:
    """A-16, R-CAP-4: a fold after the cap leaves two on seventh street."""
    play = _four_bets_on_seventh(500, 500, 500, cap__uncap_midround=lifts)
    assert play.legal.why_no_raise == "raise_capped"
    assert play.fold(2).legal.why_no_raise == why


@pytest.mark.parametrize(("counts", "why"), [(True, "raise_capped"), (False, None)])
def test_cap_count_all_in(counts: bool, why: str | None) -> None:
    """A-16, R-CAP-4: the third hand has no chips left."""
    play = _four_bets_on_seventh(500, 500, 70, cap__count_all_in=counts)
    assert (play.actor, play.stacks[3]) == (2, 0)
    assert play.legal.why_no_raise == why


BOARDS = {
    1: "3c4d8h3h",
    2: "AcKdQhJs",
    3: "5c7d9hTc",
    4: "5d7h9sTd",
    5: "6c8d9cQd",
    6: "6d8cKcTs",
    7: "4cJc8sQs",
    8: "2c2s6h7s",
}
"""Four open cards each: threes are the best pair, ace-king the best cards without one."""


@pytest.mark.parametrize(("first", "speaks"), [("sixth", 1), ("community", 2)])
def test_stud_community_first(first: str, speaks: int) -> None:
    """A-49, R-STU-8: eight players share an ace on seventh street, which pairs seat 2's."""
    play = dealt(
        "stud7",
        SPLIT,
        *[500] * 8,
        hands={seat: "????" + cards for seat, cards in BOARDS.items()},
        board="Ad",
        stud__community_first=first,
    )
    assert passive_to(play, "sixth").actor == 1
    play = passive_to(play, "seventh")
    assert play.hand.board == tuple(cards_of("Ad"))
    assert play.actor == speaks


@pytest.mark.parametrize(
    ("cards", "awards"), [("five_cards", {1: 13, 2: 12}), ("all_cards", {1: 12, 2: 13})]
)
def test_odd_chip_stud(cards: str, awards: dict[int, int]) -> None:
    """
    A-27, R-ODD-6: two straights to the nine, and a pot of 25.

    Seat 1's nine is of spades; seat 2 holds a king besides his straight.
    """
    structure = StudSplit(ante=1, bring_in=2, lower=10, higher=20)
    play = dealt(
        *("stud7", structure, 500, 500, 500),
        hands={1: "5c6d7h8c9s2c2d", 2: "5d6h7c8d9hKc3d", 3: "????4s"},
        odd_chip__stud=cards,
    )
    assert play.actor == 3
    play = passively(play).command(Act(1, 2, "complete", 10)).call(2).fold(3)
    end = passive_to(play, "seventh").checked_down()
    assert end.awards == awards

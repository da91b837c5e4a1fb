"""Nonsense in `StartHand` or the deck is refused with a code and facts, and nothing else."""

from collections.abc import Callable
from typing import Any, cast
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from tables.engine.hand.commands import Act, StartHand, TimeOut, VoidHand
from tables.engine.hand.decide import advance
from tables.engine.hand.events import HandEvent, RakePlan, SeatAtStart
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.limits import NoLimit
from tables.engine.rules.terms import MAX_CHIPS, Post, PostKind
from tests.support.hands import no_limit, refused, start_hand

DECK = tuple(range(52))
PLAIN = start_hand({1: 1_000, 2: 1_000, 3: 1_000})

Change = Callable[[StartHand], StartHand]


def _seat(number: Any, stack: Any = 1_000) -> SeatAtStart:
    return SeatAtStart(number, UUID(int=7), stack)


def _seats(*seats: SeatAtStart) -> Change:
    return lambda command: replace(command, seats=seats)


def _stack(stack: Any) -> Change:
    return lambda command: replace(command, seats=(_seat(1, stack), *command.seats[1:]))


def _post(seat: Any = 1, kind: Any = PostKind.ANTE, chips: Any = 5) -> Change:
    return lambda command: replace(command, posts=(*command.posts, Post(seat, kind, chips)))


def _with(**changes: Any) -> Change:
    return lambda command: replace(command, **changes)


def _rake(**changes: Any) -> Change:
    return lambda command: replace(command, rake=RakePlan(**changes))


def _structure(**changes: Any) -> Change:
    figures = {"small_blind": 5, "big_blind": 10} | changes
    return lambda command: replace(command, structure=NoLimit(**figures))


NO_INTEGERS = (True, 1.0, 10.5, "10", None)
NO_CHIPS = (-1, MAX_CHIPS + 1, 10**30, *NO_INTEGERS)


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("table_size", _seats()),
        ("table_size", _seats(_seat(1))),
        ("table_size", _seats(*[_seat(number) for number in range(1, 12)])),
        ("seat_twice", _seats(_seat(1), _seat(2), _seat(2))),
        *[("unknown_seat", _seats(_seat(1), _seat(n))) for n in (0, 11, -1, *NO_INTEGERS)],
        *[("amount_out_of_range", _stack(stack)) for stack in (0, *NO_CHIPS)],
        ("amount_out_of_range", _seats(_seat(1, MAX_CHIPS), _seat(2, 1))),
        ("unknown_game", _with(game="whist")),
        ("unknown_game", _with(game=None)),
        *[("unknown_seat", _with(button=seat)) for seat in (0, 11, -1, *NO_INTEGERS)],
        *[("not_in_hand", _with(big_blind=seat)) for seat in (4, 0, *NO_INTEGERS)],
        *[("not_in_hand", _post(seat=seat)) for seat in (4, 0, *NO_INTEGERS)],
        *[("amount_out_of_range", _post(chips=chips)) for chips in NO_CHIPS],
        *[("unknown_post", _post(kind=kind)) for kind in ("straddle", "ante", None, 1)],
        *[("amount_out_of_range", _with(chip_unit=unit)) for unit in (0, *NO_CHIPS)],
        *[("amount_out_of_range", _with(hand_no=no)) for no in (-1, *NO_INTEGERS)],
        *[("amount_out_of_range", _rake(percent_bp=bp)) for bp in (10_001, *NO_CHIPS)],
        *[
            ("amount_out_of_range", _rake(cap_chips=cap))
            for cap in NO_CHIPS
            if cap is not None  # no cap
        ],
        *[("amount_out_of_range", _rake(jackpot_drop_chips=drop)) for drop in NO_CHIPS],
        *[("amount_out_of_range", _rake(jackpot_min_pot_chips=pot)) for pot in NO_CHIPS],
        *[("amount_out_of_range", _rake(jackpot_min_players=n)) for n in (-1, *NO_INTEGERS)],
        *[
            ("amount_out_of_range", _structure(**{field: chips}))
            for field in ("small_blind", "big_blind", "ante", "bb_ante")
            for chips in NO_CHIPS
        ],
        ("blinds_out_of_order", _structure(big_blind=0, small_blind=0)),
        ("blinds_out_of_order", _structure(small_blind=11)),
    ],
)
def test_a_nonsensical_start_is_refused(code: str, change: Change) -> None:
    with pytest.raises(RuleViolation) as caught:
        advance(None, change(PLAIN), DECK)
    assert caught.value.code == code
    msgspec.json.encode(caught.value.facts)  # JSON-ready


@pytest.mark.parametrize("kind", [PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.LIVE])
def test_live_money_above_the_big_blind_is_no_forced_bet(kind: PostKind) -> None:
    """R-MIS-1: at most one big blind is live; more would lie above the price of the street."""
    with pytest.raises(RuleViolation) as caught:
        advance(None, _post(1, kind, 11)(PLAIN), DECK)
    assert caught.value.code == "amount_out_of_range"

    with pytest.raises(RuleViolation):  # seat 2 posted 5 already
        advance(None, _post(2, kind, 6)(PLAIN), DECK)

    assert advance(None, _post(2, kind, 5)(PLAIN), DECK)[1].of(2).street_chips == 10


@pytest.mark.parametrize(
    ("code", "deck"),
    [
        ("deck_size", DECK[:51]),
        ("deck_size", (*DECK, 0)),
        ("deck_size", ()),
        ("unknown_card", (52, *DECK[1:])),
        ("unknown_card", (300, *DECK[1:])),
        ("unknown_card", (-1, *DECK[1:])),
        ("unknown_card", ("As", *DECK[1:])),
        ("unknown_card", (1.0, *DECK[1:])),
        ("unknown_card", (None, True, *DECK[2:])),
        ("duplicate_card", (51, *DECK[1:])),
        ("duplicate_card", (None, 51, *DECK[2:])),
    ],
)
def test_a_bad_deck_is_refused(code: str, deck: tuple[Any, ...]) -> None:
    """R-TAB-4: 52 different cards, or places that nobody knows."""
    with refused(code):
        advance(None, PLAIN, deck)


def test_the_largest_amounts_are_dealt_and_come_out_whole() -> None:
    """Limits: all chips of a table together reach 2^53 − 1."""
    play = no_limit(MAX_CHIPS - 2, 2, small_blind=MAX_CHIPS, big_blind=MAX_CHIPS)
    assert play.hand.is_over
    assert sum(play.stacks.values()) == MAX_CHIPS


def test_a_hand_starts_once_and_only_at_its_start() -> None:
    play = no_limit(1_000, 1_000)
    with refused("hand_started"):
        play.command(PLAIN)
    for command in (Act(1, 1, "fold"), TimeOut(1, 1), VoidHand("why")):
        with refused("no_hand"):
            advance(None, command, DECK)


def test_nobody_is_to_act_after_the_end_not_even_a_seat_that_is_none() -> None:
    """The end has no actor; a command that names none must not pass for him."""
    play = no_limit(1_000, 1_000).fold(1)
    nobody = cast("Any", None)
    for command in (Act(nobody, play.hand.turn, "fold"), TimeOut(nobody, play.hand.turn)):
        with refused("hand_over"):
            play.command(command)


def test_an_unknown_command_is_refused() -> None:
    with refused("unknown_command"):
        no_limit(1_000, 1_000).command(cast("Any", object()))


def test_a_refused_start_leaves_no_event() -> None:
    events: tuple[HandEvent, ...] = ()
    with refused("table_size"):
        events = advance(None, replace(PLAIN, seats=()), DECK)[0]
    assert events == ()

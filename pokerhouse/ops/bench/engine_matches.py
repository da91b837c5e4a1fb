"""What `bench engine` plays: a game of ours beside the same one of PokerKit's, as data."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from pokerhouse.ops.bench.engine_pokerkit import omaha_hand, standard_hand
from tables.engine.hand.commands import StartHand
from tables.engine.hand.events import SeatAtStart
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.rules.limits import FixedLimit, NoLimit, PotLimit, Structure, StudSplit
from tables.engine.rules.ruleset import HOUSE
from tables.engine.rules.terms import MAX_SEATS, Post, PostKind

PLAYERS = 6
STACK = 1000
SMALL_BLIND, BIG_BLIND = 5, 10
LOWER, HIGHER = 10, 20
ANTE, BRING_IN = 2, 3

_EXACT = replace(HOUSE, stud_open_pair="off", stud_late_streets="fixed_high")
"""Stud in exact limits, as PokerKit has it (R-STU-4, R-STU-5)."""


class Match(Struct, frozen=True):
    """One game of both engines, for the same stakes."""

    name: str
    start: StartHand
    pokerkit: str
    """The name of PokerKit's class."""
    stakes: tuple[object, ...]
    """Its arguments behind the automations: antes, blinds or bring-in, bets."""
    fast_hand: Callable[[], Any]
    """Returns the class of hands that asks the C evaluator."""


def _start(game: GameCode, structure: Structure) -> StartHand:
    is_stud = GAMES[game].family == "stud"
    seats = range(1, PLAYERS + 1)
    blinds = (
        Post(1, PostKind.SMALL_BLIND, SMALL_BLIND),
        Post(2, PostKind.BIG_BLIND, BIG_BLIND),
    )
    return StartHand(
        hand_no=1,
        game=game,
        structure=structure,
        rules=_EXACT if is_stud else HOUSE,
        seats=tuple(SeatAtStart(seat, UUID(int=seat), STACK) for seat in seats),
        button=MAX_SEATS if is_stud else PLAYERS,
        big_blind=None if is_stud else 2,
        posts=tuple(Post(seat, PostKind.ANTE, ANTE) for seat in seats) if is_stud else blinds,
    )


_BLINDS = {"small_blind": SMALL_BLIND, "big_blind": BIG_BLIND}

MATCHES = (
    Match(
        name="holdem:nl",
        start=_start("holdem", NoLimit(**_BLINDS)),
        pokerkit="NoLimitTexasHoldem",
        stakes=(0, (SMALL_BLIND, BIG_BLIND), BIG_BLIND),
        fast_hand=standard_hand,
    ),
    Match(
        name="holdem:fixed",
        start=_start("holdem", FixedLimit(lower=LOWER, higher=HIGHER, **_BLINDS)),
        pokerkit="FixedLimitTexasHoldem",
        stakes=(0, (SMALL_BLIND, BIG_BLIND), LOWER, HIGHER),
        fast_hand=standard_hand,
    ),
    Match(
        name="omaha:pl",
        start=_start("omaha", PotLimit(**_BLINDS)),
        pokerkit="PotLimitOmahaHoldem",
        stakes=(0, (SMALL_BLIND, BIG_BLIND), BIG_BLIND),
        fast_hand=omaha_hand,
    ),
    Match(
        name="stud7:stud_split",
        start=_start("stud7", StudSplit(ante=ANTE, bring_in=BRING_IN, lower=LOWER, higher=HIGHER)),
        pokerkit="FixedLimitSevenCardStud",
        stakes=(ANTE, BRING_IN, LOWER, HIGHER),
        fast_hand=standard_hand,
    ),
)

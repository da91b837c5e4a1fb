"""
What may be asked of a hand. Amounts are street totals ("raise to"), never increments.

Constructors do not validate: `decide` checks every field that it reads.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from tables.engine.hand.events import HandOptions, RakePlan, SeatAtStart
from tables.engine.rules.games import GameCode
from tables.engine.rules.limits import Structure
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import Card, Chips, Position, Post, SeatNo, TurnNo

ActionKind: TypeAlias = Literal[
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "complete",
    "bring_in",
    "all_in",
    "discard",
    "show",
    "muck",
    "declare_board",
    "run_it",
]


class StartHand(Struct, frozen=True, kw_only=True):
    """Deal a hand: who sits with what, who owes which forced bet, under which rules."""

    hand_no: int
    game: GameCode
    structure: Structure
    rules: RuleSet
    seats: tuple[SeatAtStart, ...]
    button: SeatNo
    """May be an empty seat (dead button, R-BTN-3); in stud the nominal dealer's (R-BTN-7)."""
    big_blind: SeatNo | None = None
    """
    The seat of the big blind, also if its player is all-in before he can post it (R-TRN-ANTE-1).
    Stud and bomb pots have none.
    """
    posts: tuple[Post, ...] = ()
    """In the order in which they are taken; each is cut to the stack (R-BLD-6)."""
    chip_unit: Chips = 1
    rake: RakePlan = RakePlan()
    commitment: str = ""
    """Merkle root over the deck, hex; empty for physical or recorded cards."""
    gaming_day: str = ""
    """ISO date of the gaming day in which the hand begins."""
    options: HandOptions = HandOptions()
    exposed: tuple[Position, ...] = ()
    """Cards that the dealer turned over while he dealt (R-MSD-1, R-MSD-4)."""


class Act(Struct, frozen=True, gc=False):
    """A player's decision for the turn that he names."""

    seat: SeatNo
    turn: TurnNo
    kind: ActionKind
    to_chips: Chips | None = None
    """Street total, for `bet` and `raise` only."""
    cards: tuple[Position, ...] = ()
    """The cards that he puts away, for `discard` only; empty means stand pat."""
    times: int | None = None
    """How many boards he wants to see, for `run_it` only."""


class TimeOut(Struct, frozen=True, gc=False):
    """The clock of `turn` ran out (R-TIM)."""

    seat: SeatNo
    turn: TurnNo
    is_protected: bool = True
    """False when `timeout.protect_per_day` is used up: the hand is folded or checked."""


class VoidHand(Struct, frozen=True, gc=False):
    """Take the hand back: every contribution returns to its owner (R-MSD-3, R-MSD-5)."""

    reason: str


class DeclareMisdeal(Struct, frozen=True, gc=False):
    """Take the hand back for a defect of the deal; not after substantial action (R-MSD-1, -2)."""

    reason: str


class EnterCards(Struct, frozen=True, gc=False):
    """Enter the faces of cards that lie open and were unknown so far (croupier mode)."""

    positions: tuple[Position, ...]
    faces: tuple[Card, ...]


class CorrectBoard(Struct, frozen=True, gc=False):
    """
    Put the street's community cards right, before anybody acts on them (R-MSD-6).

    `positions` are the ones that count. What was dealt and does not count goes back into the
    deck below the next card, where nobody knows its place any more, or was the burn.
    """

    positions: tuple[Position, ...]
    reason: Literal["premature_card", "board_too_large", "missing_burn"]


Command: TypeAlias = (
    StartHand | Act | TimeOut | VoidHand | DeclareMisdeal | EnterCards | CorrectBoard
)

"""
What may be asked of a hand. Amounts are street totals ("raise to"), never increments.

Constructors do not validate: `decide` checks every field that it reads.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from tables.engine.events import RakePlan, SeatAtStart
from tables.engine.games import GameCode
from tables.engine.limits import Structure
from tables.engine.ruleset import RuleSet
from tables.engine.terms import Chips, Post, SeatNo, TurnNo

ActionKind: TypeAlias = Literal[
    "fold", "check", "call", "bet", "raise", "all_in", "show", "muck", "declare_board"
]


class StartHand(Struct, frozen=True, kw_only=True):
    """Deal a hand: who sits with what, who owes which forced bet, under which rules."""

    hand_no: int
    game: GameCode
    structure: Structure
    rules: RuleSet
    seats: tuple[SeatAtStart, ...]
    button: SeatNo
    """May be an empty seat (dead button, R-BTN-3)."""
    big_blind: SeatNo
    """Whose big blind it is, also when he is all-in before he can post it (R-TRN-ANTE-1)."""
    posts: tuple[Post, ...]
    """In the order in which they are taken; each is cut to the stack (R-BLD-6)."""
    chip_unit: Chips = 1
    rake: RakePlan = RakePlan()
    commitment: str = ""
    """Merkle root over the deck, hex (DESIGN section 6); empty for physical or recorded cards."""
    gaming_day: str = ""
    """ISO date of the gaming day in which the hand begins."""


class Act(Struct, frozen=True, gc=False):
    """A player's decision for the turn that he names."""

    seat: SeatNo
    turn: TurnNo
    kind: ActionKind
    to_chips: Chips | None = None
    """Street total, for `bet` and `raise` only."""


class TimeOut(Struct, frozen=True, gc=False):
    """The clock of `turn` ran out (RULES section 17)."""

    seat: SeatNo
    turn: TurnNo
    is_protected: bool = True
    """False when `timeout.protect_per_day` is used up: the hand is folded or checked."""


class VoidHand(Struct, frozen=True, gc=False):
    """Take the hand back: every contribution returns to its owner (RULES section 21)."""

    reason: str


Command: TypeAlias = StartHand | Act | TimeOut | VoidHand

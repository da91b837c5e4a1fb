"""
What may be asked of a table between hands.

Constructors do not validate: `decide_table` checks every field that it reads. Times are the
house's, in milliseconds since 1970. The codes of refusals are in `refusals`.
"""

from typing import TypeAlias
from uuid import UUID

from msgspec import Struct

from tables.engine.rules.terms import Chips, SeatNo
from tables.engine.table.button_draw import DrawnCard
from tables.engine.table.events import SeatStack
from tables.engine.table.state import (
    Departure,
    EntryChoice,
    Leg,
    SitOutWhen,
    Stakes,
    TableConfig,
)


class OpenTable(Struct, frozen=True):
    """Set up a table; its seats are empty."""

    config: TableConfig


class PauseTable(Struct, frozen=True):
    """Deal no further hand until the table is resumed."""


class ResumeTable(Struct, frozen=True):
    """Go on after a pause."""


class CloseTable(Struct, frozen=True):
    """End the table, after the running hand if there is one; everybody is paid out."""

    at_ms: int


class ChangeStakes(Struct, frozen=True):
    """Play the next hand for other stakes (R-TRN-LVL-1)."""

    stakes: Stakes
    rotation: tuple[Leg, ...] = ()
    """The same games in the same order, with their new stakes; empty without a rotation."""


class TakeSeat(Struct, frozen=True, kw_only=True):
    """Sit down with chips."""

    seat: SeatNo
    player: UUID
    buy_in_chips: Chips
    at_ms: int
    entry: EntryChoice = EntryChoice.WAIT
    left_elsewhere: Departure | None = None
    """What the player took away when he left another table of the same game (R-STK-6)."""


class TopUp(Struct, frozen=True):
    """Add chips to the stack (R-STK-3, R-STK-4)."""

    seat: SeatNo
    added_chips: Chips


class RemoveChips(Struct, frozen=True):
    """Take chips off the table and play on, which is never allowed (R-STK-5)."""

    seat: SeatNo
    removed_chips: Chips


class SitOut(Struct, frozen=True):
    """Take no cards for a while and keep the seat."""

    seat: SeatNo
    when: SitOutWhen


class SitIn(Struct, frozen=True):
    """Take cards again, or change how to come in."""

    seat: SeatNo
    entry: EntryChoice = EntryChoice.WAIT


class SetSeatOptions(Struct, frozen=True):
    """Set what one's seat does without being asked; None leaves a setting as it is."""

    seat: SeatNo
    straddle: bool | None = None
    run_it: bool | None = None


class Leave(Struct, frozen=True):
    """Leave the table: at once, or after the hand in which the seat has cards."""

    seat: SeatNo
    at_ms: int


class ForceMoveIn(Struct, frozen=True):
    """Seat a player whom the house moved here, with the stack he had there (R-STK-7)."""

    seat: SeatNo
    player: UUID
    stack_chips: Chips


class ForceMoveOut(Struct, frozen=True):
    """Move a player to another table with his stack."""

    seat: SeatNo


class DrawButton(Struct, frozen=True):
    """One face-up card to every ready player, lowest seat first (R-BTN-1)."""

    cards: tuple[DrawnCard, ...]


class RequestBombPot(Struct, frozen=True):
    """Play the next hand as a bomb pot (docs/cash-room.md#options)."""


class StartHand(Struct, frozen=True):
    """Move the button and say who plays the next hand."""

    at_ms: int = 0
    """For a rotation by minutes."""


class SettleHand(Struct, frozen=True, kw_only=True):
    """The running hand has ended."""

    hand_no: int
    stacks: tuple[SeatStack, ...]
    """Of every seat that was dealt in, after the hand."""
    timed_out: tuple[SeatNo, ...] = ()
    taken_chips: Chips = 0
    """Rake and jackpot drop: what left the table."""
    winner: SeatNo | None = None
    """The sole winner, or None for a split pot."""
    pot_chips: Chips = 0


class VoidHand(Struct, frozen=True):
    """Void the running hand: stacks, button and blinds are as before it."""

    hand_no: int


class BetweenHands(Struct, frozen=True):
    """Let happen what waited for the end of the hand; no hand begins before (module `between`)."""

    at_ms: int
    uncovered: tuple[SeatNo, ...] = ()
    """Seats whose wallet no longer holds the top-up that they queued: it is dropped."""


class TakeBackHand(Struct, frozen=True):
    """Take the last settled hand back; the next one has not begun."""

    hand_no: int


TableCommand: TypeAlias = (
    OpenTable
    | PauseTable
    | ResumeTable
    | CloseTable
    | ChangeStakes
    | TakeSeat
    | TopUp
    | RemoveChips
    | SitOut
    | SitIn
    | SetSeatOptions
    | Leave
    | ForceMoveIn
    | ForceMoveOut
    | DrawButton
    | RequestBombPot
    | StartHand
    | SettleHand
    | VoidHand
    | BetweenHands
    | TakeBackHand
)

"""The form of what tables put into a player's inbox."""

from typing import Literal
from uuid import UUID

from msgspec import Struct

from tables.engine.rules.terms import Chips, SeatNo


class SeatTimedOut(Struct, frozen=True):
    """Silence sat the player out."""

    table: UUID
    seat: SeatNo


class SeatTopUpDropped(Struct, frozen=True):
    """A queued top-up was not added."""

    table: UUID
    seat: SeatNo
    chips: Chips
    """What was not added."""
    code: str
    """Why not, as a refusal's code."""


class SeatRemoved(Struct, frozen=True):
    """The floor took the player out of his seat."""

    table: UUID
    seat: SeatNo
    applied: Literal["now", "after_hand"]


class HandVoidedNotice(Struct, frozen=True):
    """A hand that was dealt to the player counts for nothing."""

    table: UUID
    seat: SeatNo
    hand: UUID
    hand_no: int
    was_settled: bool
    """Whether it was over, and its chips were paid out."""


NOTICES: dict[str, type[Struct]] = {
    "seat.timed_out": SeatTimedOut,
    "seat.top_up_dropped": SeatTopUpDropped,
    "seat.removed": SeatRemoved,
    "hand.voided": HandVoidedNotice,
}
"""By type."""

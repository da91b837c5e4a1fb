"""
What happened at a table between hands. An event is a fact: it is never edited, a new shape is a
new `VERSION`. Those that move money carry the exact amount, so that the ledger can post it.
"""

from typing import ClassVar, TypeAlias
from uuid import UUID

from msgspec import Struct

from tables.engine.rules.audience import Audience
from tables.engine.rules.terms import Chips, SeatNo, TurnNo
from tables.engine.table.button_draw import DrawnCard
from tables.engine.table.state import EntryChoice, Leg, Lineup, SitOutWhen, Stakes, TableConfig


class SeatStack(Struct, frozen=True, forbid_unknown_fields=True):
    """The stack of one seat after a hand."""

    seat: SeatNo
    stack_chips: Chips


class Event(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A fact of a table's stream."""

    VERSION: ClassVar[int] = 1
    AUDIENCE: ClassVar[Audience]
    """Who may see it; every event says so itself (`engine/view.py`)."""


class TableOpened(Event, frozen=True, tag="table.opened"):
    """The table stands, its seats are empty."""

    VERSION: ClassVar[int] = 3
    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    config: TableConfig


class TablePaused(Event, frozen=True, tag="table.paused"):
    """No further hand is dealt until the table is resumed."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE


class TableResumed(Event, frozen=True, tag="table.resumed"):
    """Play goes on."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE


class TableClosing(Event, frozen=True, tag="table.closing"):
    """The running hand is the last one."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE


class TableClosed(Event, frozen=True, tag="table.closed"):
    """The table is at its end; nobody sits there."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE


class StakesChanged(Event, frozen=True, tag="table.stakes_changed"):
    """The next hand is played for these stakes."""

    VERSION: ClassVar[int] = 2
    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    stakes: Stakes
    rotation: tuple[Leg, ...] = ()
    """The legs with their new stakes; empty without a rotation."""


class PlayerSeated(Event, frozen=True, tag="table.player_seated", kw_only=True):
    """A player bought in: wallet to stack."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    player: UUID
    buy_in_chips: Chips
    entry: EntryChoice
    at_ms: int


class PlayerMovedIn(Event, frozen=True, tag="table.player_moved_in"):
    """A player came from another table with his stack."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    player: UUID
    stack_chips: Chips


class PlayerMovedOut(Event, frozen=True, tag="table.player_moved_out"):
    """A player went to another table with his stack."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    player: UUID
    stack_chips: Chips


class PlayerLeft(Event, frozen=True, tag="table.player_left", kw_only=True):
    """A player left: his whole stack goes to his wallet (R-STK-5)."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    player: UUID
    paid_out_chips: Chips
    at_ms: int


class LeaveRequested(Event, frozen=True, tag="table.leave_requested"):
    """The player leaves between this hand and the next one."""

    AUDIENCE: ClassVar[Audience] = Audience.SEAT

    seat: SeatNo


class PlayerBusted(Event, frozen=True, tag="table.player_busted"):
    """The player lost his last chip and keeps his seat."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    player: UUID


class ToppedUp(Event, frozen=True, tag="table.topped_up", kw_only=True):
    """A player added chips: wallet to stack."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    player: UUID
    added_chips: Chips
    stack_chips: Chips


class TopUpQueued(Event, frozen=True, tag="table.top_up_queued"):
    """Chips are added when the running hand has ended (`stakes.queue_top_up`)."""

    AUDIENCE: ClassVar[Audience] = Audience.SEAT

    seat: SeatNo
    added_chips: Chips
    queued_chips: Chips
    """The sum of all queued top-ups of the seat."""


class TopUpDropped(Event, frozen=True, tag="table.top_up_dropped"):
    """Queued chips were not added; `code` says why (`refusals`)."""

    AUDIENCE: ClassVar[Audience] = Audience.SEAT

    seat: SeatNo
    dropped_chips: Chips
    code: str


class SitOutRequested(Event, frozen=True, tag="table.sit_out_requested"):
    """The player takes no cards from the next hand, or from his next big blind."""

    AUDIENCE: ClassVar[Audience] = Audience.SEAT

    seat: SeatNo
    when: SitOutWhen


class SatOut(Event, frozen=True, tag="table.sat_out"):
    """The player takes no cards and keeps his seat."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo


class SatIn(Event, frozen=True, tag="table.sat_in"):
    """The player takes cards; `entry` says how he comes in if he owes a blind."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    entry: EntryChoice


class SeatOptionsChanged(Event, frozen=True, tag="table.seat_options_changed"):
    """What the seat does without being asked from now on."""

    AUDIENCE: ClassVar[Audience] = Audience.SEAT

    seat: SeatNo
    straddle: bool
    run_it: bool


class BombPotRequested(Event, frozen=True, tag="table.bomb_pot_requested"):
    """The next hand that can be one is a bomb pot."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE


class ButtonDrawn(Event, frozen=True, tag="table.button_drawn"):
    """The highest card took the button (R-BTN-1); the cards are back in the deck."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    cards: tuple[DrawnCard, ...]
    button: SeatNo


class HandStarted(Event, frozen=True, tag="table.hand_started"):
    """A hand begins: who plays which game, from which button, for which posts."""

    VERSION: ClassVar[int] = 2
    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    hand_no: int
    lineup: Lineup


class HandSettled(Event, frozen=True, tag="table.hand_settled", kw_only=True):
    """The hand is over and these are the stacks; button and blinds have moved."""

    VERSION: ClassVar[int] = 2
    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    hand_no: int
    stacks: tuple[SeatStack, ...]
    timed_out: tuple[SeatNo, ...]
    taken_chips: Chips
    winner: SeatNo | None = None
    """The sole winner, or None for a split pot; kill pots depend on it."""
    pot_chips: Chips = 0


class HandVoided(Event, frozen=True, tag="table.hand_voided"):
    """The running hand was voided: stacks, button and blinds are as before it."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    hand_no: int


class HandTakenBack(Event, frozen=True, tag="table.hand_taken_back", kw_only=True):
    """
    A settled hand was taken back: everybody has the chips that he would have without it.

    Only chips move: button, blinds and debts stay as the hand left them, because it was dealt.
    """

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    hand_no: int
    stacks: tuple[SeatStack, ...]
    """Of the seats whose stack changes, the new stacks."""
    returned_chips: Chips
    """Rake and jackpot drop that come back to the table."""


class ClockExtended(Event, frozen=True, tag="table.clock_extended", kw_only=True):
    """The house was down, so the running turn got its time back."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    hand_no: int
    turn: TurnNo
    by_ms: int
    deadline_at_ms: int
    """Milliseconds since 1970, without the grace."""


TableEvent: TypeAlias = (
    TableOpened
    | TablePaused
    | TableResumed
    | TableClosing
    | TableClosed
    | StakesChanged
    | PlayerSeated
    | PlayerMovedIn
    | PlayerMovedOut
    | PlayerLeft
    | LeaveRequested
    | PlayerBusted
    | ToppedUp
    | TopUpQueued
    | TopUpDropped
    | SitOutRequested
    | SatOut
    | SatIn
    | SeatOptionsChanged
    | BombPotRequested
    | ButtonDrawn
    | HandStarted
    | HandSettled
    | HandVoided
    | HandTakenBack
    | ClockExtended
)

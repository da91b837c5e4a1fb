"""
The form of a table's state outside: the snapshot, and what else REST and sockets say of a table.

These classes are the wire: a field's docstring is its description in both documents.
"""

from typing import Annotated, Literal, TypeAlias
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from pokerhouse.common.struct_forms import Time
from tables.engine.hand.events import HandOptions
from tables.engine.hand.legal import Legal
from tables.engine.rules.games import Family, GameCode
from tables.engine.rules.limits import Structure
from tables.engine.rules.terms import Chips, Position, SeatNo, TurnNo
from tables.engine.table.state import (
    Leg,
    LimitKind,
    SeatStatus,
    Stakes,
    Standing,
    TableOptions,
    TableState,
)

CardText: TypeAlias = Annotated[str, Meta(pattern="^[2-9TJQKA][cdhs]$", examples=["As", "Td"])]
"""A card: rank and suit."""

Version: TypeAlias = Annotated[str, Meta(examples=['"3"'])]
"""The ETag of what staff edit; play does not change it. `If-Match` takes it."""

Asks: TypeAlias = Literal["action", "discard", "run_it", "show"]
HandStatus: TypeAlias = Literal["able", "all_in", "timed_out", "folded"]
BookName: TypeAlias = Literal["main", "play"]


class OwingView(Struct, frozen=True):
    """Who will owe a blind when the running hand has been settled (R-MIS-1)."""

    missed_small: tuple[SeatNo, ...]
    """Seats without cards that the small blind passes."""
    missed_big: tuple[SeatNo, ...]
    """Seats without cards that the big blind passes."""
    still_owing: tuple[SeatNo, ...]
    """Seats that are dealt in and owe a blind all the same."""


class TableView(Struct, frozen=True):
    """What is played at a table, and its own state."""

    state: TableState
    """Whether hands are dealt."""
    version: Version
    game: GameCode
    """The variant; with a rotation the table's face."""
    stakes: Stakes
    """What is played for; with a rotation the table's face."""
    options: TableOptions
    """What is played beside the game's own rules."""
    rotation: tuple[Leg, ...]
    """The games that are played in turn; empty where there is one."""
    rotate_by: Literal["orbit", "hands", "minutes"]
    """What a leg of the rotation is measured by."""
    rotate_every: int
    """After how many of them the next leg begins."""
    seat_count: int
    """Seats at the table, numbered from 1."""
    book: BookName
    """Whether it is played for money or for play money."""
    rules: str
    """The preset of the house rules."""
    hand_no: int
    """The number of the last hand that began; 0 before the first."""
    owing: OwingView | None
    """Null between hands."""


class SeatView(Struct, frozen=True):
    """A player in a seat."""

    seat: SeatNo
    player: UUID
    """The player who sits there."""
    stack_chips: Chips
    """Chips between hands; in a hand, those of its start until it has been settled."""
    status: SeatStatus
    """Whether the player takes cards."""
    standing: Standing
    """How the player stands towards the blinds."""
    missed_small: bool
    """Whether the player owes a small blind."""
    missed_big: bool
    """Whether the player owes a big blind."""


class NamedSeatView(SeatView, frozen=True):
    """A player in a seat, by name."""

    name: str
    """The player's screen name."""


class StaffSeatView(SeatView, frozen=True, kw_only=True):
    """Where a player sits."""

    table: UUID
    """The table."""


class HandSeatView(Struct, frozen=True):
    """A seat that was dealt in."""

    seat: SeatNo
    stack_chips: Chips
    """Chips behind, which are not in the pot."""
    street_chips: Chips
    """Chips put in on this street."""
    total_chips: Chips
    """Chips put in over the whole hand."""
    status: HandStatus
    """Whether the seat can still bet, and whether it can still win."""
    has_timed_out: bool
    """Whether its clock ran out in this hand."""
    card_count: int
    """Cards held, seen or not."""
    upcards: list[CardText | None]
    """Cards that lie open in stud, in the order in which they came."""
    drawn_count: int | None
    """Cards exchanged or put away on this street; null: not asked yet."""
    cards: list[CardText | None]
    """The whole hand, once it has been shown; else empty."""


class HandView(Struct, frozen=True):
    """The running or last hand."""

    hand: UUID
    """The hand."""
    hand_no: int
    """Its number at the table."""
    game: GameCode
    """The variant that is dealt."""
    family: Family
    """The kind of variant."""
    structure: Structure
    """Betting structure and forced bets of this hand."""
    options: HandOptions
    """What makes this hand another one than the game's usual."""
    button: SeatNo
    """The seat with the button; 10, which is no seat, in stud."""
    big_blind: SeatNo | None
    """The seat of the big blind; null in stud and bomb pots."""
    street: str
    """The betting round, or the round of exchanging cards."""
    board: list[CardText | None]
    """The community cards of the first board."""
    more_boards: list[list[CardText | None]]
    """The other boards, each whole, with the cards that it shares."""
    run_it_times: int
    """The fewest boards that anybody wants who was asked; 0: nobody was."""
    pot_chips: Chips
    """All that is in the middle, bets of this street too."""
    price_chips: Chips
    """What a call goes to on this street."""
    is_over: bool
    """Whether it has ended."""
    is_voided: bool
    """Whether it counts for nothing."""
    commitment: str
    """The root over the shuffled deck, published before the deal."""
    seats: tuple[HandSeatView, ...]
    """Who was dealt in, in the order of the deal."""


class TurnView(Struct, frozen=True):
    """The decision that is owed now."""

    turn: TurnNo
    seat: SeatNo
    asks: Asks
    """What is to be decided."""
    deadline_at: Time
    """When its time is up, without the grace."""
    legal: Legal | UnsetType = UNSET
    """What the player may do; only for the player whose turn it is."""


class YouView(Struct, frozen=True):
    """The viewer's own seat."""

    seat: SeatNo
    cards: list[CardText | None]
    """Every card that the viewer holds, in the order in which they came."""
    positions: list[Position]
    """The place of each of `cards` in the deck; commands name cards by it."""
    straddle: bool
    """Whether the seat straddles of its own accord."""
    run_it_twice: bool
    """Whether the seat agrees to more than one board before anybody asks."""


class TableSnapshot(Struct, frozen=True):
    """A table as its viewer may see it."""

    seq: int
    """The number of the last event that is in it: the feed goes on behind it."""
    epoch: int
    """The feed's epoch; another one means: drop what you have."""
    table: TableView
    """What is played, and the table's own state."""
    seats: tuple[SeatView, ...]
    """The taken seats."""
    hand: HandView | None
    """Null before the first hand."""
    turn: TurnView | None
    """Null while nobody owes a decision."""
    you: YouView | None
    """Null for a viewer without a seat."""
    server_now: Time
    """The time of the house."""


class HandSnapshot(Struct, frozen=True):
    """The part of a snapshot that concerns the running or last hand."""

    seq: int
    """The number of the last event that is in it."""
    hand: HandView | None
    """Null before the first hand."""
    turn: TurnView | None
    """Null while nobody owes a decision."""
    you: YouView | None
    """Null for a viewer without a seat."""
    server_now: Time
    """The time of the house."""


class LegLine(Struct, frozen=True):
    """One of the games that a table plays in turn, in words."""

    game: GameCode
    """The variant."""
    family: Family
    """The kind of variant."""
    limit: LimitKind
    """The betting structure."""
    stakes_text: str
    """The stakes as players say them."""


class BuyInRange(Struct, frozen=True):
    """What a newcomer may buy in for."""

    min: Chips
    """The least."""
    max: Chips | None
    """The most; null where there is no maximum."""


class SeatedTableView(TableView, frozen=True, kw_only=True):
    """What is played at a table at which one sits, and the table's own state."""

    table: UUID
    """The table."""


class SeatedSnapshot(TableSnapshot, frozen=True):
    """A table at which one sits."""

    table: SeatedTableView
    """What is played, and the table's own state."""


class HandPlayer(Struct, frozen=True):
    """Who was dealt in, by name."""

    seat: SeatNo
    player: UUID
    """The player."""
    name: str
    """The player's screen name."""


class OpenedCard(Struct, frozen=True):
    """One card of the deck with what proves its place."""

    position: Position
    card: CardText
    salt: str
    """What makes the card's leaf unlike any other, in hex."""
    path: list[str]
    """The hashes beside the way to the root, in hex."""

"""What a table is between hands: seats, blinds owed, the button of the last hand."""

from enum import StrEnum
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tables.engine.clock import TURN_MS
from tables.engine.events import RakePlan, SeatAtStart
from tables.engine.games import GameCode
from tables.engine.ruleset import HOUSE, RuleSet
from tables.engine.terms import Chips, PlayerId, Post, SeatNo


class TableState(StrEnum):
    """Where a table is in its life (CASH, Games and tables)."""

    NEW = "new"  # not opened yet
    OPEN = "open"  # no hand yet
    PLAYING = "playing"
    PAUSED = "paused"
    CLOSING = "closing"  # closes when the running hand has ended
    CLOSED = "closed"


class SeatStatus(StrEnum):
    """Whether the player of a seat wants cards."""

    IN = "in"
    SITTING_OUT = "sitting_out"
    BUSTED = "busted"  # no chips; back in with the next top-up


class Standing(StrEnum):
    """How a player came to be at the table; what he owes for his first hand follows from it."""

    NEWCOMER = "newcomer"  # owes a big blind (R-ENT-1)
    MOVED = "moved"  # the house moved him here: owes nothing, waits for the button (R-STK-7)
    ESTABLISHED = "established"  # has been dealt in


class EntryChoice(StrEnum):
    """How a player who owes comes in (R-ENT-1, R-MIS-1, R-MIS-2)."""

    POST = "post"
    WAIT = "wait"  # until the big blind reaches him


class SitOutWhen(StrEnum):
    """From when a player wants no more cards."""

    NOW = "now"  # a hand in which he has cards is played on
    NEXT_HAND = "next_hand"
    NEXT_BIG_BLIND = "next_big_blind"


class Stakes(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the forced bets are, and the limit from which the buy-in follows (R-STK-2)."""

    small_blind_chips: Chips
    big_blind_chips: Chips
    lower_limit_chips: Chips
    """The lower limit; in no-limit and pot-limit the big blind (R-BLD-3)."""
    ante_chips: Chips = 0
    big_blind_ante_chips: Chips = 0


class TableConfig(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a table is opened with."""

    game: GameCode
    seat_count: int
    stakes: Stakes
    rules: RuleSet = HOUSE
    is_tournament: bool = False
    """Chips are no money, absent players are dealt in, nobody owes a blind."""
    book: Literal["main", "play"] = "main"
    """In which of the house's books the chips stand; play money never meets the other."""
    rake: RakePlan = RakePlan()
    chip_unit: Chips = 1
    """The smallest chip (R-ODD-4)."""
    turn_ms: int = TURN_MS
    """How long a decision may take (R-TIM-1)."""
    hand_pause_ms: int = 3000
    """From the end of a hand to the next deal."""


class Seat(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player in his place. What he owes and whether he waits follows from these fields."""

    player: PlayerId
    stack_chips: Chips
    buy_in_chips: Chips
    """What he sat down with."""
    status: SeatStatus = SeatStatus.IN
    standing: Standing = Standing.NEWCOMER
    entry: EntryChoice = EntryChoice.WAIT
    missed_small: bool = False
    missed_big: bool = False
    has_played: bool = False
    """A hand was dealt to him since he sat down, so his leaving counts for R-STK-6."""
    queued_top_up_chips: Chips = 0
    sit_out_request: SitOutWhen | None = None
    is_leaving: bool = False
    consecutive_timeout_count: int = 0

    @property
    def is_settled(self) -> bool:
        """Whether the seat may take any position: he has played here and owes no blind."""
        return (
            self.standing is Standing.ESTABLISHED and not self.missed_small and not self.missed_big
        )


class Positions(Struct, frozen=True, forbid_unknown_fields=True):
    """Button and blinds of a hand; with a dead button the first two may be empty seats."""

    button: SeatNo
    small_blind: SeatNo
    big_blind: SeatNo

    @property
    def is_heads_up(self) -> bool:
        """Whether two were dealt in: then the button is the small blind (R-BTN-5)."""
        return self.button == self.small_blind


class RefusedEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A player who wants to play and is not dealt in; `code` is a refusal's word."""

    seat: SeatNo
    code: str


class Lineup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who plays the next hand, where the button and the blinds are, who posts what."""

    positions: Positions
    dealt: tuple[SeatAtStart, ...]
    """In the order of the deal: the first seat left of the button first."""
    posts: tuple[Post, ...]
    """In the order in which they are taken: antes, small, big, live, dead, big blind ante."""
    refused: tuple[RefusedEntry, ...] = ()
    absent: tuple[SeatNo, ...] = ()
    """Dealt in without their player, whose hand is killed after the deal (R-TRN-ABS-1)."""
    missed_small: tuple[SeatNo, ...] = ()
    missed_big: tuple[SeatNo, ...] = ()
    """Seats without cards that a blind passes in this hand: they owe it from then on."""

    @property
    def dealt_seats(self) -> tuple[SeatNo, ...]:
        """The seats that get cards, in the order of the deal."""
        return tuple(dealt.seat for dealt in self.dealt)

    @property
    def small_blind(self) -> SeatNo | None:
        """Who holds the small blind's position, or None when that seat gets no cards (R-BTN-3)."""
        seat = self.positions.small_blind
        return seat if seat in self.dealt_seats else None


class Departure(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player took away when he ended his game (R-STK-6)."""

    player: PlayerId
    left_with_chips: Chips
    left_at_ms: int


class SeatNet(Struct, frozen=True, forbid_unknown_fields=True):
    """What a hand brought a player, or cost him."""

    seat: SeatNo
    player: PlayerId
    net_chips: int


class SettledHand(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What has to be known of a settled hand to take it back."""

    hand_no: int
    nets: tuple[SeatNet, ...]
    """Of every seat that was dealt in."""
    taken_chips: Chips
    """Rake and jackpot drop."""
    is_taken_back: bool = False


class Table(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table's state; what `evolve_table` makes of its events."""

    state: TableState = TableState.NEW
    config: TableConfig | None = None
    seats: tuple[Seat | None, ...] = ()
    """Index 0 is seat 1; None is an empty seat."""
    hand_no: int = 0
    """Of the last hand that was started."""
    hand: Lineup | None = None
    """The running hand's. Its positions and posts count once it is settled, never if voided."""
    last: Positions | None = None
    """Of the last settled hand; None before the first and after a redraw."""
    settled: SettledHand | None = None
    """The last hand that was settled; it can be taken back until the next one begins."""
    drawn_button: SeatNo | None = None
    """Who drew the highest card, until the first hand after the draw is settled."""
    departures: tuple[Departure, ...] = ()

    def seat(self, number: SeatNo) -> Seat | None:
        """Return who sits there, None for an empty or unknown seat."""
        return self.seats[number - 1] if 1 <= number <= len(self.seats) else None

    def occupied(self) -> list[tuple[SeatNo, Seat]]:
        """Return the taken seats, lowest number first."""
        return [(number, seat) for number, seat in enumerate(self.seats, start=1) if seat]

    def has_cards(self, number: SeatNo) -> bool:
        """Return whether the seat is dealt into the running hand."""
        return self.hand is not None and number in self.hand.dealt_seats

    def with_seat(self, number: SeatNo, seat: Seat | None) -> "Table":
        """Return the table with that seat replaced; an unknown seat changes nothing."""
        if not 1 <= number <= len(self.seats):
            return self
        return replace(self, seats=(*self.seats[: number - 1], seat, *self.seats[number:]))

    def stacks_chips(self) -> Chips:
        """Return all chips on the table."""
        return sum(seat.stack_chips for seat in self.seats if seat)


NEW_TABLE = Table()
"""The state before the first event."""

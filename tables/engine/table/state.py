"""What a table is between hands: seats, blinds owed, the button of the last hand."""

from enum import StrEnum
from typing import Literal, TypeAlias
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from tables.engine.hand.events import HandOptions, RakePlan, SeatAtStart
from tables.engine.rules.clock import TURN_MS
from tables.engine.rules.games import GameCode
from tables.engine.rules.ruleset import HOUSE, RuleSet
from tables.engine.rules.terms import MAX_SEATS, Chips, Post, SeatNo


class TableState(StrEnum):
    """Where a table is in its life (docs/cash-room.md#games-and-tables)."""

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
    BUY_BUTTON = "buy_button"  # pay both blinds in the small blind's place


class SitOutWhen(StrEnum):
    """From when a player wants no more cards."""

    NOW = "now"  # a hand in which he has cards is played on
    NEXT_HAND = "next_hand"
    NEXT_BIG_BLIND = "next_big_blind"


LimitKind: TypeAlias = Literal["nl", "pl", "fixed", "spread", "step_spread", "stud_split"]


class Stakes(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is played for: forced bets and limits, from which the buy-in follows (R-STK-2)."""

    small_blind_chips: Chips
    big_blind_chips: Chips
    lower_limit_chips: Chips
    """The lower limit; in no-limit and pot-limit the big blind (R-BLD-3)."""
    ante_chips: Chips = 0
    big_blind_ante_chips: Chips = 0
    limit: LimitKind = "nl"
    higher_limit_chips: Chips = 0
    """Of `fixed` and `stud_split` (R-FL-1)."""
    max_bets_chips: tuple[Chips, ...] = ()
    """One for `spread`, two or three for `step_spread`; the lower limit is the smallest bet."""
    bring_in_chips: Chips = 0
    """Of stud (R-BRI-2)."""


class Leg(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the games that a table plays in turn."""

    game: GameCode
    stakes: Stakes


class TableOptions(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a cash table plays beside the game's own rules (docs/cash-room.md#options)."""

    straddle: Literal["off", "utg", "button"] = "off"
    """`button`: the button may straddle first; if he does not, the seat left of the big blind."""
    max_straddles: int = 1
    """2 lets the next seat straddle once more; never behind the button's straddle."""
    run_it_times: int = 1
    bomb_pot_every_hands: int = 0
    """0: only when staff ask for one."""
    bomb_pot_ante_big_blinds: int = 2
    bomb_pot_boards: int = 1
    board_count: int = 1
    """Of every hand that is no bomb pot."""
    kill: Literal["off", "half", "full"] = "off"
    kill_pot_chips: Chips = 0
    """A pot of that size kills the next hand too; 0: only the second pot in a row does."""
    may_buy_button: bool = False


class TableConfig(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a table is opened with."""

    game: GameCode
    seat_count: int
    stakes: Stakes
    rules: RuleSet = HOUSE
    is_tournament: bool = False
    """Chips are no money, absent players are dealt in, nobody owes a blind."""
    book: Literal["main", "play"] = "main"
    """In which of the two books the chips are; play money and money never mix."""
    rake: RakePlan = RakePlan()
    chip_unit: Chips = 1
    """The smallest chip (R-ODD-4)."""
    turn_ms: int = TURN_MS
    """How long a decision may take (R-TIM-1)."""
    hand_pause_ms: int = 3000
    """From the end of a hand to the next deal."""
    options: TableOptions = TableOptions()
    rotation: tuple[Leg, ...] = ()
    """Played in turn instead of `game` and `stakes`, which then are only shown in lists."""
    rotate_by: Literal["orbit", "hands", "minutes"] = "orbit"
    rotate_every: int = 1

    @property
    def legs(self) -> tuple[Leg, ...]:
        """What is played here in turn; one leg at a table without a rotation."""
        return self.rotation or (Leg(self.game, self.stakes),)


class Seat(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player in his seat. What he owes and whether he waits follows from these fields."""

    player: UUID
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
    is_bust_known: bool = False
    """It has been said that his last chip is gone; new chips end that."""
    wants_straddle: bool = False
    runs_it: bool = False
    """Agrees to more than one board before anybody asks him."""

    @property
    def is_settled(self) -> bool:
        """Whether the seat may take any position: its player has played here and owes no blind."""
        return (
            self.standing is Standing.ESTABLISHED and not self.missed_small and not self.missed_big
        )


class Positions(Struct, frozen=True, forbid_unknown_fields=True):
    """
    Button and blinds of a hand; with a dead button the first two may be empty seats.

    Where the button itself posts the blind (short deck), it and the big blind are one seat.
    """

    button: SeatNo
    small_blind: SeatNo
    big_blind: SeatNo

    @property
    def is_heads_up(self) -> bool:
        """Whether two were dealt in: then the button is the small blind (R-BTN-5)."""
        return self.button == self.small_blind

    @property
    def is_button_blind(self) -> bool:
        """Whether the button posts the only blind."""
        return self.button == self.big_blind


class RefusedEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A player who wants to play and is not dealt in; `code` is a refusal's word."""

    seat: SeatNo
    code: str


class Lineup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who plays the next hand, which game, where button and blinds are, who posts what."""

    game: GameCode
    stakes: Stakes
    """Of this hand: in a kill hand with higher limits, while the blinds stay."""
    leg: int = 0
    """Index into the rotation; 0 without one."""
    options: HandOptions = HandOptions()
    at_ms: int = 0
    """When the hand began, in milliseconds since 1970; 0 if unknown."""
    positions: Positions | None
    """None in stud, which has no blinds: they stay where they were (R-BTN-7)."""
    dealer: SeatNo = MAX_SEATS
    """The nominal dealer's seat in stud; its left neighbour is dealt to first (R-BTN-7)."""
    bought_by: SeatNo | None = None
    """The seat that bought the button: it posts both blinds, the others' wait for a hand."""
    dealt: tuple[SeatAtStart, ...]
    """In the order of the deal: the first seat left of the button first."""
    posts: tuple[Post, ...]
    """As they are taken: antes, small, big, live, dead, kill, straddles, big blind ante."""
    refused: tuple[RefusedEntry, ...] = ()
    absent: tuple[SeatNo, ...] = ()
    """Dealt in without their player, whose hand is killed after the deal (R-TRN-ABS-1)."""
    missed_small: tuple[SeatNo, ...] = ()
    missed_big: tuple[SeatNo, ...] = ()
    """Seats without cards that a blind passes in this hand: they owe it from then on."""
    still_owing: tuple[SeatNo, ...] = ()
    """Dealt in without paying what they owe, as this hand has no blinds: they still owe it."""

    @property
    def dealt_seats(self) -> tuple[SeatNo, ...]:
        """The seats that get cards, in the order of the deal."""
        return tuple(dealt.seat for dealt in self.dealt)

    @property
    def small_blind(self) -> SeatNo | None:
        """Who holds the small blind's position, or None when that seat gets no cards (R-BTN-3)."""
        if self.positions is None or self.positions.is_button_blind:
            return None
        seat = self.positions.small_blind
        return seat if seat in self.dealt_seats else None

    @property
    def big_blind(self) -> SeatNo | None:
        """Whose the big blind of this hand is; None in stud and bomb pots, which have none."""
        if self.positions is None or self.options.is_bomb_pot:
            return None
        return self.bought_by or self.positions.big_blind

    @property
    def button(self) -> SeatNo:
        """From which seat's left the cards are dealt: the button's, in stud the dealer's."""
        return self.dealer if self.positions is None else self.positions.button


class Departure(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player took away when he left (R-STK-6)."""

    player: UUID
    left_with_chips: Chips
    left_at_ms: int


class SeatNet(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player won or lost in a hand."""

    seat: SeatNo
    player: UUID
    net_chips: int


class Progress(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is counted over settled hands: for rotation, bomb pots, kills."""

    leg: int = 0
    """Of the last settled hand."""
    leg_hand_count: int = 0
    """Hands of the leg since its turn came."""
    leg_orbit: int = 0
    """How many players were dealt into its first hand: that many hands are an orbit."""
    leg_began_at_ms: int = 0
    hands_since_bomb: int = 0
    is_bomb_pot_requested: bool = False
    winner: UUID | None = None
    """The sole winner of the last hand, or None for a split pot."""
    won_count: int = 0
    """How many pots in a row he has won."""
    won_chips: Chips = 0
    """The last of them."""
    dealer: SeatNo = MAX_SEATS
    """The last stud hand's."""


class SettledHand(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is needed to take a settled hand back."""

    hand_no: int
    nets: tuple[SeatNet, ...]
    """Of every seat that was dealt in."""
    taken_chips: Chips
    """Rake and jackpot drop."""
    before: Progress = Progress()
    """The progress before it, which is restored when it is taken back."""
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
    """The seat that drew the highest card, until the first hand after the draw is settled."""
    departures: tuple[Departure, ...] = ()
    progress: Progress = Progress()

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

"""A hand's state: what its events fold into. Small; nothing in it is derived twice."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tables.engine.hand.events import HandStarted
from tables.engine.rules.games import Game, Street
from tables.engine.rules.terms import Card, Chips, Position, SeatNo, TurnNo

Status: TypeAlias = Literal[0, 1, 2, 3]
ABLE: Final = 0  # in the hand, chips left, not timed out
ALL_IN: Final = 1
TIMED_OUT: Final = 2  # R-TIM-5: contribution frozen, stack kept
FOLDED: Final = 3

Phase: TypeAlias = Literal[0, 1, 2, 3, 4, 5, 6]
BETTING: Final = 0
DISCARDING: Final = 1  # hands exchange cards, or put some away
AGREEING: Final = 2  # all-in: how many boards?
RUN_OUT: Final = 3  # no betting any more; the cards are completed
SHOWDOWN: Final = 4
FINISHED: Final = 5
VOIDED: Final = 6

NOT_ACTED: Final = -1

Board: TypeAlias = tuple[Card | None, ...]


class SeatState(Struct, frozen=True, gc=False):
    """One player in the hand."""

    seat: SeatNo
    stack_chips: Chips
    """Behind: not yet put in."""
    status: Status = ABLE
    street_chips: Chips = 0
    """Live bet of this street."""
    total_chips: Chips = 0
    """All live contributions and antes of the hand: what pots are built from."""
    dead_chips: Chips = 0
    """Dead posts: in the main pot, nobody's total (R-POT-1)."""
    acted_level: Chips = NOT_ACTED
    """The price when the player last acted on this street (R-NL-6)."""
    positions: tuple[Position, ...] = ()
    """Of all cards that he holds, in the order in which they came."""
    upcards: tuple[Card | None, ...] = ()
    """Of stud: the cards that lay face up from the start, in the order in which they came."""
    faces: tuple[Card, ...] = ()
    """Public faces of all cards: empty until shown."""
    discarded: tuple[Position, ...] = ()
    """What he put away in this hand; no pile from which he himself draws has it (R-LOW-6)."""
    drawn_count: int | None = None
    """How many cards he exchanged on this street; None where he has not been asked."""
    has_timed_out: bool = False
    """Whether he timed out in this hand: he sits out from the next one (R-TIM-8)."""
    has_mucked: bool = False
    has_declared_board: bool = False


class Round(Struct, frozen=True, gc=False):
    """What holds for a whole betting round, fixed when its cards are dealt."""

    low_bet_chips: Chips
    high_bet_chips: Chips
    """The smallest and the largest bet (R-STU-4)."""
    hand_count: int = 0
    """How many hands were in when it began (`cap.uncap_midround`)."""
    forced_chips: Chips = 0
    """The forced chips in the middle (R-MSD-2)."""
    short_blind_chips: Chips = 0
    """What the blinds lack to be full, which counts for a pot-sized raise in round 1 (R-PL-3)."""


class HandExtras(Struct, frozen=True, gc=False):
    """What most hands do not have; kept apart, so that they need not copy it with every event."""

    more_boards: tuple[Board, ...] = ()
    """Beside the first: of a double board, or of a hand that is run more than once."""
    run_it_times: int = 0
    """The fewest boards that an asked player wants; 0 if nobody was asked."""
    run_it_answered: tuple[SeatNo, ...] = ()
    extension: tuple[Position, ...] = ()
    """What follows the deck when it runs out."""
    pools: tuple[tuple[Position, ...], ...] = ()
    """What was shuffled to follow the deck, in the order of the new positions (R-LOW-6)."""
    skipped_burn_count: int = 0
    """Burns to come that exposed cards are already (R-MSD-4)."""


NO_EXTRAS: Final = HandExtras()


class Hand(Struct, frozen=True, gc=False):
    """One deal, from the forced bets to the settled pots."""

    started: HandStarted
    game: Game
    index: dict[SeatNo, int]
    """Seat → place in `seats`; never changed."""
    seats: tuple[SeatState, ...]
    """Clockwise from the first seat left of the button."""
    price_chips: Chips
    """What a player must have in on this street to stay: the full big blind at first (R-BLD-6)."""
    raise_size_chips: Chips
    """Largest full bet or raise of the street, at least the smallest bet (R-NL-3)."""
    round: Round
    full_level_chips: Chips = 0
    """Of limit games: the price without the short all-ins that do not count (R-HLF-1)."""
    full_bet_count: int = 0
    """How many bets the cap has counted on this street (R-CAP-1); 0 where there is none (A-12)."""
    phase: Phase = BETTING
    street: int = 0
    """Index into the game's streets."""
    turn: TurnNo = 0
    actor: SeatNo | None = None
    """Who owes decision `turn`."""
    aggressor: SeatNo | None = None
    """Last to bet or raise in the last betting round; blinds do not count (R-SHW-1)."""
    pot_chips: Chips = 0
    """Everything in the middle, this street's bets included."""
    board: Board = ()
    board_positions: tuple[Position, ...] = ()
    """Of all boards' cards."""
    next_position: Position = 0
    """How many cards have left the stub; its top is that place of deck and `extension`."""
    extras: HandExtras = NO_EXTRAS
    taken_chips: Chips = 0
    """Rake and jackpot that have left the hand."""

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any more but a void."""
        return self.phase >= FINISHED

    @property
    def is_last_street(self) -> bool:
        """Whether no street follows."""
        return self.street == len(self.game.streets) - 1

    @property
    def street_data(self) -> Street:
        """The street as the game has it."""
        return self.game.streets[self.street]

    @property
    def more_boards(self) -> tuple[Board, ...]:
        """The boards beside the first."""
        return self.extras.more_boards

    @property
    def boards(self) -> tuple[Board, ...]:
        """All boards, the first one first."""
        return (self.board, *self.extras.more_boards)

    def of(self, seat: SeatNo) -> SeatState:
        """Return the state of `seat`; KeyError if it is not in the hand."""
        return self.seats[self.index[seat]]

    def live(self) -> list[SeatState]:
        """Return the hands that have not folded, clockwise from the button's left."""
        return [seat for seat in self.seats if seat.status != FOLDED]

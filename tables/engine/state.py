"""A hand's state: what its events fold into. Small; nothing in it is derived twice."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tables.engine.events import HandStarted
from tables.engine.games import GAMES, Game
from tables.engine.terms import Card, Chips, Position, SeatNo, TurnNo

Status: TypeAlias = Literal[0, 1, 2, 3]
ABLE: Final = 0  # in the hand, chips left, not timed out
ALL_IN: Final = 1
TIMED_OUT: Final = 2  # R-TIM-5: contribution frozen, stack kept
FOLDED: Final = 3

Phase: TypeAlias = Literal[0, 1, 2, 3, 4]
BETTING: Final = 0
RUN_OUT: Final = 1  # no betting any more; the board is completed
SHOWDOWN: Final = 2
FINISHED: Final = 3
VOIDED: Final = 4

NOT_ACTED: Final = -1


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
    faces: tuple[Card, ...] = ()
    """Public faces: empty until shown."""
    has_timed_out: bool = False
    """In any turn of this hand: he sits out from the next one (R-TIM-8)."""
    has_mucked: bool = False
    has_declared_board: bool = False


class Hand(Struct, frozen=True, gc=False):
    """One deal, from the forced bets to the settled pots."""

    started: HandStarted
    index: dict[SeatNo, int]
    """Seat → place in `seats`; never changed."""
    seats: tuple[SeatState, ...]
    """Clockwise from the first seat left of the button."""
    price_chips: Chips
    """What a player must have in on this street to stay: the full big blind at first (R-BLD-6)."""
    raise_size_chips: Chips
    """Largest full bet or raise of the street, at least the big blind (R-NL-3)."""
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
    board: tuple[Card | None, ...] = ()
    next_position: Position = 0
    """Top of the stub."""
    taken_chips: Chips = 0
    """Rake and jackpot that have left the hand."""

    @property
    def game(self) -> Game:
        """The variant."""
        return GAMES[self.started.game]

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any more but a void."""
        return self.phase >= FINISHED

    def of(self, seat: SeatNo) -> SeatState:
        """Return the state of `seat`; KeyError if it is not in the hand."""
        return self.seats[self.index[seat]]

    def live(self) -> list[SeatState]:
        """Return the hands that have not folded, clockwise from the button's left."""
        return [seat for seat in self.seats if seat.status != FOLDED]

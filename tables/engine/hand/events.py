"""
What happened in a hand. An event is a fact: it is never edited, a new shape is a new `VERSION`.

Hidden cards are named by their position in the deck; a face stands in an event only when
everybody may see it. Amounts are chips; `to_chips` is a street total.
"""

from typing import ClassVar, Literal, TypeAlias
from uuid import UUID

from msgspec import Struct

from tables.engine.rules.audience import Audience
from tables.engine.rules.games import GameCode
from tables.engine.rules.limits import Structure
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import Card, Chips, Position, PostKind, SeatNo, TurnNo


class RakePlan(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """What the house takes from each pot (R-RAK-1 to R-RAK-3) and the jackpot from the main pot."""

    percent_bp: int = 0
    """Basis points: 500 is 5 %."""
    cap_chips: Chips | None = None
    is_no_flop_no_drop: bool = True
    jackpot_drop_chips: Chips = 0
    """A fixed amount; needs a flop, `jackpot_min_players` dealt in and `jackpot_min_pot_chips`."""
    jackpot_min_pot_chips: Chips = 0
    jackpot_min_players: int = 4


class SeatAtStart(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Who is dealt in, with what."""

    seat: SeatNo
    player: UUID
    stack_chips: Chips


class DealtHand(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The cards that one seat was dealt; `faces` is empty while they are hidden."""

    seat: SeatNo
    positions: tuple[Position, ...]
    faces: tuple[Card, ...] = ()


class Share(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What one seat gets of a pot."""

    seat: SeatNo
    chips: Chips


class SeatResult(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What one seat has after the hand."""

    seat: SeatNo
    stack_chips: Chips
    net_chips: Chips
    """Against the stack at the start; negative for a loss."""


class HandOptions(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """How this hand differs from the usual hand of its game (docs/cash-room.md#options)."""

    is_bomb_pot: bool = False
    """Everybody antes, and there is no betting in the first round."""
    board_count: int = 1
    """How many boards are dealt from the flop on; each gets its part of every pot."""
    run_it_times: int = 1
    """How many boards the players may agree on once they are all-in; 1: the option is off."""
    run_it_agreed: tuple[SeatNo, ...] = ()
    """The seats that have agreed in their settings."""


class Event(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """A fact of a hand's stream."""

    VERSION: ClassVar[int] = 1
    AUDIENCE: ClassVar[Audience]
    """Who may see it; every event says so itself (`engine/view.py`)."""


class HandStarted(Event, frozen=True, tag="hand.started", kw_only=True):
    """A hand begins: everything that its fold needs, its rules included."""

    VERSION: ClassVar[int] = 2
    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    hand_no: int
    game: GameCode
    structure: Structure
    rules: RuleSet
    seats: tuple[SeatAtStart, ...]
    """Clockwise from the first seat left of the button; the button's own seat last."""
    button: SeatNo
    big_blind: SeatNo | None
    """None where nobody has one: stud, bomb pots."""
    chip_unit: Chips
    rake: RakePlan
    commitment: str
    gaming_day: str
    options: HandOptions = HandOptions()


class DeckSealed(Event, frozen=True, tag="hand.deck_sealed"):
    """The deck and its salts, encrypted under a key that the database does not hold."""

    AUDIENCE: ClassVar[Audience] = Audience.NOBODY

    key_id: str
    nonce: bytes
    ciphertext: bytes


class Posted(Event, frozen=True, tag="hand.posted"):
    """A forced bet was taken, cut to the stack (R-BLD-6)."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    kind: PostKind
    chips: Chips
    is_all_in: bool


class HoleDealt(Event, frozen=True, tag="hand.hole_dealt"):
    """Every hand got its cards, one at a time clockwise (R-DEA-1)."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    hands: tuple[DealtHand, ...]


class CardsDealt(Event, frozen=True, tag="hand.cards_dealt"):
    """A street's own cards came to every live hand of a stud game (R-DEA-4)."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    street: str
    hands: tuple[DealtHand, ...]
    """With faces where the cards lie open."""
    is_run_out: bool = False
    """No betting follows: at most one player is able (R-POT-5)."""


class DiscardsBegun(Event, frozen=True, tag="hand.discards_begun"):
    """The betting round is over, and every hand may now exchange cards, or must put some away."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    street: str
    is_run_out: bool = False
    """No betting follows: at most one player is able (R-POT-5)."""


class CardsDiscarded(Event, frozen=True, tag="hand.cards_discarded"):
    """The seat put cards away unseen and got as many new ones, or none in pineapple (R-LOW-6)."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    discarded: tuple[Position, ...]
    positions: tuple[Position, ...]
    faces: tuple[Card, ...] = ()
    """Of the new ones: never in the store, added for their owner when he reads the feed."""


class StubExtended(Event, frozen=True, tag="hand.stub_extended"):
    """
    The deck runs out: cards that went out of play follow it.

    Old burns follow in the order of the deck, because nobody saw them (R-STU-7). Discards were seen
    by their players, so they are shuffled and get new positions (R-LOW-6).
    """

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    positions: tuple[Position, ...]
    is_shuffled: bool


class BroughtIn(Event, frozen=True, tag="hand.brought_in"):
    """The seat opened a stud hand for the bring-in (R-BRI-1, R-BRI-2)."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    to_chips: Chips
    added_chips: Chips
    is_all_in: bool


class CardExposed(Event, frozen=True, tag="hand.card_exposed"):
    """
    The dealer turned a hole card over while he dealt (R-MSD-4).

    In flop and draw games `replaced_by` is the seat's new card, and the exposed one is the next
    burn. In stud the card is the seat's door card; the third card comes down.
    """

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    position: Position
    face: Card | None
    replaced_by: Position | None


class CardsEntered(Event, frozen=True, tag="hand.cards_entered"):
    """The croupier entered the faces of open cards that were unknown so far."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    positions: tuple[Position, ...]
    faces: tuple[Card, ...]


class BoardCorrected(Event, frozen=True, tag="hand.board_corrected"):
    """The floor put the street's community cards right (R-MSD-6)."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    positions: tuple[Position, ...]
    faces: tuple[Card | None, ...]
    next_position: Position
    reason: Literal["premature_card", "board_too_large", "missing_burn"]


class TurnStarted(Event, frozen=True, tag="hand.turn_started"):
    """`seat` owes decision number `turn` of this hand."""

    VERSION: ClassVar[int] = 2
    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    turn: TurnNo
    seat: SeatNo
    asks: Literal["action", "discard", "run_it", "show"] = "action"
    """
    A bet or what answers one; cards to exchange; how often to deal the board; to show or muck
    (`showdown.mode=manual`).
    """


class Folded(Event, frozen=True, tag="hand.folded"):
    """The seat gave up its claim and every chip already in (R-ACT-6)."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo


class Checked(Event, frozen=True, tag="hand.checked"):
    """The seat passed the turn with nothing to call."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo


class Called(Event, frozen=True, tag="hand.called"):
    """The seat matched the price, or went all-in below it."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    to_chips: Chips
    added_chips: Chips
    is_all_in: bool


class Bet(Event, frozen=True, tag="hand.bet"):
    """The seat opened the street for `to_chips`."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    to_chips: Chips
    added_chips: Chips
    is_all_in: bool


class Raised(Event, frozen=True, tag="hand.raised"):
    """The seat lifted the price of the street to `to_chips` in total (not *by* that much)."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    to_chips: Chips
    added_chips: Chips
    is_all_in: bool


class TimedOut(Event, frozen=True, tag="hand.timed_out"):
    """The seat's clock ran out; what the house did for it (R-TIM)."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    outcome: Literal["all_in", "folded", "checked", "shown", "mucked", "stood_pat", "run_once"]
    """`all_in`: contribution frozen, stack kept, eligible up to it (R-TIM-5)."""


class RunItAnswered(Event, frozen=True, tag="hand.run_it_answered"):
    """The seat said how many boards it wants; the fewest that anybody wants are dealt."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    times: int


class BoardDealt(Event, frozen=True, tag="hand.board_dealt"):
    """Community cards came face up."""

    VERSION: ClassVar[int] = 2
    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    street: str
    positions: tuple[Position, ...]
    faces: tuple[Card | None, ...]
    """None only where a record does not know the card."""
    is_run_out: bool
    """No betting follows: at most one player is able (R-POT-5)."""
    board: int = 0
    """Which of several boards; 0 is the first."""


class UncalledReturned(Event, frozen=True, tag="hand.uncalled_returned"):
    """The part of a bet that nobody matched went back; it never was in a pot (R-POT-6)."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    chips: Chips


class CardsShown(Event, frozen=True, tag="hand.cards_shown"):
    """The seat's whole hand lies face up."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo
    positions: tuple[Position, ...]
    faces: tuple[Card, ...]


class CardsMucked(Event, frozen=True, tag="hand.cards_mucked"):
    """The seat put its hand away unseen; it loses its claim unless it had declared the board."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo


class BoardDeclared(Event, frozen=True, tag="hand.board_declared"):
    """The seat announced that it plays the board (R-SHW-3), so a muck is no fold."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    seat: SeatNo


class PotAwarded(Event, frozen=True, tag="hand.pot_awarded", kw_only=True):
    """
    A pot, or a part of one, was given out; 0 is the main pot. Last side pot first (R-POT-3).

    A pot has as many parts as there are boards, and each of them two where high and low share it.
    """

    VERSION: ClassVar[int] = 2
    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    pot: int
    chips: Chips
    """Of this part; the first part of a pot bears its rake."""
    half: Literal["whole", "high", "low"] = "whole"
    board: int = 0
    eligible: tuple[SeatNo, ...]
    rake_chips: Chips
    jackpot_chips: Chips
    shares: tuple[Share, ...]
    """Sum to `chips` − `rake_chips` − `jackpot_chips`."""


class HandFinished(Event, frozen=True, tag="hand.finished"):
    """The hand is over; the ledger posts these results."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    results: tuple[SeatResult, ...]
    rake_chips: Chips
    jackpot_chips: Chips


class HandVoided(Event, frozen=True, tag="hand.voided"):
    """The hand was voided: every stack is as it was at its start."""

    AUDIENCE: ClassVar[Audience] = Audience.EVERYONE

    reason: str


HandEvent: TypeAlias = (
    HandStarted
    | DeckSealed
    | Posted
    | HoleDealt
    | CardsDealt
    | DiscardsBegun
    | CardsDiscarded
    | StubExtended
    | BroughtIn
    | CardExposed
    | CardsEntered
    | BoardCorrected
    | RunItAnswered
    | TurnStarted
    | Folded
    | Checked
    | Called
    | Bet
    | Raised
    | TimedOut
    | BoardDealt
    | UncalledReturned
    | CardsShown
    | CardsMucked
    | BoardDeclared
    | PotAwarded
    | HandFinished
    | HandVoided
)

"""A recorded hand as the PHH standard describes it: typed, but nothing of it played yet."""

from decimal import Decimal
from typing import Final, Literal, TypeAlias

from msgspec import Struct, field

from tables.engine.hand.events import HandOptions, RakePlan
from tables.engine.rules.limits import Structure
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import Card, Chips, PostKind

VARIANTS: Final = {
    "FT": "Fixed-limit Texas hold'em",
    "NT": "No-limit Texas hold'em",
    "NS": "No-limit short-deck hold'em",
    "PO": "Pot-limit Omaha hold'em",
    "FO/8": "Fixed-limit Omaha hold'em high/low-split eight or better",
    "F7S": "Fixed-limit seven card stud",
    "F7S/8": "Fixed-limit seven card stud high/low-split eight or better",
    "FR": "Fixed-limit razz",
    "N2L1D": "No-limit deuce-to-seven lowball single draw",
    "F2L3D": "Fixed-limit deuce-to-seven lowball triple draw",
    "FB": "Fixed-limit badugi",
}

MAX_BYTES = 65_536
MAX_PLAYERS = 10
MAX_ACTIONS = 2_000
MAX_TEXT = 1_000
"""Characters of an action or of a name."""

PARTS = 100
"""Units to a chip in a record that has parts of one: money, in hundredths."""

HOUSE_FORMAT = 1
"""`_pokerhouse` in a file that this house wrote: the other `_` fields mean what is said here."""

Word: TypeAlias = Literal["dh", "db", "f", "cc", "cbr", "pb", "sd", "sm"]
Amount: TypeAlias = int | Decimal
"""Whole where the record is; a split pot may have been written with half chips."""


class RecordedAction(Struct, frozen=True):
    """One line of `actions`."""

    number: int
    """Its place in the list, from 1."""
    text: str
    word: Word
    player: int = 0
    """1 … n; 0 is the dealer."""
    cards: tuple[Card | None, ...] | None = None
    """None where the line lists none; `sm` without cards is a muck."""
    amount: Chips = 0
    """Street total of `cbr`."""
    is_dash: bool = False
    """`sm -`: shown, and listed where they were dealt."""


class HousePost(Struct, frozen=True):
    """A forced bet as this house took it: the player, the kind, what was put in."""

    player: int
    kind: PostKind
    chips: Chips


class RunItAnswer(Struct, frozen=True):
    """How many boards a player wanted to see."""

    player: int
    times: int
    is_timed_out: bool = False


class HouseFacts(Struct, frozen=True, kw_only=True):
    """What the standard has no word for, from the `_` fields of a file that this house wrote."""

    is_own: bool = False
    """Whether this house wrote the file."""
    posts: tuple[HousePost, ...] | None = None
    timeouts: frozenset[int] = frozenset()
    """Numbers of the actions that were time-outs treated as all-in (R-TIM-3)."""
    other_timeouts: frozenset[int] = frozenset()
    """Numbers of the actions that a time-out did as the action says: a fold, a check, a muck."""
    chip_unit: Chips = 1
    odd_chip: Literal["all_to_first", "one_each"] = "all_to_first"
    rake: RakePlan = RakePlan()
    rules: RuleSet | None = None
    """None: the preset `standard`."""
    structure: Structure | None = None
    """None: what the fields of the standard say."""
    options: HandOptions = HandOptions()
    """Its seats are players by number."""
    boards: tuple[tuple[Card | None, ...], ...] = ()
    """Of the second and third board: what was dealt for it alone."""
    run_it: tuple[RunItAnswer, ...] = ()
    declared: frozenset[int] = frozenset()
    """Players who declared that they play the board (R-SHW-3)."""
    discards: tuple[tuple[int, ...], ...] | None = None
    """Of each `sd`: which of the cards that the player ever got, from 1."""


class Record(Struct, frozen=True, kw_only=True):
    """A PHH file."""

    variant: str
    is_ante_trimmed: bool
    antes: tuple[Chips, ...]
    blinds_or_straddles: tuple[Chips, ...] | None
    """As written: heads-up [small, big] although p1 has the big blind; negative: a live post."""
    bring_in: Chips | None
    small_bet: Chips | None
    big_bet: Chips | None
    min_bet: Chips | None
    starting_stacks: tuple[Chips, ...]
    actions: tuple[RecordedAction, ...]
    finishing_stacks: tuple[Amount, ...] | None
    """As written, in chips."""
    players: tuple[str, ...] | None
    seats: tuple[int, ...] | None
    metadata: dict[str, object] = field(default_factory=dict)
    """The other fields of the standard: event, venue, date, `hand` …"""
    house: HouseFacts = HouseFacts()
    parts: int = 1
    """Into how many units each chip is divided: all other amounts are counted in them."""
    notes: tuple[str, ...] = ()
    """What the reader passed over."""

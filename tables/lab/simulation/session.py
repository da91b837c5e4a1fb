"""A session: players sit down, hands are dealt, the broke buy in again, all go home."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from typing import ClassVar, Protocol
from uuid import UUID

import msgspec
from msgspec import Struct

from pokerhouse.common.errors import DomainError
from tables.engine.hand.commands import Act, TimeOut
from tables.engine.hand.events import HandEvent, HandFinished
from tables.engine.hand.evolve import fold
from tables.engine.hand.invariants import problems
from tables.engine.hand.legal import legal
from tables.engine.hand.state import Hand
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import Card, Chips, SeatNo
from tables.engine.table.lineup import ready_seats
from tables.engine.table.seating import config_of
from tables.engine.table.state import EntryChoice, Seat, SeatStatus, Table
from tables.lab.simulation.policy import Policy, decide_at_random

ENTRY_AT_ONCE = EntryChoice.POST


class PlayableTable(Protocol):
    """What a session needs of a table, wherever it lives."""

    @property
    def table(self) -> Table: ...
    @property
    def hand(self) -> Hand | None: ...
    @property
    def hand_events(self) -> list[HandEvent]: ...
    @property
    def deck(self) -> Sequence[Card]: ...

    def seat_player(self, seat: SeatNo, player: UUID, chips: Chips) -> None: ...
    def top_up(self, seat: SeatNo, chips: Chips) -> None: ...
    def sit_in(self, seat: SeatNo) -> None: ...
    def buy_button(self, seat: SeatNo) -> None: ...
    def set_options(self, seat: SeatNo, *, straddle: bool, run_it: bool) -> None: ...
    def leave(self, seat: SeatNo) -> None: ...
    def start_hand(self, seed: bytes) -> None: ...
    def play(self, command: Act | TimeOut) -> None: ...
    def between_hands(self) -> None: ...
    def check_hand(self) -> None: ...
    def close(self) -> None: ...


class SessionPlan(Struct, frozen=True, kw_only=True):
    """What is played."""

    hands: int
    players: int
    seed: int
    buy_in_chips: Chips
    policy: Policy = Policy()
    top_up_below_chips: Chips = 1
    """A stack below it is brought back to the buy-in between hands."""
    has_options: bool = False
    """Whether players straddle, buy the button, and say beforehand that they run it more often."""


class SessionFigures(Struct, kw_only=True):
    """What came of it; chips in = chips out + rake + jackpot."""

    hands: int = 0
    decisions: int = 0
    kinds: dict[str, int] = msgspec.field(default_factory=dict)
    """How many decisions of each kind."""
    events: int = 0
    chips_in: Chips = 0
    chips_out: Chips = 0
    rake: Chips = 0
    jackpot: Chips = 0


class Broken(DomainError):
    """A law of the house did not hold; says which, in which hand."""

    code: ClassVar[str] = "law_broken"

    def __init__(self, hand_no: int, law: str) -> None:
        super().__init__(f"Hand {hand_no}: {law}.", hand_no=hand_no, law=law)


def play_session(
    place: PlayableTable, plan: SessionPlan, after_hand: Callable[[int], None] | None = None
) -> SessionFigures:
    """
    Play the whole session and return its figures; `after_hand` gets each hand's number.

    :raises Broken: if chips are not conserved, or a hand breaks a law.
    """
    rng = Random(plan.seed)  # noqa: S311 - players, not cards
    figures = SessionFigures()
    for seat in range(1, plan.players + 1):
        place.seat_player(seat, player_of(plan.seed, seat), plan.buy_in_chips)
        figures.chips_in += plan.buy_in_chips
    for number in range(1, plan.hands + 1):
        figures.chips_in += _buy_and_return(place, plan, rng)
        _play_hand(place, plan, rng, number, figures)
        place.between_hands()
        _check_stacks(place, figures)
        place.check_hand()
        if after_hand is not None:
            after_hand(number)
    for seat, player in place.table.occupied():
        figures.chips_out += player.stack_chips
        place.leave(seat)
    if figures.chips_in != figures.chips_out + figures.rake + figures.jackpot:
        raise Broken(figures.hands, f"chips are not conserved over the session: {figures}")
    return figures


def player_of(seed: int, seat: SeatNo) -> UUID:
    """Return the id of the session's player in `seat`."""
    return UUID(bytes=sha256(f"player {seed} {seat}".encode()).digest()[:16])


def hand_seed(seed: int, number: int) -> bytes:
    """Return the seed of the deck of the session's hand `number`."""
    return sha256(f"hand {seed} {number}".encode()).digest()


def _buy_and_return(place: PlayableTable, plan: SessionPlan, rng: Random) -> Chips:
    """Buy in again, come back to the game; at least two are ready then."""
    added = 0
    for number, seat in place.table.occupied():
        if seat.stack_chips < plan.top_up_below_chips:
            chips = plan.buy_in_chips - seat.stack_chips
            place.top_up(number, chips)
            added += chips
    for number, seat in place.table.occupied():
        is_needed = len(ready_seats(place.table)) < 2
        if _is_out(seat) and (is_needed or rng.random() < 0.3):
            if plan.has_options and not is_needed and _buys_button(place, rng):
                place.buy_button(number)
            else:
                place.sit_in(number)
    if plan.has_options:
        _choose_options(place, rng)
    return added


def _buys_button(place: PlayableTable, rng: Random) -> bool:
    return config_of(place.table).options.may_buy_button and rng.random() < 0.5


def _choose_options(place: PlayableTable, rng: Random) -> None:
    """Let a player change his mind about straddling, and about running it more than once."""
    config = config_of(place.table)
    number, seat = rng.choice(list(place.table.occupied()))
    straddles = config.options.straddle != "off" and rng.random() < 0.5
    runs_it = config.options.run_it_times > 1 and rng.random() < 0.3
    if (straddles, runs_it) != (seat.wants_straddle, seat.runs_it):
        place.set_options(number, straddle=straddles, run_it=runs_it)


def _is_out(seat: Seat) -> bool:
    return seat.status is SeatStatus.SITTING_OUT


def _play_hand(
    place: PlayableTable, plan: SessionPlan, rng: Random, number: int, figures: SessionFigures
) -> None:
    try:
        place.start_hand(hand_seed(plan.seed, number))
        while place.hand is not None and place.hand.actor is not None:
            choices = legal(place.hand)
            assert choices is not None
            held = place.hand.of(choices.seat).positions
            decision = decide_at_random(rng, choices, plan.policy, held)
            place.play(decision)
            _count(figures, decision)
            found = problems(place.hand)
            if found:
                raise Broken(number, "; ".join(found))
    except RuleViolation as violation:
        raise Broken(number, f"a legal decision was refused: {violation}") from violation
    events = place.hand_events
    last = events[-1]
    assert isinstance(last, HandFinished)
    if fold(events) != place.hand:
        raise Broken(number, "the hand's events fold to another state than the one it ended in")
    figures.hands += 1
    figures.events += len(events)
    figures.rake += last.rake_chips
    figures.jackpot += last.jackpot_chips


def _count(figures: SessionFigures, decision: Act | TimeOut) -> None:
    kind = decision.kind if isinstance(decision, Act) else "time_out"
    figures.decisions += 1
    figures.kinds[kind] = figures.kinds.get(kind, 0) + 1


def _check_stacks(place: PlayableTable, figures: SessionFigures) -> None:
    """The house's chips are those of the players and what it took."""
    at_table = place.table.stacks_chips()
    if figures.chips_in != at_table + figures.rake + figures.jackpot:
        law = f"chips are not conserved: {at_table} at the table, {figures}"
        raise Broken(figures.hands, law)

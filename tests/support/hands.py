"""
A hand as a sentence: `no_limit(1_000, 140, 1_000).raise_to(1, 100).all_in(2).call(3)`.

Every step returns a new `Play`, has been checked against `broken_laws`, and after a refusal the
state is byte for byte what it was.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypedDict, TypeVar, Unpack

import msgspec
import pytest
from msgspec.structs import replace

from tables.engine.hand.commands import Act, ActionKind, Command, StartHand, TimeOut, VoidHand
from tables.engine.hand.decide import advance
from tables.engine.hand.events import HandEvent, PotAwarded, RakePlan, UncalledReturned
from tables.engine.hand.legal import Legal, legal
from tables.engine.hand.state import Hand
from tables.engine.rules.cards import cards_of
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GameCode
from tables.engine.rules.limits import NoLimit
from tables.engine.rules.ruleset import HOUSE, RuleSet
from tables.engine.rules.terms import Card, Chips, Post, SeatNo
from tables.engine.stacked_deck import filled, stacked_deck
from tables.lab.scenarios.hand_plain import start_plain
from tests.support.laws import broken_laws

_Wanted = TypeVar("_Wanted", bound=msgspec.Struct)


class Setup(TypedDict, total=False):
    """What may differ from a plain cash hand with blinds of 5 and 10 and the button in seat 1."""

    small_blind: Chips
    big_blind: Chips
    ante: Chips
    bb_ante: Chips
    button: SeatNo
    posts: Sequence[Post]
    """Instead of the usual ones."""
    extra: Sequence[Post]
    """After the usual ones."""
    big_blind_seat: SeatNo
    rules: RuleSet
    rake: RakePlan
    chip_unit: Chips
    game: GameCode
    hole: Mapping[SeatNo, str]
    board: str


class Play:
    """A hand up to some moment; steps return the next one."""

    def __init__(
        self, hand: Hand, events: tuple[HandEvent, ...], deck: Sequence[Card | None]
    ) -> None:
        self.hand = hand
        self.events = events
        self.deck = deck

    def fold(self, seat: SeatNo) -> "Play":
        """The seat folds."""
        return self._act(seat, "fold")

    def check(self, *seats: SeatNo) -> "Play":
        """The seats check one after the other."""
        play = self
        for seat in seats:
            play = play._act(seat, "check")
        return play

    def call(self, *seats: SeatNo) -> "Play":
        """The seats call one after the other."""
        play = self
        for seat in seats:
            play = play._act(seat, "call")
        return play

    def bet_to(self, seat: SeatNo, to_chips: Chips) -> "Play":
        """The seat opens the street."""
        return self._act(seat, "bet", to_chips)

    def raise_to(self, seat: SeatNo, to_chips: Chips) -> "Play":
        """The seat raises to a street total."""
        return self._act(seat, "raise", to_chips)

    def all_in(self, *seats: SeatNo) -> "Play":
        """The seats go all-in one after the other."""
        play = self
        for seat in seats:
            play = play._act(seat, "all_in")
        return play

    def show(self, seat: SeatNo) -> "Play":
        """The seat opens its hand (`showdown.mode=manual`)."""
        return self._act(seat, "show")

    def muck(self, seat: SeatNo) -> "Play":
        """The seat puts its hand away."""
        return self._act(seat, "muck")

    def declare_board(self, seat: SeatNo) -> "Play":
        """The seat announces that it plays the board."""
        return self._act(seat, "declare_board")

    def time_out(self, seat: SeatNo, *, is_protected: bool = True) -> "Play":
        """The seat's clock runs out."""
        return self.command(TimeOut(seat, self.hand.turn, is_protected))

    def void(self, reason: str = "fouled deck") -> "Play":
        """The floor takes the hand back."""
        return self.command(VoidHand(reason))

    def checked_down(self) -> "Play":
        """Everybody checks as long as somebody owes a decision."""
        play = self
        while play.hand.actor is not None:
            play = play.check(play.hand.actor)
        return play

    def command(self, command: Command) -> "Play":
        """Any command; a refused one must leave no trace."""
        before = msgspec.msgpack.encode(self.hand)
        try:
            events, after = advance(self.hand, command, self.deck)
        except RuleViolation:
            assert msgspec.msgpack.encode(self.hand) == before
            raise
        play = Play(after, self.events + events, self.deck)
        assert broken_laws(play.events) == []
        return play

    def _act(self, seat: SeatNo, kind: ActionKind, to_chips: Chips | None = None) -> "Play":
        return self.command(Act(seat, self.hand.turn, kind, to_chips))

    @property
    def legal(self) -> Legal:
        """The choices of the seat to act; there must be one."""
        choices = legal(self.hand)
        assert choices is not None
        return choices

    @property
    def actor(self) -> SeatNo | None:
        """Who owes a decision."""
        return self.hand.actor

    @property
    def street(self) -> str:
        """The street's name."""
        return self.hand.game.streets[self.hand.street].name

    @property
    def pot_chips(self) -> Chips:
        """Everything in the middle."""
        return self.hand.pot_chips

    @property
    def stacks(self) -> dict[SeatNo, Chips]:
        """What every seat has behind."""
        return {seat.seat: seat.stack_chips for seat in self.hand.seats}

    @property
    def pots(self) -> list[tuple[Chips, tuple[SeatNo, ...]]]:
        """The pots that were given out, main pot first, with the hands that played for them."""
        return [(event.chips, event.eligible) for event in reversed(self.all_of(PotAwarded))]

    @property
    def awards(self) -> dict[SeatNo, Chips]:
        """What every winner got from the pots."""
        won: dict[SeatNo, Chips] = {}
        for event in self.all_of(PotAwarded):
            for share in event.shares:
                won[share.seat] = won.get(share.seat, 0) + share.chips
        return won

    @property
    def refunds(self) -> dict[SeatNo, Chips]:
        """What came back uncalled."""
        return {event.seat: event.chips for event in self.all_of(UncalledReturned)}

    def all_of(self, kind: type[_Wanted]) -> list[_Wanted]:
        """Return the events of one class, in order."""
        return [event for event in self.events if isinstance(event, kind)]


def no_limit(*stacks: Chips, **setup: Unpack[Setup]) -> Play:
    """Deal to seats 1, 2, 3 … with these stacks."""
    return seated(dict(enumerate(stacks, start=1)), **setup)


def seated(stacks: Mapping[SeatNo, Chips], **setup: Unpack[Setup]) -> Play:
    """Deal to these seats."""
    command = start_hand(stacks, **setup)
    hole = {seat: cards_of(cards) for seat, cards in setup.get("hole", {}).items()}
    deck = filled(stacked_deck(command, hole, cards_of(setup.get("board", ""))))
    events, hand = advance(None, command, deck)
    assert broken_laws(events) == []
    return Play(hand, events, deck)


def start_hand(stacks: Mapping[SeatNo, Chips], **setup: Unpack[Setup]) -> StartHand:
    """Return the command that deals to `stacks`; SB, BB and antes fall where they belong."""
    structure = NoLimit(
        small_blind=setup.get("small_blind", 5),
        big_blind=setup.get("big_blind", 10),
        ante=setup.get("ante", 0),
        bb_ante=setup.get("bb_ante", 0),
    )
    plain = start_plain(
        setup.get("game", "holdem"),
        {**stacks},
        button=setup.get("button", 1),
        structure=structure,
        rules=setup.get("rules", HOUSE),
    )
    return replace(
        plain,
        big_blind=setup.get("big_blind_seat", plain.big_blind),
        posts=(*setup.get("posts", plain.posts), *setup.get("extra", ())),
        chip_unit=setup.get("chip_unit", 1),
        rake=setup.get("rake", RakePlan()),
    )


@contextmanager
def refused(code: str) -> Iterator[pytest.ExceptionInfo[RuleViolation]]:
    """The rules must forbid what happens inside, with this code; `Play` proves: without trace."""
    with pytest.raises(RuleViolation) as caught:
        yield caught
    assert caught.value.code == code
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", caught.value.code)
    msgspec.json.encode(caught.value.facts)  # facts are JSON-ready

"""A hand of any game as a sentence: cards come to whom they are meant for, whoever folds."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from tables.engine.hand.commands import Act, ActionKind, Command, StartHand, TimeOut
from tables.engine.hand.decide import advance
from tables.engine.hand.events import HandEvent, PotAwarded
from tables.engine.hand.legal import Legal, legal
from tables.engine.rules.cards import cards_of
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GAMES
from tables.engine.rules.terms import Card, Chips, Position, SeatNo
from tables.engine.stacked_deck import Script, filled
from tables.lab.scenarios.hand_plain import staying_in
from tests.support.laws import broken_laws

_Wanted = TypeVar("_Wanted", bound=msgspec.Struct)


class AnyGame:
    """A hand up to some moment; steps change it and return it."""

    def __init__(
        self, command: StartHand, cards: Mapping[SeatNo, str] | None = None, board: str = ""
    ) -> None:
        hands = {seat: _known(text) for seat, text in (cards or {}).items()}
        self._script = Script(hands, _known(board))
        self._cards = GAMES[command.game].deck
        self.events: tuple[HandEvent, ...] = ()
        deck = filled(self._script.cards_for(None, command), self._cards)
        self.events, self.hand = advance(None, command, deck)

    def do(self, seat: SeatNo, kind: ActionKind, to: Chips | None = None, **more: Any) -> "AnyGame":
        """The seat acts."""
        return self.command(Act(seat, self.hand.turn, kind, to, **more))

    def discard(self, seat: SeatNo, *places: int) -> "AnyGame":
        """The seat puts away its cards of these places of its hand."""
        held: tuple[Position, ...] = self.hand.of(seat).positions
        return self.do(seat, "discard", cards=tuple(held[place] for place in places))

    def time_out(self, seat: SeatNo) -> "AnyGame":
        """The seat's clock runs out."""
        return self.command(TimeOut(seat, self.hand.turn))

    def command(self, command: Command) -> "AnyGame":
        """Any command; a refused one must leave no trace."""
        before = msgspec.msgpack.encode(self.hand)
        try:
            deck = filled(self._script.cards_for(self.hand, command), self._cards)
            batch, hand = advance(self.hand, command, deck)
        except RuleViolation:
            assert msgspec.msgpack.encode(self.hand) == before
            raise
        self.events += batch
        self.hand = hand
        assert broken_laws(self.events) == []
        return self

    def stay_in_to(self, street: str | None = None) -> "AnyGame":
        """Everybody stays in for as little as possible until that street, or to the end."""
        while (choices := legal(self.hand)) is not None and self.hand.street_data.name != street:
            self.command(staying_in(choices))
        return self

    @property
    def legal(self) -> Legal:
        """The choices of the seat to act; there must be one."""
        choices = legal(self.hand)
        assert choices is not None
        return choices

    @property
    def bounds(self) -> tuple[Chips, Chips]:
        """The smallest and the largest total of a bet or raise."""
        return self.legal.min_to_chips, self.legal.max_to_chips

    @property
    def stacks(self) -> dict[SeatNo, Chips]:
        """What every seat has behind, in the order of the seats."""
        return dict(sorted((seat.seat, seat.stack_chips) for seat in self.hand.seats))

    @property
    def parts(self) -> list[tuple[int, str, int, dict[SeatNo, Chips]]]:
        """Pot, half and board of each award, and who got what."""
        return [
            (e.pot, e.half, e.board, {share.seat: share.chips for share in e.shares})
            for e in self.all_of(PotAwarded)
        ]

    def all_of(self, kind: type[_Wanted]) -> list[_Wanted]:
        """Return the events of one class, in order."""
        return [event for event in self.events if isinstance(event, kind)]


def _known(text: str) -> tuple[Card | None, ...]:
    """Return the cards; `--` is one that does not matter."""
    pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
    return tuple(None if pair == "--" else cards_of(pair)[0] for pair in pairs)

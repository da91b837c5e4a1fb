"""Hands of any game whose cards are named, whoever folds on the way: for tests of single rules."""

from collections.abc import Mapping
from typing import Any

import msgspec

from tables.engine.hand.commands import Act, ActionKind, Command
from tables.engine.hand.decide import advance
from tables.engine.hand.events import HandEvent
from tables.engine.hand.state import DISCARDING, Hand
from tables.engine.rules.cards import cards_of
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.rules.limits import Structure
from tables.engine.rules.ruleset import with_switches
from tables.engine.rules.terms import MAX_SEATS, Card, Chips, SeatNo
from tables.engine.stacked_deck import Script, filled
from tables.lab.scenarios.hand_plain import start_plain
from tests.support.hands import Play
from tests.support.laws import broken_laws

_HIDDEN = "??"
_PASSIVE: tuple[ActionKind, ...] = ("bring_in", "check", "call", "discard")


class _Scripted(Play):
    """A hand whose script says which cards come to whom."""

    def __init__(self, hand: Hand, events: tuple[HandEvent, ...], script: Script) -> None:
        super().__init__(hand, events, ())
        self.script = script

    def command(self, command: Command) -> "_Scripted":
        """Any command, with a deck that deals what the script says."""
        before = msgspec.msgpack.encode(self.hand)
        deck = filled(self.script.cards_for(self.hand, command), self.hand.game.deck)
        try:
            events, hand = advance(self.hand, command, deck)
        except RuleViolation:
            assert msgspec.msgpack.encode(self.hand) == before
            raise
        play = _Scripted(hand, self.events + events, self.script)
        assert broken_laws(play.events) == []
        return play


def passive_to(play: Play, street: str) -> Play:
    """Everybody brings in, checks, calls or stands pat until that street's betting has begun."""
    while play.street != street or play.hand.phase == DISCARDING:
        play = passively(play)
    return play


def passively(play: Play) -> Play:
    """The seat to act brings in, checks, calls or stands pat."""
    kinds = play.legal.kinds
    kind: ActionKind = next(kind for kind in _PASSIVE if kind in kinds)
    return play.command(Act(play.legal.seat, play.hand.turn, kind))


def dealt(
    game: GameCode,
    structure: Structure,
    *stacks: Chips,
    hands: Mapping[SeatNo, str] | None = None,
    board: str = "",
    **switches: Any,
) -> Play:
    """
    Deal to seats 1, 2, 3 … with the button in seat 1, under the house rules but for `switches`.

    `hands` are a seat's cards in the order in which they come, `??` for one that is anything; a
    switch is written with `__` for its point: `cap__raises=4`.
    """
    named = {name.replace("__", "."): value for name, value in switches.items()}
    command = start_plain(
        game,
        dict(enumerate(stacks, start=1)),
        button=MAX_SEATS if GAMES[game].family == "stud" else 1,
        structure=structure,
        rules=with_switches("house", named),
    )
    script = Script(
        {seat: _cards(cards) for seat, cards in (hands or {}).items()},
        _cards(board),
        deck=GAMES[game].deck,
    )
    deck = filled(script.cards_for(None, command), GAMES[game].deck)
    events, hand = advance(None, command, deck)
    assert broken_laws(events) == []
    return _Scripted(hand, events, script)


def _cards(text: str) -> tuple[Card | None, ...]:
    """Read cards; `??` is one that nobody names."""
    pairs = [text[at : at + 2] for at in range(0, len(text.replace(" ", "")), 2)]
    return tuple(None if pair == _HIDDEN else cards_of(pair)[0] for pair in pairs)

"""Hands of any game whose cards are named, whoever folds on the way: for tests of single rules."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from tables.engine.cards import cards_of
from tables.engine.commands import Act, ActionKind, Command, StartHand
from tables.engine.decide import advance
from tables.engine.errors import RuleViolation
from tables.engine.events import HandEvent, SeatAtStart
from tables.engine.games import GAMES, GameCode
from tables.engine.limits import Structure
from tables.engine.ruleset import RuleSet, with_switches
from tables.engine.stacking import Script, filled
from tables.engine.state import DISCARDING, Hand
from tables.engine.terms import MAX_SEATS, Card, Chips, PlayerId, Post, PostKind, SeatNo
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
    command = _start(game, structure, stacks, with_switches("house", named))
    script = Script(
        {seat: _cards(cards) for seat, cards in (hands or {}).items()},
        _cards(board),
        deck=GAMES[game].deck,
    )
    deck = filled(script.cards_for(None, command), GAMES[game].deck)
    events, hand = advance(None, command, deck)
    assert broken_laws(events) == []
    return _Scripted(hand, events, script)


def _start(
    game: GameCode, structure: Structure, stacks: tuple[Chips, ...], rules: RuleSet
) -> StartHand:
    seats = list(range(1, len(stacks) + 1))
    is_stud = GAMES[game].family == "stud"
    order = seats if is_stud else [*seats[1:], seats[0]]
    small, big = (order[1], order[0]) if len(order) == 2 else (order[0], order[1])
    posts = [Post(seat, PostKind.ANTE, structure.ante) for seat in order if structure.ante]
    if not is_stud:
        posts.append(Post(small, PostKind.SMALL_BLIND, structure.small_blind))
        posts.append(Post(big, PostKind.BIG_BLIND, structure.big_blind))
    if structure.bb_ante:
        posts.append(Post(big, PostKind.BIG_BLIND_ANTE, structure.bb_ante))
    return StartHand(
        hand_no=1,
        game=game,
        structure=structure,
        rules=rules,
        seats=tuple(
            SeatAtStart(seat, PlayerId(UUID(int=seat)), stack)
            for seat, stack in zip(seats, stacks, strict=True)
        ),
        button=MAX_SEATS if is_stud else 1,
        big_blind=None if is_stud else big,
        posts=tuple(posts),
    )


def _cards(text: str) -> tuple[Card | None, ...]:
    """Read cards; `??` is one that nobody names."""
    pairs = [text[at : at + 2] for at in range(0, len(text.replace(" ", "")), 2)]
    return tuple(None if pair == _HIDDEN else cards_of(pair)[0] for pair in pairs)

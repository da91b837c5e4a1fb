"""
A hand is played twice with equal actions; only one player's hidden cards are changed
(docs/security.md#hidden-cards).

Everything that anybody else can see, and everything that is stored but the sealed deck, is equal to
the byte until the showdown: in every game, with every structure and option.
"""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pokerhouse.eventstore.codec import encode
from tables.engine.hand.commands import Command, StartHand
from tables.engine.hand.dealing import faces_at
from tables.engine.hand.decide import advance
from tables.engine.hand.events import (
    CardsDealt,
    CardsDiscarded,
    CardsMucked,
    CardsShown,
    HandEvent,
    HandFinished,
    HoleDealt,
    PotAwarded,
    StubExtended,
)
from tables.engine.hand.state import Hand
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.rules.terms import Card, Position, SeatNo
from tables.engine.view import SPECTATOR, Viewer, project
from tables.live.feed import dealt_to
from tests.support.random_hands import random_command, random_deck, random_start

AFTER_SHOWDOWN = (CardsShown, CardsMucked, PotAwarded, HandFinished)
games = pytest.mark.parametrize("game", GAMES)


class Played:
    """A hand up to its showdown: events, state, deck."""

    def __init__(self, start: StartHand, deck: Sequence[Card], seed: int) -> None:
        random = Random(seed)
        self.deck = deck
        self.events: list[HandEvent] = []
        self.hand: Hand | None = None
        command: Command = start
        while True:
            batch, self.hand = advance(self.hand, command, deck)
            for event in batch:
                if isinstance(event, AFTER_SHOWDOWN):
                    return
                self.events.append(event)
            if self.hand.is_over:
                return
            command = random_command(random, self.hand)

    def hidden_of(self, seat: SeatNo, start: StartHand) -> list[Position]:
        """Return the positions of the seat's cards that nobody else ever saw."""
        found: list[Position] = []
        for event in self.events:
            is_open = isinstance(event, CardsDealt) and any(
                dealt.faces for dealt in event.hands if dealt.seat == seat
            )
            found += () if is_open else dealt_to(event, seat)
        size = len(self.deck)
        return [at for at in found if at < size and at not in start.exposed]

    def viewer(self, seat: SeatNo) -> Viewer:
        """Return the seat's player, who knows all cards that he was dealt."""
        assert self.hand is not None
        own = [at for event in self.events for at in dealt_to(event, seat)]
        faces = faces_at(self.hand, self.deck, own)
        return Viewer(
            seat, {at: face for at, face in zip(own, faces, strict=True) if face is not None}
        )

    def seen(self, viewer: Viewer) -> list[bytes]:
        """Return what the viewer is told."""
        return [encode(project(event, viewer)) for event in self.events]


def changed(played: Played, start: StartHand, seat: SeatNo, random: Random) -> list[Card]:
    """Return the deck with the seat's hidden cards changed for cards that stayed undealt."""
    assert played.hand is not None
    used = played.hand.next_position
    spare = range(used + 18, len(played.deck))  # a showdown's run-out deals some more
    hidden = played.hidden_of(seat, start)
    deck = list(played.deck)
    count = min(len(hidden), len(spare))
    for position, other in zip(hidden[:count], random.sample(spare, count), strict=True):
        deck[position], deck[other] = deck[other], deck[position]
    return deck


def two_of(game: GameCode, seed: int) -> tuple[Played, Played, SeatNo]:
    """Return a random hand twice, and the seat whose hidden cards differ."""
    random = Random(seed)
    start = random_start(random, game)
    seat = random.choice(start.seats).seat
    deck = random_deck(random, game)
    first = Played(start, deck, seed)
    assume(not any(isinstance(event, StubExtended) for event in first.events))
    other = changed(first, start, seat, random)
    assume(other != list(deck))
    return first, Played(start, other, seed), seat


@games
@given(seed=st.integers(0, 2**32))
def test_nobody_can_tell_another_players_hidden_cards(game: GameCode, seed: int) -> None:
    first, second, seat = two_of(game, seed)
    assert [encode(event) for event in first.events] == [encode(event) for event in second.events]
    assert first.seen(SPECTATOR) == second.seen(SPECTATOR)
    for entry in first.hand.seats if first.hand is not None else ():
        if entry.seat != seat:
            assert first.seen(first.viewer(entry.seat)) == second.seen(second.viewer(entry.seat))


@games
@given(seed=st.integers(0, 2**32))
def test_the_player_himself_does_see_the_difference(game: GameCode, seed: int) -> None:
    """Else the test above could not fail."""
    first, second, seat = two_of(game, seed)
    assert first.seen(first.viewer(seat)) != second.seen(second.viewer(seat))


@games
@given(seed=st.integers(0, 2**32))
def test_no_event_before_the_showdown_holds_a_card_that_came_face_down(
    game: GameCode, seed: int
) -> None:
    """Also where discards follow the deck: what was put away or drawn is a position only."""
    random = Random(seed)
    start = random_start(random, game)
    played = Played(start, random_deck(random, game), seed)
    for event in played.events:
        match event:
            case HoleDealt():
                assert not any(dealt.faces for dealt in event.hands)
            case CardsDiscarded():
                assert event.faces == ()
            case CardsDealt():
                street = GAMES[game].streets[GAMES[game].index[event.street]]
                assert street.up or not any(dealt.faces for dealt in event.hands)
            case _:
                pass

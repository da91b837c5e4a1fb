"""
The protocol's law in every game: apply(events, old snapshot) == fresh snapshot, for every viewer,
after every command of random hands; and nobody is sent a card that is hidden from him.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerhouse.common.ids import PlayerId
from tables.engine.hand.dealing import faces_at
from tables.engine.rules.cards import text_of
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.rules.terms import Position
from tests.support.table_client import TableClient
from tests.support.watched_hand import WatchedHand

CARDS = {text_of(card) for card in range(52)}


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 2**32))
def test_every_viewer_of_every_game_folds_to_a_fresh_snapshot(game: GameCode, seed: int) -> None:
    hand = WatchedHand(seed, game)
    clients = [TableClient(str(viewer)) for viewer in hand.viewers]
    for client, viewer in zip(clients, hand.viewers, strict=True):
        client.apply(hand.snapshot(viewer))
    for batch in hand.batches():
        for client, viewer in zip(clients, hand.viewers, strict=True):
            frames = hand.frames(batch, viewer)
            for frame in frames:
                client.apply(frame)
            fresh = hand.snapshot(viewer)
            if client.is_stale:
                client.apply(fresh)
            assert_nothing_hidden(hand, viewer, [*frames, fresh])
            again = TableClient(str(viewer))
            again.apply(fresh)
            assert client.compared() == again.compared()


def assert_nothing_hidden(hand: WatchedHand, viewer: PlayerId, frames: list[Any]) -> None:
    """Every card that was sent is one's own, or was face up (docs/security.md#hidden-cards)."""
    found = {text for frame in frames for text in texts_in(frame) if text in CARDS}
    assert found <= {text_of(card) for card in may_see(hand, viewer)}


def texts_in(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for value in part.values():
            yield from texts_in(value)
    elif isinstance(part, list):
        for value in part:
            yield from texts_in(value)
    elif isinstance(part, str):
        yield part


def may_see(hand: WatchedHand, viewer: PlayerId) -> set[int]:
    """Return the faces that the engine's events made public, and all that he ever held."""
    state = hand.live.hand
    assert state is not None
    public = {card for event in hand.events for card in faces_in(event)}
    own: list[Position] = []
    for entry in state.started.seats:
        if entry.player == viewer:
            own += [*state.of(entry.seat).positions, *state.of(entry.seat).discarded]
    return public | {card for card in faces_at(state, hand.deck, own) if card is not None}


def faces_in(event: Any) -> Iterator[int]:
    yield from (card for card in getattr(event, "faces", ()) if card is not None)
    for dealt in getattr(event, "hands", ()):
        yield from dealt.faces
    face = getattr(event, "face", None)
    if face is not None:
        yield face

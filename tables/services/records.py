"""Hands that were played elsewhere: stored like any other hand, but without a deal or money."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

from pokerhouse.eventstore.codec import encode_meta
from pokerhouse.eventstore.store import (
    MAX_EVENTS_PER_APPEND,
    NewEvent,
    append,
    open_feed,
    read_stream,
)
from tables.engine.hand.events import HandEvent
from tables.live import codec


def store_hand(
    events: Sequence[HandEvent], *, table_id: UUID, hand_id: UUID, actor: str, at: datetime
) -> None:
    """
    Write a whole recorded hand into a feed of its own.

    :raises FeedExists: if that table has a feed already.
    """
    meta = encode_meta(actor=actor, command=None, at=at)
    stored = [
        codec.to_store(event, stream_kind=codec.HAND, stream=hand_id, version=version, meta=meta)
        for version, event in enumerate(events, start=1)
    ]
    head = open_feed(table_id)
    for batch in _batched(stored, MAX_EVENTS_PER_APPEND):
        head = append(head, batch)


def _batched(events: Sequence[NewEvent], size: int) -> Iterator[Sequence[NewEvent]]:
    for start in range(0, len(events), size):
        yield events[start : start + size]


def load_hand(table_id: UUID, hand_id: UUID) -> tuple[HandEvent, ...]:
    """Return the hand's stored events, converted to their current version."""
    stored = read_stream(table_id, hand_id)
    return tuple([codec.hand_event(event) for event in stored])

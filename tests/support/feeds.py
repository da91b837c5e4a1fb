"""Feeds for the event store's tests: invented events, made and appended in a line."""

import time
from uuid import UUID

from pokerhouse.common.ids import new_id
from pokerhouse.eventstore import codec
from pokerhouse.eventstore.store import Head, NewEvent, append, open_feed
from pokerhouse.eventstore.subscriptions import MAX_EVENTS_PER_RUN, Handler, Subscriber

META = codec.encode({"actor": "player:1", "at": "2026-11-30T18:00:00.000Z", "command": None})


def counted(stream: UUID, version: int, count: int = 1, **fields: object) -> list[NewEvent]:
    """Return `count` events of an invented type, from `version` on."""
    return [
        NewEvent(
            "hand",
            stream,
            number,
            "test.counted",
            1,
            codec.encode({"number": number, **fields}),
            META,
        )
        for number in range(version, version + count)
    ]


def filled_feed(*, hands: int = 2, events: int = 3) -> tuple[Head, list[UUID]]:
    """Open a feed with `hands` streams of `events` events each; return its head and the streams."""
    head = open_feed(new_id())
    streams = [new_id() for _ in range(hands)]
    for stream in streams:
        head = append(head, counted(stream, 1, events))
    return head, streams


def follow(
    subscriber: Subscriber, handler: Handler, count: int, limit: int = MAX_EVENTS_PER_RUN
) -> list[int]:
    """
    Run `subscriber` until it had `count` events; return how many each run had.

    The rule that it reads by waits for every transaction of the server that is writing, also for
    those of other tests, so the events may take a while to come.
    """
    counts: list[int] = []
    patience_ends = time.monotonic() + 60
    while sum(counts) < count:
        assert time.monotonic() < patience_ends, f"{sum(counts)} of {count} events"
        if found := subscriber.run_once(handler, limit):
            counts.append(found)
        else:
            time.sleep(0.01)
    return counts

"""Publishing: one connection without replies, replaced by a new one when it has ended."""

import time
from collections.abc import Iterator
from uuid import uuid4

import pytest
from pytest_django.fixtures import Settings
from redis import Redis

from pokerhouse.ops.embedded.valkey import Valkey
from pokerhouse.realtime.notify import MOVED_FEEDS_CHANNEL, FeedMoved, Publisher

FEED_MOVED = FeedMoved(uuid4(), 7)
PLENTY = 20_000
"""More than the buffers of both sides of a line hold."""
PAUSE_S = 60


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    """A publisher of this test's own."""
    made = Publisher()
    yield made
    made.forget()


def test_a_message_is_heard_and_none_is_answered(valkey: Valkey, publisher: Publisher) -> None:
    with Redis.from_url(valkey.url) as client, client.pubsub() as heard:
        heard.subscribe(MOVED_FEEDS_CHANNEL)
        heard.get_message(timeout=5)
        for _ in range(2):
            publisher.publish(MOVED_FEEDS_CHANNEL, FEED_MOVED)
            message = heard.get_message(timeout=5)
            assert message["data"] == b'{"shard":"%s","seq":7}' % str(FEED_MOVED.shard).encode()
        assert not publisher._connection.can_read(0)
    assert publisher.counts.published == 2


def test_a_line_that_the_broker_ended_is_made_anew_for_the_message_at_hand(
    valkey: Valkey, publisher: Publisher
) -> None:
    publisher.publish(MOVED_FEEDS_CHANNEL, FEED_MOVED)
    with Redis.from_url(valkey.url) as client, client.pubsub() as heard:
        heard.subscribe(MOVED_FEEDS_CHANNEL)
        heard.get_message(timeout=5)
        assert client.client_kill_filter(_type="normal", skipme=True) >= 1

        publisher.publish(MOVED_FEEDS_CHANNEL, FEED_MOVED)

        assert heard.get_message(timeout=5)["type"] == "message"
    assert (publisher.counts.published, publisher.counts.failed) == (2, 0)


def test_nobody_waits_for_a_broker_that_cannot_be_reached(
    settings: Settings, publisher: Publisher
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    for _ in range(3):
        publisher.publish(MOVED_FEEDS_CHANNEL, FEED_MOVED)
    assert (publisher.counts.failed, publisher.counts.silent) == (1, 2)


def test_a_broker_that_stands_still_costs_one_time_out_when_its_buffers_are_full(
    valkey: Valkey, settings: Settings, publisher: Publisher
) -> None:
    settings.REDIS_TIMEOUT_S = 0.1
    publisher.publish(MOVED_FEEDS_CHANNEL, FEED_MOVED)
    with Redis.from_url(valkey.url) as client:
        client.client_pause(PAUSE_S * 1000)  # it reads nobody's commands
        begun = time.monotonic()
        while publisher.counts.failed == 0 and publisher.counts.published < PLENTY:
            publisher.publish(MOVED_FEEDS_CHANNEL, FEED_MOVED)
        publisher.publish(MOVED_FEEDS_CHANNEL, FEED_MOVED)
        assert time.monotonic() - begun < PAUSE_S, "it waited for the broker"

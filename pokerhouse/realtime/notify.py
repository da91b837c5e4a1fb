"""
The notice that a feed has moved: one PUBLISH after a commit, so that every web process reads on.

It carries an id and a number, never content. It may be lost at any time, because every hub also
reads the ends of its feeds from PostgreSQL once a second. So nothing here raises, and nothing waits
for the broker's answer. Only making a connection can take the broker's time-out, and that is tried
once in SILENT_AFTER_ERROR_S.
"""

import threading
import time
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from redis import ConnectionPool
from redis.exceptions import RedisError

MOVED_FEEDS_CHANNEL = "pokerhouse:bell"
"""
The Redis channel for feeds that have moved.

Its name is older than its constant: while a new version starts, processes of both versions must
hear each other.
"""

SILENT_AFTER_ERROR_S = 1.0
"""After an error nothing is sent for so long: a dead broker costs one time-out a second."""


class FeedMoved(msgspec.Struct, frozen=True, gc=False):
    """The feed of `shard` now has events up to `seq`."""

    shard: UUID
    seq: int


@dataclass(slots=True)
class PublisherCounts:
    """What became of the messages that this process has published since it started."""

    published: int = 0
    failed: int = 0
    silent: int = 0
    """Not sent, because the broker had just failed."""


class Publisher:
    """
    This process's connection to the broker, on which the broker sends no replies.

    So nobody waits: a message costs one write, even while the broker hangs. If the kept connection
    turns out to be dead, a new one is made at once and the message is sent on it.
    """

    def __init__(self) -> None:
        self.counts = PublisherCounts()
        self._silent_until = 0.0
        self._connection: Any = None
        """A connection of redis-py, which has no types."""
        self._lock = threading.Lock()

    def publish(self, channel: str, message: msgspec.Struct) -> None:
        """Send `message`, or count why it was not sent."""
        with self._lock:
            if time.monotonic() < self._silent_until:
                self.counts.silent += 1
                return
            try:
                connection = self._alive()
                connection.send_command("PUBLISH", channel, msgspec.json.encode(message))
            except (RedisError, OSError):
                self._close()
                self._silent_until = time.monotonic() + SILENT_AFTER_ERROR_S
                self.counts.failed += 1
            else:
                self.counts.published += 1

    def forget(self) -> None:
        """Close the kept connection; the next message makes a new one without any pause."""
        with self._lock:
            self._close()
            self._silent_until = 0.0

    def _alive(self) -> Any:
        """Return the kept connection, or a new one if it has ended."""
        if self._connection is not None and not _has_ended(self._connection):
            return self._connection
        self._close()
        pool = ConnectionPool.from_url(
            settings.REDIS_URL,
            socket_timeout=settings.REDIS_TIMEOUT_S,
            socket_connect_timeout=settings.REDIS_TIMEOUT_S,
        )
        connection: Any = pool.make_connection()
        self._connection = connection
        connection.connect()
        connection.send_command("CLIENT", "REPLY", "OFF")
        return connection

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.disconnect()
            self._connection = None


def _has_ended(connection: Any) -> bool:
    """Return whether the broker has closed the connection; it sends nothing else to read."""
    try:
        return bool(connection.can_read(0))
    except (RedisError, OSError):
        return True


publisher = Publisher()
"""The publisher of this process; `publisher.counts` is for the operator's figures."""


def publish_feed_moved(shard: UUID, seq: int) -> None:
    """
    Tell all web processes that the feed of `shard` has events up to `seq`; call it after COMMIT.

    Never raises; after an error nothing is sent for SILENT_AFTER_ERROR_S.
    """
    publisher.publish(MOVED_FEEDS_CHANNEL, FeedMoved(shard, seq))

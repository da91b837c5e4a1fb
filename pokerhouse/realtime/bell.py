"""
The bell: one PUBLISH after a commit, so that every web process looks at a feed at once.

It carries ids and numbers, never content, and may be lost at any time: the hubs ask once a second
by themselves. So nothing here raises, and nothing waits for an answer: only making a connection
can take a broker's time-out, once in a back-off.
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

BELL_CHANNEL = "pokerhouse:bell"
"""Where feeds ring."""

SILENT_AFTER_ERROR_S = 1.0
"""Nothing is tried for so long after an error: a dead broker costs one time-out a second."""


class Ring(msgspec.Struct, frozen=True, gc=False):
    """A feed has events up to `seq`."""

    shard: UUID
    seq: int


@dataclass(slots=True)
class BellCounts:
    """What became of a process's messages since it started."""

    published: int = 0
    failed: int = 0
    silent: int = 0
    """Not tried, because the broker had just failed."""


class Publisher:
    """
    A process's way to the broker: one connection, on which the broker does not answer.

    So nobody waits for it: a message costs one write, also while the broker stands still. A kept
    connection that turns out to be dead is made anew at once, for the message at hand.
    """

    def __init__(self) -> None:
        self.counts = BellCounts()
        self._silent_until = 0.0
        self._connection: Any = None
        """redis-py's, which has no types."""
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
        """Close the kept connection; the next message makes a new one, at once."""
        with self._lock:
            self._close()
            self._silent_until = 0.0

    def _alive(self) -> Any:
        """Return the kept connection, or a new one where it has ended."""
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
    """Return whether there is something to read from a broker that never answers: the end."""
    try:
        return bool(connection.can_read(0))
    except (RedisError, OSError):
        return True


publisher = Publisher()
"""This process's; `publisher.counts` is for the operator's figures."""


def ring(shard: UUID, seq: int) -> None:
    """
    Tell all web processes that the feed of `shard` has events up to `seq`; call it after COMMIT.

    Never raises; after an error nothing is tried for SILENT_AFTER_ERROR_S.
    """
    publisher.publish(BELL_CHANNEL, Ring(shard, seq))

"""
The bell: one PUBLISH after a commit, so that every web process looks at a feed at once.

It carries ids and numbers, never content, and may be lost at any time: the hubs ask once a second
by themselves. So nothing here raises, and nothing waits longer than a broker's time-out once in a
back-off.
"""

import threading
import time
from dataclasses import dataclass
from uuid import UUID

import msgspec
from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.retry import Retry

BELL_CHANNEL = "pokerhouse:bell"
"""Where feeds ring."""

CONTROL_CHANNEL = "pokerhouse:control"
"""Where the house tells its web processes about sessions that have ended."""

SILENT_AFTER_ERROR_S = 1.0
"""Nothing is tried for so long after an error: a dead broker costs one time-out a second."""


class Ring(msgspec.Struct, frozen=True):
    """A feed has events up to `seq`."""

    shard: UUID
    seq: int


class Revoked(msgspec.Struct, frozen=True):
    """
    Sockets of this session or token end now; all of the user's where none is named.

    `session` is its public name (`common.sessions`), never the secret.
    """

    user: str
    session: str | None = None


@dataclass(slots=True)
class BellCounts:
    """What became of a process's messages since it started."""

    published: int = 0
    failed: int = 0
    silent: int = 0
    """Not tried, because the broker had just failed."""


class Publisher:
    """
    A process's way to the broker: one client, which keeps a connection for each thread at a time.

    It makes one second try, at once, where a kept connection turned out to be dead; a time-out is
    not repeated.
    """

    def __init__(self) -> None:
        self.counts = BellCounts()
        self._silent_until = 0.0
        self._client: Redis | None = None
        self._lock = threading.Lock()

    def publish(self, channel: str, message: msgspec.Struct) -> None:
        """Send `message`, or count why it was not sent."""
        if time.monotonic() < self._silent_until:
            self._count("silent")
            return
        try:
            self._connected().publish(channel, msgspec.json.encode(message))
        except (RedisError, OSError):
            self._silent_until = time.monotonic() + SILENT_AFTER_ERROR_S
            self._count("failed")
        else:
            self._count("published")

    def forget(self) -> None:
        """Close the kept connections; the next message makes new ones, at once."""
        with self._lock:
            if self._client is not None:
                self._client.close()
            self._client, self._silent_until = None, 0.0

    def _count(self, name: str) -> None:
        with self._lock:
            setattr(self.counts, name, getattr(self.counts, name) + 1)

    def _connected(self) -> Redis:
        with self._lock:
            if self._client is None:
                self._client = Redis.from_url(
                    settings.REDIS_URL,
                    socket_timeout=settings.REDIS_TIMEOUT_S,
                    socket_connect_timeout=settings.REDIS_TIMEOUT_S,
                    retry=Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,)),
                )
            return self._client


publisher = Publisher()
"""This process's; `publisher.counts` is for the operator's figures."""


def ring(shard: UUID, seq: int) -> None:
    """
    Tell all web processes that the feed of `shard` has events up to `seq`; call it after COMMIT.

    Never raises; after an error nothing is tried for SILENT_AFTER_ERROR_S.
    """
    publisher.publish(BELL_CHANNEL, Ring(shard, seq))


def revoke(user: str, session: str | None = None) -> None:
    """
    Tell all web processes to close the sockets of a session or token, or all of `user`'s.

    A lost message is made good by the sockets' own check of their session (`consumer`).
    """
    publisher.publish(CONTROL_CHANNEL, Revoked(user, session))

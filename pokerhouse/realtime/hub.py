"""
The hub: one for each event loop of a process. It knows every socket of the process, hears which
feeds have moved and which sessions were revoked, and reads each channel once for all sockets.

Once a second it reads from PostgreSQL where the feeds end that somebody has subscribed to: a lost
notice delays events by a second and loses none. It also ends sockets that are silent or whose
session has ended.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from secrets import SystemRandom
from typing import Any, Protocol, TypeVar
from uuid import UUID
from weakref import WeakKeyDictionary

import msgspec
import psycopg
from django.conf import settings
from django.db import Error as DatabaseError
from redis import asyncio as aioredis
from redis.exceptions import RedisError

from pokerhouse.realtime.broadcast import Broadcast, ChannelSubscriber
from pokerhouse.realtime.channels import (
    Channel,
    Principal,
    SocketAuthenticators,
    UnknownChannel,
    Wiring,
)
from pokerhouse.realtime.control import PERSON_REVOKED, SESSION_REVOKED, receive_control
from pokerhouse.realtime.heads import read_heads
from pokerhouse.realtime.notify import MOVED_FEEDS_CHANNEL, FeedMoved
from pokerhouse.realtime.protocol import Close
from pokerhouse.realtime.threads import DatabaseThreads

DATABASE_AWAY = (DatabaseError, psycopg.Error)

SESSION_CHECK_S = 60.0
SESSION_CHECK_SPREAD = 0.5
"""
The shortest pause, as a part of SESSION_CHECK_S. Each pause is drawn at random between the two, so
that sockets that were opened together are not all checked in the same second.
"""

SILENT_HEARTBEATS = 2.5
TICK_S = 1.0
BROKER_RETRY_S = (0.1, 0.5, 1.0)

Answer = TypeVar("Answer")
logger = logging.getLogger(__name__)
_random = SystemRandom()
_feed_moved_decoder = msgspec.json.Decoder(FeedMoved)


class Consumer(ChannelSubscriber, Protocol):
    """A socket that is signed in, as the hub sees it."""

    heard_at: float
    """When the last frame of the client came, by the event loop's clock."""
    check_at: float
    """When its session is checked again, by the event loop's clock."""

    @property
    def principal(self) -> Principal:
        """Who is signed in."""

    def end(self, code: Close) -> None:
        """Close the socket with this code."""


@dataclass(eq=False, slots=True)
class LongPoll:
    """A request that waits for events after `after_seq`."""

    moved: asyncio.Future[None]
    after_seq: int


@dataclass(slots=True)
class HubCounts:
    """For the operator's figures."""

    messages: int = 0
    """Notices that a feed has moved."""
    bad_messages: int = 0
    """Messages in the same place that are no such notices."""
    bad_controls: int = 0
    broker_losses: int = 0
    """Connections to the broker that broke or could not be made."""
    backstop_finds: int = 0
    """Feeds whose move was found by the question once a second, before any notice of it."""
    failed_ticks: int = 0
    revoked: int = 0
    silent: int = 0


class Hub:
    """The sockets, the channels and the database threads of one process."""

    def __init__(self, wiring: Wiring, authenticators: SocketAuthenticators) -> None:
        self.wiring = wiring
        self.authenticators = authenticators
        self.counts = HubCounts()
        self.consumers: set[Consumer] = set()
        self.broadcasts: dict[str, Broadcast] = {}
        self.listening = asyncio.Event()
        """Set while notices that feeds have moved can be heard."""
        self.controlled = asyncio.Event()
        """Set while control messages can be heard."""
        self._by_shard: dict[UUID, set[Broadcast]] = {}
        self._long_polls: dict[UUID, set[LongPoll]] = {}
        self._threads = DatabaseThreads(settings.REALTIME_THREADS, "realtime")
        self._tasks: list[asyncio.Task[None]] = []

    # --- life ---------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to listen; needs a running event loop."""
        self._tasks = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(receive_control(self._control, self.controlled)),
            asyncio.create_task(self._tick()),
        ]

    async def stop(self) -> None:
        """End every socket with 1012 (its clients come back spread over time), and all tasks."""
        for consumer in list(self.consumers):
            consumer.end(Close.RESTART)
        for broadcast in self.broadcasts.values():
            broadcast.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._threads.stop)

    @property
    def is_full(self) -> bool:
        """Whether it holds as many sockets as it may."""
        limit: int = settings.REALTIME_MAX_SOCKETS
        return len(self.consumers) >= limit

    async def run(self, work: Callable[..., Answer], *args: Any) -> Answer:
        """Call `work` on a thread that has a database connection."""
        return await self._threads.run(work, *args)

    # --- channels -----------------------------------------------------------------------------

    async def subscribe(
        self, consumer: Consumer, name: str, after_seq: int | None, epoch: int | None
    ) -> None:
        """
        Subscribe `consumer` to the channel `name`.

        :raises UnknownChannel: if there is none.
        :raises ForbiddenChannel: if it is not for this user.
        """
        broadcast = self.broadcast_of(consumer, name)
        if broadcast is None:
            channel = await self.run(find_channel, self.wiring, name, consumer)
            broadcast = self.broadcast_of(
                consumer, channel.name
            )  # somebody else may have made it meanwhile
        if broadcast is None:
            key = self._key(consumer, channel.name)
            broadcast = self.broadcasts[key] = Broadcast(channel, self.run, key)
            self._by_shard.setdefault(channel.shard, set()).add(broadcast)
        try:
            await broadcast.subscribe(consumer, after_seq, epoch)
        finally:
            self._drop_if_empty(broadcast)

    def unsubscribe(self, consumer: Consumer, name: str) -> None:
        """End the subscription of `consumer` to the channel `name`."""
        broadcast = self.broadcast_of(consumer, name)
        if broadcast is not None:
            broadcast.unsubscribe(consumer)
            self._drop_if_empty(broadcast)

    def broadcast_of(self, consumer: Consumer, name: str) -> Broadcast | None:
        """Return what `consumer` means by `name`; None if nobody has subscribed to it."""
        return self.broadcasts.get(self._key(consumer, name))

    def _key(self, consumer: Consumer, name: str) -> str:
        """Return the name under which the broadcast is kept: each user has a `me` of his own."""
        return f"{name} {consumer.user}" if name in self.wiring.private else name

    def leave(self, consumer: Consumer) -> None:
        """Remove a socket that has ended, and its subscriptions."""
        self.consumers.discard(consumer)
        for broadcast in [
            broadcast
            for broadcast in self.broadcasts.values()
            if consumer in broadcast.subscriptions
        ]:
            broadcast.unsubscribe(consumer)
            self._drop_if_empty(broadcast)

    async def wait(self, shard: UUID, timeout_s: float, after_seq: int = -1) -> bool:
        """
        Wait until the feed of `shard` goes beyond `after_seq`; False if it did not in `timeout_s`.

        For a long poll, which reads again afterwards. It holds no connection meanwhile.
        """
        long_poll = LongPoll(asyncio.get_running_loop().create_future(), after_seq)
        self._long_polls.setdefault(shard, set()).add(long_poll)
        try:
            async with asyncio.timeout(timeout_s):
                await long_poll.moved
        except TimeoutError:
            return False
        else:
            return True
        finally:
            waiting = self._long_polls.get(shard, set())
            waiting.discard(long_poll)
            if not waiting:
                self._long_polls.pop(shard, None)

    def _drop_if_empty(self, broadcast: Broadcast) -> None:
        if not broadcast.subscriptions and self.broadcasts.get(broadcast.key) is broadcast:
            del self.broadcasts[broadcast.key]
            shard = broadcast.channel.shard
            self._by_shard[shard].discard(broadcast)
            if not self._by_shard[shard]:
                del self._by_shard[shard]
            broadcast.close()

    # --- feeds that have moved ----------------------------------------------------------------

    async def _listen(self) -> None:
        """Listen for feeds that have moved, for ever; connect again after a growing pause."""
        failures = 0
        while True:
            client = aioredis.Redis.from_url(
                settings.REDIS_URL,
                socket_connect_timeout=settings.REDIS_TIMEOUT_S,
                socket_timeout=None,  # silence is no error here
            )
            try:
                async with client.pubsub() as pubsub:
                    await pubsub.subscribe(MOVED_FEEDS_CHANNEL)
                    self.listening.set()
                    async for message in pubsub.listen():
                        failures = 0
                        self._receive(message)
            except (RedisError, OSError):
                self.counts.broker_losses += 1
            finally:
                self.listening.clear()
                await client.aclose()
            await asyncio.sleep(BROKER_RETRY_S[min(failures, len(BROKER_RETRY_S) - 1)])
            failures += 1

    def _receive(self, message: dict[str, Any]) -> None:
        if message["type"] != "message":
            return
        try:
            moved = _feed_moved_decoder.decode(message["data"])
        except msgspec.DecodeError:
            self.counts.bad_messages += 1
        else:
            self.counts.messages += 1
            for broadcast in self._by_shard.get(moved.shard, ()):
                broadcast.feed_moved(moved.seq)
            self._wake_long_polls(moved.shard, moved.seq)

    def _wake_long_polls(self, shard: UUID, seq: int) -> None:
        for long_poll in self._long_polls.get(shard, ()):
            if seq > long_poll.after_seq and not long_poll.moved.done():
                long_poll.moved.set_result(None)

    def _control(self, message: dict[str, Any]) -> None:
        match message:
            case {"type": str(kind), "user": user, "session": session} if kind == SESSION_REVOKED:
                self._revoke(user, session)
            case {"type": str(kind), "user": user} if kind == PERSON_REVOKED:
                self._revoke(user, None)
            case _:
                self.counts.bad_controls += 1

    def _revoke(self, user: str, session: str | None) -> None:
        for consumer in list(self.consumers):
            is_meant = session in {None, str(consumer.principal.access.id)}
            if is_meant and str(consumer.user) == user:
                self.counts.revoked += 1
                consumer.end(Close.NOT_SIGNED_IN)

    # --- once a second ------------------------------------------------------------------------

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            self._end_silent()
            try:
                await self._check_heads()
                await self._check_sessions()
            except DATABASE_AWAY:
                self.counts.failed_ticks += 1  # the next second tries again
            except Exception:  # the edge of a task that must not die
                self.counts.failed_ticks += 1
                logger.exception("the hub's tick failed")

    def _end_silent(self) -> None:
        oldest = asyncio.get_running_loop().time() - (
            SILENT_HEARTBEATS * settings.REALTIME_HEARTBEAT_MS / 1000
        )
        for consumer in [consumer for consumer in self.consumers if consumer.heard_at < oldest]:
            self.counts.silent += 1
            consumer.end(Close.SLOW)

    async def _check_heads(self) -> None:
        shards = set(self._by_shard) | set(self._long_polls)
        if not shards:
            return
        for shard, seq, epoch in await self.run(self._read_heads, shards):
            for broadcast in self._by_shard.get(shard, ()):
                if broadcast.seq and seq > broadcast.known_seq:
                    self.counts.backstop_finds += 1
                broadcast.head_seen(seq, epoch)
            self._wake_long_polls(shard, seq)

    def _read_heads(self, shards: Collection[UUID]) -> list[tuple[UUID, int, int]]:
        return [found for heads in (read_heads, *self.wiring.heads) for found in heads(shards)]

    async def _check_sessions(self) -> None:
        at = asyncio.get_running_loop().time()
        due = [consumer for consumer in self.consumers if consumer.check_at <= at]
        if not due:
            return
        principals = {consumer.principal for consumer in due}
        standing = await self.run(self.authenticators.still_valid, principals)
        for consumer in due:
            if consumer.principal in standing:
                consumer.check_at = at + SESSION_CHECK_S * _random.uniform(SESSION_CHECK_SPREAD, 1)
            else:
                self.counts.revoked += 1
                consumer.end(Close.NOT_SIGNED_IN)


def find_channel(wiring: Wiring, name: str, consumer: Consumer) -> Channel:
    """
    Return the channel that clients call `name`.

    :raises UnknownChannel: if there is none.
    """
    prefix, _, key = name.partition(":")
    make = wiring.channels.get(prefix)
    if make is None:
        raise UnknownChannel(name)
    return make(key, consumer.user)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub_of_this_loop(make: Callable[[], Hub]) -> Hub:
    """Return the running loop's hub; the first call makes and starts it."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        hub = _hubs[loop] = make()
        hub.start()
    return hub


def hubs() -> Sequence[Hub]:
    """Return this process's hubs, for figures."""
    return list(_hubs.values())

"""
The hub: one a process and event loop. It hears the bell and the control messages, knows every
socket of the process, and reads each channel once for all of them.

Once a second it asks PostgreSQL where the feeds end that somebody follows, so a lost bell costs a
second and no event; and it ends sockets that are silent or whose session has ended.
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

from pokerhouse.realtime.bell import BELL_CHANNEL, Ring
from pokerhouse.realtime.channels import (
    Channel,
    Principal,
    SocketAuthenticators,
    UnknownChannel,
    Wiring,
)
from pokerhouse.realtime.control import PERSON_REVOKED, SESSION_REVOKED, receive_control
from pokerhouse.realtime.heads import read_heads
from pokerhouse.realtime.protocol import Close
from pokerhouse.realtime.threads import DatabaseThreads
from pokerhouse.realtime.topic import Listener, Topic

DATABASE_AWAY = (DatabaseError, psycopg.Error)

SESSION_CHECK_S = 60.0
SESSION_CHECK_SPREAD = 0.5
"""At the earliest after so much of that time: who came together is not asked for together."""

SILENT_HEARTBEATS = 2.5
TICK_S = 1.0
BELL_RETRY_S = (0.1, 0.5, 1.0)

Answer = TypeVar("Answer")
logger = logging.getLogger(__name__)
_random = SystemRandom()
_rings = msgspec.json.Decoder(Ring)


class Member(Listener, Protocol):
    """A signed-in socket, as the hub sees it."""

    heard_at: float
    """When the client last spoke, by the loop's clock."""
    check_at: float
    """When its session is asked for again."""

    @property
    def principal(self) -> Principal:
        """Who speaks."""

    def end(self, code: Close) -> None:
        """Close it."""


@dataclass(eq=False, slots=True)
class Waiter:
    """A long poll that has all of a feed up to `after_seq`."""

    moved: asyncio.Future[None]
    after_seq: int


@dataclass(slots=True)
class HubCounts:
    """For the operator's figures."""

    bells: int = 0
    bad_bells: int = 0
    bad_controls: int = 0
    bell_losses: int = 0
    """Connections to the broker that broke or could not be made."""
    backstop_finds: int = 0
    """Feeds that had moved without a bell."""
    failed_ticks: int = 0
    revoked: int = 0
    silent: int = 0


class Hub:
    """Sockets, channels and the way to the database of one process."""

    def __init__(self, wiring: Wiring, authenticators: SocketAuthenticators) -> None:
        self.wiring = wiring
        self.authenticators = authenticators
        self.counts = HubCounts()
        self.members: set[Member] = set()
        self.topics: dict[str, Topic] = {}
        self.listening = asyncio.Event()
        """Set while the bell can be heard."""
        self.controlled = asyncio.Event()
        """Set while control messages can be heard."""
        self._by_shard: dict[UUID, set[Topic]] = {}
        self._waiters: dict[UUID, set[Waiter]] = {}
        self._threads = DatabaseThreads(settings.REALTIME_THREADS, "realtime")
        self._tasks: list[asyncio.Task[None]] = []

    # --- life ---------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to listen; needs a running loop."""
        self._tasks = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(receive_control(self._control, self.controlled)),
            asyncio.create_task(self._tick()),
        ]

    async def stop(self) -> None:
        """End every socket (1012: come back, a little later each) and all that runs."""
        for member in list(self.members):
            member.end(Close.RESTART)
        for topic in self.topics.values():
            topic.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._threads.stop)

    @property
    def is_full(self) -> bool:
        """Whether it holds as many sockets as it may."""
        limit: int = settings.REALTIME_MAX_SOCKETS
        return len(self.members) >= limit

    async def run(self, work: Callable[..., Answer], *args: Any) -> Answer:
        """Call `work` on a thread that has a database connection."""
        return await self._threads.run(work, *args)

    # --- channels -----------------------------------------------------------------------------

    async def follow(
        self, member: Member, name: str, after_seq: int | None, epoch: int | None
    ) -> None:
        """
        Let `member` follow the channel `name`.

        :raises UnknownChannel: if there is none.
        :raises ForbiddenChannel: if it is not for this user.
        """
        topic = self.topic_of(member, name)
        if topic is None:
            channel = await self.run(find_channel, self.wiring, name, member)
            topic = self.topic_of(member, channel.name)  # somebody else may have made it meanwhile
        if topic is None:
            key = self._key(member, channel.name)
            topic = self.topics[key] = Topic(channel, self.run, key)
            self._by_shard.setdefault(channel.shard, set()).add(topic)
        try:
            await topic.follow(member, after_seq, epoch)
        finally:
            self._drop_if_empty(topic)

    def unfollow(self, member: Member, name: str) -> None:
        """Let `member` follow `name` no longer."""
        topic = self.topic_of(member, name)
        if topic is not None:
            topic.leave(member)
            self._drop_if_empty(topic)

    def topic_of(self, member: Member, name: str) -> Topic | None:
        """Return what `member` means by `name`, if somebody follows it."""
        return self.topics.get(self._key(member, name))

    def _key(self, member: Member, name: str) -> str:
        """Return under which name the topic is kept: `me` is another one for each user."""
        return f"{name} {member.user}" if name in self.wiring.private else name

    def leave(self, member: Member) -> None:
        """Forget a socket that has ended."""
        self.members.discard(member)
        for topic in [topic for topic in self.topics.values() if member in topic.followers]:
            topic.leave(member)
            self._drop_if_empty(topic)

    async def wait(self, shard: UUID, timeout_s: float, after_seq: int = -1) -> bool:
        """
        Wait until the feed of `shard` goes beyond `after_seq`; False if it did not in `timeout_s`.

        For a long poll, which reads again afterwards. It holds no connection meanwhile.
        """
        waiter = Waiter(asyncio.get_running_loop().create_future(), after_seq)
        self._waiters.setdefault(shard, set()).add(waiter)
        try:
            async with asyncio.timeout(timeout_s):
                await waiter.moved
        except TimeoutError:
            return False
        else:
            return True
        finally:
            waiting = self._waiters.get(shard, set())
            waiting.discard(waiter)
            if not waiting:
                self._waiters.pop(shard, None)

    def _drop_if_empty(self, topic: Topic) -> None:
        if not topic.followers and self.topics.get(topic.key) is topic:
            del self.topics[topic.key]
            shard = topic.channel.shard
            self._by_shard[shard].discard(topic)
            if not self._by_shard[shard]:
                del self._by_shard[shard]
            topic.close()

    # --- the bell -----------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Hear the bell, for ever; after a lost connection with a growing pause."""
        failures = 0
        while True:
            client = aioredis.Redis.from_url(
                settings.REDIS_URL,
                socket_connect_timeout=settings.REDIS_TIMEOUT_S,
                socket_timeout=None,  # silence is no error here
            )
            try:
                async with client.pubsub() as pubsub:
                    await pubsub.subscribe(BELL_CHANNEL)
                    self.listening.set()
                    async for message in pubsub.listen():
                        failures = 0
                        self._heard(message)
            except (RedisError, OSError):
                self.counts.bell_losses += 1
            finally:
                self.listening.clear()
                await client.aclose()
            await asyncio.sleep(BELL_RETRY_S[min(failures, len(BELL_RETRY_S) - 1)])
            failures += 1

    def _heard(self, message: dict[str, Any]) -> None:
        if message["type"] != "message":
            return
        try:
            rung = _rings.decode(message["data"])
        except msgspec.DecodeError:
            self.counts.bad_bells += 1
        else:
            self.counts.bells += 1
            self._moved(rung.shard, rung.seq)

    def _moved(self, shard: UUID, seq: int) -> None:
        for topic in self._by_shard.get(shard, ()):
            topic.heard(seq)
        self._wake(shard, seq)

    def _wake(self, shard: UUID, seq: int) -> None:
        for waiter in self._waiters.get(shard, ()):
            if seq > waiter.after_seq and not waiter.moved.done():
                waiter.moved.set_result(None)

    def _control(self, message: dict[str, Any]) -> None:
        match message:
            case {"type": str(kind), "user": user, "session": session} if kind == SESSION_REVOKED:
                self._revoke(user, session)
            case {"type": str(kind), "user": user} if kind == PERSON_REVOKED:
                self._revoke(user, None)
            case _:
                self.counts.bad_controls += 1

    def _revoke(self, user: str, session: str | None) -> None:
        for member in list(self.members):
            is_meant = session in {None, str(member.principal.access.id)}
            if is_meant and str(member.user) == user:
                self.counts.revoked += 1
                member.end(Close.NOT_SIGNED_IN)

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
        for member in [member for member in self.members if member.heard_at < oldest]:
            self.counts.silent += 1
            member.end(Close.SLOW)

    async def _check_heads(self) -> None:
        shards = set(self._by_shard) | set(self._waiters)
        if not shards:
            return
        for shard, seq, epoch in await self.run(self._read_heads, shards):
            for topic in self._by_shard.get(shard, ()):
                if topic.seq and seq > topic.known_seq:
                    self.counts.backstop_finds += 1
                topic.head_seen(seq, epoch)
            self._wake(shard, seq)

    def _read_heads(self, shards: Collection[UUID]) -> list[tuple[UUID, int, int]]:
        return [found for heads in (read_heads, *self.wiring.heads) for found in heads(shards)]

    async def _check_sessions(self) -> None:
        at = asyncio.get_running_loop().time()
        due = [member for member in self.members if member.check_at <= at]
        if not due:
            return
        principals = {member.principal for member in due}
        standing = await self.run(self.authenticators.still_valid, principals)
        for member in due:
            if member.principal in standing:
                member.check_at = at + SESSION_CHECK_S * _random.uniform(SESSION_CHECK_SPREAD, 1)
            else:
                self.counts.revoked += 1
                member.end(Close.NOT_SIGNED_IN)


def find_channel(wiring: Wiring, name: str, member: Member) -> Channel:
    """
    Return the channel that clients call `name`.

    :raises UnknownChannel: if there is none.
    """
    prefix, _, key = name.partition(":")
    make = wiring.channels.get(prefix)
    if make is None:
        raise UnknownChannel(name)
    return make(key, member.user)


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

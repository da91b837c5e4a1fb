"""
One channel with its followers on one process.

A topic reads new events once and hands them to every follower that is level with it. A follower
that is opening, resuming or behind reads for itself, at the pace of its socket, and joins the
others when it has caught up: between the last check and joining nothing can happen, because both
are one step of the event loop. So nobody misses a number and nobody gets one twice.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, Protocol

from pokerhouse.common.clock import now
from pokerhouse.realtime import protocol
from pokerhouse.realtime.channels import Channel, Projected, Snapshot, UserId
from pokerhouse.realtime.protocol import MAX_RESUMED_EVENTS, Frame, Resumed

READ_SIZE = 100
"""Events a read: below the half outbox that `room` waits for."""

logger = logging.getLogger(__name__)


class Listener(Protocol):
    """A socket, as a topic sees it."""

    @property
    def user(self) -> UserId:
        """Who listens."""

    @property
    def is_open(self) -> bool:
        """Whether it still takes frames."""

    def push(self, frame: bytes) -> None:
        """Queue a frame."""

    async def live(self) -> None:
        """Wait until the socket has room for a batch."""


class Follower:
    """A socket's place in a channel."""

    __slots__ = ("cursor", "is_busy", "is_live", "listener", "sent_at_ping", "task")

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.cursor: int | None = None
        """The last number that was queued for the socket; None before it is opened."""
        self.is_live = False
        """Level with the topic; else it opens, catches up, or waits for the next try."""
        self.is_busy = True
        """Something is reading for it."""
        self.sent_at_ping = 0
        self.task: asyncio.Task[None] | None = None


class Topic:
    """A channel's followers and how far they are."""

    def __init__(self, channel: Channel, run: Callable[..., Awaitable[Any]], key: str) -> None:
        self.channel = channel
        self.key = key
        """Under which the hub keeps it."""
        self.epoch = 0
        self.seq = 0
        """All live followers are at least here."""
        self.known_seq = 0
        """The feed is known to reach here."""
        self.followers: dict[Listener, Follower] = {}
        self.read_count = 0
        self._run = run
        self._serving: asyncio.Task[None] | None = None

    # --- coming and going ---------------------------------------------------------------------

    async def follow(self, listener: Listener, after_seq: int | None, epoch: int | None) -> None:
        """
        Send `resumed` and the events behind `after_seq`, or a snapshot; then all that comes.

        :raises UnknownChannel: and what the database raises; the listener does not follow then.
        """
        self.leave(listener)
        follower = self.followers[listener] = Follower(listener)
        try:
            await self._open(follower, after_seq, epoch)
        except BaseException:
            if self.followers.get(listener) is follower:
                self.leave(listener)
            raise
        finally:
            follower.is_busy = False

    def leave(self, listener: Listener) -> None:
        """Follow no longer."""
        follower = self.followers.pop(listener, None)
        if follower is not None and follower.task is not None:
            follower.task.cancel()

    def close(self) -> None:
        """Stop everything that runs for the topic."""
        for listener in list(self.followers):
            self.leave(listener)
        if self._serving is not None:
            self._serving.cancel()

    # --- what the hub hears -------------------------------------------------------------------

    def heard(self, seq: int) -> None:
        """The feed reaches `seq`."""
        self.known_seq = max(self.known_seq, seq)
        if self.known_seq > self.seq and self._serving is None and self._live():
            self._serving = asyncio.create_task(self._serve())

    def head_seen(self, seq: int, epoch: int) -> None:
        """Once a second: where the feed ends. Makes good what a lost bell or an error left."""
        if self.epoch and epoch != self.epoch:
            self._restart(seq, epoch)
            return
        self.heard(seq)
        for follower in self.followers.values():
            if not follower.is_live:
                self._fall_behind(follower)

    def seen(self, listener: Listener, seq: int) -> None:
        """
        The client says that `seq` is the last number it has.

        What was queued before its last ping and has still not arrived by this one is sent again.
        """
        follower = self.followers.get(listener)
        if follower is None or follower.cursor is None or not follower.is_live:
            return
        if seq < follower.sent_at_ping:
            follower.is_live = False
            self._start(follower, self._open, seq, self.epoch)
            follower.sent_at_ping = 0
        else:
            follower.sent_at_ping = follower.cursor

    # --- reading ------------------------------------------------------------------------------

    async def _open(self, follower: Follower, after_seq: int | None, epoch: int | None) -> None:
        seq, self.epoch = await self._run(self.channel.head)
        is_resumed = (
            after_seq is not None
            and epoch in {None, self.epoch}
            and 0 <= seq - after_seq <= MAX_RESUMED_EVENTS
        )
        if is_resumed:
            assert after_seq is not None
            follower.cursor = after_seq
            body = Resumed(after_seq, seq)
            follower.listener.push(self._frame(body.TYPE, after_seq, body))
        else:
            snapshot: Snapshot = await self._run(self.channel.snapshot, follower.listener.user)
            follower.cursor, self.epoch = snapshot.seq, snapshot.epoch
            follower.listener.push(self._frame("snapshot", snapshot.seq, snapshot.state))
        self.known_seq = max(self.known_seq, seq)
        await self._catch_up(follower)

    async def _catch_up(self, follower: Follower) -> None:
        """Read on for one follower until it is level; the last check and joining are one step."""
        listener = follower.listener
        assert follower.cursor is not None
        while follower.cursor < self.known_seq:
            await listener.live()
            if not listener.is_open:
                return
            events = await self._read(follower.cursor, {listener.user})
            self._deliver(follower, events)
        if not self._live():
            self.seq = follower.cursor
        follower.is_live = self.followers.get(listener) is follower
        self.heard(follower.cursor)

    async def _serve(self) -> None:
        """Read what is new, once, and hand it to everybody who is level."""
        try:
            while self.known_seq > self.seq and self._live():
                users = {follower.listener.user for follower in self._live()}
                epoch = self.epoch
                events = await self._read(self.seq, users)
                if epoch != self.epoch:
                    break
                if not events:
                    continue
                self.seq = events[-1].seq
                self.known_seq = max(self.known_seq, self.seq)
                for follower in self._live():
                    if follower.listener.user in users:
                        self._deliver(follower, events)
                    else:
                        self._fall_behind(follower)
        except Exception:  # the edge of a task: the next second tries again
            logger.exception("reading %s failed", self.channel.name)
        finally:
            self._serving = None

    async def _read(self, after_seq: int, users: Collection[UserId]) -> Sequence[Projected]:
        self.read_count += 1
        known_seq = self.known_seq
        events: Sequence[Projected] = await self._run(
            self.channel.read, after_seq, self.epoch, READ_SIZE, users
        )
        if not events and self.known_seq == known_seq:
            self.known_seq = after_seq  # a bell that rang for nothing
        return events

    def _deliver(self, follower: Follower, events: Sequence[Projected]) -> None:
        """Queue what the follower lacks of `events`; hidden ones in a row are one frame."""
        listener, first_hidden, cursor = follower.listener, 0, follower.cursor
        assert cursor is not None
        assert not events or events[0].seq <= cursor + 1, "a gap in a channel"
        for event in events:
            if event.seq <= cursor:
                continue
            frame = event.seen_by(listener.user)
            if frame is None:
                first_hidden = first_hidden or event.seq
            else:
                if first_hidden:
                    listener.push(self._skip(first_hidden, event.seq - 1))
                    first_hidden = 0
                listener.push(frame)
            cursor = follower.cursor = event.seq
        if first_hidden:
            listener.push(self._skip(first_hidden, cursor))

    def _fall_behind(self, follower: Follower) -> None:
        follower.is_live = False
        if follower.is_busy:
            return
        if follower.cursor is None:
            self._start(follower, self._open, None, None)
        else:
            self._start(follower, self._catch_up)

    def _restart(self, seq: int, epoch: int) -> None:
        """The feed was restored: everybody begins again with a snapshot."""
        self.epoch, self.seq, self.known_seq = epoch, 0, seq
        for follower in self.followers.values():
            follower.is_live, follower.cursor = False, None
            if follower.task is not None:
                follower.task.cancel()
            self._start(follower, self._open, None, None)

    def _start(self, follower: Follower, work: Callable[..., Awaitable[None]], *more: Any) -> None:
        """Begin `work` for the follower; a task that is cancelled before it began has none yet."""

        async def guarded() -> None:
            try:
                await work(follower, *more)
            except Exception:  # the edge of a task: the next second tries again
                logger.exception("catching up with %s failed", self.channel.name)
            finally:
                if follower.task is asyncio.current_task():
                    follower.task, follower.is_busy = None, False

        follower.is_busy = True
        follower.task = asyncio.create_task(guarded())

    def _live(self) -> list[Follower]:
        return [follower for follower in self.followers.values() if follower.is_live]

    def _skip(self, from_seq: int, to_seq: int) -> bytes:
        return protocol.skip(self.channel.name, self.epoch, from_seq, to_seq)

    def _frame(self, kind: str, seq: int, body: Any) -> bytes:
        at = protocol.timestamp(now())
        name = self.channel.name
        return protocol.encode(Frame(t=kind, ch=name, seq=seq, ep=self.epoch, ts=at, d=body))

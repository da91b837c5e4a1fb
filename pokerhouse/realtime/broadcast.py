"""
One channel and its subscriptions on one process.

A broadcast reads new events once and sends them to every subscription that is level with it. A
subscription that is opening, resuming or behind reads for itself, as fast as its socket can send,
and joins the others when it has caught up. Its last check and its joining are one step of the event
loop, so no event can come between them: nobody misses a number, and nobody gets one twice.
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
"""Events of one read; fewer than the half outbox that `wait_for_room` waits for."""

logger = logging.getLogger(__name__)


class ChannelSubscriber(Protocol):
    """A socket, as a broadcast sees it."""

    @property
    def user(self) -> UserId:
        """Whose socket it is."""

    @property
    def is_open(self) -> bool:
        """Whether it still accepts frames."""

    def push(self, frame: bytes) -> None:
        """Queue a frame."""

    async def wait_for_room(self) -> None:
        """Wait until the socket has room for the events of one read."""


class ChannelSubscription:
    """One socket's subscription to a channel, and how far it has got."""

    __slots__ = ("cursor", "is_busy", "is_live", "sent_at_ping", "subscriber", "task")

    def __init__(self, subscriber: ChannelSubscriber) -> None:
        self.subscriber = subscriber
        self.cursor: int | None = None
        """The last number that was queued for the socket; None before it is opened."""
        self.is_live = False
        """Whether it is level with the broadcast; else it opens, catches up or waits to retry."""
        self.is_busy = True
        """Whether a task is reading for this subscription alone."""
        self.sent_at_ping = 0
        """The last number that had been queued when the client's last ping came."""
        self.task: asyncio.Task[None] | None = None


class Broadcast:
    """One channel and its subscriptions on one process."""

    def __init__(self, channel: Channel, run: Callable[..., Awaitable[Any]], key: str) -> None:
        self.channel = channel
        self.key = key
        """The name under which the hub keeps it."""
        self.epoch = 0
        self.seq = 0
        """All live subscriptions have events up to this number, or further."""
        self.known_seq = 0
        """The feed is known to have events up to this number."""
        self.subscriptions: dict[ChannelSubscriber, ChannelSubscription] = {}
        self.read_count = 0
        self._run = run
        self._serving: asyncio.Task[None] | None = None

    # --- subscribing --------------------------------------------------------------------------

    async def subscribe(
        self, subscriber: ChannelSubscriber, after_seq: int | None, epoch: int | None
    ) -> None:
        """
        Send `resumed` and the events after `after_seq`, or a snapshot; then every new event.

        :raises UnknownChannel: and what the database raises; then there is no subscription.
        """
        self.unsubscribe(subscriber)
        subscription = self.subscriptions[subscriber] = ChannelSubscription(subscriber)
        try:
            await self._open(subscription, after_seq, epoch)
        except BaseException:
            if self.subscriptions.get(subscriber) is subscription:
                self.unsubscribe(subscriber)
            raise
        finally:
            subscription.is_busy = False

    def unsubscribe(self, subscriber: ChannelSubscriber) -> None:
        """End the subscription of `subscriber`, if it has one."""
        subscription = self.subscriptions.pop(subscriber, None)
        if subscription is not None and subscription.task is not None:
            subscription.task.cancel()

    def close(self) -> None:
        """End all subscriptions and every task of the broadcast."""
        for subscriber in list(self.subscriptions):
            self.unsubscribe(subscriber)
        if self._serving is not None:
            self._serving.cancel()

    # --- what the hub reports -----------------------------------------------------------------

    def feed_moved(self, seq: int) -> None:
        """Note that the feed has events up to `seq`, and begin to read them."""
        self.known_seq = max(self.known_seq, seq)
        if self.known_seq > self.seq and self._serving is None and self._live():
            self._serving = asyncio.create_task(self._serve())

    def head_seen(self, seq: int, epoch: int) -> None:
        """
        Note where the feed ends; the hub reads it from the database once a second.

        So a lost notice, or an error while reading, delays events by a second at most.
        """
        if self.epoch and epoch != self.epoch:
            self._restart(seq, epoch)
            return
        self.feed_moved(seq)
        for subscription in self.subscriptions.values():
            if not subscription.is_live:
                self._fall_behind(subscription)

    def seen(self, subscriber: ChannelSubscriber, seq: int) -> None:
        """
        Note what the client says in its ping: `seq` is the last number it has.

        What was queued before its last ping and has still not arrived is sent again.
        """
        subscription = self.subscriptions.get(subscriber)
        if subscription is None or subscription.cursor is None or not subscription.is_live:
            return
        if seq < subscription.sent_at_ping:
            subscription.is_live = False
            self._start(subscription, self._open, seq, self.epoch)
            subscription.sent_at_ping = 0
        else:
            subscription.sent_at_ping = subscription.cursor

    # --- reading ------------------------------------------------------------------------------

    async def _open(
        self, subscription: ChannelSubscription, after_seq: int | None, epoch: int | None
    ) -> None:
        seq, self.epoch = await self._run(self.channel.head)
        is_resumed = (
            after_seq is not None
            and epoch in {None, self.epoch}
            and 0 <= seq - after_seq <= MAX_RESUMED_EVENTS
        )
        if is_resumed:
            assert after_seq is not None
            subscription.cursor = after_seq
            body = Resumed(after_seq, seq)
            subscription.subscriber.push(self._frame(body.TYPE, after_seq, body))
        else:
            snapshot: Snapshot = await self._run(
                self.channel.snapshot, subscription.subscriber.user
            )
            subscription.cursor, self.epoch = snapshot.seq, snapshot.epoch
            subscription.subscriber.push(self._frame("snapshot", snapshot.seq, snapshot.state))
        self.known_seq = max(self.known_seq, seq)
        await self._catch_up(subscription)

    async def _catch_up(self, subscription: ChannelSubscription) -> None:
        """
        Read on for one subscription until it is level.

        Nothing is awaited between the last check and joining, so no event can be missed there.
        """
        subscriber = subscription.subscriber
        assert subscription.cursor is not None
        while subscription.cursor < self.known_seq:
            await subscriber.wait_for_room()
            if not subscriber.is_open:
                return
            events = await self._read(subscription.cursor, {subscriber.user})
            self._deliver(subscription, events)
        if not self._live():
            self.seq = subscription.cursor
        subscription.is_live = self.subscriptions.get(subscriber) is subscription
        self.feed_moved(subscription.cursor)

    async def _serve(self) -> None:
        """Read new events once, and send them to every subscription that is level."""
        try:
            while self.known_seq > self.seq and self._live():
                users = {subscription.subscriber.user for subscription in self._live()}
                epoch = self.epoch
                events = await self._read(self.seq, users)
                if epoch != self.epoch:
                    break
                if not events:
                    continue
                self.seq = events[-1].seq
                self.known_seq = max(self.known_seq, self.seq)
                for subscription in self._live():
                    if subscription.subscriber.user in users:
                        self._deliver(subscription, events)
                    else:
                        self._fall_behind(subscription)
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
            self.known_seq = after_seq  # a notice named a number that the feed does not have
        return events

    def _deliver(self, subscription: ChannelSubscription, events: Sequence[Projected]) -> None:
        """Queue the `events` that the subscription lacks; hidden ones in a row are one frame."""
        subscriber, first_hidden, cursor = subscription.subscriber, 0, subscription.cursor
        assert cursor is not None
        assert not events or events[0].seq <= cursor + 1, "a gap in a channel"
        for event in events:
            if event.seq <= cursor:
                continue
            frame = event.seen_by(subscriber.user)
            if frame is None:
                first_hidden = first_hidden or event.seq
            else:
                if first_hidden:
                    subscriber.push(self._skip(first_hidden, event.seq - 1))
                    first_hidden = 0
                subscriber.push(frame)
            cursor = subscription.cursor = event.seq
        if first_hidden:
            subscriber.push(self._skip(first_hidden, cursor))

    def _fall_behind(self, subscription: ChannelSubscription) -> None:
        subscription.is_live = False
        if subscription.is_busy:
            return
        if subscription.cursor is None:
            self._start(subscription, self._open, None, None)
        else:
            self._start(subscription, self._catch_up)

    def _restart(self, seq: int, epoch: int) -> None:
        """Begin every subscription again with a snapshot: the feed was restored from a backup."""
        self.epoch, self.seq, self.known_seq = epoch, 0, seq
        for subscription in self.subscriptions.values():
            subscription.is_live, subscription.cursor = False, None
            if subscription.task is not None:
                subscription.task.cancel()
            self._start(subscription, self._open, None, None)

    def _start(
        self, subscription: ChannelSubscription, work: Callable[..., Awaitable[None]], *more: Any
    ) -> None:
        """Begin `work` for the subscription, as a task of its own."""

        async def guarded() -> None:
            # `work` is called here and not before: a task that is cancelled before its first step
            # would leave a coroutine behind that nobody has awaited.
            try:
                await work(subscription, *more)
            except Exception:  # the edge of a task: the next second tries again
                logger.exception("catching up with %s failed", self.channel.name)
            finally:
                if subscription.task is asyncio.current_task():
                    subscription.task, subscription.is_busy = None, False

        subscription.is_busy = True
        subscription.task = asyncio.create_task(guarded())

    def _live(self) -> list[ChannelSubscription]:
        return [
            subscription for subscription in self.subscriptions.values() if subscription.is_live
        ]

    def _skip(self, from_seq: int, to_seq: int) -> bytes:
        return protocol.skip(self.channel.name, self.epoch, from_seq, to_seq)

    def _frame(self, kind: str, seq: int, body: Any) -> bytes:
        at = protocol.timestamp(now())
        name = self.channel.name
        return protocol.encode(Frame(t=kind, ch=name, seq=seq, ep=self.epoch, ts=at, d=body))

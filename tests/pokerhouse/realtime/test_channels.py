"""Following a channel: resume, snapshot, skips, lost bells, and readers that are too slow."""

import asyncio
import gc
import json
from typing import Any

import pytest
from django.db import connections
from msgspec import Struct

from pokerhouse.common.ids import new_id
from pokerhouse.eventstore.store import Head
from pokerhouse.realtime import bell
from pokerhouse.realtime.auth import OriginCheck
from pokerhouse.realtime.outbox import MAX_WAITING_FRAMES
from pokerhouse.realtime.protocol import MAX_RESUMED_EVENTS, SUBPROTOCOL
from tests.support.channels import Feed
from tests.support.sockets import PATIENCE_S, Client, House, eventually, in_thread, play_scene

pytestmark = pytest.mark.usefixtures("house_db", "valkey")


class Nonsense(Struct):
    """What is no ring of the bell."""

    said: str


def numbers(frames: list[dict[str, Any]]) -> list[int | tuple[int, int]]:
    """Return the numbers of frames: an event's, or a skip's range."""
    return [(f["from"], f["to"]) if f["t"] == "skip" else f["seq"] for f in frames]


async def take(client: Client, count: int) -> list[int | tuple[int, int]]:
    """Return the numbers of the next `count` frames."""
    return numbers([await client.next() for _ in range(count)])


async def subscribed(house: House, who: str, feed: Feed, **body: Any) -> Client:
    """Return a client that has asked to follow `feed`."""
    client = await house.client(who).open()
    await client.send("sub", "s", ch=feed.name, **body)
    return client


def test_a_new_follower_gets_a_snapshot_and_then_every_number() -> None:
    feed = Feed(3)

    async def scene(house: House) -> None:
        bob = await subscribed(house, "bob", feed)
        snapshot = await bob.next()
        assert (snapshot["t"], snapshot["seq"], snapshot["ep"]) == ("snapshot", 3, 1)
        assert snapshot["d"] == {"seen": [1, 3]}
        await feed.grow(3)
        assert await take(bob, 3) == [(4, 4), 5, (6, 6)]
        await feed.grow(1)
        assert await take(bob, 1) == [7]
        await bob.leave()

    play_scene(scene)


def test_each_sees_of_the_same_events_what_is_for_him() -> None:
    feed = Feed(1)

    async def scene(house: House) -> None:
        alice = await subscribed(house, "alice", feed)
        bob = await subscribed(house, "bob", feed)
        await alice.next()
        await bob.next()
        await feed.grow(4)
        assert await take(alice, 4) == [2, 3, 4, 5]
        assert await take(bob, 4) == [(2, 2), 3, (4, 4), 5]
        await alice.leave()
        await bob.leave()

    play_scene(scene)


def test_resuming_sends_what_was_missed_and_goes_on() -> None:
    feed = Feed(5)

    async def scene(house: House) -> None:
        bob = await subscribed(house, "bob", feed, after_seq=2, ep=1)
        resumed = await bob.next()
        assert (resumed["t"], resumed["seq"]) == ("resumed", 2)
        assert resumed["d"] == {"after_seq": 2, "to_seq": 5}
        assert await take(bob, 3) == [3, (4, 4), 5]
        await feed.grow(1)
        assert await take(bob, 1) == [(6, 6)]
        await bob.leave()

    play_scene(scene)


def test_as_many_as_may_be_resumed_are_and_one_more_is_a_snapshot() -> None:
    feed = Feed(MAX_RESUMED_EVENTS + 1)

    async def scene(house: House) -> None:
        bob = await subscribed(house, "bob", feed, after_seq=1)
        assert (await bob.next())["t"] == "resumed"
        assert len(await take(bob, MAX_RESUMED_EVENTS)) == MAX_RESUMED_EVENTS
        await bob.send("sub", ch=feed.name, after_seq=0)
        assert (await bob.next())["t"] == "snapshot"
        await bob.leave()

    play_scene(scene)


@pytest.mark.parametrize("body", [{"after_seq": 9, "ep": 1}, {"after_seq": 2, "ep": 2}])
def test_a_place_that_the_feed_does_not_have_is_answered_by_a_snapshot(
    body: dict[str, int],
) -> None:
    feed = Feed(3)

    async def scene(house: House) -> None:
        bob = await subscribed(house, "bob", feed, **body)
        assert (await bob.next())["t"] == "snapshot"
        await bob.leave()

    play_scene(scene)


def test_an_event_without_a_bell_comes_by_the_backstop() -> None:
    feed = Feed(1)

    async def scene(house: House) -> None:
        bob = await subscribed(house, "bob", feed)
        await bob.next()
        await feed.grow(2, is_rung=False)
        assert await take(bob, 2) == [(2, 2), 3]
        assert house.hub.counts.backstop_finds == 1
        await bob.leave()

    play_scene(scene)


def test_a_bell_that_rings_for_nothing_is_forgotten() -> None:
    feed = Feed(1)

    async def scene(house: House) -> None:
        bob = await subscribed(house, "bob", feed)
        await bob.next()
        await in_thread(bell.ring, feed.head.shard, 1_000_000)
        await in_thread(bell.publisher.publish, bell.BELL_CHANNEL, Nonsense("nonsense"))
        await eventually(lambda: house.hub.counts.bad_bells == 1)
        late = await subscribed(house, "bob", feed)
        await late.next()
        topic = house.hub.topics[feed.name]
        await eventually(lambda: all(f.is_live for f in topic.followers.values()))
        assert topic.known_seq == 1
        await feed.grow(1)
        assert await take(bob, 1) == await take(late, 1) == [(2, 2)]
        await bob.leave()
        await late.leave()

    play_scene(scene)


def test_a_feed_is_read_once_for_all_its_sockets() -> None:
    feed = Feed(1)

    async def scene(house: House) -> None:
        clients = [await subscribed(house, "bob", feed) for _ in range(10)]
        for client in clients:
            await client.next()
        topic = house.hub.topics[feed.name]
        before = topic.read_count
        await feed.grow(3)
        for client in clients:
            assert await take(client, 3) == [(2, 2), 3, (4, 4)]
        assert topic.read_count == before + 1
        for client in clients:
            await client.leave()

    play_scene(scene)


def test_a_restored_feed_sends_everybody_a_snapshot_with_the_new_epoch() -> None:
    feed = Feed(4)

    def restore() -> None:
        with connections["owner"].cursor() as cursor:
            cursor.execute("UPDATE feed_head SET epoch = 2 WHERE shard = %s", [feed.head.shard])

    async def scene(house: House) -> None:
        bob = await subscribed(house, "bob", feed)
        assert (await bob.next())["ep"] == 1
        await in_thread(restore)
        snapshot = await bob.next()
        assert (snapshot["t"], snapshot["seq"], snapshot["ep"]) == ("snapshot", 4, 2)
        feed.head = Head(feed.head.shard, feed.head.seq, feed.head.hash, 2)
        await feed.grow(1)
        event = await bob.next()
        assert (event["seq"], event["ep"]) == (5, 2)
        await bob.leave()

    play_scene(scene)


def test_what_a_client_lacks_a_heartbeat_later_is_sent_again() -> None:
    feed = Feed(1)

    async def scene(house: House) -> None:
        bob = await subscribed(house, "bob", feed)
        await bob.next()
        await feed.grow(2)
        assert await take(bob, 2) == [(2, 2), 3]
        await bob.send("ping", seen={feed.name: 1})  # may still be on its way
        assert (await bob.next())["t"] == "pong"
        await bob.send("ping", seen={feed.name: 1})  # it was lost
        frames = [await bob.next() for _ in range(4)]
        kinds = sorted(frame["t"] for frame in frames)
        assert kinds == ["pong", "resumed", "skip", "test.counted"]
        assert numbers([f for f in frames if f["t"] in {"skip", "test.counted"}]) == [(2, 2), 3]
        await bob.leave()

    play_scene(scene)


def test_unsubscribing_ends_the_stream_and_forgets_the_topic() -> None:
    feed = Feed(1)

    async def scene(house: House) -> None:
        bob = await subscribed(house, "bob", feed)
        await bob.next()
        await bob.send("unsub", ch=feed.name)
        await bob.send("ping")
        assert (await bob.next())["t"] == "pong"
        assert house.hub.topics == {}
        await feed.grow(1)
        await bob.send("ping")
        assert (await bob.next())["t"] == "pong"
        await bob.leave()

    play_scene(scene)


def test_catching_up_that_ends_before_it_began_leaves_nothing_behind() -> None:
    feed = Feed(1)

    async def scene(house: House) -> None:
        bob = await subscribed(house, "bob", feed)
        await bob.next()
        (topic,) = house.hub.topics.values()
        (follower,) = topic.followers.values()
        topic._fall_behind(follower)
        topic.leave(follower.listener)  # what had begun to read for it is cancelled unstarted
        await asyncio.sleep(0)
        gc.collect()  # a coroutine that nobody awaited would warn, and the test fail
        await bob.leave()

    play_scene(scene)


class StuckClient:
    """A client whose connection takes frames only while `flowing`."""

    def __init__(self, app: OriginCheck) -> None:
        self._app = app
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.flowing = asyncio.Event()
        self.flowing.set()
        self.sent: list[dict[str, Any]] = []

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            await self.flowing.wait()
        self.sent.append(message)

    def start(self, feed: Feed, **body: Any) -> asyncio.Task[None]:
        """Connect and follow `feed`."""
        scope = {
            "type": "websocket",
            "path": "/ws",
            "headers": [(b"x-session-token", b"bob")],
            "subprotocols": [SUBPROTOCOL],
        }
        self._inbox.put_nowait({"type": "websocket.connect"})
        frame = json.dumps({"t": "sub", "d": {"ch": feed.name, **body}})
        self._inbox.put_nowait({"type": "websocket.receive", "text": frame})
        return asyncio.create_task(self._app(scope, self._inbox.get, self._send))

    def frames(self, kind: str) -> list[dict[str, Any]]:
        """Return the frames of `kind` that have come."""
        frames = [json.loads(m["text"]) for m in self.sent if m["type"] == "websocket.send"]
        return [frame for frame in frames if frame["t"] == kind]

    def go(self) -> None:
        """Disconnect."""
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})


def test_a_reader_that_is_too_slow_is_cut_off_with_4408_and_nobody_waits_for_him() -> None:
    """docs/security.md#other-clients: one client hurts no other."""
    feed = Feed(1)
    count = MAX_WAITING_FRAMES + 2

    async def scene(house: House) -> None:
        bob = await subscribed(house, "bob", feed)
        await bob.next()
        slow = StuckClient(house.app)
        serving = slow.start(feed)
        await eventually(lambda: bool(slow.frames("snapshot")))
        slow.flowing.clear()
        await feed.grow(count)
        assert len(await take(bob, count)) == count
        await asyncio.wait_for(serving, PATIENCE_S)
        assert slow.sent[-1] == {"type": "websocket.close", "code": 4408}
        assert len(house.hub.members) == 1
        await bob.leave()

    play_scene(scene)


def test_catching_up_waits_for_a_slow_reader_instead_of_cutting_him_off() -> None:
    """500 missed events are more than may wait: they are sent as fast as he reads."""
    feed = Feed(MAX_RESUMED_EVENTS)

    async def scene(house: House) -> None:
        slow = StuckClient(house.app)
        slow.flowing.clear()
        serving = slow.start(feed, after_seq=0)
        topics = house.hub.topics
        await eventually(lambda: feed.name in topics and topics[feed.name].read_count == 2)
        assert slow.frames("resumed") == []
        slow.flowing.set()
        await eventually(lambda: len(slow.frames("skip")) == MAX_RESUMED_EVENTS // 2)
        assert len(slow.frames("test.counted")) == MAX_RESUMED_EVENTS // 2
        slow.go()
        await asyncio.wait_for(serving, PATIENCE_S)

    play_scene(scene)


def test_a_long_poll_wakes_with_the_bell() -> None:
    feed = Feed(1)

    async def scene(house: House) -> None:
        waiting = asyncio.create_task(house.hub.wait(feed.head.shard, 20.0))
        await asyncio.sleep(0)
        await feed.grow(1)
        assert await asyncio.wait_for(waiting, PATIENCE_S) is True
        assert await house.hub.wait(new_id(), 0.01) is False

    play_scene(scene)

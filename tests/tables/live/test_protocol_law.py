"""
The protocol's law for any feed: each client gets every number once, in order, whatever happens
between, and what it folds is what a fresh snapshot says.
"""

import asyncio
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pokerhouse.realtime import hub, notify
from tests.support.channels import Feed
from tests.support.sockets import Client, House, in_thread, open_house

pytestmark = pytest.mark.usefixtures("house_db", "valkey")

CLIENTS = ("alice", "bob", "bob")


class Reader:
    """A client that keeps what a client keeps: a number, an epoch, and the state it folded."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.seq: int | None = None
        self.state: list[int] = []
        self.client: Client | None = None

    def apply(self, frame: dict[str, Any]) -> None:
        """Fold one frame; a number that is not the next one breaks the law."""
        match frame["t"]:
            case "snapshot":
                self.seq, self.state = frame["seq"], list(frame["d"]["seen"])
            case "resumed":
                assert frame["d"]["after_seq"] == self.seq
            case "skip":
                assert self.seq is not None
                assert (frame["from"], frame["to"] >= frame["from"]) == (self.seq + 1, True)
                self.seq = frame["to"]
            case "test.counted":
                assert self.seq is not None
                assert frame["seq"] == self.seq + 1
                self.seq = frame["seq"]
                self.state.append(frame["seq"])
            case other:
                assert other == "pong"

    async def read_to(self, seq: int) -> None:
        """Read until the feed's number `seq` is here."""
        assert self.client is not None
        while self.seq is None or self.seq < seq:
            self.apply(await self.client.next())

    async def read_some(self, count: int) -> None:
        """Read up to `count` frames that are here already."""
        assert self.client is not None
        for _ in range(count):
            if not await self.client.has_frame():
                return
            self.apply(await self.client.next())

    async def join(self, house: House, feed: Feed, *, is_resuming: bool) -> None:
        """Connect, if it is not, and follow: from where it stands, or from a snapshot."""
        if self.client is None:
            self.client = await house.client(self.who).open()
        place: dict[str, Any] = {}
        if is_resuming and self.seq is not None:
            place = {"after_seq": self.seq, "ep": 1}
        await self.client.send("sub", ch=feed.name, **place)

    async def drop(self) -> None:
        """Lose the connection, with whatever was under way."""
        if self.client is not None:
            await self.client.leave()
            self.client = None


STEPS = 40


async def perform(house: House, feed: Feed, readers: list[Reader], rng: Random) -> None:
    """Do one step: the feed grows, a reader reads, comes or goes, or a notice is false."""
    reader = rng.choice(readers)
    match rng.choice(("grow", "grow", "read", "read", "turn", "announce falsely")):
        case "grow":
            await feed.grow(rng.randint(1, 40), is_rung=rng.random() < 0.7)
        case "read" if reader.client is not None:
            await reader.read_some(rng.randint(1, 30))
        case "turn" if reader.client is not None:
            await reader.drop()
        case "turn" | "read":
            await reader.join(house, feed, is_resuming=rng.random() < 0.8)
        case _:
            await in_thread(
                notify.publish_feed_moved, feed.head.shard, rng.randint(1, 2 * feed.head.seq)
            )


@given(seed=st.integers(0, 2**32))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=10)
def test_every_reader_folds_to_a_fresh_snapshot(seed: int) -> None:
    feed = Feed(1)

    async def scene() -> None:
        async with open_house() as house:
            readers = [Reader(who) for who in CLIENTS]
            rng = Random(seed)
            for _ in range(STEPS):
                await perform(house, feed, readers, rng)
            for reader in readers:
                if reader.client is None:
                    await reader.join(house, feed, is_resuming=True)
                await reader.read_to(feed.head.seq)
                fresh = Reader(reader.who)
                await fresh.join(house, feed, is_resuming=False)
                await fresh.read_to(feed.head.seq)
                assert (reader.seq, reader.state) == (fresh.seq, fresh.state)
                await fresh.drop()
                await reader.drop()
            assert house.hub.broadcasts == {}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            hub, "TICK_S", 0.02
        )  # the backstop, without a second's wait for each lost notice
        asyncio.run(scene())

"""Feeds that grow under the sockets of a test."""

from pokerhouse.common.ids import new_id
from pokerhouse.eventstore.store import Head, append, open_feed
from pokerhouse.realtime import notify
from tests.support.feeds import counted
from tests.support.sockets import in_thread


class Feed:
    """A feed of one stream: odd numbers are for everybody, even ones for Alice alone."""

    def __init__(self, count: int = 0) -> None:
        self.stream = new_id()
        self.head: Head = open_feed(new_id())
        if count:
            self.write(count)

    @property
    def name(self) -> str:
        return f"feed:{self.head.shard}"

    def write(self, count: int) -> None:
        """Append `count` events, silently."""
        while count:
            size = min(count, 64)
            self.head = append(self.head, counted(self.stream, self.head.seq + 1, size))
            count -= size

    async def grow(self, count: int, *, is_rung: bool = True) -> None:
        """Append `count` events and say that the feed has moved."""
        await in_thread(self.write, count)
        if is_rung:
            await in_thread(notify.publish_feed_moved, self.head.shard, self.head.seq)

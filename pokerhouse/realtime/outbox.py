"""The frames that wait to be sent over one socket: a bounded number, whatever the client does."""

import asyncio
from collections import deque

MAX_WAITING_FRAMES = 256
MAX_WAITING_BYTES = 256 * 1024

ROOMY_FRAMES = MAX_WAITING_FRAMES // 2
ROOMY_BYTES = MAX_WAITING_BYTES // 2
"""Below both limits there is room for the next events of a client that catches up."""


class Outbox:
    """Frames in order. One task, the writer, takes them out."""

    __slots__ = ("_byte_count", "_frames", "_has_frames", "_has_room", "is_closed")

    def __init__(self) -> None:
        self._frames: deque[bytes] = deque()
        self._byte_count = 0
        self._has_frames = asyncio.Event()
        self._has_room = asyncio.Event()
        self._has_room.set()
        self.is_closed = False

    def put(self, frame: bytes) -> bool:
        """Append `frame`; return False if too much waits now, and then the socket must end."""
        if self.is_closed:
            return True
        self._frames.append(frame)
        self._byte_count += len(frame)
        self._has_frames.set()
        self._update_room()
        return len(self._frames) <= MAX_WAITING_FRAMES and self._byte_count <= MAX_WAITING_BYTES

    async def first(self) -> bytes:
        """Return the oldest frame; it counts as waiting until `sent` is called."""
        while not self._frames:
            self._has_frames.clear()
            await self._has_frames.wait()
        return self._frames[0]

    def sent(self) -> None:
        """Remove the oldest frame: it was handed to the transport."""
        self._byte_count -= len(self._frames.popleft())
        self._update_room()

    async def wait_for_room(self) -> None:
        """Wait until there is room for a batch, or the socket has ended."""
        await self._has_room.wait()

    def is_empty(self) -> bool:
        """Return whether no frame waits."""
        return not self._frames

    def close(self) -> None:
        """Ignore further frames, and wake whoever waits for room."""
        self.is_closed = True
        self._has_room.set()

    def _update_room(self) -> None:
        if len(self._frames) < ROOMY_FRAMES and self._byte_count < ROOMY_BYTES:
            self._has_room.set()
        elif not self.is_closed:
            self._has_room.clear()

"""What waits to be sent over one socket: bounded, so that a slow reader costs nobody else."""

import asyncio
from collections import deque

MAX_WAITING_FRAMES = 256
MAX_WAITING_BYTES = 256 * 1024

ROOMY_FRAMES = MAX_WAITING_FRAMES // 2
ROOMY_BYTES = MAX_WAITING_BYTES // 2
"""Below both there is room for a client's catching up, which the house can pace."""


class Outbox:
    """Frames in order; one task takes them."""

    __slots__ = ("_byte_count", "_frames", "_has_frames", "_has_room", "is_closed")

    def __init__(self) -> None:
        self._frames: deque[bytes] = deque()
        self._byte_count = 0
        self._has_frames = asyncio.Event()
        self._has_room = asyncio.Event()
        self._has_room.set()
        self.is_closed = False

    def put(self, frame: bytes) -> bool:
        """Append `frame`; False if more waits than may wait, and then the socket must end."""
        if self.is_closed:
            return True
        self._frames.append(frame)
        self._byte_count += len(frame)
        self._has_frames.set()
        self._weigh()
        return len(self._frames) <= MAX_WAITING_FRAMES and self._byte_count <= MAX_WAITING_BYTES

    async def first(self) -> bytes:
        """Return the oldest frame, which counts as waiting until `sent`."""
        while not self._frames:
            self._has_frames.clear()
            await self._has_frames.wait()
        return self._frames[0]

    def sent(self) -> None:
        """Forget the oldest frame: the transport has it."""
        self._byte_count -= len(self._frames.popleft())
        self._weigh()

    async def live(self) -> None:
        """Wait until little waits, or the socket ends."""
        await self._has_room.wait()

    def is_empty(self) -> bool:
        """Return whether nothing waits."""
        return not self._frames

    def close(self) -> None:
        """Take nothing more, and let nobody wait for room."""
        self.is_closed = True
        self._has_room.set()

    def _weigh(self) -> None:
        if len(self._frames) < ROOMY_FRAMES and self._byte_count < ROOMY_BYTES:
            self._has_room.set()
        elif not self.is_closed:
            self._has_room.clear()

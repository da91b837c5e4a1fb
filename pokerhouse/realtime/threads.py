"""
Threads that ask the database for an event loop.

A thread keeps its connection from one piece of work to the next: taking one from the pool and
proving that it lives is a round trip, and costs as much as a player's action itself. What has
rested longer than TRUST_S or met an error goes back to the pool, which looks at it.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from django.db import close_old_connections
from msgspec import Struct

TRUST_S = 1.0
"""A connection that answered so recently is believed to live; a restart takes longer."""

Answer = TypeVar("Answer")


class _Job(Struct, gc=False):
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    work: Callable[..., Any]
    arguments: tuple[Any, ...]


class DatabaseThreads:
    """As many threads as work may be done at a time; the rest waits in order."""

    def __init__(self, count: int, name: str) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._is_closed = False
        self._threads = [
            Thread(target=self._serve, name=f"{name}-{number}", daemon=True)
            for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    async def run(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """Call `work` on a thread that has a database connection."""
        if self._is_closed:
            raise RuntimeError("the threads have been stopped")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        self._jobs.put(_Job(loop, future, work, arguments))
        return await future

    def stop(self) -> None:
        """Finish what has been asked for, give the connections back and end the threads."""
        self._is_closed = True
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        trusted_until = 0.0
        try:
            while (job := self._jobs.get()) is not None:
                if time.monotonic() > trusted_until:
                    close_old_connections()
                is_well = _do(job)
                trusted_until = time.monotonic() + TRUST_S if is_well else 0.0
        finally:
            close_old_connections()


def _do(job: _Job) -> bool:
    """Do the work and hand its end to the loop; return whether it ended without an error."""
    answer, error = None, None
    try:
        answer = job.work(*job.arguments)
    except BaseException as caught:  # noqa: BLE001  whoever waits for it is told
        error = caught
    with suppress(RuntimeError):  # the loop has ended, and nobody waits any more
        job.loop.call_soon_threadsafe(_resolve, job.future, answer, error)
    return error is None


def _resolve(future: asyncio.Future[Any], answer: object, error: BaseException | None) -> None:
    if future.done():
        return  # whoever waited has gone
    if error is None:
        future.set_result(answer)
    else:
        future.set_exception(error)

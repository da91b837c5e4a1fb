"""Real threads on connections of their own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connections

T = TypeVar("T")


def elsewhere(work: Callable[[], T]) -> T:
    """Run `work` on another thread, thus on another connection; return or raise what it does."""
    return together([work])[0]


def together(works: Sequence[Callable[[], T]]) -> list[T]:
    """Run all `works` at the same time, a thread and a connection each; return their results."""
    barrier = Barrier(len(works))

    def run(work: Callable[[], T]) -> T:
        try:
            connections["default"].ensure_connection()
            barrier.wait(timeout=30)
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        return [future.result() for future in [pool.submit(run, work) for work in works]]

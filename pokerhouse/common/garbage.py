"""
The garbage collector in a process that serves: seldom, and when nobody waits.

Reference counts free nearly everything at once: events, commands and states form no cycles and are
not even tracked (`gc=False`). A full collection all the same looks at every tracked object that
lives: with Django loaded and a thousand tables in memory 300 to 500 ms, in which a web process
answers nobody. So what is loaded at the start is frozen, young objects are collected more rarely,
and full collections are made here, in a quiet second; at the latest after MAX_WAIT_S, so that
memory stays bounded under a load that never rests.
"""

import gc
import logging
from threading import Event, Thread
from time import monotonic, process_time

from msgspec import Struct

YOUNG = 20_000
"""New tracked objects until the young ones are looked at; Python's 700 is for small programs."""

OLDER = 20
NEVER = 1_000_000
"""Young collections until a full one: these are made by `Janitor`."""

LOOK_EACH_S = 1.0
IDLE_SHARE = 0.05
"""Of a core, used in the last second: below this nobody waits."""

MIN_WAIT_S = 60.0
MAX_WAIT_S = 600.0
"""Between two full collections: not oftener in quiet times, not more seldom under load."""

log = logging.getLogger(__name__)


class Second(Struct, frozen=True):
    """What a process did in the last second, and since when it has not collected."""

    cpu_share: float
    since_last_s: float

    @property
    def is_time(self) -> bool:
        """Whether to make a full collection now."""
        if self.since_last_s >= MAX_WAIT_S:
            return True
        return self.since_last_s >= MIN_WAIT_S and self.cpu_share < IDLE_SHARE


class Janitor(Thread):
    """Makes the full collections of its process."""

    def __init__(self) -> None:
        super().__init__(name="janitor", daemon=True)
        self.done = Event()
        self._last = monotonic()

    def run(self) -> None:
        """Look each second until `done`."""
        cpu, at = process_time(), monotonic()
        while not self.done.wait(LOOK_EACH_S):
            cpu_before, at_before = cpu, at
            cpu, at = process_time(), monotonic()
            share = (cpu - cpu_before) / (at - at_before)
            if Second(share, at - self._last).is_time:
                self.collect()

    def collect(self) -> None:
        """Free what only a full look finds."""
        began = monotonic()
        found = gc.collect()
        self._last = monotonic()
        log.debug("%d objects in circles, %.0f ms", found, (self._last - began) * 1000)


def calm_collector() -> Janitor:
    """
    Settle the collector of a process that has loaded all it needs; return who collects from now on.

    Once a process, at its start: what lives now is taken for good.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, NEVER)
    janitor = Janitor()
    janitor.start()
    return janitor

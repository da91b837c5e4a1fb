"""What the benchmarks of whole processes share: CPU and memory of a process, batches by turns."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

CPUCLOCK_SCHED = 2
"""What clock_getcpuclockid(3) puts into a process's clock; to the nanosecond, /proc has 10 ms."""

WARM_UP_ROUNDS = 2

Batch = Callable[[], tuple[int, float]]
"""Does a batch; returns how many requests it made and the seconds that were waited for them."""


class Cost(Struct):
    """The sum of what the batches of one side cost."""

    count: int = 0
    wall_s: float = 0.0
    cpu_s: float = 0.0

    @property
    def cpu_ms(self) -> float:
        """CPU of the web for one request."""
        return self.cpu_s / self.count * 1000

    @property
    def wall_ms(self) -> float:
        """How long the client waited for one answer."""
        return self.wall_s / self.count * 1000


def race(sides: Mapping[str, Batch], pid: int, rounds: int) -> dict[str, Cost]:
    """Run the sides' batches by turns; the CPU is that of process `pid`."""
    costs = {name: Cost() for name in sides}
    for number in range(-WARM_UP_ROUNDS, rounds):
        for name, batch in sides.items():
            before = cpu_s(pid)
            count, wall_s = batch()
            if number >= 0:
                cost = costs[name]
                cost.count += count
                cost.wall_s += wall_s
                cost.cpu_s += cpu_s(pid) - before
    return costs


def figures_of(costs: Mapping[str, Cost]) -> dict[str, object]:
    """Return the figures of each side."""
    found: dict[str, object] = {}
    for name, cost in costs.items():
        found[f"{name}_count"] = cost.count
        found[f"{name}_cpu_ms"] = round(cost.cpu_ms, 3)
        found[f"{name}_wall_ms"] = round(cost.wall_ms, 3)
    return found


def cpu_s(pid: int) -> float:
    """Return the CPU seconds of a process so far, all its threads', those that ended included."""
    return time.clock_gettime(~pid << 3 | CPUCLOCK_SCHED)


def rss_mb(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def machine() -> dict[str, object]:
    """Return the circumstances that the figures depend on."""
    return {"cores": os.cpu_count(), "load_1m": round(os.getloadavg()[0], 2)}


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that `share` of all values do not exceed; 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0

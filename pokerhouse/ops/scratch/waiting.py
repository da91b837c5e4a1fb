"""Waiting for what comes by itself, for a bounded time."""

import time
from collections.abc import Callable
from pathlib import Path

PATIENCE_S = 60


def wait_until(is_true: Callable[[], object], log: Path | None = None) -> float:
    """Return after how many seconds it is so; fail after long enough, with the log's end."""
    started = time.monotonic()
    while not is_true():
        said = log.read_text()[-3000:] if log is not None and log.exists() else ""
        assert time.monotonic() - started < PATIENCE_S, said
        time.sleep(0.02)
    return time.monotonic() - started

"""
Clocks of players: tasks whose time is given back after an outage, and how.

The agenda knows no turn and no level: whoever plans such a task registers the way to extend it, in
`AppConfig.ready`.
"""

from typing import Any, Protocol


class Extend(Protocol):
    """Gives the clock of an agenda row more time; once an outage."""

    def __call__(self, *, args: dict[str, Any], by_ms: int, outage: str) -> None: ...


_ways: dict[str, Extend] = {}


def register(task: str, extend: Extend) -> None:
    """Let `extend` give time back to the clocks that `task` runs out."""
    _ways[task] = extend


def tasks() -> list[str]:
    """Return the names of the tasks that are clocks."""
    return list(_ways)


def way_of(task: str) -> Extend:
    """Return how a clock of this task is extended."""
    return _ways[task]

"""
Clocks of players: the tasks that are extended after an outage, and how.

The agenda knows nothing of turns. The app that plans such a task registers the function that
extends it, in `AppConfig.ready`.
"""

from typing import Any, Protocol


class Extend(Protocol):
    """
    Gives the clock of an agenda row `by_ms` more time.

    `args` are those of the row. `outage` is the key of the command that does it, so that a repeat
    for the same outage has no second effect.
    """

    def __call__(self, *, args: dict[str, Any], by_ms: int, outage: str) -> None: ...


_extenders: dict[str, Extend] = {}


def register(task: str, extend: Extend) -> None:
    """Register `extend` for clocks whose end is the task `task`."""
    _extenders[task] = extend


def tasks() -> list[str]:
    """Return the names of the tasks that are clocks."""
    return list(_extenders)


def extender_of(task: str) -> Extend:
    """Return the function that extends a clock of this task."""
    return _extenders[task]

"""Whether a hand that was written down and read again is the same hand."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tables.engine.hand.events import HandEvent

_OF_THE_ROOM = {"button", "player", "commitment", "gaming_day"}
"""What a record does not know: who sat there, and where the button's own seat was."""
_LISTS_OF_SEATS = {"eligible", "run_it_agreed"}


def comparable(events: Sequence[HandEvent]) -> list[Any]:
    """Return the events with players by number instead of seats, without what no record knows."""
    plain = msgspec.to_builtins(events)
    places = {entry["seat"]: at for at, entry in enumerate(plain[0]["seats"], 1)}
    return [_renumbered(event, places) for event in plain]


def _renumbered(value: Any, places: dict[int, int]) -> Any:
    if isinstance(value, list | tuple):
        return [_renumbered(one, places) for one in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    for name, one in value.items():
        if name in _OF_THE_ROOM:
            continue
        if name == "seat" or (name == "big_blind" and "structure" in value and one is not None):
            found[name] = places[one]
        elif name in _LISTS_OF_SEATS:
            found[name] = sorted(places[seat] for seat in one)
        else:
            found[name] = _renumbered(one, places)
    return found

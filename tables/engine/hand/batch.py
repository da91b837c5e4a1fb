"""The events of one command, and the state after each of them."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from tables.engine.hand.events import HandEvent
from tables.engine.hand.evolve import HANDLERS
from tables.engine.hand.state import Hand

_Event = TypeVar("_Event", bound=HandEvent)


class Batch(Struct, gc=False):
    """Collects events while `decide` works; `hand` is always folded up to the last one."""

    hand: Hand
    events: list[HandEvent]

    def add(self, event: HandEvent) -> None:
        """Add `event` and fold it."""
        self.events.append(event)
        self.hand = HANDLERS[type(event)](self.hand, event)

    def add_all(
        self, events: Sequence[_Event], fold: Callable[[Hand, Sequence[_Event]], Hand]
    ) -> None:
        """Add events of one kind, and fold them in one step."""
        self.events += events
        self.hand = fold(self.hand, events)

    def result(self) -> tuple[tuple[HandEvent, ...], Hand]:
        """Return the events, and the state after them."""
        return tuple(self.events), self.hand

"""The events of one command, and the state after each of them."""

from tables.engine.events import HandEvent
from tables.engine.evolve import HANDLERS
from tables.engine.state import Hand


class Batch:
    """Collects events while `decide` works; `hand` is always folded up to the last one."""

    __slots__ = ("events", "hand")

    def __init__(self, hand: Hand, events: list[HandEvent]) -> None:
        self.hand = hand
        self.events = events

    def add(self, event: HandEvent) -> None:
        """Record that `event` happened."""
        self.events.append(event)
        self.hand = HANDLERS[type(event)](self.hand, event)

"""The outcome of a command: decided, but not written yet."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from pokerhouse.agenda.agenda import AgendaMove
from pokerhouse.commands.effects import Effect
from pokerhouse.eventstore.store import Head, NewEvent


class Outcome(Struct, frozen=True, kw_only=True):
    """The effects of a command on rows, and its receipt."""

    receipt: Struct
    """The answer, also to a repeat: ids, numbers and versions, never an event's content."""
    effects: Sequence[Effect] = ()
    publish: Sequence[Callable[[], None]] = ()
    """Functions that notify clients, called after COMMIT; each notice may be lost."""


class FeedOutcome(Outcome, frozen=True, kw_only=True):
    """The events that a command appends to a feed, and its other effects."""

    head: Head
    """Where the feed ended for the decision; if it has moved since, the append loses its race."""
    events: Sequence[NewEvent]
    agenda: AgendaMove | None = None
    """The feed's next work; None leaves the planned work as it is."""
    on_written: Callable[[Head], None]
    """Called with the feed's new head, to cache the new state."""

"""What a command is going to do: decided, but not written yet."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from pokerhouse.agenda.agenda import AgendaMove
from pokerhouse.commands.effects import Effect
from pokerhouse.eventstore.store import Head, NewEvent


class Outcome(Struct, frozen=True, kw_only=True):
    """What a command does to rows, and what it answers."""

    receipt: Struct
    """What a repeat is answered with: ids, numbers and versions, never an event's content."""
    effects: Sequence[Effect] = ()
    publish: Sequence[Callable[[], None]] = ()
    """Hints to whoever watches, after COMMIT; each may be lost."""


class FeedOutcome(Outcome, frozen=True, kw_only=True):
    """What a command does to a feed."""

    head: Head
    """Where the feed ended when it was decided: the append loses its race if that has changed."""
    events: Sequence[NewEvent]
    agenda: AgendaMove | None = None
    """The feed's next work; None leaves what is planned."""
    on_written: Callable[[Head], None]
    """Is told the feed's new head, to cache the state that was decided."""

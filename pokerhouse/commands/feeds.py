"""Commands whose effect is events of a feed: load, decide, append, with all that belongs to it."""

from collections.abc import Callable
from typing import Protocol, TypeVar
from uuid import UUID

from django.db import transaction

from pokerhouse.commands.answer import Answer
from pokerhouse.commands.effects import apply_all
from pokerhouse.commands.outcome import FeedOutcome
from pokerhouse.commands.retry import execute
from pokerhouse.eventstore import codec
from pokerhouse.eventstore.commands import CommandIdentity
from pokerhouse.eventstore.errors import LostRace
from pokerhouse.eventstore.store import Head, append, open_feed


class FeedState(Protocol):
    """What a feed folds to, up to a head."""

    @property
    def head(self) -> Head:
        """Where the feed ends for this state."""
        ...


S = TypeVar("S", bound=FeedState)


class Feed(Protocol[S]):
    """Where the states of a kind of feed are kept (`tables.live.table`, for one)."""

    def get(self, shard: UUID, /) -> S:
        """Return the cached state, which may be behind the feed, else what the feed folds to."""
        ...

    def refresh(self, state: S, /) -> S:
        """Return `state` with all that the feed holds behind it."""
        ...

    def evict(self, shard: UUID, /) -> None:
        """Forget the cached state."""
        ...


def run_on_feed(
    command: CommandIdentity,
    feed: Feed[S],
    decide: Callable[[S], FeedOutcome],
    *,
    rule_violation: type[Exception],
) -> Answer:
    """
    Give the command its effect once, whatever is repeated or races.

    `decide` runs again from fresh state after a lost race. What it refuses with `rule_violation`
    is looked at once more in fresh state, because a cached one may be behind the feed.

    :raises DomainError: what `decide`, the store or an effect refuses; nothing was changed.
    """
    shard = command.shard

    def attempt() -> bytes:
        state = feed.get(shard)
        try:
            return _write(command, decide(state))
        except rule_violation:
            fresh = feed.refresh(state)
            if fresh.head == state.head:
                raise
            return _write(command, decide(fresh))
        except LostRace:
            if feed.refresh(state).head == state.head:
                feed.evict(shard)  # not behind but beside the feed, as after a restore
            raise

    return execute(command, attempt, refusals=(rule_violation,))


def run_first_on_feed(
    command: CommandIdentity,
    feed: Feed[S],
    decide: Callable[[Head], FeedOutcome],
    *,
    rule_violation: type[Exception],
) -> Answer:
    """
    Open a feed with the command's events; all of it or nothing, the feed included.

    :raises FeedExists: if another command opened it.
    """

    def attempt() -> bytes:
        try:
            with transaction.atomic():
                return _write(command, decide(open_feed(command.shard)))
        except BaseException:
            feed.evict(command.shard)
            raise

    return execute(command, attempt, refusals=(rule_violation,))


def _write(command: CommandIdentity, outcome: FeedOutcome) -> bytes:
    """Write events, command row, agenda row and effects, in one transaction; then publish."""
    receipt = codec.encode(outcome.receipt)
    record = command.record(receipt)
    if outcome.effects:
        with transaction.atomic():
            head = append(outcome.head, outcome.events, command=record, agenda=outcome.agenda)
            apply_all(outcome.effects)
    else:  # one statement is a transaction by itself
        head = append(outcome.head, outcome.events, command=record, agenda=outcome.agenda)
    outcome.on_written(head)
    for publish in outcome.publish:
        transaction.on_commit(publish, robust=True)
    return receipt

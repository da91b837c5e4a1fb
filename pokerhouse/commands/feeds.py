"""Commands whose effect is events of a feed: load, decide, append, and apply further effects."""

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
    """The state that a feed's events fold to, up to a head."""

    @property
    def head(self) -> Head:
        """The last event of the feed that is in this state."""
        ...


S = TypeVar("S", bound=FeedState)


class Feed(Protocol[S]):
    """The cache of states of one kind of feed, such as `tables.live.table`."""

    def get(self, shard: UUID, /) -> S:
        """Return the cached state, which may be behind the feed; if there is none, load it."""
        ...

    def refresh(self, state: S, /) -> S:
        """Return `state` with all later events of the feed."""
        ...

    def evict(self, shard: UUID, /) -> None:
        """Remove the cached state."""
        ...


def run_on_feed(
    command: CommandIdentity,
    feed: Feed[S],
    decide: Callable[[S], FeedOutcome],
    *,
    rule_violation: type[Exception],
) -> Answer:
    """
    Give the command its effect exactly once, whatever is repeated or races with it.

    After a lost race `decide` runs again on the newest state. It also does so, once, after it has
    refused with `rule_violation`, because the cached state may have been behind the feed.

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
                feed.evict(shard)  # not behind the feed but of another one: it was restored
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
    Open a feed with the command's events; if it fails, there is no feed either.

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

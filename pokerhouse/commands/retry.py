"""The loop around a command: try, and answer repeats and lost races as the store promises."""

from collections.abc import Callable, Iterator
from secrets import SystemRandom
from time import sleep
from uuid import UUID

import psycopg
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections

from pokerhouse.commands.answer import Answer
from pokerhouse.common.errors import DomainError
from pokerhouse.eventstore.commands import CommandIdentity, find_receipt
from pokerhouse.eventstore.errors import DuplicateCommand, FeedBusy, LostRace

MAX_TRIES = 8
FIRST_PAUSE_MS = 4
MAX_PAUSE_MS = 250

_random = SystemRandom()


def execute(
    command: CommandIdentity,
    attempt: Callable[[], bytes],
    *,
    refusals: tuple[type[Exception], ...] = (),
) -> Answer:
    """
    Give `command` its effect once, however often it is sent and whoever races with it.

    `attempt` loads, decides, appends with `command.record(receipt)` and returns that receipt; it
    runs again from the start after a lost race, so it opens its transaction itself. A refusal
    (DomainError, or one of `refusals`) reaches the caller only if the command had no effect before.

    :raises IdempotencyMismatch: if the key belongs to a command with another body.
    :raises FeedBusy: after MAX_TRIES lost races or deadlocks, or one lock time-out, whatever name a
        service (the ledger's LedgerBusy) gave it.
    """
    _require_no_transaction()
    expected: tuple[type[Exception], ...] = (LostRace, OperationalError, DomainError, *refusals)
    for pause_ms in _pauses_ms():
        if pause_ms:  # even a sleep of nothing costs a tenth of a millisecond
            sleep(pause_ms / 1000)
        try:
            return Answer(attempt(), is_repeat=False)
        except DuplicateCommand:
            receipt = find_receipt(command)
            assert receipt is not None, "a duplicate of a command that is not there"
            return Answer(receipt, is_repeat=True)
        except expected as error:
            failure = _name(error, command.shard)
            if isinstance(failure, OperationalError):
                raise  # outcome unknown: the sender repeats the command and is answered then
            receipt = find_receipt(command)
            if receipt is not None:
                return Answer(receipt, is_repeat=True)
            if not isinstance(failure, LostRace):
                raise failure from error.__cause__
    raise FeedBusy(command.shard)


def _require_no_transaction() -> None:
    """A retry inside a transaction would read the same snapshot, or a broken one, again."""
    wrapper = connections[DEFAULT_DB_ALIAS]
    inside = wrapper.in_atomic_block and not getattr(
        wrapper.atomic_blocks[-1], "_from_testcase", False
    )
    assert not inside, "execute() inside a transaction"


def _pauses_ms() -> Iterator[float]:
    """Yield the pause before each try: none, then a random part of a bound that doubles."""
    yield 0
    for retries in range(MAX_TRIES - 1):
        yield _random.uniform(0, min(FIRST_PAUSE_MS * 2**retries, MAX_PAUSE_MS))


def _name(error: Exception, shard: UUID) -> Exception:
    """
    Return what `error` means to the loop, by PostgreSQL's error at any depth of its causes.

    A deadlock is a lost race: PostgreSQL chose who has to begin again. A lock time-out is a busy
    feed, wherever in the attempt it happened: the ledger and others name it before it comes here.
    """
    for cause in _causes(error):
        if isinstance(cause, psycopg.errors.DeadlockDetected | psycopg.errors.SerializationFailure):
            return LostRace()
        if isinstance(cause, psycopg.errors.LockNotAvailable):
            return FeedBusy(shard)
    return error


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the error and what it was raised from, down to the first; `raise` makes no circles."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__

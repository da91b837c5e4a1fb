"""The loop around a command: it answers repeats, and tries again after lost races."""

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
    Give `command` its effect exactly once, however often it is sent and whoever races with it.

    `attempt` loads, decides, appends with `command.record(receipt)` and returns that receipt. After
    a lost race it runs again from the start, so it must open its transaction itself. A refusal
    (DomainError, or one of `refusals`) reaches the caller only if the command had no effect before.

    :raises IdempotencyMismatch: if the key belongs to a command with another body.
    :raises FeedBusy: after MAX_TRIES lost races or deadlocks, or after one lock time-out, also if a
        service has turned that into an error of its own (as the ledger's LedgerBusy).
    """
    _require_no_transaction()
    expected: tuple[type[Exception], ...] = (LostRace, OperationalError, DomainError, *refusals)
    for pause_ms in _pauses_ms():
        if pause_ms:  # even `sleep(0)` costs a tenth of a millisecond
            sleep(pause_ms / 1000)
        try:
            return Answer(attempt(), is_repeat=False)
        except DuplicateCommand:
            receipt = find_receipt(command)
            assert receipt is not None, "a duplicate of a command that is not in the table"
            return Answer(receipt, is_repeat=True)
        except expected as error:
            failure = _name(error, command.shard)
            if isinstance(failure, OperationalError):
                raise  # outcome unknown: the sender repeats the command, which is then answered
            receipt = find_receipt(command)
            if receipt is not None:
                return Answer(receipt, is_repeat=True)
            if not isinstance(failure, LostRace):
                raise failure from error.__cause__
    raise FeedBusy(command.shard)


def _require_no_transaction() -> None:
    """Allow no transaction around the tries: each would read the same snapshot, or a broken one."""
    wrapper = connections[DEFAULT_DB_ALIAS]
    inside = wrapper.in_atomic_block and not getattr(
        wrapper.atomic_blocks[-1], "_from_testcase", False
    )
    assert not inside, "execute() inside a transaction"


def _pauses_ms() -> Iterator[float]:
    """Yield the pause before each try: none, then a random one below a limit that doubles."""
    yield 0
    for retries in range(MAX_TRIES - 1):
        yield _random.uniform(0, min(FIRST_PAUSE_MS * 2**retries, MAX_PAUSE_MS))


def _name(error: Exception, shard: UUID) -> Exception:
    """
    Return the error that `error` is for the loop; PostgreSQL's own may be anywhere in its causes.

    A deadlock is a lost race: PostgreSQL chose which transaction begins again. A lock time-out is a
    busy feed, wherever in the attempt it happened: the ledger and others raise it under names of
    their own.
    """
    for cause in _causes(error):
        if isinstance(cause, psycopg.errors.DeadlockDetected | psycopg.errors.SerializationFailure):
            return LostRace()
        if isinstance(cause, psycopg.errors.LockNotAvailable):
            return FeedBusy(shard)
    return error


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the error, its cause, the cause's cause and so on; `raise` allows no circles."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__

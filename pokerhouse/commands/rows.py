"""Commands whose effect is rows: those of the cage, of people, and what staff edit."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar

import psycopg
from django.db import OperationalError, connection, transaction

from pokerhouse.commands.answer import Answer
from pokerhouse.commands.effects import apply_all
from pokerhouse.commands.identity import CommandRequest, identity_of
from pokerhouse.commands.meta import Meta
from pokerhouse.commands.outcome import Outcome
from pokerhouse.common.errors import DomainError
from pokerhouse.eventstore import codec
from pokerhouse.eventstore.commands import CommandIdentity, find_receipt, remember

_ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


class CommandRunning(DomainError):
    """The first request of this command is still running; ask again in a moment."""

    code: ClassVar[str] = "command_running"


def run_on_rows(*, request: CommandRequest, meta: Meta, decide: Callable[[], Outcome]) -> Answer:
    """
    Give the command its effect exactly once, in one transaction; a repeat gets the first answer.

    `decide` runs inside the transaction: it locks what it reads, changes the command's own rows,
    and returns the other effects. Two requests of the same command run one after the other.

    :raises IdempotencyMismatch: if the key belongs to a command that asked for something else.
    :raises TooLate: if it came after its time and is no repeat.
    :raises CommandRunning: if the first request runs for longer than the lock's time limit.
    :raises DomainError: whatever `decide` and the effects refuse; nothing was changed.
    """
    command = identity_of(request, meta)
    with transaction.atomic():
        _wait_for_others(command)
        receipt = find_receipt(command)
        if receipt is not None:
            return Answer(receipt, is_repeat=True)
        meta.check_in_time()
        outcome = decide()
        apply_all(outcome.effects)
        receipt = codec.encode(outcome.receipt)
        remember(command, receipt)
    for publish in outcome.publish:
        transaction.on_commit(publish, robust=True)
    return Answer(receipt, is_repeat=False)


def _wait_for_others(command: CommandIdentity) -> None:
    """Wait until no other request of this command runs; the lock is held until COMMIT."""
    name = f"{command.shard} {command.actor} {command.key}"
    with _named_busy(), connection.cursor() as cursor:
        cursor.execute(_ONE_AT_A_TIME, [name])


@contextmanager
def _named_busy() -> Iterator[None]:
    try:
        yield
    except OperationalError as error:
        if isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
            raise CommandRunning("The first request is still running.") from error
        raise

"""Runs commands at a table by the command kernel, on the table's feed."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from pokerhouse.commands.answer import Answer
from pokerhouse.commands.feeds import run_first_on_feed, run_on_feed
from pokerhouse.commands.identity import CommandRequest, identity_of
from pokerhouse.commands.meta import Meta
from pokerhouse.commands.outcome import FeedOutcome
from pokerhouse.common.ids import TableId
from pokerhouse.eventstore import codec
from pokerhouse.eventstore.store import Head
from tables.engine.rules.errors import RuleViolation
from tables.live import table as live_tables
from tables.live.table import LiveTable
from tables.services.refusals import Malformed, Refused
from tables.services.unit_of_work import Receipt, UnitOfWork

Decide: TypeAlias = Callable[[UnitOfWork], None]
"""Fills the unit of work; it runs again on the newest state after a lost race."""

C = TypeVar("C", bound=Struct)


def run(*, table_id: TableId, meta: Meta, request: CommandRequest, decide: Decide) -> Receipt:
    """
    Give the command with this request its effect exactly once, and return its receipt.

    :raises Refused: if the rules forbid it.
    :raises DomainError: what the kernel, the store or the ledger refuses; nothing was changed.
    """

    def outcome(live: LiveTable) -> FeedOutcome:
        return _decided(live, meta, decide)

    command = identity_of(request, meta, shard=table_id)
    try:
        answer = run_on_feed(command, live_tables, outcome, rule_violation=RuleViolation)
    except RuleViolation as violation:
        raise Refused(violation) from violation
    return _receipt(answer)


def run_first(*, table_id: TableId, meta: Meta, request: CommandRequest, decide: Decide) -> Receipt:
    """
    Run the command that opens a table; if it fails, there is no feed either.

    :raises FeedExists: if the table was opened by another command.
    """

    def outcome(head: Head) -> FeedOutcome:
        return _decided(LiveTable(head=head), meta, decide)

    command = identity_of(request, meta, shard=table_id)
    try:
        answer = run_first_on_feed(command, live_tables, outcome, rule_violation=RuleViolation)
    except RuleViolation as violation:
        raise Refused(violation) from violation
    return _receipt(answer)


def checked(command: C) -> C:
    """
    Return `command` after checking the types of all its fields, which constructors do not.

    :raises Malformed: if a field is not of its type; so nothing unreadable gets into a feed.
    """
    try:
        return msgspec.json.decode(codec.encode(command), type=type(command))
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        sentence = f"The command is not understood: {error}."
        raise Malformed(sentence) from error


def _decided(live: LiveTable, meta: Meta, decide: Decide) -> FeedOutcome:
    meta.check_in_time()
    work = UnitOfWork(live, meta)
    decide(work)
    return work.outcome()


def _receipt(answer: Answer) -> Receipt:
    receipt = answer.read(Receipt)
    return msgspec.structs.replace(receipt, is_repeat=answer.is_repeat)

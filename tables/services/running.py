"""The way of every command at a table: load, decide, write; once, whatever is repeated or races."""

from collections.abc import Callable
from typing import ClassVar, TypeVar

import msgspec
from django.db import transaction
from msgspec import Struct

from accounts.money.ledger.errors import InsufficientFunds
from pokerhouse.common.errors import DomainError
from pokerhouse.common.ids import TableId
from pokerhouse.eventstore import codec
from pokerhouse.eventstore.codec import house_time
from pokerhouse.eventstore.commands import Command, identify
from pokerhouse.eventstore.errors import LostRace, TooLate
from pokerhouse.eventstore.retry import execute
from pokerhouse.eventstore.store import open_feed
from tables.engine.rules.errors import RuleViolation
from tables.live import table as live_tables
from tables.live.table import LiveTable
from tables.services.unit_of_work import Meta, UnitOfWork

Decide = Callable[[UnitOfWork], None]
C = TypeVar("C", bound=Struct)


class Refused(DomainError):
    """The rules forbid it; `rule` is the engine's code, the other facts are its own."""

    code: ClassVar[str] = "refused_by_rules"

    def __init__(self, violation: RuleViolation) -> None:
        super().__init__(f"The rules forbid it: {violation}.", rule=violation.code)
        self.facts |= violation.facts


class Malformed(DomainError):
    """The command's fields are not of their types; says which."""

    code: ClassVar[str] = "command_malformed"


class Receipt(Struct, frozen=True):
    """What a command did: the feed's numbers of its events, and the turn that is owed after it."""

    from_seq: int
    to_seq: int
    turn: int
    is_repeat: bool = False
    staff_version: int = 0
    """The table's after it (`Room.staff_version`); 0 where an older house wrote the receipt."""


def run(*, table_id: TableId, meta: Meta, body: object, decide: Decide) -> Receipt:
    """
    Give the command its effect once and return its receipt.

    `body` is what was asked for, JSON-ready and without the time: a repeat with another body is
    refused. `decide` fills the unit of work; it runs again from fresh state after a lost race.

    :raises Refused: if the rules forbid it.
    :raises DomainError: what the store or the ledger refuses; nothing was changed.
    """
    command = identify(shard=table_id, actor=meta.actor, key=meta.key, body=codec.encode(body))

    def attempt() -> bytes:
        live = live_tables.get(table_id)
        try:
            return _try(command, live, meta, decide)
        except RuleViolation:
            fresh = live_tables.refresh(live)  # the cached state may be behind the feed
            if fresh.head == live.head:
                raise
            return _try(command, fresh, meta, decide)
        except LostRace:
            if live_tables.refresh(live).head == live.head:
                live_tables.evict(table_id)  # not behind but beside the feed, as after a restore
            raise

    return _answer(command, attempt)


def run_first(*, table_id: TableId, meta: Meta, body: object, decide: Decide) -> Receipt:
    """
    Give the command that opens a feed its effect; all of it or nothing, the feed included.

    :raises FeedExists: if the feed was opened by another command.
    """
    command = identify(shard=table_id, actor=meta.actor, key=meta.key, body=codec.encode(body))

    def attempt() -> bytes:
        try:
            with transaction.atomic():
                return _try(command, LiveTable(head=open_feed(table_id)), meta, decide)
        except BaseException:
            live_tables.evict(table_id)
            raise

    return _answer(command, attempt)


def checked(command: C) -> C:
    """
    Return `command` with every field proven to be of its type: constructors do not validate.

    :raises Malformed: if one is not; nothing that a reader could stumble over reaches a feed.
    """
    try:
        return msgspec.json.decode(codec.encode(command), type=type(command))
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        sentence = f"The command is not understood: {error}."
        raise Malformed(sentence) from error


def check_in_time(meta: Meta) -> None:
    """
    Refuse what its sender does not want any more; a repeat is not asked.

    :raises TooLate: if it came after `not_after`.
    """
    if meta.not_after is not None and meta.at > meta.not_after:
        raise TooLate("The command came too late.", not_after=house_time(meta.not_after))


def _try(command: Command, live: LiveTable, meta: Meta, decide: Decide) -> bytes:
    check_in_time(meta)
    work = UnitOfWork(live, meta)
    decide(work)
    first = work.live.head.seq + 1
    last = first + len(work.events) - 1
    version = work.live.staff_version
    receipt = codec.encode(Receipt(first, last, work.live.turn, staff_version=version))
    try:
        work.commit(command.record(receipt))
    except InsufficientFunds as error:
        if any(seat.queued_top_up_chips for _, seat in live.table.occupied()):
            raise LostRace from error  # a wallet changed since it was asked: ask again
        raise
    return receipt


def _answer(command: Command, attempt: Callable[[], bytes]) -> Receipt:
    try:
        answer = execute(command, attempt, refusals=(RuleViolation,))
    except RuleViolation as violation:
        raise Refused(violation) from violation
    receipt = msgspec.json.decode(answer.receipt, type=Receipt)
    return msgspec.structs.replace(receipt, is_repeat=answer.is_repeat)

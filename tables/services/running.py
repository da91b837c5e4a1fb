"""The way of every command at a table: load, think, write; once, whatever is repeated or races."""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from pokerhouse.common.errors import DomainError
from pokerhouse.common.ids import TableId
from pokerhouse.eventstore import codec
from pokerhouse.eventstore.commands import identify
from pokerhouse.eventstore.errors import LostRace
from pokerhouse.eventstore.retry import execute
from tables.engine.errors import RuleViolation
from tables.services.draft import Draft, Meta
from tables.services.room import forget, load, refresh


class Refused(DomainError):
    """The rules forbid it; `rule` is the engine's code, the other facts are its own."""

    code = "refused_by_rules"

    def __init__(self, violation: RuleViolation) -> None:
        super().__init__(f"The rules forbid it: {violation}.", rule=violation.code)
        self.facts |= violation.facts


class Receipt(Struct, frozen=True):
    """What a command did: the feed's numbers of its events, and the turn that is owed after it."""

    from_seq: int
    to_seq: int
    turn: int
    is_repeat: bool = False


def run(*, table_id: TableId, meta: Meta, body: object, think: Callable[[Draft], None]) -> Receipt:
    """
    Give the command its effect once and return its receipt.

    `body` is what was asked for, JSON-ready: a repeat with another body is refused. `think` fills
    the draft; it runs again from fresh state after a lost race.

    :raises Refused: if the rules forbid it.
    :raises DomainError: what the store or the ledger refuses; nothing was changed.
    """
    command = identify(shard=table_id, actor=meta.actor, key=meta.key, body=codec.encode(body))

    def attempt() -> bytes:
        room = load(table_id)
        draft = Draft(room, meta)
        try:
            think(draft)
        except RuleViolation:
            fresh = refresh(room)  # the kept state may be behind the feed: ask it before refusing
            if fresh.head == room.head:
                raise
            draft = Draft(fresh, meta)
            think(draft)
        first = draft.room.head.seq + 1
        turn = draft.room.hand.turn if draft.room.hand is not None else 0
        receipt = codec.encode(Receipt(first, first + len(draft.events) - 1, turn))
        try:
            draft.commit(command.record(receipt))
        except LostRace:
            forget(table_id) if not room.table_version else refresh(room)
            raise
        return receipt

    try:
        answer = execute(command, attempt, refusals=(RuleViolation,))
    except RuleViolation as violation:
        raise Refused(violation) from violation
    receipt = msgspec.json.decode(answer.receipt, type=Receipt)
    return msgspec.structs.replace(receipt, is_repeat=answer.is_repeat)

"""
The command table: which commands had their effect, and how a repeat of one is answered.

`Idempotency-Key`, `command_id` and the socket's `id` are one key space per shard and actor. A row
is written in the transaction of its command's effect, so there is a row if there is an effect;
refusals are not stored (`pokerhouse.commands` says what a key means). Rows answer repeats for 30
days; then the owner's role deletes them (`eventstore.forgetting`).
"""

from hashlib import sha256
from uuid import UUID

import msgspec

from pokerhouse.eventstore.connection import driver_cursor
from pokerhouse.eventstore.errors import CommandKeyInvalid, IdempotencyMismatch

MAX_KEY_BYTES = 200
MAX_RECEIPT_BYTES = 2000

_REMEMBER = (
    "INSERT INTO command (shard, actor, key, body_hash, receipt) VALUES ($1, $2, $3, $4, $5)"
)
_FIND = "SELECT body_hash, receipt FROM command WHERE shard = $1 AND actor = $2 AND key = $3"


class CommandRecord(msgspec.Struct, frozen=True):
    """
    The row that an append writes for its command.

    `receipt` holds what a repeat needs to be answered (seq range, turn), never an event's content:
    that is read again, as the sender may see it.
    """

    actor: str
    key: str
    body_hash: bytes
    receipt: bytes


class CommandIdentity(msgspec.Struct, frozen=True):
    """What tells one command from another: who sent it, to which feed, under which key."""

    shard: UUID
    actor: str
    key: str
    body_hash: bytes

    def record(self, receipt: bytes) -> CommandRecord:
        """Return the row that remembers this command with `receipt` as its answer."""
        assert len(receipt) <= MAX_RECEIPT_BYTES, f"a receipt of {len(receipt)} bytes"
        return CommandRecord(self.actor, self.key, self.body_hash, receipt)


def identify(*, shard: UUID, actor: str, key: str, body: bytes) -> CommandIdentity:
    """
    Return the command's identity; `body` is the canonical form of what was asked for.

    :raises CommandKeyInvalid: if the table cannot hold key or actor: empty, longer than
        MAX_KEY_BYTES, with a NUL or half a character, or not a str (clients send such things).
    """
    for name, value in (("key", key), ("actor", actor)):
        if not _is_storable(value):
            raise CommandKeyInvalid(
                "A command's key or actor is empty, too long or no text.",
                field=name,
                max_bytes=MAX_KEY_BYTES,
            )
    return CommandIdentity(shard, actor, key, sha256(body).digest())


def _is_storable(value: object) -> bool:
    if not isinstance(value, str) or "\0" in value:
        return False
    try:
        return 0 < len(value.encode()) <= MAX_KEY_BYTES
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON can carry
        return False


def remember(command: CommandIdentity, receipt: bytes) -> None:
    """Write the row of a command that has no feed, inside the transaction of its effect."""
    record = command.record(receipt)
    parameters = (command.shard, record.actor, record.key, record.body_hash, record.receipt)
    driver_cursor().execute(_REMEMBER, parameters, binary=True)


def find_record(shard: UUID, actor: str, key: str) -> CommandRecord | None:
    """Return what was remembered of a command, or None if it had no effect so far."""
    row = driver_cursor().execute(_FIND, (shard, actor, key), binary=True).fetchone()
    return None if row is None else CommandRecord(actor, key, *row)


def find_receipt(command: CommandIdentity) -> bytes | None:
    """
    Return the answer that `command` was given when it had its effect, or None if it had none.

    :raises IdempotencyMismatch: if its key belongs to a command with another body.
    """
    record = find_record(command.shard, command.actor, command.key)
    if record is None:
        return None
    if record.body_hash != command.body_hash:
        raise IdempotencyMismatch(command.key)
    return record.receipt

"""Identifiers: UUIDv7, so that rows of one time lie together; a type for each kind."""

from hashlib import sha256
from typing import NewType
from uuid import UUID

from uuid_utils.compat import uuid7

HandId = NewType("HandId", UUID)
TableId = NewType("TableId", UUID)
PlayerId = NewType("PlayerId", UUID)


def new_id() -> UUID:
    """Return a fresh UUIDv7."""
    return uuid7()


def id_of_command(kind: str, actor: str, key: str) -> UUID:
    """
    Return the id of what a command creates; a repeat of the command gets the same id.

    A UUIDv8 (RFC 9562: a digest) of who asks and under which command id.
    """
    digest = sha256(f"{kind}/{actor}/{key}".encode()).digest()
    bits = int.from_bytes(digest[:16]) & ~(0xF << 76) & ~(0x3 << 62)
    return UUID(int=bits | 0x8 << 76 | 0x2 << 62)

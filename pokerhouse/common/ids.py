"""Identifiers: UUIDv7, so that rows of one time lie together; a type for each kind."""

from typing import NewType
from uuid import UUID

from uuid_utils.compat import uuid7

HandId = NewType("HandId", UUID)
TableId = NewType("TableId", UUID)
PlayerId = NewType("PlayerId", UUID)


def new_id() -> UUID:
    """Return a fresh UUIDv7."""
    return uuid7()

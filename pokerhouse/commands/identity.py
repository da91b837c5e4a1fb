"""The identity of a command: its feed, who sends it, its key, and what it asks for."""

from typing import ClassVar, Final
from uuid import UUID

from msgspec import Struct

from pokerhouse.commands.meta import Meta
from pokerhouse.eventstore import codec
from pokerhouse.eventstore.commands import CommandIdentity, identify

HOUSE: Final = UUID("686f7573-6500-8000-8000-000000000000")
"""The shard of commands that belong to no feed."""


class CommandRequest(Struct, frozen=True):
    """
    What a command asks for, in those fields that distinguish it from another command.

    It has no time, because a repeat comes later and is the same command. It has no secret, because
    its hash is stored, and a hash can be guessed at.
    """

    NAME: ClassVar[str]
    """The command's name, a verb behind its subject: `seat.buy_in`."""


def identity_of(request: CommandRequest, meta: Meta, *, shard: UUID = HOUSE) -> CommandIdentity:
    """
    Return the identity of the command; its hash is over the request's name and fields.

    :raises CommandKeyInvalid: if the key does not fit into the command table.
    """
    body = codec.encode([request.NAME, request])
    return identify(shard=shard, actor=meta.actor, key=meta.key, body=body)

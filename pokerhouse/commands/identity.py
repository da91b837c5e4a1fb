"""What tells one command from another: its owner, who asks, the key, and what is asked for."""

from typing import ClassVar, Final
from uuid import UUID

from msgspec import Struct

from pokerhouse.commands.meta import Meta
from pokerhouse.eventstore import codec
from pokerhouse.eventstore.commands import CommandIdentity, identify

HOUSE: Final = UUID("686f7573-6500-8000-8000-000000000000")
"""Under which keys of commands stand that belong to no feed: the whole house's."""


class CommandRequest(Struct, frozen=True):
    """
    What is asked for, in just the fields that tell it from something else.

    Without a time (a repeat comes later and is the same), and without a secret: what is hashed can
    be guessed at.
    """

    NAME: ClassVar[str]
    """The command's name, a verb of its place: `seat.buy_in`."""


def identity_of(asked: CommandRequest, meta: Meta, *, shard: UUID = HOUSE) -> CommandIdentity:
    """
    Return the identity of the command that asks for `asked`.

    The hash is taken from the request's name and fields.

    :raises CommandKeyInvalid: if the key is none that the command table can hold.
    """
    body = codec.encode([asked.NAME, asked])
    return identify(shard=shard, actor=meta.actor, key=meta.key, body=body)

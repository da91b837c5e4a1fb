"""The circumstances of a command: who sends it, with which key, and when."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

from msgspec import Struct

from pokerhouse.common.ids import PlayerId
from pokerhouse.eventstore.codec import house_time, since_epoch_ms
from pokerhouse.eventstore.errors import TooLate


class ByPlayer(Struct, frozen=True):
    """A player, for himself."""

    id: PlayerId

    @property
    def actor(self) -> str:
        """His name in events and in the ledger."""
        return str(self.id)


class ByStaff(Struct, frozen=True):
    """A member of staff; the command gets a row in the audit trail."""

    id: UUID

    @property
    def actor(self) -> str:
        """The person's name in events and in the ledger."""
        return str(self.id)


class BySystem(Struct, frozen=True):
    """The system itself: because time has passed, or for a demonstration or a simulation."""

    name: str

    @property
    def actor(self) -> str:
        """Its name in events and in the ledger."""
        return self.name


Who: TypeAlias = ByPlayer | ByStaff | BySystem


class Meta(Struct, frozen=True):
    """What every command has besides its request."""

    who: Who
    key: str
    at: datetime
    not_after: datetime | None = None
    """The sender does not want the command after this time; a repeat is still answered."""

    @property
    def actor(self) -> str:
        """The sender's name in events and in the ledger."""
        return self.who.actor

    @property
    def at_ms(self) -> int:
        """The time in milliseconds since 1970."""
        return since_epoch_ms(self.at)

    def check_in_time(self) -> None:
        """
        Refuse a command that its sender does not want any more; call it only if it is no repeat.

        :raises TooLate: if it came after `not_after`.
        """
        if self.not_after is not None and self.at > self.not_after:
            raise TooLate("The command came too late.", not_after=house_time(self.not_after))

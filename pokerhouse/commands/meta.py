"""Who asks for something, under which key, at which time of the house."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

from msgspec import Struct

from pokerhouse.common.ids import PlayerId
from pokerhouse.eventstore.codec import house_time, since_epoch_ms
from pokerhouse.eventstore.errors import TooLate


class ByPlayer(Struct, frozen=True):
    """A player asks for himself."""

    id: PlayerId

    @property
    def actor(self) -> str:
        """How events and books name him."""
        return str(self.id)


class ByStaff(Struct, frozen=True):
    """A member of staff asks; the audit trail gets a row of it."""

    id: UUID

    @property
    def actor(self) -> str:
        """How events and books name this person."""
        return str(self.id)


class BySystem(Struct, frozen=True):
    """The house asks by itself: because time passed, or for a demonstration or a simulation."""

    name: str

    @property
    def actor(self) -> str:
        """How events and books name it."""
        return self.name


Who: TypeAlias = ByPlayer | ByStaff | BySystem


class Meta(Struct, frozen=True):
    """What every command says about itself beside what it asks for."""

    who: Who
    key: str
    at: datetime
    not_after: datetime | None = None
    """After this the sender does not want it any more; a repeat is answered all the same."""

    @property
    def actor(self) -> str:
        """Who asks, as events and books name them."""
        return self.who.actor

    @property
    def at_ms(self) -> int:
        """The time in milliseconds since 1970."""
        return since_epoch_ms(self.at)

    def check_in_time(self) -> None:
        """
        Refuse what its sender does not want any more; asked only once it is no repeat.

        :raises TooLate: if it came after `not_after`.
        """
        if self.not_after is not None and self.at > self.not_after:
            raise TooLate("The command came too late.", not_after=house_time(self.not_after))

"""The form of an inbox on the wire."""

from typing import Any

from msgspec import Struct

from pokerhouse.common.struct_forms import Time


class InboxNotice(Struct, frozen=True):
    """One notice, as its frame was sent."""

    t: str
    ch: str
    seq: int
    """The number in the person's inbox."""
    ep: int
    ts: Time
    d: dict[str, Any]
    """The content, as of the frame of this type."""


class InboxSnapshot(Struct, frozen=True):
    """The latest notices of one's inbox."""

    items: list[InboxNotice]
    """Oldest first, at most 20; `GET /me/inbox` has the rest."""


class PersonSuspended(Struct, frozen=True):
    """The house keeps the person out until it lets him in again."""


class PersonUnsuspended(Struct, frozen=True):
    """The house has let the person in again."""


NOTICES: dict[str, type[Struct]] = {
    "person.suspended": PersonSuspended,
    "person.unsuspended": PersonUnsuspended,
}
"""What the house says of the person, by type; other rooms have notices of their own."""

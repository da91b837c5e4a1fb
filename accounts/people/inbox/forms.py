"""The form of an inbox on the wire."""

from typing import Any

from msgspec import Struct

from pokerhouse.common.struct_forms import Time


class InboxNotice(Struct, frozen=True):
    """One notice, with the fields of its frame."""

    t: str
    ch: str
    seq: int
    """The number in the person's inbox."""
    ep: int
    ts: Time
    d: dict[str, Any]
    """The content, as in the frame of this type."""


class InboxSnapshot(Struct, frozen=True):
    """The latest notices of one's inbox."""

    items: list[InboxNotice]
    """Oldest first, at most 20; `GET /me/inbox` has the rest."""


class PersonSuspended(Struct, frozen=True):
    """The person is suspended until he is readmitted."""


class PersonUnsuspended(Struct, frozen=True):
    """The person has been readmitted."""


NOTICES: dict[str, type[Struct]] = {
    "person.suspended": PersonSuspended,
    "person.unsuspended": PersonUnsuspended,
}
"""The notices about the person himself, by type; other modules have notices of their own."""

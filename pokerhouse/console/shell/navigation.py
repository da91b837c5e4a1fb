"""
The navigation: which pages stand in it, and for whom.

Each feature registers its own entries in its `AppConfig.ready`; an entry is shown to whoever may
open its page and to nobody else, so it is absent and never grey.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from pokerhouse.common.roles import STAFF, Role

TABS: Final = 4
"""On a phone, beside "More"."""


class Area(StrEnum):
    """A group of entries, by its heading; they stand one below the other in this order."""

    START = ""
    PLAY = _("Play")
    ROOM = _("Card room")
    TOURNAMENTS = _("Tournaments")
    CAGE = _("Cage")
    BOOKS = _("Accounting")
    HOUSE = _("House")


class Tone(StrEnum):
    """How much the count beside an entry presses."""

    ALARM = "alarm"
    WARN = "warn"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One page in the navigation. Words are English sentences of the catalogue."""

    path: str
    label: str
    icon: str
    area: Area
    roles: frozenset[Role] = frozenset()
    """Whoever holds one of them may open the page; empty: everybody, strangers too."""
    rank: int = 50
    """Its place in the area, small ones first."""
    short: str = ""
    """What a phone's tab says, if the label is too long for it."""
    is_in_top_bar: bool = False
    """Stands above all pages, at the right, and not in an area: approvals, alerts."""
    count: Callable[[object], int] | None = None
    """How many things wait behind it for this person (`request.user`); 0 is not shown."""
    tone: Tone = Tone.ALARM

    def is_for(self, roles: Collection[Role]) -> bool:
        """Return whether somebody with these roles may open the page."""
        return not self.roles or not self.roles.isdisjoint(roles)


@dataclass(frozen=True, slots=True)
class Link:
    """An entry as it is shown, in the reader's language."""

    path: str
    label: str
    short: str
    icon: str
    is_here: bool
    count: int
    tone: Tone


@dataclass(frozen=True, slots=True)
class Group:
    """The links of one area; no heading if it is the only one."""

    heading: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Navigation:
    """What one person sees of it."""

    groups: tuple[Group, ...]
    tabs: tuple[Link, ...]
    top: tuple[Link, ...]
    has_rail: bool
    """Staff has a rail at the side; who only plays has his few pages in the top bar."""


_entries: dict[str, Entry] = {}


def register(*entries: Entry) -> None:
    """Add pages to the navigation; a path stands in it once."""
    for entry in entries:
        known = _entries.setdefault(entry.path, entry)
        assert known == entry, f"{entry.path} is in the navigation already"


def registered() -> tuple[Entry, ...]:
    """Return all entries in the order in which they stand."""
    areas = list(Area)
    return tuple(sorted(_entries.values(), key=lambda entry: (areas.index(entry.area), entry.rank)))


def navigation_for(
    user: object, *, path: str = "", entries: Iterable[Entry] | None = None
) -> Navigation:
    """Return what `user` (`request.user`) sees while he is at `path`."""
    roles = roles_of(user)
    mine = [entry for entry in (entries or registered()) if entry.is_for(roles)]
    here = _here(mine, path)
    links = {entry: _link(entry, user, is_here=entry is here) for entry in mine}
    listed = [entry for entry in mine if not entry.is_in_top_bar]
    areas = [area for area in Area if any(entry.area is area for entry in listed)]
    groups = tuple(
        Group(
            heading=gettext(area.value) if area.value and len(areas) > 1 else "",
            links=tuple(links[entry] for entry in listed if entry.area is area),
        )
        for area in areas
    )
    return Navigation(
        groups=groups,
        tabs=tuple(links[entry] for entry in _for_tabs(listed, roles))[:TABS],
        top=tuple(links[entry] for entry in mine if entry.is_in_top_bar),
        has_rail=not STAFF.isdisjoint(roles),
    )


def roles_of(user: object) -> frozenset[Role]:
    """Return the roles of `request.user`; a stranger has none."""
    return frozenset(Role(role) for role in getattr(user, "roles", ()))


def _for_tabs(entries: list[Entry], roles: Collection[Role]) -> list[Entry]:
    """Return the entries that a phone's tabs are for: somebody's work before what all may open."""
    if STAFF.isdisjoint(roles):
        return entries
    work = [entry for entry in entries if not entry.roles.isdisjoint(STAFF)]
    return [*work, *(entry for entry in entries if entry not in work)]


def _here(entries: list[Entry], path: str) -> Entry | None:
    """Return the entry whose page, or a page below it, is at `path`."""
    above = [
        entry
        for entry in entries
        if path == entry.path or (entry.path != "/" and path.startswith(f"{entry.path}/"))
    ]
    return max(above, key=lambda entry: len(entry.path), default=None)


def _link(entry: Entry, user: object, *, is_here: bool) -> Link:
    label = gettext(entry.label)
    return Link(
        path=entry.path,
        label=label,
        short=gettext(entry.short) if entry.short else label,
        icon=entry.icon,
        is_here=is_here,
        count=entry.count(user) if entry.count else 0,
        tone=entry.tone,
    )

"""What the frame around every page shows: who looks, where he may go, which day it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.money.days import queries as days
from accounts.money.days.days import gaming_day_of
from accounts.people.identity import signed_in
from pokerhouse.common.clock import now
from pokerhouse.common.roles import STAFF, Role
from pokerhouse.console.shell.navigation import Navigation, navigation_for, roles_of
from pokerhouse.console.shell.themes import theme_of

ROLE_WORDS: Final[Mapping[Role, str]] = {
    Role.MANAGER: _("Manager"),
    Role.ADMIN: _("Administrator"),
    Role.FLOOR: _("Floor"),
    Role.CAGE: _("Cashier"),
    Role.ACCOUNTANT: _("Accountant"),
    Role.AUDITOR: _("Auditor"),
    Role.DEALER: _("Dealer"),
    Role.PLAYER: _("Player"),
}
"""What people are called by their role; who holds several, by the first of them."""

DAY_WORDS: Final = {"open": _("open"), "rolled": _("day change done"), "closed": _("closed")}


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who looks at a page."""

    name: str
    initials: str
    role: str


@dataclass(frozen=True, slots=True)
class Day:
    """The gaming day that runs."""

    date: date
    state: str


@dataclass(frozen=True, slots=True)
class PageFrame:
    """All of it, for templates."""

    person: Visitor | None
    navigation: Navigation
    day: Day | None
    """For staff; players do not live by it."""
    now: datetime
    is_read_only: bool
    """An auditor sees what others work with, and changes nothing."""


def shell(request: HttpRequest) -> dict[str, Any]:
    """Return what the frame's templates need; the frame itself only when one asks for it."""
    return {
        "theme": theme_of(request),
        "house_name": settings.HOUSE_NAME,
        "shell": SimpleLazyObject(lambda: frame_of(request)),
    }


def frame_of(request: HttpRequest) -> PageFrame:
    """Return the frame for who looks."""
    user = getattr(request, "user", None)
    roles, at = roles_of(user), now()
    work = roles & STAFF
    return PageFrame(
        person=person_of(user),
        navigation=navigation_for(user, path=request.path),
        day=_day(at) if work else None,
        now=at,
        is_read_only=work == {Role.AUDITOR},
    )


def person_of(user: object) -> Visitor | None:
    """Return who somebody is, None for a stranger."""
    somebody = signed_in(user)
    if somebody is None:
        return None
    name, roles = somebody.screen_name, roles_of(somebody)
    word = next((word for role, word in ROLE_WORDS.items() if role in roles), "")
    return Visitor(name=name, initials=initials_of(name), role=gettext(word) if word else "")


def initials_of(name: str) -> str:
    """Return one or two letters that stand for a name: those of its parts, or its first two."""
    parts = [part for part in name.replace("_", " ").replace(".", " ").split() if part]
    letters = parts[0][0] + parts[-1][0] if len(parts) > 1 else name[:2]
    return letters.upper()


def _day(at: datetime) -> Day:
    day = gaming_day_of(at)
    return Day(date=day, state=gettext(DAY_WORDS[days.state_of(day)]))

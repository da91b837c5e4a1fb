"""Who has signed in, and what his command says about itself: the only place that asks this."""

from rest_framework.request import Request

from accounts.people.identity import Person, signed_in
from pokerhouse.api.http import Asked
from pokerhouse.commands.meta import ByPlayer, ByStaff, Meta
from pokerhouse.common.ids import PlayerId


def person_of(request: Request) -> Person:
    """Return who has signed in; a permission let nobody else in."""
    person = signed_in(request.user)
    assert person is not None, "a permission let nobody else in"
    return person


def me(request: Request) -> PlayerId:
    """Return the id of who has signed in."""
    return PlayerId(person_of(request).id)


def player_meta(request: Request, asked: Asked) -> Meta:
    """Return the meta of a command that a player gives."""
    who = ByPlayer(me(request))
    return Meta(who, key=asked.key, at=asked.at, not_after=asked.not_after)


def staff_meta(request: Request, asked: Asked) -> Meta:
    """Return the meta of a command that staff give: it writes a row of the audit trail."""
    who = ByStaff(me(request))
    return Meta(who, key=asked.key, at=asked.at, not_after=asked.not_after)

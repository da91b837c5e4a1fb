"""Who is signed in, and the meta of his command: the only place that reads these from a request."""

from rest_framework.request import Request

from accounts.people.identity import Person, signed_in
from pokerhouse.api.http import ReceivedCommand
from pokerhouse.commands.meta import ByPlayer, ByStaff, Meta
from pokerhouse.common.ids import PlayerId


def person_of(request: Request) -> Person:
    """Return the signed-in person; a permission has refused all others."""
    person = signed_in(request.user)
    assert person is not None, "a permission let nobody else in"
    return person


def me(request: Request) -> PlayerId:
    """Return the id of the signed-in person."""
    return PlayerId(person_of(request).id)


def player_meta(request: Request, received: ReceivedCommand) -> Meta:
    """Return the meta of a player's command."""
    who = ByPlayer(me(request))
    return Meta(who, key=received.key, at=received.at, not_after=received.not_after)


def staff_meta(request: Request, received: ReceivedCommand) -> Meta:
    """Return the meta of a command of staff, which writes a row of the audit trail."""
    who = ByStaff(me(request))
    return Meta(who, key=received.key, at=received.at, not_after=received.not_after)

"""Who asks, as the tables' services and queries want to know it."""

from rest_framework.request import Request

from accounts.people.models import User
from pokerhouse.api.http import Asked
from pokerhouse.common.clock import now
from pokerhouse.common.ids import PlayerId
from pokerhouse.eventstore.codec import house_time
from tables.services.unit_of_work import Meta


def me(request: Request) -> PlayerId:
    """Return who has signed in; a permission let nobody else in."""
    assert isinstance(request.user, User), "a permission let nobody else in"
    return PlayerId(request.user.id)


def meta_of(request: Request, asked: Asked) -> Meta:
    """Return the command's meta: the person is the actor, on every transport."""
    return Meta(actor=str(me(request)), key=asked.key, at=asked.at, not_after=asked.not_after)


def server_now() -> str:
    """Return the time of the house as clients read it."""
    return house_time(now())

"""What a socket is asked once a minute, of many at a time, is what every request is asked."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from pytest_django import DjangoAssertNumQueries

from accounts.people import services as people
from accounts.people import tokens
from accounts.people.models import User
from accounts.people.queries import live_access, tokens_of
from accounts.people.standing import standing
from pokerhouse.common.access import Access, AccessKind, Scope
from pokerhouse.common.clock import now
from pokerhouse.common.roles import Role
from pokerhouse.common.sessions import session_id
from tests.support.people import PASSWORD, app_of, by, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_used")]


def session_of(name: str) -> tuple[User, Access]:
    """Sign in as an app."""
    user = person(name)
    key = app_of(name).headers["X-Session-Token"]
    return user, Access(AccessKind.SESSION, session_id(key))


def token_of(name: str) -> tuple[User, Access]:
    """Make a personal token that ends in a day."""
    user, at = person(name), now()
    issued = tokens.create_token(
        person=user.id, name="x", scopes=(Scope.READ,), expires_at=at + timedelta(days=1), at=at
    )
    return user, Access(AccessKind.TOKEN, issued.token.id)


def key_of(user: User) -> str:
    key: str = UserSession.objects.get(user=user).session_key
    return key


def sign_out(user: User) -> None:
    Session.objects.filter(session_key=key_of(user)).delete()


def run_out(user: User) -> None:
    Session.objects.filter(session_key=key_of(user)).update(expire_date=now())


def grow_old(user: User) -> None:
    session = SessionStore(key_of(user))
    session["account_authentication_methods"][0]["at"] -= 91 * 24 * 3600
    session.save()


def change_password(user: User) -> None:
    user.set_password(f"{PASSWORD}!")
    user.save()


def suspend(user: User) -> None:
    boss = person(f"Boss{user.screen_name}", Role.MANAGER)
    people.suspend(person=user.id, reason="x", meta=by(boss.id, now()))


def revoke(user: User) -> None:
    (token,) = tokens_of(user.id)
    tokens.revoke_token(person=user.id, token=token.id, at=now())


def one_by_one(held: set[tuple[UUID, Access]], at: datetime) -> set[tuple[UUID, UUID]]:
    """Ask for each as a ticket is asked for."""
    return {
        (user, access.id)
        for user, access in held
        if live_access(user=user, kind=access.kind, access=access.id, at=at)
    }


@pytest.mark.parametrize("end", [sign_out, run_out, grow_old, change_password, suspend])
def test_a_session_that_has_ended_stands_no_more(end: Callable[[User], None]) -> None:
    (anna, hers), (ben, his) = session_of("Anna"), session_of("Ben")
    held = {(anna.id, hers), (ben.id, his)}
    assert standing(held, at=now()) == {(anna.id, hers.id), (ben.id, his.id)}

    end(anna)

    assert standing(held, at=now()) == {(ben.id, his.id)} == one_by_one(held, now())


@pytest.mark.parametrize("end", [revoke, suspend])
def test_a_token_that_has_ended_stands_no_more(end: Callable[[User], None]) -> None:
    (anna, hers), (ben, his) = token_of("Anna"), token_of("Ben")
    held = {(anna.id, hers), (ben.id, his)}
    assert standing(held, at=now()) == {(anna.id, hers.id), (ben.id, his.id)}

    end(anna)

    assert standing(held, at=now()) == {(ben.id, his.id)} == one_by_one(held, now())
    later = now() + timedelta(days=1)
    assert standing(held, at=later) == set() == one_by_one(held, later)


def test_what_is_somebody_elses_stands_for_nobody() -> None:
    (anna, hers), (ben, his) = session_of("Anna"), token_of("Ben")
    crossed = {(ben.id, hers), (anna.id, his)}

    assert standing(crossed, at=now()) == set() == one_by_one(crossed, now())


def test_many_cost_as_much_as_one(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    held = {(user.id, access) for user, access in map(session_of, ("Anna", "Ben", "Cleo"))}
    held |= {(user.id, access) for user, access in map(token_of, ("Dora", "Emil"))}

    with django_assert_num_queries(4):
        found = standing(held, at=now())

    assert found == {(user, access.id) for user, access in held}
    assert standing(set(), at=now()) == set()

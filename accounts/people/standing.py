"""
Checks which of many sessions and tokens are still valid, by four statements for any number.

The hub checks the sessions of all sockets so once a minute. `queries.live_access` checks a single
one by the same rules, and also returns the person.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID

from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils.crypto import constant_time_compare

from accounts.people.models import PersonalToken, User
from accounts.people.queries import access_of, is_worn_out
from pokerhouse.common.access import Access, AccessKind
from pokerhouse.common.sessions import session_id

Held: TypeAlias = tuple[UUID, UUID]
"""A person and his session or token, by its public id."""


def standing(held: Collection[tuple[UUID, Access]], *, at: datetime) -> set[Held]:
    """Return those that are still valid."""
    by_token = {(user, access.id) for user, access in held if access.kind is AccessKind.TOKEN}
    by_session = {(user, access.id) for user, access in held if access.kind is AccessKind.SESSION}
    return {*_tokens(by_token, at), *_sessions(by_session, at)}


def _tokens(wanted: set[Held], at: datetime) -> Iterator[Held]:
    if not wanted:
        return
    valid = PersonalToken.objects.filter(
        id__in=[token for _, token in wanted],
        revoked_at=None,
        expires_at__gt=at,
        user__is_active=True,
    )
    yield from wanted.intersection(valid.values_list("user_id", "id"))


def _sessions(wanted: set[Held], at: datetime) -> Iterator[Held]:
    if not wanted:
        return
    people = [user for user, _ in wanted]
    known = UserSession.objects.filter(user_id__in=people).values_list("user_id", "session_key")
    holder = {key: user for user, key in known if (user, session_id(key)) in wanted}
    users = {user.id: user for user in User.objects.filter(id__in=people, is_active=True)}
    for row in Session.objects.filter(session_key__in=holder, expire_date__gt=at):
        user = users.get(holder[row.session_key])
        data = SessionStore().decode(row.session_data)
        if user is not None and _is_his(user, data) and not _is_old(row.session_key, data, at):
            yield user.id, session_id(row.session_key)


def _is_his(user: User, data: Mapping[str, Any]) -> bool:
    """Return whether his password is still the one he signed in with (as `get_user` does)."""
    proof = data.get(HASH_SESSION_KEY, "")
    proofs = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    is_proved = any(constant_time_compare(proof, known) for known in proofs)
    return is_proved and data.get(SESSION_KEY) == str(user.pk)


def _is_old(key: str, data: Mapping[str, Any], at: datetime) -> bool:
    return is_worn_out(access_of(key, data), at=at)

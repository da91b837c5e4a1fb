"""Who somebody is, and which of his sessions and tokens let him in now."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any, Literal
from uuid import UUID

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user
from django.contrib.sessions.backends.base import SessionBase
from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.functions import Lower
from django.db.models.lookups import GreaterThan
from django.http import HttpRequest
from msgspec import Struct

from accounts.people.errors import UnknownPerson
from accounts.people.models import PersonalToken, User
from pokerhouse.common.access import Access, AccessKind, Scope
from pokerhouse.common.roles import Role
from pokerhouse.common.sessions import session_id

MAX_SESSION_AGE = timedelta(days=90)
"""The longest life of a session, however busy; idle ones end after `SESSION_COOKIE_AGE`."""


class SessionRow(Struct, frozen=True):
    """One session of a person, as he sees it."""

    id: UUID
    created_at: datetime
    last_seen_at: datetime
    address: str
    client: str


class PersonLine(Struct, frozen=True):
    """A person as staff's lists show him: no address, no secret."""

    id: UUID
    screen_name: str
    standing: str
    roles: tuple[str, ...]
    created_at: datetime


def _names(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]  # noqa: SLF001  public API


def _columns(model: type[Model], alias: str) -> list[str]:
    return [f"{alias}.{field.column}" for field in model._meta.concrete_fields]  # noqa: SLF001


_PERSON = _columns(User, "person")
_VALID_TOKEN = {
    column: f"""
        SELECT {", ".join([*_columns(PersonalToken, "token"), *_PERSON])}
        FROM personal_token AS token JOIN person ON person.id = token.user_id
        WHERE token.{column} = %s AND token.revoked_at IS NULL AND token.expires_at > %s
            AND person.is_active
        """  # noqa: S608  the house's own names
    for column in ("digest", "id")
}
"""Every request of a script runs this; through the ORM making the SQL takes ten times as long."""


def person_of(person: UUID) -> User | None:
    """Return the person with this id."""
    return User.objects.filter(id=person).first()


def player_of(player: UUID) -> User:
    """
    Return the player with this id.

    :raises UnknownPerson: if nobody has this id, or the person is not a player.
    """
    person = person_of(player)
    if person is None or not person.has_role(Role.PLAYER):
        raise UnknownPerson("There is no such player.", person=str(player))
    return person


def screen_names(people: Collection[UUID]) -> dict[UUID, str]:
    """Return the screen names of those of `people` who exist."""
    rows = User.objects.filter(id__in=people).values_list("id", "screen_name")
    return dict(rows)


_BY_NAME = Lower("screen_name")


def players_named(query: str, *, after_name: str = "", limit: int) -> list[PersonLine]:
    """
    Return players whose screen name contains `query`, by name without regard to letter case.

    Those behind `after_name`, at most `limit`.
    """
    found = _people(query, role=Role.PLAYER)
    if after_name:
        found = found.filter(GreaterThan(_BY_NAME, after_name.lower()))
    return [_line(person) for person in found.order_by(_BY_NAME)[:limit]]


def find_people(
    query: str,
    *,
    role: Role | None = None,
    standing: str = "",
    is_descending: bool = False,
    offset: int = 0,
    limit: int,
) -> tuple[list[PersonLine], int]:
    """Return a page of people by screen name, and how many there are on all pages."""
    found = _people(query, role=role)
    if standing:
        found = found.filter(standing=standing)
    rows = found.order_by(_BY_NAME.desc() if is_descending else _BY_NAME)
    return [_line(person) for person in rows[offset : offset + limit]], found.count()


def _people(query: str, *, role: Role | None) -> QuerySet[User]:
    found = User.objects.filter(screen_name__icontains=query)
    return found if role is None else found.filter(roles__contains=[role.value])


def _line(person: User) -> PersonLine:
    return PersonLine(
        id=person.id,
        screen_name=person.screen_name,
        standing=person.standing,
        roles=tuple(person.roles),
        created_at=person.created_at,
    )


def sessions_of(person: UUID) -> tuple[SessionRow, ...]:
    """Return the person's sessions that still let him in, newest first."""
    alive = (
        session
        for session in UserSession.objects.filter(user_id=person).order_by("-id")
        if load_session(session.session_key) is not None
    )
    return tuple(
        SessionRow(
            id=session_id(session.session_key),
            created_at=session.created_at,
            last_seen_at=session.last_seen_at,
            address=session.ip,
            client=session.user_agent,
        )
        for session in alive
    )


def tokens_of(person: UUID) -> Sequence[PersonalToken]:
    """Return the person's tokens that are not revoked, newest first; never a secret."""
    return list(PersonalToken.objects.filter(user_id=person, revoked_at=None).order_by("-id"))


def live_access(
    *, user: UUID, kind: AccessKind, access: UUID, at: datetime
) -> tuple[User, Access] | None:
    """
    Return the person and his access, if this session or token still lets him in.

    The same check as for every request; for a socket it is made once a minute.
    """
    if kind is AccessKind.TOKEN:
        token = valid_token("id", access, at=at)
        is_his = token is not None and token.user_id == user
        return (token.user, access_by(token)) if token is not None and is_his else None
    for known in UserSession.objects.filter(user_id=user):
        if session_id(known.session_key) == access:
            session = load_session(known.session_key)
            return None if session is None else person_in(session, at=at)
    return None


def valid_token(
    column: Literal["digest", "id"], value: bytes | UUID, *, at: datetime
) -> PersonalToken | None:
    """Return the token with this digest or id and its person, if it lets him in at `at`."""
    with connection.cursor() as cursor:
        cursor.execute(_VALID_TOKEN[column], [value, at])
        row = cursor.fetchone()
    if row is None:
        return None
    token = PersonalToken.from_db(connection.alias, _names(PersonalToken), row[: -len(_PERSON)])
    token.user = User.from_db(connection.alias, _names(User), row[-len(_PERSON) :])
    return token


def load_session(session_key: str) -> SessionBase | None:
    """Return the session with this secret key, if there is one that has not expired."""
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    session.get(SESSION_KEY)  # loads it; an unknown or expired one loses its key
    return session if session.session_key else None


def person_in(session: SessionBase, *, at: datetime) -> tuple[User, Access] | None:
    """
    Return the person of this session; None if his password changed, he is kept out, or it is old.
    """
    request = HttpRequest()
    request.session = session
    user = get_user(request)
    if not isinstance(user, User) or session.session_key is None:
        return None
    access = access_in(session)
    return None if is_worn_out(access, at=at) else (user, access)


def is_worn_out(access: Access, *, at: datetime) -> bool:
    """Return whether the session was opened more than MAX_SESSION_AGE ago."""
    opened_at = access.proofs[0][1] if access.proofs else at.timestamp()
    return at.timestamp() - opened_at > MAX_SESSION_AGE.total_seconds()


def access_in(session: SessionBase) -> Access:
    """Return the access that a signed-in session gives."""
    assert session.session_key is not None, "a session that was loaded has a key"
    return access_of(session.session_key, session)


def access_of(session_key: str, data: Mapping[str, Any] | SessionBase) -> Access:
    """Return the access that the session with this key and these data gives."""
    records = data.get(AUTHENTICATION_METHODS_SESSION_KEY, [])
    return Access(
        kind=AccessKind.SESSION,
        id=session_id(session_key),
        proofs=tuple((record["method"], record["at"]) for record in records),
    )


def access_by(token: PersonalToken) -> Access:
    """Return the access that a personal token gives."""
    return Access(
        kind=AccessKind.TOKEN,
        id=token.id,
        scopes=frozenset(Scope(scope) for scope in token.scopes),
    )

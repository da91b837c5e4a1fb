"""
Personal tokens for scripts, and tickets by which sockets sign in.

Both are 32 random bytes that the person sees once; the database has their SHA-256. A slow hash is
not needed, because random bytes cannot be guessed as a password can.
"""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from django.db import connection, transaction
from msgspec import Struct

from accounts.people import errors, queries
from accounts.people.models import PersonalToken, SocketTicket, User
from accounts.people.services import revoked
from pokerhouse.common.access import Access, AccessKind, Scope

PREFIX = "phk_"
"""The beginning of every personal token, so that secret scanners find tokens in source code."""

TICKET_LIFE = timedelta(seconds=30)
MAX_LIFE = timedelta(days=366)
MAX_NAME = 60
MAX_TOKENS = 20
"""Valid personal tokens of one person."""

MAX_TICKETS = 20
"""Unused tickets of one person; each lives 30 s."""

USED_STEP = timedelta(minutes=5)
"""The precision of `last_used_at`: a busy script causes one write in this time."""


class IssuedToken(Struct, frozen=True):
    """A new token with its secret, which is shown only once."""

    token: PersonalToken
    secret: str


class Bearer(Struct, frozen=True):
    """The person of a token or ticket, and the access that it gives."""

    user: User
    access: Access


def create_token(
    *, person: UUID, name: str, scopes: Collection[Scope], expires_at: datetime, at: datetime
) -> IssuedToken:
    """
    Make a personal token.

    :raises TokenRefused: if name, scopes or lifetime are not allowed.
    :raises TooManyTokens: if the person holds MAX_TOKENS.
    """
    wanted = [scope.value for scope in Scope if scope in set(scopes)]
    _check_form(name, wanted, expires_at, at)
    secret = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        _hold(person)
        held = PersonalToken.objects.filter(user_id=person, revoked_at=None, expires_at__gt=at)
        if held.count() >= MAX_TOKENS:
            raise errors.TooManyTokens("Revoke one first.", max=MAX_TOKENS)
        token = PersonalToken.objects.create(
            user_id=person,
            name=name,
            digest=_digest(secret),
            scopes=wanted,
            created_at=at,
            expires_at=expires_at,
        )
    return IssuedToken(token, secret)


def revoke_token(*, person: UUID, token: UUID, at: datetime) -> None:
    """
    Revoke one of the person's tokens; it is refused from the COMMIT on.

    :raises UnknownToken: if he has no such token, or it is revoked.
    """
    with transaction.atomic():
        changed = PersonalToken.objects.filter(id=token, user_id=person, revoked_at=None).update(
            revoked_at=at
        )
        if not changed:
            raise errors.UnknownToken("No such token.", token=str(token))
        revoked(user=person, session=token)


def bearer_of(*, secret: str, at: datetime) -> Bearer | None:
    """Return the person of this token; None if it is unknown or no longer valid."""
    if not secret.startswith(PREFIX):
        return None
    token = queries.valid_token("digest", _digest(secret), at=at)
    if token is None:
        return None
    if token.last_used_at is None or at - token.last_used_at >= USED_STEP:
        PersonalToken.objects.filter(id=token.id).update(last_used_at=at)
    return Bearer(token.user, queries.access_by(token))


def issue_ticket(*, person: UUID, access: Access, at: datetime) -> str:
    """
    Return a ticket, by which one socket can sign in with `access`, once, within TICKET_LIFE.

    :raises TooManyTickets: if the person holds MAX_TICKETS unused ones.
    """
    secret = secrets.token_urlsafe(32)
    with transaction.atomic():
        _hold(person)
        mine = SocketTicket.objects.filter(user_id=person)
        mine.exclude(used_at=None, expires_at__gt=at).delete()
        if mine.count() >= MAX_TICKETS:
            raise errors.TooManyTickets(
                "Use them or wait.", max=MAX_TICKETS, retry_after_s=TICKET_LIFE.seconds
            )
        SocketTicket.objects.create(
            digest=_digest(secret),
            user_id=person,
            access_kind=access.kind.value,
            access_id=access.id,
            expires_at=at + TICKET_LIFE,
        )
    return secret


_CONSUME = """
UPDATE socket_ticket SET used_at = %s
WHERE digest = %s AND used_at IS NULL AND expires_at > %s
RETURNING user_id, access_kind, access_id
"""


def consume_ticket(*, ticket: str, at: datetime) -> Bearer:
    """
    Use the ticket up and return its person. Of several uses at the same time one succeeds.

    :raises TicketRefused: if it is unknown, used, too old, or its session or token has ended.
    """
    with connection.cursor() as cursor:
        cursor.execute(_CONSUME, [at, _digest(ticket), at])
        row = cursor.fetchone()
    if row is not None:
        user_id, kind, access_id = row
        bearer = queries.live_access(user=user_id, kind=AccessKind(kind), access=access_id, at=at)
        if bearer is not None:
            return Bearer(*bearer)
    raise errors.TicketRefused("Ask for a new ticket.")


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()


def _hold(person: UUID) -> None:
    """Lock the person, so that his requests for tokens run one by one and the limits are exact."""
    User.objects.select_for_update(no_key=True).filter(id=person).only("id").first()


def _check_form(name: str, scopes: list[str], expires_at: datetime, at: datetime) -> None:
    if not 1 <= len(name.strip()) <= MAX_NAME:
        raise errors.TokenRefused("A token has a name.", max=MAX_NAME)
    if not scopes:
        raise errors.TokenRefused("A token has a scope.", scopes=[s.value for s in Scope])
    if not at < expires_at <= at + MAX_LIFE:
        raise errors.TokenRefused("A token ends within a year.", max_days=MAX_LIFE.days)

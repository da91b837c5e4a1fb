"""What somebody proves himself with beside his password, and the set-up of an authenticator app."""

from datetime import datetime
from uuid import UUID

from allauth.core.context import request_context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import get_totp_secret
from django.http import HttpRequest
from msgspec import Struct

from accounts.people.identity import Person


class PasskeyRow(Struct, frozen=True):
    """A passkey, as its owner sees it."""

    id: int
    name: str
    created_at: datetime
    last_used_at: datetime | None


class Factors(Struct, frozen=True, kw_only=True):
    """All that somebody proves himself with beside his password."""

    app_since: datetime | None
    """When he activated an authenticator app; None if he has none."""
    passkeys: tuple[PasskeyRow, ...]
    recovery_left: int
    """Recovery codes that were not used yet."""

    @property
    def has_any(self) -> bool:
        return self.app_since is not None or bool(self.passkeys)


class AppSetup(Struct, frozen=True):
    """What an authenticator app is told when it is set up, as text and as an SVG picture."""

    secret: str
    picture: str


def factors_of(person: UUID) -> Factors:
    """Return what the person proves himself with; never a secret."""
    rows = list(Authenticator.objects.filter(user_id=person).order_by("id"))
    apps = [row for row in rows if row.type == Authenticator.Type.TOTP]
    codes = [row for row in rows if row.type == Authenticator.Type.RECOVERY_CODES]
    return Factors(
        app_since=apps[0].created_at if apps else None,
        passkeys=tuple(
            PasskeyRow(row.id, row.wrap().name, row.created_at, row.last_used_at)
            for row in rows
            if row.type == Authenticator.Type.WEBAUTHN
        ),
        recovery_left=len(codes[0].wrap().get_unused_codes()) if codes else 0,
    )


def set_up_app(request: HttpRequest, person: Person) -> AppSetup:
    """Return a new secret for the person's app; it waits in his session until a code proves it."""
    with request_context(request):
        secret = get_totp_secret(regenerate=True)
        adapter = get_adapter()
        picture = adapter.build_totp_svg(adapter.build_totp_url(person, secret))
    return AppSetup(secret, picture)

"""
How requests sign in: by a script's personal token, an app's session token or a browser's cookie.

Each is checked in the database at every request, so a person who is barred or signed out is refused
at once. `request.auth` is an `Access` in all three.
"""

from django.contrib.sessions.backends.base import SessionBase, UpdateError
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from accounts.people import queries as people
from accounts.people import tokens
from accounts.people.identity import Person, signed_in
from pokerhouse.common.access import Access
from pokerhouse.common.clock import now

SEEN_ON = "seen_on"
"""Key in a session for the day of its last request. Writing it also moves the session's end."""


class PersonalTokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer phk_…`"""

    def authenticate(self, request: Request) -> tuple[Person, Access] | None:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        bearer = tokens.bearer_of(secret=secret.strip(), at=now())
        if bearer is None:
            raise exceptions.AuthenticationFailed("The token is not valid.", "invalid_token")
        return bearer.user, bearer.access

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class AppSessionAuthentication(authentication.BaseAuthentication):
    """`X-Session-Token: …`, as allauth gives it to apps."""

    def authenticate(self, request: Request) -> tuple[Person, Access] | None:
        key = request.headers.get("X-Session-Token")
        if not key:
            return None
        session = people.load_session(key)
        found = None if session is None else people.person_in(session, at=now())
        if session is None or found is None or not _stays(session):
            raise exceptions.AuthenticationFailed("The session has ended.", "session_ended")
        return found

    def authenticate_header(self, request: Request) -> str:
        return "X-Session-Token"


class BrowserSessionAuthentication(authentication.SessionAuthentication):
    """The session cookie; requests that change something also need a CSRF token."""

    def authenticate(self, request: Request) -> tuple[Person, Access] | None:
        user = signed_in(getattr(request._request, "user", None))  # noqa: SLF001  DRF's own way
        session = request._request.session  # noqa: SLF001
        if user is None or not session.session_key:
            return None
        access = people.access_in(session)
        if people.is_worn_out(access, at=now()):
            return None
        self.enforce_csrf(request)
        _mark(session)  # saved by Django's middleware
        return user, access

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise exceptions.PermissionDenied(str(error.detail), "csrf_failed") from error


def _mark(session: SessionBase) -> bool:
    """Record that the session was used today; return False if that was recorded before."""
    today = now().date().isoformat()
    if session.get(SEEN_ON) == today:
        return False
    session[SEEN_ON] = today
    return True


def _stays(session: SessionBase) -> bool:
    """Move the session's end, once a day; return False if the session was ended meanwhile."""
    if _mark(session):
        try:
            session.save()
        except UpdateError:
            return False
    return True


class PersonalTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The personal token in the schema."""

    target_class = PersonalTokenAuthentication
    name = "personalToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "phk_…"}


class AppSessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The app's session token in the schema."""

    target_class = AppSessionAuthentication
    name = "sessionToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "header", "name": "X-Session-Token"}


class BrowserSessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The browser's cookie in the schema."""

    target_class = BrowserSessionAuthentication
    name = "sessionCookie"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}

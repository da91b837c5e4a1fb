"""
Who opens a socket: a browser by its cookie and the right Origin, an app by its session token, a
script by a single-use ticket in the first frame. Never anything in the URL.
"""

from collections.abc import Collection, Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any, Protocol
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from pokerhouse.realtime.channels import Caller


class Doors(Protocol):
    """The house's ways in, which the app that knows people brings; all run on a thread."""

    def by_cookie(self, session: str) -> Caller | None:
        """Return who holds the browser session."""

    def by_token(self, token: str) -> Caller | None:
        """Return whose the app's session token is."""

    def by_ticket(self, ticket: str) -> Caller | None:
        """Return whose the ticket is, and spend it."""

    def still_in(self, callers: Collection[Caller]) -> set[Caller]:
        """Return those of `callers` whose sessions stand."""


class Credentials:
    """What a handshake brought along."""

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self._headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}

    @property
    def token(self) -> str | None:
        """The app's token."""
        return self._headers.get(b"x-session-token")

    @property
    def session(self) -> str | None:
        """The browser's session; a cookie without an Origin counts for nothing."""
        if b"origin" not in self._headers:
            return None
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(self._headers.get(b"cookie", ""))
        except CookieError:
            return None
        found = cookies.get(settings.SESSION_COOKIE_NAME)
        return found.value if found is not None else None

    def is_origin_allowed(self) -> bool:
        """Return whether the page that opens the socket, if it is one, is the house's own."""
        origin = self._headers.get(b"origin")
        if origin is None:
            return True
        if origin in settings.REALTIME_ORIGINS:
            return True
        host = self._headers.get(b"host", "")
        domain, _ = split_domain_port(host)
        return (
            bool(domain)
            and validate_host(domain, settings.ALLOWED_HOSTS)
            and urlsplit(origin).scheme in {"http", "https"}
            and urlsplit(origin).netloc.lower() == host.lower()
        )

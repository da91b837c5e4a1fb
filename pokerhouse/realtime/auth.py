"""
Who opens a socket: a browser by its cookie and the right Origin, an app by its session token, a
script by a single-use ticket in the first frame. Never anything in the URL.
"""

from collections.abc import Callable, Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from channels.middleware import BaseMiddleware
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from pokerhouse.realtime.channels import Principal
from pokerhouse.realtime.hub import DATABASE_AWAY, Hub
from pokerhouse.realtime.protocol import Close
from pokerhouse.realtime.refusal import Refusal


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
        """
        Return whether the page that opens the socket, if it is one, may do so.

        A token in a header needs no origin: no page can send one without knowing it.
        """
        origin = self._headers.get(b"origin")
        if origin is None or self.token is not None:
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


class OriginCheck(BaseMiddleware):
    """Lets in no page of a stranger's, whatever cookie its browser sends along."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        allowed = Credentials(scope).is_origin_allowed()
        refusal = Refusal.as_asgi(code=Close.FORBIDDEN, is_accepted=False)
        inner: Any = self.inner if allowed else refusal
        return await inner(scope, receive, send)


class SocketAuthMiddleware(BaseMiddleware):
    """
    Puts into the scope, as `principal`, who opens the socket.

    None stands for somebody who brought neither token nor cookie: his first frame must be a ticket,
    so only the consumer can ask who he is.
    """

    def __init__(self, inner: Any, hub_of: Callable[[], Hub]) -> None:
        super().__init__(inner)
        self._hub_of = hub_of

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        found = await self._principal(Credentials(scope))
        inner: Any = self.inner
        if isinstance(found, Close):
            inner = Refusal.as_asgi(code=found, is_accepted=True)
        return await inner({**scope, "principal": found}, receive, send)

    async def _principal(self, credentials: Credentials) -> Principal | Close | None:
        """Return who it is, or why he is not let in."""
        hub = self._hub_of()
        if hub.is_full:
            return Close.OVERLOADED  # before anything is asked of the database
        try:
            if credentials.token is not None:
                found = await hub.run(hub.authenticators.by_token, credentials.token)
            elif credentials.session is not None:
                found = await hub.run(hub.authenticators.by_cookie, credentials.session)
            else:
                return None
        except DATABASE_AWAY:
            return Close.OVERLOADED
        return found or Close.NOT_SIGNED_IN

"""
Who may open a socket: a browser with its cookie and an allowed Origin, an app with its session
token, a script with a single-use ticket in its first frame. Nothing secret is ever in the URL.
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
    """The credentials in the headers of a handshake."""

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self._headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}

    @property
    def token(self) -> str | None:
        """The app's session token."""
        return self._headers.get(b"x-session-token")

    @property
    def session(self) -> str | None:
        """The browser's session; None if there is a cookie but no Origin."""
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
        Return whether a page with this origin may open a socket; a client without one may.

        With a token in a header the origin does not matter: no page can send a token that it does
        not know, while a browser sends a cookie along for every page.
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
    """Refuses pages of other origins, because the browser sends our cookie along for them too."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        allowed = Credentials(scope).is_origin_allowed()
        refusal = Refusal.as_asgi(code=Close.FORBIDDEN, is_accepted=False)
        inner: Any = self.inner if allowed else refusal
        return await inner(scope, receive, send)


class SocketAuthMiddleware(BaseMiddleware):
    """
    Puts the principal who opens the socket into the scope, as `principal`.

    It is None if there is neither a token nor a cookie. Then the first frame must be a ticket,
    which only the consumer can read.
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
        """Return who it is, or the code with which the socket is refused."""
        hub = self._hub_of()
        if hub.is_full:
            return Close.OVERLOADED  # before any query
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

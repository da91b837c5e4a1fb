"""Static files of the pages: served beside Django, so that no request of play pays for them."""

import gzip
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

from django.apps import apps
from whitenoise import WhiteNoise

PREFIX = "/static/"
MAX_AGE_S = 0
"""Names of files carry no version, so a browser asks each time whether it has today's."""

FEATURES = "pokerhouse.console."
LIBRARIES = {"django_htmx"}
"""Whose files pages load as they come in the wheel."""

Application = Callable[[Any, Any, Any], Awaitable[None]]


def folders() -> list[Path]:
    """Return where the pages' static files lie: each feature has a folder of its own."""
    owners = [
        app
        for app in apps.get_app_configs()
        if app.name.startswith(FEATURES) or app.name in LIBRARIES
    ]
    return [folder for app in owners if (folder := Path(app.path) / "static").is_dir()]


class StaticFiles:
    """
    The ASGI application that answers PREFIX by itself and hands the rest on.

    WhiteNoise decides what to answer. Its own way into a server is WSGI, which costs a thread; the
    files are a few kilobytes each, so they are read where the request is.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        found = WhiteNoise(None, max_age=MAX_AGE_S)
        for folder in folders():
            found.add_files(folder, prefix=PREFIX)
        self._files = found.files
        self._compressed: dict[str, bytes] = {}
        """By path, of the files that were asked for; they do not change while it runs."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not scope["path"].startswith(PREFIX):
            await self._application(scope, receive, send)
            return
        status, headers, body = self._answer(scope)
        told = [(name.lower().encode(), value.encode()) for name, value in headers]
        await send({"type": "http.response.start", "status": status, "headers": told})
        await send({"type": "http.response.body", "body": body})

    def _answer(self, scope: Any) -> tuple[int, list[tuple[str, str]], bytes]:
        found = self._files.get(scope["path"])
        if found is None:
            return 404, [("Content-Type", "text/plain")], b"There is nothing here."
        response = found.get_response(scope["method"], _as_environ(scope["headers"]))
        if response.file is None:
            return int(response.status), response.headers, b""
        with response.file as file:
            body = file.read()
        if int(response.status) == 200 and _takes_gzip(scope["headers"]):
            return self._smaller(scope["path"], response.headers, body)
        return int(response.status), response.headers, body

    def _smaller(
        self, path: str, headers: Iterable[tuple[str, str]], body: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Return the whole file compressed: it is public, so that its size tells nothing."""
        if path not in self._compressed:
            self._compressed[path] = gzip.compress(body, mtime=0)
        packed = self._compressed[path]
        kept = [header for header in headers if header[0].lower() not in _OF_THE_BODY]
        more = [("Content-Encoding", "gzip"), ("Content-Length", str(len(packed)))]
        return 200, [*kept, *more, ("Vary", "Accept-Encoding")], packed


_OF_THE_BODY = {"content-length", "content-encoding", "vary", "etag"}


def _takes_gzip(headers: list[tuple[bytes, bytes]]) -> bool:
    return any(name == b"accept-encoding" and b"gzip" in value for name, value in headers)


def _as_environ(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return a request's headers by the names that WSGI has for them."""
    return {
        f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}": value.decode("latin-1")
        for name, value in headers
    }

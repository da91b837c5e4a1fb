"""Static files of the pages: served beside Django, so that no request of play pays for them."""

from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

from asgiref.wsgi import WsgiToAsgi
from whitenoise import WhiteNoise

FOLDER = Path(__file__).parent / "static"
PREFIX = "/static/"
MAX_AGE_S = 300
"""Names of files carry no version, so a new house shows itself after that time."""

Application = Callable[[Any, Any, Any], Awaitable[None]]


class StaticFiles:
    """The ASGI application that answers PREFIX by itself and hands the rest on."""

    def __init__(self, application: Application) -> None:
        self._application = application
        files = WhiteNoise(_nothing_here, root=FOLDER, prefix=PREFIX, max_age=MAX_AGE_S)
        self._files = WsgiToAsgi(files)  # type: ignore[no-untyped-call]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        is_file = scope["path"].startswith(PREFIX)
        await (self._files if is_file else self._application)(scope, receive, send)


def _nothing_here(_environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
    start_response("404 Not Found", [("Content-Type", "text/plain")])
    return [b"There is nothing here."]

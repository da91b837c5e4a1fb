"""
The way into a socket, as Channels users know it: origin, then who it is, then the path.

`pokerhouse.asgi` puts this behind a `ProtocolTypeRouter`.
"""

from collections.abc import Callable
from typing import Any

from channels.routing import URLRouter
from django.urls import re_path

from pokerhouse.realtime.auth import OriginCheck, SocketAuthMiddleware
from pokerhouse.realtime.consumer import TableSocket
from pokerhouse.realtime.hub import Hub
from pokerhouse.realtime.protocol import Close
from pokerhouse.realtime.refusal import Refusal


def socket_application(hub_of: Callable[[], Hub]) -> OriginCheck:
    """Return the ASGI application for sockets; `hub_of` returns the running loop's hub."""
    table_socket: Any = TableSocket.as_asgi(hub_of=hub_of)  # Django's types know views alone
    nowhere: Any = Refusal.as_asgi(code=Close.UNKNOWN_CHANNEL, is_accepted=False)
    paths: list[Any] = [re_path(r"^ws/?$", table_socket), re_path(r"", nowhere)]
    return OriginCheck(SocketAuthMiddleware(URLRouter(paths), hub_of))

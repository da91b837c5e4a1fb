"""A web process writes heartbeats from its start to its end (ASGI lifespan)."""

from collections.abc import Awaitable, Callable
from typing import Any

from pokerhouse.agenda.heartbeats import WEB, start_beating
from pokerhouse.common.garbage import calm_collector

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


async def beating(_scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """The ASGI application for `lifespan`; without the heartbeat of a web process no clock runs."""
    await receive()
    stop, janitor = start_beating(WEB), calm_collector()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    stop.set()
    janitor.done.set()
    await send({"type": "lifespan.shutdown.complete"})

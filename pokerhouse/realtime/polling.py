"""
The long poll: a DRF view that is called again when the feed has moved.

DRF has no async views. So the view runs on a thread of the hub, and between two runs the event loop
waits, without a thread or a database connection. Both runs check the user's permissions, so that
somebody who was barred in between gets nothing.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from rest_framework.views import APIView

from pokerhouse.realtime.hub import Hub

MAX_WAIT_S = 25
"""Shorter than the time-out of common proxies, which is 30 s."""

View = Callable[..., Coroutine[Any, Any, HttpResponse]]


def long_poll(view: type[APIView], shard: str, hub_of: Callable[[], Hub]) -> View:
    """
    Return a view that waits up to `?wait=` seconds for events after `?after_seq=`.

    `shard` is the name of the path's part that has the feed's id; `view` answers `{"events": […]}`.
    """
    respond = view.as_view()

    async def polled(request: HttpRequest, **parts: Any) -> HttpResponse:
        wait_s, after_seq = _number(request, "wait"), _number(request, "after_seq")
        if wait_s == 0 or not isinstance(request, ASGIRequest):  # WSGI has no event loop to wait in
            return await sync_to_async(respond)(request, **parts)
        hub = hub_of()
        feed: UUID = parts[shard]
        # Listen before the first read, so that no event between the two is missed.
        moved = asyncio.create_task(hub.wait(feed, min(wait_s, MAX_WAIT_S), after_seq))
        try:
            first = await hub.run(_call, respond, request, parts)
            if not _is_empty(first):
                return first
            await moved
        finally:
            moved.cancel()
            with suppress(asyncio.CancelledError):
                await moved
        return await hub.run(_call, respond, request, parts)

    polled.__dict__.update(respond.__dict__)  # the schema and the CSRF middleware look at these
    return polled


def _call(
    respond: Callable[..., HttpResponse], request: HttpRequest, parts: dict[str, Any]
) -> HttpResponse:
    return respond(request, **parts)


def _is_empty(response: Any) -> bool:
    """Return whether the response is a success without events; a refusal is no reason to wait."""
    return response.status_code == 200 and not response.data["events"]


def _number(request: HttpRequest, name: str) -> int:
    """Return a parameter; 0 if it is missing or the view will refuse it."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 17 else 0

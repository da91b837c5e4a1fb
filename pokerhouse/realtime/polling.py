"""
The long poll: a view of DRF's that is asked again when the feed has moved.

DRF has no async views. So the view itself answers, on a thread of the hub's, and gives its
database connection back; the waiting between two answers is the event loop's. Who may ask is
decided at both, so that somebody who is barred meanwhile gets nothing.
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
"""Shorter than the patience of what stands between: proxies cut silence off after 30 s."""

View = Callable[..., Coroutine[Any, Any, HttpResponse]]


def long_poll(view: type[APIView], shard: str, hub_of: Callable[[], Hub]) -> View:
    """
    Return `view` as one that waits up to `?wait=` seconds for events behind `?after_seq=`.

    `shard` names the path's part that is the feed; the view answers `{"events": […]}`.
    """
    answer = view.as_view()

    async def polled(request: HttpRequest, **parts: Any) -> HttpResponse:
        wait_s, after_seq = _number(request, "wait"), _number(request, "after_seq")
        if wait_s == 0 or not isinstance(request, ASGIRequest):  # elsewhere nothing can wait
            return await sync_to_async(answer)(request, **parts)
        hub = hub_of()
        feed: UUID = parts[shard]
        # It listens before it reads: what comes between the two is not slept through.
        moved = asyncio.create_task(hub.wait(feed, min(wait_s, MAX_WAIT_S), after_seq))
        try:
            first = await hub.run(_answered, answer, request, parts)
            if not _is_empty(first):
                return first
            await moved
        finally:
            moved.cancel()
            with suppress(asyncio.CancelledError):
                await moved
        return await hub.run(_answered, answer, request, parts)

    polled.__dict__.update(answer.__dict__)  # what the schema and CSRF's middleware look for
    return polled


def _answered(
    answer: Callable[..., HttpResponse], request: HttpRequest, parts: dict[str, Any]
) -> HttpResponse:
    return answer(request, **parts)


def _is_empty(answer: Any) -> bool:
    """Return whether it is an answer that something may still be added to, and no refusal."""
    return answer.status_code == 200 and not answer.data["events"]


def _number(request: HttpRequest, name: str) -> int:
    """Return a parameter; 0 where the view will refuse it."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 17 else 0

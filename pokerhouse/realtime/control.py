"""
Control messages: whose sockets must end. They travel over Channels' layer.

Every web process is in one group and looks for itself which of its sockets are meant. A message may
be lost at any time: a socket's session is asked for when it opens and once a minute (`hub`).
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, get_channel_layer
from redis.exceptions import RedisError

LAYER: Final = "control"
GROUP: Final = "web"
"""All web processes."""

SESSION_REVOKED: Final = "session.revoked"
PERSON_REVOKED: Final = "person.revoked"

RETRY_S = 1.0
LAYER_AWAY = (RedisError, OSError, TimeoutError)

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class ControlCounts:
    """What became of a process's control messages since it started."""

    sent: int = 0
    failed: int = 0


counts = ControlCounts()
"""This process's, for the operator's figures."""


def revoke_session(user: str, session: str) -> None:
    """
    End the sockets of one session or token of `user`, in every web process.

    `session` is its public name (`common.sessions`), never the secret. Call it after COMMIT, from
    synchronous code; it never raises.
    """
    _send({"type": SESSION_REVOKED, "user": user, "session": session})


def revoke_person(user: str) -> None:
    """End all sockets of `user`: he was suspended, barred, or signed out everywhere."""
    _send({"type": PERSON_REVOKED, "user": user})


def _send(message: dict[str, Any]) -> None:
    try:
        async_to_sync(control_layer().group_send)(GROUP, message)
    except LAYER_AWAY:
        counts.failed += 1
    else:
        counts.sent += 1


async def receive_control(
    handle: Callable[[dict[str, Any]], None], is_heard: asyncio.Event
) -> None:
    """
    Hand every control message to `handle`, for ever; `is_heard` is set while any can come.

    The layer subscribes again by itself after a lost connection; only the first subscription is
    tried again here.
    """
    layer = control_layer()
    try:
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add(GROUP, channel)
                is_heard.set()
                while True:
                    _handle(handle, await layer.receive(channel))
            except LAYER_AWAY:
                await layer.flush()
                await asyncio.sleep(RETRY_S)
    finally:
        is_heard.clear()
        await layer.flush()


def _handle(handle: Callable[[dict[str, Any]], None], message: dict[str, Any]) -> None:
    try:
        handle(message)
    except Exception:  # the edge of a task that must not die
        logger.exception("a control message was not understood")


def control_layer() -> BaseChannelLayer:
    """Return the layer that control messages travel over."""
    layer = get_channel_layer(LAYER)
    assert layer is not None, "CHANNEL_LAYERS has no control layer"
    return layer

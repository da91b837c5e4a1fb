"""Where Valkey or Redis is, for everything that asks for it: one address, three settings."""

from typing import Any

from channels.layers import channel_layers
from django.conf import settings


def control_layers(url: str, timeout_s: float) -> dict[str, Any]:
    """
    Return Django's CHANNEL_LAYERS for the server at `url`.

    There is one layer, for control messages. It is not the default one: on that Channels gives each
    socket a subscription of its own, and a socket must open while the server is away.
    """
    address = {"address": url, "socket_timeout": timeout_s, "socket_connect_timeout": timeout_s}
    return {
        "control": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [address], "prefix": "pokerhouse"},
        }
    }


def use_broker(url: str) -> None:
    """Let this process use the server at `url` from now on."""
    settings.REDIS_URL = settings.CELERY_BROKER_URL = url
    settings.CHANNEL_LAYERS = control_layers(url, settings.REDIS_TIMEOUT_S)
    channel_layers.backends.clear()  # it keeps the layers that it made for the address before

"""
The web of `bench socket` and `bench rest`: the house's own, with their baselines beside it.

Both baselines do one INSERT for each message through Django's pooled connection, in the same
process, server and database. `socket_echo` answers what came; `/bench/bare` is a DRF view without
identity, `/bench/signed-in` the same behind the house's identity, permission and limit.
"""

# isort: off
import os

from django.conf import settings
from django.utils.module_loading import import_string

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerhouse.settings")
house = import_string(settings.ASGI_APPLICATION)  # loads the apps, which all below needs
# isort: on

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any, TypeAlias
from uuid import UUID

import msgspec
from django.db import close_old_connections, connection
from django.urls import path
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from pokerhouse.api.permissions import IsPlayer

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

INSERT = "INSERT INTO bench_row (id, body) VALUES (%s, %s)"
ECHO_PATH = "/bench/echo"
SUBPROTOCOL = "pokerhouse.v1"

_threads = ThreadPoolExecutor(settings.REALTIME_THREADS, "echo")


class EchoFrame(msgspec.Struct):
    """What the echo reads and answers."""

    id: UUID
    body: str


def insert(row: UUID, body: str) -> None:
    """Write one row, committed."""
    with connection.cursor() as cursor:
        cursor.execute(INSERT, [row, body])


def insert_on_thread(row: UUID, body: str) -> None:
    """Write one row and give the connection back to the pool, as after a request."""
    close_old_connections()
    try:
        insert(row, body)
    finally:
        close_old_connections()


async def socket_echo(_scope: Message, receive: Receive, send: Send) -> None:
    """Answer each frame with itself after its INSERT."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL})
    loop = asyncio.get_running_loop()
    while (message := await receive())["type"] == "websocket.receive":
        frame = msgspec.json.decode(message["text"], type=EchoFrame)
        await loop.run_in_executor(_threads, insert_on_thread, frame.id, frame.body)
        await send({"type": "websocket.send", "text": msgspec.json.encode(frame).decode()})


class BareInput(serializers.Serializer[object]):
    """What the bare views read."""

    id = serializers.UUIDField()
    body = serializers.CharField()


class InsertView(APIView):
    """A DRF POST with one INSERT."""

    def post(self, request: Request) -> Response:
        """Write one row."""
        checked = BareInput(data=request.data)
        checked.is_valid(raise_exception=True)
        insert(checked.validated_data["id"], checked.validated_data["body"])
        return Response({"id": str(checked.validated_data["id"])})


class BareView(InsertView):
    """For anybody, without identification."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()


class SignedInView(InsertView):
    """For a player, with the house's authentication, permission and limit."""

    permission_classes = (IsPlayer,)


urlpatterns = [
    path("bench/bare", BareView.as_view()),
    path("bench/signed-in", SignedInView.as_view()),
    *import_module(settings.ROOT_URLCONF).urlpatterns,
]
settings.ROOT_URLCONF = __name__


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """Hand the echo's path to the echo, everything else to the house."""
    if scope["type"] == "websocket" and scope["path"] == ECHO_PATH:
        await socket_echo(scope, receive, send)
        return
    await house(scope, receive, send)

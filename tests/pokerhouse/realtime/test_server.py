"""The socket behind a real web server and a real connection."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from pokerhouse.ops.embedded.up import MAX_MESSAGE_BYTES, SOCKET_FLAGS
from pokerhouse.realtime.protocol import SUBPROTOCOL
from tests.support.channels import Feed
from tests.support.sockets import PATIENCE_S, House, eventually, open_house

pytestmark = pytest.mark.usefixtures("house_db", "valkey")


@asynccontextmanager
async def served(house: House) -> AsyncIterator[tuple[uvicorn.Server, str]]:
    """Serve the house on a free port as `up` does; give the server and its socket's address."""
    app = house.app
    flags = uvicorn.main.make_context("uvicorn", ["app", *SOCKET_FLAGS]).params
    config = uvicorn.Config(
        app,
        port=0,
        lifespan="off",
        log_level="error",
        **{name: value for name, value in flags.items() if name.startswith("ws_")},
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    try:
        await eventually(lambda: server.started)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield server, f"ws://127.0.0.1:{port}/ws"
    finally:
        server.should_exit = True
        await asyncio.wait_for(serving, PATIENCE_S)


def opened(address: str, **headers: str) -> connect:
    """Return a connection to be entered; Bob's, if no header is given."""
    return connect(
        address,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        additional_headers=headers or {"X-Session-Token": "bob"},
        compression=None,
    )


async def close_code(socket: ClientConnection) -> int | None:
    """Return the code that the house closed with."""
    async with asyncio.timeout(PATIENCE_S):
        await socket.wait_closed()
    return socket.close_code


def test_events_arrive_over_a_real_connection_and_a_restart_says_1012() -> None:
    feed = Feed(2)

    async def scene() -> None:
        async with (
            open_house() as house,
            served(house) as (server, address),
            opened(address) as socket,
        ):
            assert socket.subprotocol == SUBPROTOCOL
            assert json.loads(await socket.recv())["t"] == "hello"
            await socket.send(json.dumps({"t": "sub", "d": {"ch": feed.name}}))
            assert json.loads(await socket.recv())["d"] == {"seen": [1]}
            await feed.grow(1)
            assert json.loads(await socket.recv())["seq"] == 3
            server.should_exit = True
            assert await close_code(socket) == 1012

    asyncio.run(scene())


def test_what_is_wrong_ends_a_real_connection_with_its_code() -> None:
    async def scene() -> None:
        async with open_house() as house, served(house) as (_, address):
            async with opened(address) as socket:
                await socket.send("x" * 9000)
                assert await close_code(socket) == 4400
            async with opened(address, **{"X-Session-Token": "nobody"}) as socket:
                assert await close_code(socket) == 4401
            with pytest.raises(InvalidStatus, match="403"):
                await opened(address, Origin="https://evil.example").__aenter__()
            with pytest.raises(InvalidStatus, match="403"):
                await opened(address + "/elsewhere").__aenter__()

    asyncio.run(scene())


def test_a_client_that_offers_compression_gets_none_and_one_that_floods_is_not_read() -> None:
    async def scene() -> None:
        async with open_house() as house, served(house) as (_, address):
            async with connect(
                address,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                additional_headers={"X-Session-Token": "bob"},
                compression="deflate",
            ) as socket:
                assert socket.protocol.extensions == []
            async with opened(address) as socket:
                await socket.send("x" * MAX_MESSAGE_BYTES)
                assert await close_code(socket) == 4400
            async with opened(address) as socket:
                await socket.send("x" * (MAX_MESSAGE_BYTES + 1))
                assert await close_code(socket) == 1009

    asyncio.run(scene())

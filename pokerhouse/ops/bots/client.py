"""One client of the house: signs in, calls REST, holds a socket that comes back by itself."""

import asyncio
import json
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

import httpx
import websockets

SUBPROTOCOL = "pokerhouse.v1"
TIMEOUT_S = 10
HEARTBEAT_S = 15
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.2, 3.0


class RequestRefused(Exception):
    """The house answered with a problem; `code` is its word."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(f"{status} {problem.get('code')}: {problem.get('detail')}")
        self.status = status
        self.code = str(problem.get("code"))


class Client:
    """A signed-in player. Use it as an async context."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._http = httpx.AsyncClient(base_url=url, timeout=TIMEOUT_S)
        self._token = ""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    async def sign_in(self, email: str, password: str) -> None:
        """
        Get a session token as an app does.

        :raises Refused: if name or password are wrong.
        """
        body = {"email": email, "password": password}
        answer = await self._http.post("/_allauth/app/v1/auth/login", json=body)
        if answer.status_code != 200:
            raise RequestRefused(answer.status_code, answer.json())
        self._token = answer.json()["meta"]["session_token"]
        self._http.headers["X-Session-Token"] = self._token

    async def get(self, path: str) -> Any:
        """Return what GET answers."""
        return _body(await self._http.get(f"/api/v1{path}"))

    async def post(self, path: str, body: dict[str, Any]) -> Any:
        """Return what POST answers; the command has an id of its own."""
        key = {"Idempotency-Key": str(uuid4())}
        return _body(await self._http.post(f"/api/v1{path}", json=body, headers=key))

    async def frames(self, table: str) -> AsyncIterator[tuple["BotSocket", dict[str, Any]]]:
        """Yield the frames of a table's channel; after a loss it is resumed where it was."""
        pause = FIRST_PAUSE_S
        seen: dict[str, int] = {}
        while True:
            try:
                async with websockets.connect(
                    self.url.replace("http", "ws", 1) + "/ws",
                    subprotocols=[websockets.Subprotocol(SUBPROTOCOL)],
                    additional_headers={"X-Session-Token": self._token},
                ) as connection:
                    socket = BotSocket(connection)
                    await socket.send("sub", {"ch": f"table:{table}", **seen})
                    beating = asyncio.create_task(socket.beat())
                    try:
                        async for text in connection:
                            frame = json.loads(text)
                            if "seq" in frame and "ep" in frame:
                                seen = {"after_seq": frame["seq"], "ep": frame["ep"]}
                            pause = FIRST_PAUSE_S
                            yield socket, frame
                    finally:
                        beating.cancel()
            except (OSError, websockets.WebSocketException):
                pass
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE_S)


class BotSocket:
    """The open connection; what is sent has an id of its own."""

    def __init__(self, connection: websockets.ClientConnection) -> None:
        self._connection = connection

    async def send(self, kind: str, body: dict[str, Any], key: str | None = None) -> str:
        """Send a message and return its id; a repeat is sent under the first one's."""
        key = key or str(uuid4())
        await self._connection.send(json.dumps({"t": kind, "id": key, "d": body}))
        return key

    async def beat(self) -> None:
        """Give a sign of life as often as the house wants one."""
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            await self.send("ping", {})


def _body(answer: httpx.Response) -> Any:
    if answer.status_code >= 400:
        raise RequestRefused(answer.status_code, answer.json())
    return answer.json() if answer.content else None

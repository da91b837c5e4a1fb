"""A house that says what the test says, and a page that has opened its line to it."""

import json
import socket
import time
from collections.abc import Iterator
from queue import Queue
from threading import Event, Thread
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve
from websockets.typing import Subprotocol

from pokerhouse.realtime.protocol import SUBPROTOCOL
from tests.pokerhouse.console.modules import PATIENCE_S, ModulePage, eventually


class Talk:
    """One connection of the page."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self.over = Event()

    def say(self, kind: str, body: Any = None, **members: Any) -> None:
        """Send a frame; a body of None is left out."""
        frame = {"t": kind, "ts": "2026-11-30T18:00:00.000Z", **members}
        self._connection.send(json.dumps(frame if body is None else {**frame, "d": body}))

    def hello(self, heartbeat_ms: int = 20_000) -> "Talk":
        """Let the page in."""
        self.say(
            "hello",
            {
                "heartbeat_ms": heartbeat_ms,
                "server_now": "2026-11-30T18:00:00.000Z",
                "user": "alice",
            },
        )
        return self

    def heard(self, kind: str, within_s: float = PATIENCE_S) -> dict[str, Any]:
        """Return the next frame, which is of this kind; pings between are not looked at."""
        while True:
            frame: dict[str, Any] = json.loads(self._connection.recv(timeout=within_s))
            if frame["t"] == kind:
                return frame
            assert frame["t"] == "ping", frame

    def heard_nothing(self, for_s: float = 0.1) -> bool:
        """Return whether no frame came but pings."""
        end = time.monotonic() + for_s
        while (left := end - time.monotonic()) > 0:
            try:
                frame = json.loads(self._connection.recv(timeout=left))
            except TimeoutError:
                return True
            if frame["t"] != "ping":
                return False
        return True

    def close(self, code: int) -> None:
        """End it as the house does."""
        self._connection.close(code)
        self.over.set()

    def drop(self) -> None:
        """End it as a broken network does."""
        self._connection.socket.shutdown(socket.SHUT_RDWR)
        self.over.set()

    def ended(self) -> bool:
        """Return whether the page has ended it."""
        try:
            while True:
                self._connection.recv(timeout=0.05)
        except ConnectionClosed:
            return True
        except TimeoutError:
            return False


class ScriptedHouse:
    """A WebSocket server whose connections a test takes one after the other."""

    def __init__(self) -> None:
        self._opened: Queue[Talk] = Queue()
        self._talks: list[Talk] = []
        self._server = serve(
            self._keep,
            "127.0.0.1",
            0,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            ping_interval=None,
            close_timeout=1,
        )
        self._thread = Thread(target=self._server.serve_forever)
        self._thread.start()
        self.url = f"ws://127.0.0.1:{self._server.socket.getsockname()[1]}/ws"

    def _keep(self, connection: ServerConnection) -> None:
        assert connection.subprotocol == SUBPROTOCOL
        talk = Talk(connection)
        self._talks.append(talk)
        self._opened.put(talk)
        talk.over.wait()

    def opened(self) -> Talk:
        """Return the page's next connection."""
        return self._opened.get(timeout=PATIENCE_S)

    def is_left_alone(self, for_s: float = 0.2) -> bool:
        """Return whether the page opens no connection."""
        time.sleep(for_s)
        return self._opened.empty()

    def close(self) -> None:
        """End everything."""
        for talk in self._talks:
            talk.over.set()
        self._server.shutdown()
        self._thread.join()


@pytest.fixture
def scripted() -> Iterator[ScriptedHouse]:
    """A house that says what the test says."""
    house = ScriptedHouse()
    try:
        yield house
    finally:
        house.close()


# --- a page's visit --------------------------------------------------------------------------

CHANNEL = "table:1"

START = """async ({ url, channel }) => {
  const { House } = await import("/shell/wire.js");
  window.told = [];
  const tell = (...news) => told.push(news);
  window.house = new House({ url, onStatus: (status) => tell(status) });
  window.handlers = {
    snapshot: (state, seq) => tell("snapshot", state.name, seq),
    event: (frame) => tell(frame.t, frame.seq),
    skip: (frame) => tell("skip", frame.from, frame.to),
    resumed: () => tell("resumed"),
  };
  window.order = (body, options) =>
    house.send("act", body, options).then(
      ({ result, isReplayed }) => tell("ack", result, isReplayed),
      (refusal) => tell(refusal.name, refusal.code, refusal.status, refusal.problem.rule ?? ""),
    );
  if (channel) house.follow(channel, handlers);
}"""


class Visit:
    """A page that has opened its line to the scripted house."""

    def __init__(self, page: ModulePage, house: ScriptedHouse, channel: str | None = None) -> None:
        self.page, self.house = page, house
        page.run(START, {"url": house.url, "channel": channel})
        self.talk = house.opened().hello()

    def told(self) -> list[list[Any]]:
        """Return what the page was told since the last question, statuses too."""
        news: list[list[Any]] = self.page.run("() => told.splice(0)")
        return news

    def is_told(self, *expected: list[Any]) -> None:
        """Wait for these news, and no others."""
        found: list[list[Any]] = []

        def ask() -> bool:
            found.extend(self.told())
            return len(found) >= len(expected)

        try:
            eventually(ask)
        finally:
            assert found == list(expected)

    def order(self, expires_in_ms: int | None = None, **body: Any) -> None:
        """Let the page send a command."""
        script = """({ body, ms }) => {
          order(body, ms === null ? {} : { expiresAt: house.now() + ms });
        }"""
        self.page.run(script, {"body": body, "ms": expires_in_ms})

    def comes_back(self, ms: int = 1000) -> Talk:
        """Return the connection that the page opens within that time."""
        self.page.let_pass(ms)
        self.talk = self.house.opened().hello()
        return self.talk


def frame(talk: Talk, seq: int, kind: str = "hand.checked", ep: int = 1) -> None:
    talk.say(kind, {"seat": 1}, ch=CHANNEL, seq=seq, ep=ep)


def snapshot(talk: Talk, seq: int, ep: int = 1, name: str = "first") -> None:
    talk.say("snapshot", {"name": name}, ch=CHANNEL, seq=seq, ep=ep)


def skip(talk: Talk, first: int, last: int, ep: int = 1) -> None:
    talk.say("skip", ch=CHANNEL, ep=ep, **{"from": first, "to": last})


def ack(talk: Talk, command: dict[str, Any], *, is_replayed: bool = False, **result: Any) -> None:
    talk.say("ack", {"id": command["id"], "result": result, "is_replayed": is_replayed})


def pong(talk: Talk, ping: dict[str, Any], ahead_ms: int = 0) -> None:
    at = ping["d"]["t0"] + ahead_ms
    now = "2026-11-30T18:00:00.000Z"
    talk.say("pong", {"t0": ping["d"]["t0"], "t1": at, "t2": at, "server_now": now})


@pytest.fixture
def visit(page: ModulePage, scripted: ScriptedHouse) -> Visit:
    """An open line without a channel."""
    made = Visit(page, scripted)
    made.is_told(["connecting"], ["open"])
    return made


@pytest.fixture
def following(page: ModulePage, scripted: ScriptedHouse) -> Visit:
    """An open line that follows the channel from number 5 on."""
    made = Visit(page, scripted, CHANNEL)
    assert made.talk.heard("sub")["d"] == {"ch": CHANNEL}
    snapshot(made.talk, 5)
    made.is_told(["connecting"], ["open"], ["snapshot", "first", 5])
    return made

"""Sockets for tests: a hub of the test's own, clients, and a channel over any real feed."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Annotated, Any, ClassVar
from uuid import UUID

from channels.testing import WebsocketCommunicator
from msgspec import Meta, Struct

from pokerhouse.api.problems import body_of
from pokerhouse.common.access import Access, AccessKind, Scope
from pokerhouse.common.errors import DomainError
from pokerhouse.eventstore.errors import UnknownFeed
from pokerhouse.eventstore.store import StoredEvent, read_feed, read_head
from pokerhouse.realtime.auth import OriginCheck
from pokerhouse.realtime.channels import (
    Command,
    Done,
    ForbiddenChannel,
    Principal,
    Projected,
    Snapshot,
    SocketCommand,
    UnknownChannel,
    UserId,
    Wiring,
)
from pokerhouse.realtime.hub import Hub, hub_of_this_loop
from pokerhouse.realtime.protocol import SUBPROTOCOL, Body
from pokerhouse.realtime.routing import socket_application
from tables.realtime.channel import PREFIX, TableChannel
from tables.realtime.commands import COMMANDS

ALICE, BOB, CAROL, STRANGER = (UUID(int=1000 + number) for number in (1, 2, 3, 9))
"""The first three are whom `rooms` puts in seats 1 to 3."""
NOT_BOBS = UUID(int=0xF0)
"""A feed that is for Alice alone."""

PATIENCE_S = 10.0
"""How long a test waits for what must come."""


class FeedChannel:
    """
    Every event as its number and type.

    An event with an odd version is for everybody; with an even one for Alice alone.
    """

    def __init__(self, key: str, user: UserId) -> None:
        try:
            self.shard = UUID(key)
        except ValueError:
            raise UnknownChannel(key) from None
        if self.shard == NOT_BOBS and user != ALICE:
            raise ForbiddenChannel(key)
        self.name = f"feed:{key}"

    def head(self) -> tuple[int, int]:
        try:
            head = read_head(self.shard)
        except UnknownFeed:
            raise UnknownChannel(self.name) from None
        return head.seq, head.epoch

    def snapshot(self, user: UserId) -> Snapshot:
        seq, epoch = self.head()
        events = read_feed(self.shard)[:seq]
        seen = [event.seq for event in events if is_for(event, user)]
        return Snapshot(seq, epoch, {"seen": seen})

    def read(
        self, after_seq: int, epoch: int, limit: int, users: Collection[UserId]
    ) -> Sequence[Projected]:
        found = read_feed(self.shard, after_seq, limit)
        return [self._projected(event, epoch, users) for event in found]

    def _projected(self, event: StoredEvent, epoch: int, users: Collection[UserId]) -> Projected:
        frame = {"t": event.type, "ch": self.name, "seq": event.seq, "ep": epoch}
        raw = json.dumps(frame).encode()
        if is_for(event, BOB):
            return Projected(event.seq, raw)
        return Projected(event.seq, None, {user: raw for user in users if user == ALICE})


def is_for(event: StoredEvent, user: UserId) -> bool:
    """Return whether `user` may see the event."""
    return event.version % 2 == 1 or user == ALICE


class Add(Body, frozen=True, forbid_unknown_fields=True):
    """A command of the tests: a number."""

    TYPE: ClassVar[str] = "add"

    number: Annotated[int, Meta(ge=0, le=10)]


class TooMuch(DomainError):
    """What the command refuses."""

    code = "too_much"


class Counter(Struct):
    """What the command changes, and the answers that it gave."""

    total: int = 0
    answers: dict[str, int] = {}

    def add(self, body: Add, received: SocketCommand) -> Done:
        """Add once for each key."""
        if received.key in self.answers:
            return Done({"total": self.answers[received.key]}, is_replayed=True)
        if self.total + body.number > 10:
            raise TooMuch("That is more than ten.", max=10 - self.total)
        self.total += body.number
        self.answers[received.key] = self.total
        return Done({"total": self.total})


class TestAuthenticators:
    """Sessions, tokens and tickets are names; `ended` are those that have ended."""

    __test__ = False

    def __init__(self) -> None:
        self.ended: set[Principal] = set()
        self.tickets = {"ticket-of-alice": principal(ALICE)}
        self.asked_count = self.token_count = 0

    def by_cookie(self, session: str) -> Principal | None:
        return {"alice": principal(ALICE), "bob": principal(BOB)}.get(session)

    def by_token(self, token: str) -> Principal | None:
        self.token_count += 1
        return {
            "alice": principal(ALICE),
            "bob": principal(BOB),
            "carol": principal(CAROL),
            "stranger": principal(STRANGER),
            "reader": principal(BOB, frozenset({Scope.READ})),
        }.get(token)

    def by_ticket(self, ticket: str) -> Principal | None:
        return self.tickets.pop(ticket, None)

    def still_valid(self, principals: Collection[Principal]) -> set[Principal]:
        self.asked_count += 1
        return set(principals) - self.ended


def principal(user: UUID, scopes: frozenset[Scope] = frozenset(Scope)) -> Principal:
    """Return `user` in a session of his."""
    kind = AccessKind.SESSION if scopes == frozenset(Scope) else AccessKind.TOKEN
    return Principal(user, Access(kind, UUID(int=user.int + 10_000), scopes))


class House(Struct):
    """A socket application with its hub, on the running loop."""

    app: OriginCheck
    hub: Hub
    authenticators: TestAuthenticators
    counter: Counter

    def client(self, who: str = "bob", **headers: str) -> "Client":
        """Return a client that signs in by token; `who=""` brings none."""
        given = {"x-session-token": who} if who else {}
        return Client(self.app, {**given, **{k.replace("_", "-"): v for k, v in headers.items()}})


@asynccontextmanager
async def open_house(*, is_controlled: bool = True) -> AsyncIterator[House]:
    """A socket application with the tests' channel and command; closed in the end."""
    authenticators, counter = TestAuthenticators(), Counter()
    wiring = Wiring(
        {"feed": FeedChannel, PREFIX: TableChannel},
        {Add.TYPE: Command(Add, Scope.PLAY, counter.add), **COMMANDS},
        body_of,
    )
    async with running(wiring, authenticators, is_controlled=is_controlled) as (app, hub):
        yield House(app, hub, authenticators, counter)


def play_scene(scene: Callable[[House], Awaitable[None]]) -> None:
    """Run `scene` in a house of its own."""

    async def housed() -> None:
        async with open_house() as house:
            await scene(house)

    asyncio.run(housed())


@asynccontextmanager
async def running(
    wiring: Wiring, authenticators: Any, *, is_controlled: bool = True
) -> AsyncIterator[tuple[OriginCheck, Hub]]:
    """The application with a hub that hears the bell already, and control messages if it can."""
    hub = hub_of_this_loop(lambda: Hub(wiring, authenticators))
    try:
        async with asyncio.timeout(PATIENCE_S):
            await hub.listening.wait()
            if is_controlled:
                await hub.controlled.wait()
        yield socket_application(lambda: hub), hub
    finally:
        await hub.stop()


class Client:
    """One socket; frames are dicts."""

    def __init__(
        self,
        app: OriginCheck,
        headers: dict[str, str],
        subprotocols: Sequence[str] = (SUBPROTOCOL,),
        path: str = "/ws",
    ) -> None:
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        self._socket = WebsocketCommunicator(app, path, raw, list(subprotocols))

    async def connect(self) -> tuple[bool, Any]:
        """Return whether the house accepted, and the subprotocol or close code."""
        answer: tuple[bool, Any] = await self._socket.connect(PATIENCE_S)
        return answer

    async def open(self) -> "Client":
        """Connect and read the hello."""
        assert await self.connect() == (True, SUBPROTOCOL)
        assert (await self.next())["t"] == "hello"
        return self

    async def send(self, kind: str, frame_id: str | None = None, **body: Any) -> None:
        """Send a frame."""
        await self.send_text(json.dumps({"t": kind, "id": frame_id, "d": body}))

    async def send_text(self, text: str) -> None:
        """Send a frame as it is."""
        await self._socket.send_to(text_data=text)

    async def send_bytes(self, data: bytes) -> None:
        """Send a binary frame."""
        await self._socket.send_to(bytes_data=data)

    async def next(self) -> dict[str, Any]:
        """Return the next frame."""
        output = await self._socket.receive_output(PATIENCE_S)
        assert output["type"] == "websocket.send", output
        frame: dict[str, Any] = json.loads(output["text"])
        return frame

    async def has_frame(self) -> bool:
        """Return whether a frame is here already."""
        return not await self._socket.receive_nothing(timeout=0.01, interval=0.005)

    async def first(self) -> str | int:
        """Return what comes first: the type of a frame, or the code of a close."""
        output = await self._socket.receive_output(PATIENCE_S)
        if output["type"] == "websocket.send":
            return str(json.loads(output["text"])["t"])
        await self._socket.wait(PATIENCE_S)
        return int(output["code"])

    async def close_code(self) -> int:
        """Return the code of the close that comes next, whatever frames come before."""
        while True:
            output = await self._socket.receive_output(PATIENCE_S)
            if output["type"] == "websocket.close":
                await self._socket.wait(PATIENCE_S)
                code: int = output["code"]
                return code

    async def leave(self) -> None:
        """Disconnect."""
        await self._socket.disconnect(timeout=PATIENCE_S)


async def eventually(is_so: Callable[[], bool]) -> None:
    """Wait until `is_so`."""
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():
            await asyncio.sleep(0.01)


async def in_thread(work: Any, *args: Any, **kwargs: Any) -> Any:
    """Do something of the house's on another thread, as a request would."""
    from django.db import connections

    def guarded() -> Any:
        try:
            return work(*args, **kwargs)
        finally:
            connections.close_all()

    return await asyncio.to_thread(guarded)

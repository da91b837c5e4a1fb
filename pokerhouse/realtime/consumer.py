"""
One socket: the ASGI application at `/ws`.

A reader takes frames in order, one at a time, so what a client sends is answered in that order; a
writer empties the outbox. Whatever ends the socket (the client, the hub, the outbox's bound) sets
the close code and stops both.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from datetime import datetime
from typing import Any, TypeAlias

from django.conf import settings

from pokerhouse.common.clock import now
from pokerhouse.common.errors import DomainError
from pokerhouse.realtime import protocol
from pokerhouse.realtime.auth import Credentials, Doors
from pokerhouse.realtime.channels import (
    Caller,
    Command,
    ForbiddenChannel,
    SocketCommand,
    UnknownChannel,
    UserId,
    Wiring,
)
from pokerhouse.realtime.hub import DATABASE_AWAY, Hub, hub_of_this_loop
from pokerhouse.realtime.limits import TokenBucket
from pokerhouse.realtime.outbox import Outbox
from pokerhouse.realtime.protocol import (
    SUBPROTOCOL,
    Ack,
    BadBody,
    BadFrame,
    Close,
    Envelope,
    Nack,
    Pong,
    Welcome,
    make_problem,
)

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

MAX_CHANNELS = 16
"""Channels that one socket follows at a time."""

FRAMES_PER_S, FRAMES_BURST = 20, 60
"""What one client may send."""

TICKET_WAIT_S = 10.0
"""How long a socket without cookie or token may take to show its ticket."""

CLOSE_WAIT_S = 2.0
"""How long a client that does not read may take to accept its end."""

logger = logging.getLogger(__name__)


class SocketApp:
    """The ASGI application: every connection becomes a `Socket` on its loop's hub."""

    def __init__(self, wiring: Wiring, doors: Doors) -> None:
        self._wiring, self._doors = wiring, doors

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        hub = hub_of_this_loop(lambda: Hub(self._wiring, self._doors))
        await Socket(hub, receive, send).serve(scope)


class Socket:
    """A client's connection, from its handshake to its end."""

    def __init__(self, hub: Hub, receive: Receive, send: Send) -> None:
        self._hub, self._receive, self._send = hub, receive, send
        self._outbox = Outbox()
        self._bucket = TokenBucket(FRAMES_PER_S, FRAMES_BURST)
        self._names: set[str] = set()
        self._caller: Caller | None = None
        self._code: Close | None = None
        self._is_gone = False
        self._ended = asyncio.Event()
        self.heard_at = self.check_at = 0.0

    # --- what the hub sees --------------------------------------------------------------------

    @property
    def caller(self) -> Caller:
        """Who speaks; known once the socket is signed in."""
        assert self._caller is not None
        return self._caller

    @property
    def user(self) -> UserId:
        """The caller's id."""
        return self.caller.user

    @property
    def is_open(self) -> bool:
        """Whether it still takes frames."""
        return not self._ended.is_set()

    def push(self, frame: bytes) -> None:
        """Queue a frame; a client that lets too many wait is cut off (it resumes later)."""
        if not self._outbox.put(frame):
            self.end(Close.SLOW)

    async def live(self) -> None:
        """Wait until little waits, or the socket ends."""
        await self._outbox.live()

    def end(self, code: Close) -> None:
        """Close the socket; the first reason counts."""
        if not self._ended.is_set():
            self._code = code
            self._outbox.close()
            self._ended.set()

    # --- life ---------------------------------------------------------------------------------

    async def serve(self, scope: Message) -> None:
        """Speak with one client until one side ends it."""
        await self._receive()  # websocket.connect
        credentials = Credentials(scope)
        if SUBPROTOCOL not in scope.get("subprotocols", ()):
            await self._send({"type": "websocket.close", "code": Close.BAD_FRAME})
            return
        if not credentials.is_origin_allowed():
            await self._send({"type": "websocket.close", "code": Close.FORBIDDEN})
            return
        await self._send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL})
        work = [
            asyncio.create_task(self._converse(credentials)),
            asyncio.create_task(self._write()),
        ]
        ended = asyncio.create_task(self._ended.wait())
        try:
            await asyncio.wait([*work, ended], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.end(Close.ERROR)  # a no-op where the reason is known
            self._hub.leave(self)
            for task in (*work, ended):
                task.cancel()
            await asyncio.gather(*work, ended, return_exceptions=True)
        if not self._is_gone:
            await self._close()

    async def _converse(self, credentials: Credentials) -> None:
        try:
            if await self._sign_in(credentials):
                await self._read()
        except BadFrame:
            self.end(Close.BAD_FRAME)
        except DATABASE_AWAY:
            self.end(Close.OVERLOADED)
        except Exception:  # the process's edge
            logger.exception("a socket's conversation failed")
            self.end(Close.ERROR)

    async def _write(self) -> None:
        while True:
            frame = await self._outbox.first()
            await self._send({"type": "websocket.send", "text": frame.decode()})
            self._outbox.sent()

    async def _close(self) -> None:
        assert self._code is not None
        try:
            async with asyncio.timeout(CLOSE_WAIT_S):
                await self._send({"type": "websocket.close", "code": int(self._code)})
        except (TimeoutError, OSError):
            pass  # it does not read: the server drops the connection when we return

    async def _next(self) -> Message | None:
        """Return the client's next frame, or None: it has gone."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            self._is_gone = True
            self.end(Close.ERROR)
            return None
        return message

    # --- signing in ---------------------------------------------------------------------------

    async def _sign_in(self, credentials: Credentials) -> bool:
        if len(self._hub.members) >= settings.REALTIME_MAX_SOCKETS:
            self.end(Close.OVERLOADED)
            return False
        doors, run = self._hub.doors, self._hub.run
        if credentials.token is not None:
            self._caller = await run(doors.by_token, credentials.token)
        elif credentials.session is not None:
            self._caller = await run(doors.by_cookie, credentials.session)
        else:
            ticket = await self._ticket()
            self._caller = None if ticket is None else await run(doors.by_ticket, ticket)
        if self._caller is None:
            self.end(Close.NOT_SIGNED_IN)
            return False
        self.heard_at = asyncio.get_running_loop().time()
        self.check_at = self.heard_at  # at once: it may have been revoked while it signed in
        self._hub.members.add(self)
        at = now()
        heartbeat_ms = settings.REALTIME_HEARTBEAT_MS
        welcome = Welcome(heartbeat_ms, protocol.timestamp(at), str(self.user))
        self.push(protocol.answer(welcome, at))
        return True

    async def _ticket(self) -> str | None:
        try:
            async with asyncio.timeout(TICKET_WAIT_S):
                message = await self._next()
        except TimeoutError:
            return None
        if message is None:
            return None
        envelope = protocol.read_envelope(message.get("text"))
        if envelope.t != protocol.Hello.TYPE:
            return None
        try:
            return protocol.read_body(envelope, protocol.Hello).ticket
        except BadBody as error:
            raise BadFrame(str(error)) from error

    # --- reading ------------------------------------------------------------------------------

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        while (message := await self._next()) is not None:
            at = now()
            self.heard_at = loop.time()
            if not self._bucket.take(self.heard_at):
                self.end(Close.RATE)
                return
            envelope = protocol.read_envelope(message.get("text"))
            try:
                await self._handle(envelope, at)
            except BadBody as error:
                await self._refuse(envelope, error.problem)
            except DomainError as error:
                await self._refuse(envelope, self._hub.wiring.problem(error))
            except DATABASE_AWAY:
                await self._refuse(
                    envelope, make_problem(503, "unavailable", "Repeat it with the same id.")
                )

    async def _handle(self, envelope: Envelope, at: datetime) -> None:
        command = self._hub.wiring.commands.get(envelope.t)
        if command is not None:
            await self._command(envelope, command, at)
            return
        match envelope.t:
            case "ping":
                await self._ping(protocol.read_body(envelope, protocol.Ping), at)
            case "sub":
                await self._sub(envelope, protocol.read_body(envelope, protocol.Sub))
            case "unsub":
                name = protocol.read_body(envelope, protocol.Unsub).ch
                self._names.discard(name)
                self._hub.unfollow(self, name)
            case _:
                raise BadBody(envelope.id, "There is no such message.", "unknown_message")

    async def _command(self, envelope: Envelope, command: Command, at: datetime) -> None:
        """Run it; the ack is queued after COMMIT, and an answer that is lost can be asked again."""
        if envelope.id is None:
            raise BadBody(None, "A command needs an id.", "command_id_missing")
        if command.scope not in self.caller.access.scopes:
            await self._refuse(
                envelope, make_problem(403, "scope_missing", f"Needs {command.scope}.")
            )
            return
        body = protocol.read_body(envelope, command.body)
        done = await self._hub.run(command.run, body, SocketCommand(self.caller, envelope.id, at))
        await self._say(protocol.answer(Ack(envelope.id, done.result, done.is_replayed), now()))

    async def _sub(self, envelope: Envelope, body: protocol.Sub) -> None:
        if len(self._names | {body.ch}) > MAX_CHANNELS:
            raise BadBody(envelope.id, f"At most {MAX_CHANNELS} channels.", "too_many_channels")
        try:
            await self._hub.follow(self, body.ch, body.after_seq, body.ep)
        except UnknownChannel:
            self.end(Close.UNKNOWN_CHANNEL)
        except ForbiddenChannel:
            self.end(Close.FORBIDDEN)
        else:
            self._names.add(body.ch)

    async def _ping(self, body: protocol.Ping, at: datetime) -> None:
        for name, seq in body.seen.items():
            topic = self._hub.topic_of(self, name)
            if topic is not None:
                topic.seen(self, seq)
        answered = now()
        pong = Pong(body.t0, _ms(at), _ms(answered), protocol.timestamp(answered))
        await self._say(protocol.answer(pong, answered))

    async def _say(self, frame: bytes) -> None:
        """Answer whoever is read: at once where nothing waits before it, without the writer."""
        if self._outbox.is_empty():
            await self._send({"type": "websocket.send", "text": frame.decode()})
        else:
            self.push(frame)

    async def _refuse(self, envelope: Envelope, problem: dict[str, Any]) -> None:
        await self._say(protocol.answer(Nack(envelope.id, problem), now()))


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)

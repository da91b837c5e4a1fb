"""
One socket: the Channels consumer at `/ws`.

Channels passes on a client's frames in order, one at a time, so they are answered in that order. A
second task, the writer, sends what is in the outbox. Whatever ends the socket (the client, the hub,
an outbox that is too full) sets the close code and stops both tasks.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from pokerhouse.common.clock import now
from pokerhouse.common.errors import DomainError
from pokerhouse.realtime import protocol
from pokerhouse.realtime.channels import (
    Command,
    ForbiddenChannel,
    Principal,
    SocketCommand,
    UnknownChannel,
    UserId,
)
from pokerhouse.realtime.hub import DATABASE_AWAY, Hub
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

MAX_CHANNELS = 16
"""Channels that one socket may subscribe to at a time."""

FRAMES_PER_S, FRAMES_BURST = 20, 60
"""How many frames one client may send: a second on average, and at once."""

TICKET_WAIT_S = 10.0
"""How long a client without cookie or token may take to send its ticket."""

CLOSE_WAIT_S = 2.0
"""How long we wait until a client that does not read has taken the close frame."""

logger = logging.getLogger(__name__)


class TableSocket(AsyncWebsocketConsumer):
    """A client's socket, from its handshake to its end."""

    def __init__(self, hub_of: Callable[[], Hub]) -> None:
        super().__init__()
        self._hub = hub_of()
        self._outbox = Outbox()
        self._bucket = TokenBucket(FRAMES_PER_S, FRAMES_BURST)
        self._names: set[str] = set()
        self._principal: Principal | None = None
        self._conversation: asyncio.Task[None] | None = None
        self._code: Close | None = None
        self._is_gone = False
        self.heard_at = self.check_at = 0.0

    # --- what the hub sees --------------------------------------------------------------------

    @property
    def principal(self) -> Principal:
        """Who is signed in; only to be read after signing in."""
        assert self._principal is not None
        return self._principal

    @property
    def user(self) -> UserId:
        """The principal's id."""
        return self.principal.user

    @property
    def is_open(self) -> bool:
        """Whether it still accepts frames."""
        return self._code is None

    def push(self, frame: bytes) -> None:
        """Queue a frame. If the client is too slow, end its socket; it can resume later."""
        if not self._outbox.put(frame):
            self.end(Close.SLOW)

    async def wait_for_room(self) -> None:
        """Wait until the outbox has room for a batch, or the socket has ended."""
        await self._outbox.wait_for_room()

    def end(self, code: Close) -> None:
        """End the socket, whatever it is doing; if called again, the first code stays."""
        if self._code is not None:
            return
        self._code = code
        self._outbox.close()
        if self._conversation is not None:
            self._conversation.cancel()

    # --- life ---------------------------------------------------------------------------------

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """
        Serve one client until either side ends the socket.

        Channels' own loop is one of two tasks here. So the hub can end a socket while that loop
        waits for a client that does not read, and a writer that fails ends the socket too.
        """
        self._conversation = asyncio.create_task(super().__call__(scope, receive, send))
        work = [self._conversation, asyncio.create_task(self._write())]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.end(Close.ERROR)  # no effect if the socket already has a close code
            self._hub.leave(self)
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
        if not self._is_gone:
            await self._send_close()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle one ASGI message; an error ends the socket with the code that fits."""
        try:
            if message["type"] == "websocket.receive":
                # For each frame Channels would first check Django's connections, on another
                # thread. All our queries run on the hub's threads, which check their own.
                await self.receive(message.get("text"), message.get("bytes"))
            else:
                await super().dispatch(message)
        except StopConsumer:
            raise
        except BadFrame:
            self.end(Close.BAD_FRAME)
        except DATABASE_AWAY:
            self.end(Close.OVERLOADED)
        except Exception:  # the process's edge
            logger.exception("a socket's conversation failed")
            self.end(Close.ERROR)

    async def disconnect(self, _code: int) -> None:
        """Note that the client has gone: nothing can be sent to it any more."""
        self._is_gone = True

    async def _write(self) -> None:
        while True:
            frame = await self._outbox.first()
            await self.send(text_data=frame.decode())
            self._outbox.sent()

    async def _send_close(self) -> None:
        assert self._code is not None
        try:
            async with asyncio.timeout(CLOSE_WAIT_S):
                await self.close(int(self._code))
        except (TimeoutError, OSError):
            pass  # the client does not read: the ASGI server drops the connection when we return

    # --- signing in ---------------------------------------------------------------------------

    async def connect(self) -> None:
        """Accept the socket, and sign in by what the handshake brought; else wait for a ticket."""
        if SUBPROTOCOL not in self.scope["subprotocols"]:
            self.end(Close.BAD_FRAME)
            return
        await self.accept(SUBPROTOCOL)
        scope: Any = self.scope  # what `SocketAuthMiddleware` added is not in Channels' types
        principal: Principal | None = scope["principal"]
        if principal is not None:
            self._sign_in(principal)
        else:
            asyncio.get_running_loop().call_later(TICKET_WAIT_S, self._end_without_ticket)

    def _end_without_ticket(self) -> None:
        if self._principal is None:
            self.end(Close.NOT_SIGNED_IN)

    async def _read_ticket(self, text: str | None) -> None:
        """Sign in with the ticket in the first frame."""
        envelope = protocol.read_envelope(text)
        if envelope.t != protocol.Hello.TYPE:
            self.end(Close.NOT_SIGNED_IN)
            return
        try:
            ticket = protocol.read_body(envelope, protocol.Hello).ticket
        except BadBody as error:
            raise BadFrame(str(error)) from error
        principal = await self._hub.run(self._hub.authenticators.by_ticket, ticket)
        if principal is None:
            self.end(Close.NOT_SIGNED_IN)
        else:
            self._sign_in(principal)

    def _sign_in(self, principal: Principal) -> None:
        if self._hub.is_full:
            self.end(Close.OVERLOADED)
            return
        self._principal = principal
        self.heard_at = asyncio.get_running_loop().time()
        self.check_at = self.heard_at  # at once: the session may have been revoked meanwhile
        self._hub.consumers.add(self)
        at = now()
        heartbeat_ms = settings.REALTIME_HEARTBEAT_MS
        welcome = Welcome(heartbeat_ms, protocol.timestamp(at), str(self.user))
        self.push(protocol.answer(welcome, at))

    # --- reading ------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle one frame of the client and answer it."""
        if self._principal is None:
            await self._read_ticket(text_data)
            return
        at = now()
        self.heard_at = asyncio.get_running_loop().time()
        if not self._bucket.take(self.heard_at):
            self.end(Close.RATE)
            return
        envelope = protocol.read_envelope(text_data if bytes_data is None else None)
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
                self._hub.unsubscribe(self, name)
            case _:
                raise BadBody(envelope.id, "There is no such message.", "unknown_message")

    async def _command(self, envelope: Envelope, command: Command, at: datetime) -> None:
        """Run a command; its ack is sent after COMMIT. A repeat with the same id is safe."""
        if envelope.id is None:
            raise BadBody(None, "A command needs an id.", "command_id_missing")
        if command.scope not in self.principal.access.scopes:
            await self._refuse(
                envelope, make_problem(403, "scope_missing", f"Needs {command.scope}.")
            )
            return
        body = protocol.read_body(envelope, command.body)
        done = await self._hub.run(
            command.run, body, SocketCommand(self.principal, envelope.id, at)
        )
        await self._send_answer(
            protocol.answer(Ack(envelope.id, done.result, done.is_replayed), now())
        )

    async def _sub(self, envelope: Envelope, body: protocol.Sub) -> None:
        if len(self._names | {body.ch}) > MAX_CHANNELS:
            raise BadBody(envelope.id, f"At most {MAX_CHANNELS} channels.", "too_many_channels")
        try:
            await self._hub.subscribe(self, body.ch, body.after_seq, body.ep)
        except UnknownChannel:
            self.end(Close.UNKNOWN_CHANNEL)
        except ForbiddenChannel:
            self.end(Close.FORBIDDEN)
        else:
            self._names.add(body.ch)

    async def _ping(self, body: protocol.Ping, at: datetime) -> None:
        for name, seq in body.seen.items():
            broadcast = self._hub.broadcast_of(self, name)
            if broadcast is not None:
                broadcast.seen(self, seq)
        answered = now()
        pong = Pong(body.t0, _ms(at), _ms(answered), protocol.timestamp(answered))
        await self._send_answer(protocol.answer(pong, answered))

    async def _send_answer(self, frame: bytes) -> None:
        """Send an answer: directly if the outbox is empty, which saves waking the writer."""
        if self._outbox.is_empty():
            await self.send(text_data=frame.decode())
        else:
            self.push(frame)

    async def _refuse(self, envelope: Envelope, problem: dict[str, Any]) -> None:
        await self._send_answer(protocol.answer(Nack(envelope.id, problem), now()))


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)

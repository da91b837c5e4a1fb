"""
One socket: the Channels consumer at `/ws`.

Channels hands it a client's frames in order, one at a time, so what a client sends is answered in
that order; a writer of its own empties the outbox. Whatever ends the socket (the client, the hub,
the outbox's bound) sets the close code and stops both.
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
"""Channels that one socket follows at a time."""

FRAMES_PER_S, FRAMES_BURST = 20, 60
"""What one client may send."""

TICKET_WAIT_S = 10.0
"""How long a socket without cookie or token may take to show its ticket."""

CLOSE_WAIT_S = 2.0
"""How long a client that does not read may take to accept its end."""

logger = logging.getLogger(__name__)


class TableSocket(AsyncWebsocketConsumer):
    """A client's connection, from its handshake to its end."""

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
        """Who speaks; known once the socket is signed in."""
        assert self._principal is not None
        return self._principal

    @property
    def user(self) -> UserId:
        """The principal's id."""
        return self.principal.user

    @property
    def is_open(self) -> bool:
        """Whether it still takes frames."""
        return self._code is None

    def push(self, frame: bytes) -> None:
        """Queue a frame; a client that lets too many wait is cut off (it resumes later)."""
        if not self._outbox.put(frame):
            self.end(Close.SLOW)

    async def live(self) -> None:
        """Wait until little waits, or the socket ends."""
        await self._outbox.live()

    def end(self, code: Close) -> None:
        """Close the socket, whatever it is doing; the first reason counts."""
        if self._code is not None:
            return
        self._code = code
        self._outbox.close()
        if self._conversation is not None:
            self._conversation.cancel()

    # --- life ---------------------------------------------------------------------------------

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """
        Speak with one client until one side ends it.

        Channels' own loop is one of two tasks here, because the hub must be able to end a socket
        while that waits for a client who reads nothing, and a writer that fails ends it too.
        """
        self._conversation = asyncio.create_task(super().__call__(scope, receive, send))
        work = [self._conversation, asyncio.create_task(self._write())]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.end(Close.ERROR)  # changes nothing where the reason is known
            self._hub.leave(self)
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
        if not self._is_gone:
            await self._say_why()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle one message of the server's; what goes wrong ends the socket with a code."""
        try:
            if message["type"] == "websocket.receive":
                # Channels would first look at Django's connections, on another thread, for each
                # frame. All our work on the database is done by the hub's threads, which look
                # after their connections themselves.
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
        """Note that the client has gone: nothing can be said to it any more."""
        self._is_gone = True

    async def _write(self) -> None:
        while True:
            frame = await self._outbox.first()
            await self.send(text_data=frame.decode())
            self._outbox.sent()

    async def _say_why(self) -> None:
        assert self._code is not None
        try:
            async with asyncio.timeout(CLOSE_WAIT_S):
                await self.close(int(self._code))
        except (TimeoutError, OSError):
            pass  # it does not read: the server drops the connection when we return

    # --- signing in ---------------------------------------------------------------------------

    async def connect(self) -> None:
        """Greet whom `SocketAuthMiddleware` knows; let anybody else show a ticket."""
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

    async def _show_ticket(self, text: str | None) -> None:
        """Sign in by the first frame."""
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
        self.check_at = self.heard_at  # at once: it may have been revoked while it signed in
        self._hub.members.add(self)
        at = now()
        heartbeat_ms = settings.REALTIME_HEARTBEAT_MS
        welcome = Welcome(heartbeat_ms, protocol.timestamp(at), str(self.user))
        self.push(protocol.answer(welcome, at))

    # --- reading ------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer one frame of the client's."""
        if self._principal is None:
            await self._show_ticket(text_data)
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
                self._hub.unfollow(self, name)
            case _:
                raise BadBody(envelope.id, "There is no such message.", "unknown_message")

    async def _command(self, envelope: Envelope, command: Command, at: datetime) -> None:
        """Run it; the ack is queued after COMMIT, and an answer that is lost can be asked again."""
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
            await self.send(text_data=frame.decode())
        else:
            self.push(frame)

    async def _refuse(self, envelope: Envelope, problem: dict[str, Any]) -> None:
        await self._say(protocol.answer(Nack(envelope.id, problem), now()))


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)

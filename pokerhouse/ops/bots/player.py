"""One bot at one table: sits down, answers its turns, buys in again, comes back."""

import asyncio
import logging
from http import HTTPStatus
from random import Random
from typing import Any
from uuid import uuid4

import httpx
from msgspec import Struct

from pokerhouse.ops.bots.client import BotSocket, Client, RequestRefused
from pokerhouse.ops.bots.holding import Holding
from pokerhouse.ops.bots.styles import Style, choose

log = logging.getLogger(__name__)

FAULTS = (RequestRefused, httpx.HTTPError, ValueError)
LOOK_AROUND_S = 3.0
"""After this silence a bot checks whether it still has its seat and plays."""

AGAIN_S = 0.5
"""Pause before an action that the house could not answer is sent again."""


class BotSeat(Struct, frozen=True, kw_only=True):
    """Who plays where, and how."""

    email: str
    password: str
    table: str
    seat: int
    buy_in: int
    style: Style
    think_s: float


class Pending(Struct, frozen=True):
    """An action that was sent and not answered; its id makes a repeat harmless."""

    key: str
    body: dict[str, Any]


class Bot:
    """Plays until it is cancelled; whatever the house refuses is tried again later."""

    def __init__(self, url: str, seat: BotSeat, rng: Random) -> None:
        self._url = url
        self._seat = seat
        self._rng = rng
        self._answered: tuple[str, int] | None = None
        self._pending: Pending | None = None
        self._holding = Holding(seat.seat)

    async def play(self) -> None:
        """Sign in, sit down and play, without end."""
        async with Client(self._url) as client:
            await self._sign_in(client)
            look_around = asyncio.create_task(self._keep_seated(client))
            try:
                async for socket, frame in client.frames(self._seat.table):
                    await self._hear(socket, frame)
            finally:
                look_around.cancel()

    async def _sign_in(self, client: Client) -> None:
        while True:
            try:
                await client.sign_in(self._seat.email, self._seat.password)
            except FAULTS as fault:
                log.warning("%s cannot sign in: %s", self._seat.email, fault)
                await asyncio.sleep(LOOK_AROUND_S)
            else:
                return

    async def _keep_seated(self, client: Client) -> None:
        while True:
            try:
                await self._sit(client, await self._state(client))
            except FAULTS as fault:
                log.info("%s: %s", self._seat.email, fault)
            await asyncio.sleep(LOOK_AROUND_S * (0.7 + 0.6 * self._rng.random()))

    async def _sit(self, client: Client, state: dict[str, Any]) -> None:
        """Take the seat, buy in again, or come back to the game, whichever is wanted."""
        path = f"/tables/{self._seat.table}/seats"
        own = next((s for s in state["seats"] if s["seat"] == self._seat.seat), None)
        if state["you"] is None:
            if own is None:
                body = {"amount": self._seat.buy_in, "entry": "post"}
                await client.post(f"{path}/{self._seat.seat}/buy-in", body)
        elif own is not None and own["status"] == "busted":
            await client.post(f"{path}/me/top-up", {"amount": self._seat.buy_in})
        elif own is not None and own["status"] == "sitting_out":
            await client.post(f"{path}/me/sit-in", {"entry": "post"})

    async def _hear(self, socket: BotSocket, frame: dict[str, Any]) -> None:
        """Answer a turn of its own; send again what a lost connection may have swallowed."""
        data = frame.get("d") or {}
        self._holding.hear(frame)
        match frame["t"]:
            case "hand.turn_started":
                await self._answer(socket, data["hand"], data)
            case "snapshot":
                if data["turn"] is not None:
                    await self._answer(socket, data["hand"]["hand"], data["turn"])
            case "nack" if self._is_to_repeat(data):
                await asyncio.sleep(AGAIN_S)
                await self._send_again(socket)
            case "ack" | "nack" if self._pending and data.get("id") == self._pending.key:
                if frame["t"] == "ack":
                    log.info("acknowledged %s %s", data["id"], data["result"]["seq"])
                self._pending = None
            case "resumed":
                await self._send_again(socket)
            case _:
                pass

    def _is_to_repeat(self, refusal: dict[str, Any]) -> bool:
        """Return whether the house could not answer the pending action and wants it again."""
        is_mine = self._pending is not None and refusal.get("id") == self._pending.key
        return is_mine and refusal["problem"]["status"] == HTTPStatus.SERVICE_UNAVAILABLE

    async def _send_again(self, socket: BotSocket) -> None:
        """Send what was not answered, under its own id."""
        if self._pending is not None:
            await socket.send("act", self._pending.body, self._pending.key)

    async def _answer(self, socket: BotSocket, hand: str, turn: dict[str, Any]) -> None:
        """Answer the turn if it is this bot's: only then the house says what is legal."""
        if "legal" not in turn or (hand, turn["turn"]) == self._answered:
            return
        self._answered = (hand, turn["turn"])
        choice = choose(self._rng, self._seat.style, turn["legal"])
        if choice is None:
            log.info("%s says nothing", self._seat.email)
            return
        await asyncio.sleep(self._seat.think_s * self._rng.random())
        body: dict[str, Any] = {"hand": hand, "turn": turn["turn"], "action": choice.action}
        if choice.to is not None:
            body["to"] = choice.to
        if choice.n is not None:
            body["n"] = choice.n
        if choice.action == "discard":
            legal = turn["legal"]
            body["cards"] = self._holding.worst(legal["min_cards"], legal["max_cards"])
        self._pending = Pending(str(uuid4()), body)
        await socket.send("act", body, self._pending.key)

    async def _state(self, client: Client) -> dict[str, Any]:
        state: dict[str, Any] = await client.get(f"/tables/{self._seat.table}/state")
        return state

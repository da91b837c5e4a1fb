"""
Two apps play 200 hands against each other over real connections, and each keeps what clients keep.

Neither stream ever holds the other's live cards; at every hand's end each has folded to what the
house would tell it anew (docs/protocol.md; docs/security.md#hidden-cards).
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any
from uuid import uuid4

import pytest
import uvicorn
from msgspec import to_builtins
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from accounts.people.realtime import HouseAuthenticators
from pokerhouse.asgi import application
from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.common.roles import Role
from pokerhouse.ops.bots.styles import STYLES, Style, choose
from pokerhouse.realtime import consumer
from pokerhouse.realtime.protocol import SUBPROTOCOL
from pokerhouse.wiring import wiring
from tables.engine.rules.cards import text_of
from tables.live import table as live_tables
from tables.live.snapshot import state_of
from tests.support import play
from tests.support.room_api import Member, member, open_table, player_with, sit_down
from tests.support.rooms import meta
from tests.support.sockets import PATIENCE_S, eventually, in_thread, running
from tests.support.table_client import TableClient

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "valkey", "demo")

HANDS = 200
DEEP = 100_000
"""Ten thousand big blinds: nobody goes broke in between."""
STYLE: dict[str, Style] = {style.name: style for style in STYLES}


class App:
    """One player's app: its connection, the table as it folded it, and the hand's frames."""

    def __init__(self, who: Member, seat: int, style: Style, socket: ClientConnection) -> None:
        self.who, self.seat, self.style, self.socket = who, seat, style, socket
        self.table = TableClient(str(who.id))
        self.heard: list[str] = []
        """Everything that came since the hand began, as it came."""

    async def send(self, kind: str, **body: Any) -> None:
        await self.socket.send(json.dumps({"t": kind, "id": str(uuid4()), "d": body}))

    async def next(self) -> dict[str, Any]:
        """Take the next frame; what is the table's is folded."""
        async with asyncio.timeout(PATIENCE_S):
            text = str(await self.socket.recv())
        frame: dict[str, Any] = json.loads(text)
        if "ch" in frame:
            self.heard.append(text)
            self.table.apply(frame)
        return frame

    async def read_to(self, seq: int) -> None:
        """Read until the feed's number `seq` is here."""
        while self.table.seq is None or self.table.seq < seq:
            await self.next()

    async def act(self, rng: Random) -> int:
        """Answer the turn that is owed, by what the stream said of it; return the feed's number."""
        turn, hand = self.table.state["turn"], self.table.state["hand"]
        choice = choose(rng, self.style, turn["legal"])
        assert choice is not None
        told = {name: part for name, part in to_builtins(choice).items() if part is not None}
        await self.send("act", hand=hand["hand"], turn=turn["turn"], **told)
        while (answer := await self.next())["t"] not in {"ack", "nack"}:
            pass
        assert answer["t"] == "ack", answer
        seq: int = answer["d"]["result"]["seq"]
        return seq

    def owes(self) -> bool:
        """Return whether the stream says that it is this player's turn."""
        turn = self.table.state["turn"]
        return turn is not None and turn["seat"] == self.seat

    def check_secrecy(self, hidden: list[str]) -> None:
        """The other's cards stand in no frame of the hand but the one that shows them."""
        for text in self.heard:
            kind = json.loads(text)["t"]
            if kind not in {"hand.cards_shown", "table.button_drawn"}:
                assert not [card for card in hidden if f'"{card}"' in text], kind


@asynccontextmanager
async def served() -> AsyncIterator[str]:
    """Serve the house on a free port; give the address of its socket."""
    async with running(wiring(), HouseAuthenticators()):
        config = uvicorn.Config(application, port=0, lifespan="off", log_level="error")
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        try:
            await eventually(lambda: server.started)
            port = server.servers[0].sockets[0].getsockname()[1]
            yield f"ws://127.0.0.1:{port}/ws"
        finally:
            server.should_exit = True
            await asyncio.wait_for(serving, PATIENCE_S)


@asynccontextmanager
async def following(
    address: str, who: Member, seat: int, style: str, table_id: TableId
) -> AsyncIterator[App]:
    """Open the player's connection with his app's token and follow the table."""
    async with connect(
        address,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        additional_headers=who.api.headers,
        compression=None,
    ) as socket:
        app = App(who, seat, STYLE[style], socket)
        assert (await app.next())["d"]["user"] == str(who.id)
        await app.send("sub", ch=f"table:{table_id}")
        assert (await app.next())["t"] == "snapshot"
        yield app


def deal(table_id: TableId, number: int) -> tuple[int, dict[int, list[str]]]:
    """Deal a hand; return the feed's number and the cards of each seat, as the sealed deck has."""
    play.start_hand(table_id=table_id, meta=meta(), seed=number.to_bytes(32))
    live = live_tables.newest(table_id)
    assert live.hand is not None
    faces = live.faces()
    cards = {seat: [text_of(faces[at]) for at in live.hand.of(seat).positions] for seat in (1, 2)}
    return live.head.seq, cards


def told_anew(table_id: TableId, player: PlayerId) -> dict[str, Any]:
    """Return what a fresh snapshot says, as JSON."""
    state = state_of(live_tables.newest(table_id), player, "now")
    del state["server_now"]
    fresh: dict[str, Any] = json.loads(json.dumps(state))
    return fresh


async def play_hand(apps: list[App], table_id: TableId, number: int, rng: Random) -> bool:
    """Play a hand to its end and hold both streams to the law; return whether cards were shown."""
    for app in apps:
        app.heard.clear()
    seq, cards = await in_thread(deal, table_id, number)
    while True:
        for app in apps:
            await app.read_to(seq)
            assert ("legal" in (app.table.state["turn"] or {})) == app.owes()
        owing = [app for app in apps if app.owes()]
        if not owing:
            break
        seq = await owing[0].act(rng)
    for app in apps:
        assert app.table.state["you"]["cards"] == cards[app.seat]
        app.check_secrecy(cards[3 - app.seat])
        assert app.table.compared() == await in_thread(told_anew, table_id, app.who.id)
    return any('"hand.cards_shown"' in text for text in apps[0].heard)


def test_neither_stream_holds_the_others_live_cards_and_both_fold_to_the_houses_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """docs/security.md#hidden-cards"""
    monkeypatch.setattr(consumer, "FRAMES_PER_S", 10_000)  # they play faster than people
    monkeypatch.setattr(consumer, "FRAMES_BURST", 10_000)
    players = [player_with("Anna", DEEP), player_with("Bert", DEEP)]
    table_id = open_table(member("Flo", Role.FLOOR))
    for seat, who in enumerate(players, start=1):
        sit_down(who, table_id, seat, DEEP)

    async def scene() -> list[bool]:
        rng = Random(200)
        async with (
            served() as address,
            following(address, players[0], 1, "calling station", table_id) as anna,
            following(address, players[1], 2, "rock", table_id) as bert,
        ):
            apps = [anna, bert]
            return [await play_hand(apps, table_id, n, rng) for n in range(HANDS)]

    shown = asyncio.run(scene())

    assert len(shown) == HANDS
    assert 20 < sum(shown) < HANDS - 20, "hands that are shown down, and hands that are not"
    assert live_tables.get(table_id).table.hand_no == HANDS

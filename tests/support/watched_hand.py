"""A random hand of any game as its viewers get it: frames, and fresh snapshots; no database."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.eventstore.store import Head
from tables.dealer import deal_hand
from tables.dealer.deck import Faces
from tables.engine.hand.commands import Command
from tables.engine.hand.decide import advance
from tables.engine.hand.events import HandEvent
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.table.state import Seat, Stakes, Table, TableConfig
from tables.live.codec import Happened
from tables.live.frames import frames_for
from tables.live.snapshot import state_of
from tables.live.table import LiveTable
from tests.support.random_hands import random_command, random_start

TABLE = TableId(UUID(int=7))
HAND = UUID(int=8)
STRANGER = PlayerId(UUID(int=999))
AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
NOW = "2026-11-30T18:00:00.000Z"
DEADLINE_MS = 1_796_061_630_000
_STAKES = Stakes(small_blind_chips=5, big_blind_chips=10, lower_limit_chips=10)
_MOST_DECISIONS = 2_000


class WatchedHand:
    """One hand, one command after the other; the room behind it is what a process would keep."""

    def __init__(self, seed: int, game: GameCode) -> None:
        self.random = Random(seed)
        self.start = random_start(self.random, game)
        dealt = deal_hand(HAND, seed=self.random.randbytes(32), faces=GAMES[game].deck)
        self.deck: Faces = dealt.deck.faces
        config = TableConfig(game=game, seat_count=10, stakes=_STAKES, book="play")
        table = Table(config=config, seats=(None,) * config.seat_count)
        for entry in self.start.seats:
            chips = entry.stack_chips
            seat = Seat(player=entry.player, stack_chips=chips, buy_in_chips=chips)
            table = table.with_seat(entry.seat, seat)
        self.live = LiveTable(
            head=Head(TABLE, 0, b"", 1),
            table=table,
            hand_id=HAND,
            sealed=dealt.sealed,
            deadline_ms=DEADLINE_MS,
        )
        self.players = [PlayerId(entry.player) for entry in self.start.seats]
        self.viewers: list[PlayerId] = [*self.players, STRANGER]
        self.events: list[HandEvent] = []

    def batches(self) -> Iterator[Sequence[Happened]]:
        """Play to the end; yield what each command made, once the room stands behind it."""
        command: Command = self.start
        for _ in range(_MOST_DECISIONS):
            batch, hand = advance(self.live.hand, command, self.deck)
            first = self.live.head.seq + 1
            happened = [
                Happened(TABLE, seq, HAND, seq, NOW, event)
                for seq, event in enumerate(batch, start=first)
            ]
            self.events += batch
            head = Head(TABLE, self.live.head.seq + len(batch), b"", 1)
            self.live = replace(self.live, head=head, hand=hand)
            yield happened
            if hand.is_over:
                return
            command = random_command(self.random, hand)
        raise AssertionError("the hand does not end")

    def snapshot(self, viewer: PlayerId) -> dict[str, Any]:
        """Return a fresh snapshot's frame."""
        state = json_of(state_of(self.live, viewer, NOW))
        return {"t": "snapshot", "seq": state["seq"], "d": state}

    def frames(self, batch: Sequence[Happened], viewer: PlayerId) -> list[dict[str, Any]]:
        """Return what is sent to the viewer, who is one of all that read."""
        found = []
        for event in frames_for(self.live, batch, self.viewers, epoch=1, at=AT):
            body = event.of(viewer)
            skip = {"t": "skip", "from": event.seq, "to": event.seq}
            found.append(skip if body is None else json_of(body))
        return found


def json_of(told: Any) -> Any:
    """Return it as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(told))

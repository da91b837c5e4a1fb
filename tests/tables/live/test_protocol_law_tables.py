"""
The protocol's law for tables: apply(events, old snapshot) == fresh snapshot, for every viewer,
after every command of random hands; and nobody is ever sent another's live cards.
"""

import json
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pokerhouse.commands.meta import ByStaff
from pokerhouse.common.ids import HandId
from pokerhouse.realtime import protocol
from tables.engine.hand.commands import Act, TimeOut
from tables.engine.rules.cards import text_of
from tables.engine.rules.terms import Chips, SeatNo
from tables.engine.table.state import Stakes, TableConfig
from tables.lab.simulation.policy import Policy
from tables.lab.simulation.session import SessionPlan, play_session, player_of
from tables.lab.simulation.stored import StoredTable
from tables.realtime.channel import TableChannel
from tables.services import floor
from tests.support.sockets import STRANGER
from tests.support.table_client import TableClient

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")

CONFIG = TableConfig(
    game="holdem",
    seat_count=6,
    stakes=Stakes(small_blind_chips=5, big_blind_chips=10, lower_limit_chips=10),
    book="play",
)


class WatchedTable(StoredTable):
    """A table whose viewers read after every command; new ones come, old ones stay away a while."""

    def __init__(self, seed: int, players: int) -> None:
        super().__init__(CONFIG)
        self.rng = Random(seed)
        self.channel = TableChannel(str(self.table_id), STRANGER)
        self.ids = [player_of(seed, seat) for seat in range(1, players + 1)] + [STRANGER]
        self.clients: list[TableClient] = []
        self.compared_count = 0
        self.taken_back_count = 0

    def seat_player(self, seat: SeatNo, player: UUID, chips: Chips) -> None:
        super().seat_player(seat, player, chips)
        self.watch()

    def top_up(self, seat: SeatNo, chips: Chips) -> None:
        super().top_up(seat, chips)
        self.watch()

    def sit_in(self, seat: SeatNo) -> None:
        super().sit_in(seat)
        self.watch()

    def leave(self, seat: SeatNo) -> None:
        super().leave(seat)
        self.watch()

    def start_hand(self, seed: bytes) -> None:
        super().start_hand(seed)
        self.watch()

    def play(self, command: Act | TimeOut) -> None:
        super().play(command)
        self.watch()

    def between_hands(self) -> None:
        super().between_hands()
        self.watch()

    def check_hand(self) -> None:
        """Take every third hand back before the next one begins; the law holds then, too."""
        super().check_hand()
        if self.table.hand_no % 3 == 0:
            hand_id = self._live().hand_id
            assert hand_id is not None
            how = replace(self._meta(), who=ByStaff(STRANGER))
            floor.void_hand(hand_id=HandId(hand_id), reason="fouled deck", meta=how)
            self.taken_back_count += 1
            super().check_hand()
            self.watch()

    def watch(self) -> None:
        """Let one more viewer come, and everybody read who is not away."""
        viewer = self.rng.choice(self.ids)
        if len(self.clients) < 12:
            client = TableClient(str(viewer))
            client.apply(self._snapshot(viewer))
            self.clients.append(client)
        for client in self.clients:
            if self.rng.random() < 0.7:
                self._read(client)

    def finish(self) -> None:
        """Let everybody read to the end."""
        for client in self.clients:
            self._read(client)

    def _snapshot(self, viewer: Any) -> dict[str, Any]:
        snapshot = self.channel.snapshot(viewer)
        frame = protocol.encode(
            protocol.Frame(
                t="snapshot",
                ch=self.channel.name,
                seq=snapshot.seq,
                ep=snapshot.epoch,
                ts="2026-11-30T18:00:00.000Z",
                d=snapshot.state,
            )
        )
        made: dict[str, Any] = json.loads(frame)
        return made

    def _read(self, client: TableClient) -> None:
        """Apply what the client lacks, as everybody's read has it, and compare."""
        viewer = next(each for each in self.ids if str(each) == client.player)
        assert client.seq is not None
        for seen in self.channel.read(client.seq, 1, 1000, self.ids):
            raw = seen.seen_by(viewer)
            if raw is None:
                client.apply({"t": "skip", "from": seen.seq, "to": seen.seq})
            else:
                client.apply(msgspec.json.decode(raw))
                self._search(raw, viewer)
        assert client.compared() == self._compared(viewer)
        self.compared_count += 1

    def _compared(self, viewer: Any) -> dict[str, Any]:
        fresh = TableClient(str(viewer))
        fresh.apply(self._snapshot(viewer))
        return fresh.compared()

    def _search(self, raw: bytes, viewer: Any) -> None:
        """Look for the running hand's hidden cards of others in what was sent."""
        frame = msgspec.json.decode(raw)
        hand = self.hand
        if hand is None or frame["d"].get("hand") != str(self._live().hand_id):
            return
        faces = self.deck
        for seat in hand.seats:
            if hand.started.seats[hand.index[seat.seat]].player == viewer or seat.faces:
                continue
            for at in seat.positions:
                assert f'"{text_of(faces[at])}"'.encode() not in raw


@given(seed=st.integers(0, 2**32), players=st.integers(2, 6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=6)
def test_every_viewer_folds_to_a_fresh_snapshot_after_every_command(
    seed: int, players: int
) -> None:
    table = WatchedTable(seed, players)
    policy = Policy(time_outs_per_thousand=60)
    plan = SessionPlan(hands=8, players=players, seed=seed, buy_in_chips=600, policy=policy)
    play_session(table, plan)
    table.finish()
    assert table.compared_count > 100
    assert table.taken_back_count == 2
    assert {client.seq for client in table.clients} == {table.channel.head()[0]}

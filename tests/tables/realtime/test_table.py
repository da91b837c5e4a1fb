"""A table over the socket: what each viewer is sent, and decisions with their answers."""

import json
from typing import Any

import pytest

from pokerhouse.common.ids import TableId, new_id
from tables.engine.rules.cards import text_of
from tables.live import table as live_tables
from tests.support.rooms import act, everything, open_table, start_hand
from tests.support.sockets import Client, House, in_thread, play_scene

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "valkey")


async def watching(house: House, who: str, table: TableId) -> tuple[Client, dict[str, Any]]:
    """Return a client that follows the table, and its snapshot."""
    client = await house.client(who).open()
    await client.send("sub", ch=f"table:{table}")
    snapshot = await client.next()
    assert snapshot["t"] == "snapshot"
    return client, snapshot


async def read_to(client: Client, seq: int) -> list[dict[str, Any]]:
    """Return the frames up to the feed's number `seq`."""
    frames: list[dict[str, Any]] = []
    while not frames or frames[-1].get("seq", frames[-1].get("to")) != seq:
        frames.append(await client.next())
    return frames


def of(frames: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    """Return the bodies of the events of one type."""
    return [frame["d"] for frame in frames if frame["t"] == kind]


def own_cards(table: TableId, seat: int) -> list[str]:
    """Return the hole cards that the sealed deck has for `seat`."""
    live = live_tables.newest(table)
    assert live.hand is not None
    faces = live.faces()
    return [text_of(faces[at]) for at in live.hand.of(seat).positions]


def test_each_player_is_sent_his_own_cards_and_nobody_elses() -> None:
    """docs/security.md#hidden-cards: a live hidden card is read by its owner alone."""
    table = open_table(3)

    async def scene(house: House) -> None:
        clients = {
            who: (await watching(house, who, table))[0]
            for who in ("alice", "bob", "carol", "stranger")
        }
        live = await in_thread(start_hand, table)
        cards = {seat: await in_thread(own_cards, table, seat) for seat in (1, 2, 3)}
        for who, client in clients.items():
            frames = await read_to(client, live.head.seq)
            dealt = of(frames, "hand.hole_dealt")[0]["hands"]
            mine = {"alice": 1, "bob": 2, "carol": 3}.get(who)
            for hand in dealt:
                assert hand["cards"] == (cards[hand["seat"]] if hand["seat"] == mine else [])
            text = json.dumps([frame for frame in frames if frame["t"].startswith("hand.")])
            for seat, both in cards.items():
                if seat != mine:
                    assert not any(f'"{card}"' in text for card in both)
            assert [f for f in frames if f["t"] == "skip"], "the sealed deck is a number only"
            await client.leave()

    play_scene(scene)


def test_the_turn_tells_its_player_what_he_may_do_and_everybody_how_long() -> None:
    table = open_table(3)

    async def scene(house: House) -> None:
        alice, _ = await watching(house, "alice", table)
        bob, _ = await watching(house, "bob", table)
        live = await in_thread(start_hand, table)
        assert live.hand is not None
        turns = {}
        for name, client in (("alice", alice), ("bob", bob)):
            turns[name] = of(await read_to(client, live.head.seq), "hand.turn_started")[-1]
        owner = {1: "alice", 2: "bob"}.get(live.hand.actor or 0)
        for name, turn in turns.items():
            assert ("legal" in turn) == (name == owner)
            assert turn["remaining_ms"] >= 0
            assert {"deadline_at", "server_now", "turn", "seat", "hand"} <= set(turn)
        for client in (alice, bob):
            await client.leave()

    play_scene(scene)


class Seated:
    """Two players at a table with a running hand, each with his client."""

    def __init__(self, house: House, table: TableId) -> None:
        self.house, self.table = house, table
        self.clients: dict[int, Client] = {}

    async def deal(self) -> None:
        for seat, who in ((1, "alice"), (2, "bob")):
            self.clients[seat], _ = await watching(self.house, who, self.table)
        await in_thread(start_hand, self.table)
        await self.drain()

    async def drain(self) -> None:
        """Read what there is at every client."""
        seq = self.live().head.seq
        for client in self.clients.values():
            await read_to(client, seq)

    def live(self) -> live_tables.LiveTable:
        return live_tables.get(self.table)

    def body(self, **changes: Any) -> dict[str, Any]:
        """Return an `act` that calls in the turn that is owed."""
        live = self.live()
        assert live.hand is not None
        return {"hand": str(live.hand_id), "turn": live.hand.turn, "action": "call", **changes}

    def actor(self) -> int:
        hand = self.live().hand
        assert hand is not None
        assert hand.actor is not None
        return hand.actor

    async def leave(self) -> None:
        for client in self.clients.values():
            await client.leave()


async def answer(client: Client) -> dict[str, Any]:
    """Return the next ack or nack, whatever events come before it."""
    while (frame := await client.next())["t"] not in {"ack", "nack"}:
        pass
    return frame


def test_a_decision_is_acknowledged_after_commit_and_its_repeat_gets_the_first_answer() -> None:
    """docs/security.md#once: acknowledged means done, once."""
    table = open_table(2)

    async def scene(house: House) -> None:
        game = Seated(house, table)
        await game.deal()
        before, body = game.live().head.seq, game.body()
        client = game.clients[game.actor()]
        await client.send("act", "c1", **body)
        first = await answer(client)
        assert first["t"] == "ack"
        assert first["d"]["is_replayed"] is False
        assert first["d"]["result"]["from_seq"] == before + 1
        assert first["d"]["result"]["seq"] == game.live().head.seq
        after = await in_thread(everything)
        await client.send("act", "c1", **body)
        again = await answer(client)
        assert again["d"] == {**first["d"], "is_replayed": True}
        assert await in_thread(everything) == after
        await game.leave()

    play_scene(scene)


@pytest.mark.parametrize(
    ("changes", "code", "status"),
    [
        ({"turn": 9}, "turn_expired", 409),
        ({"action": "check"}, "illegal_action", 422),
        ({"action": "raise", "to": 11}, "illegal_action", 422),
        ({"action": "raise", "to": 2**52}, "illegal_action", 422),
        ({"action": "raise"}, "illegal_action", 422),
        ({"action": "show"}, "illegal_action", 422),
        ({"hand": str(new_id())}, "unknown_hand", 404),
        ({"hand": "nonsense"}, "invalid", 400),
        ({"turn": -1}, "invalid", 400),
        ({"turn": 1.5}, "invalid", 400),
        ({"action": "dance"}, "invalid", 400),
        ({"action": "raise", "to": -20}, "invalid", 400),
        ({"action": "raise", "to": 20.5}, "invalid", 400),
        ({"action": "raise", "to": 2**60}, "invalid", 400),
        ({"seat": 2}, "invalid", 400),
    ],
)
def test_a_wrong_decision_is_a_named_problem_and_changes_nothing(
    changes: dict[str, Any], code: str, status: int
) -> None:
    table = open_table(2)

    async def scene(house: House) -> None:
        game = Seated(house, table)
        await game.deal()
        before = await in_thread(everything)
        client = game.clients[game.actor()]
        await client.send("act", "c1", **game.body(**changes))
        nack = await answer(client)
        assert nack["t"] == "nack"
        problem = nack["d"]["problem"]
        assert (problem["code"], problem["status"]) == (code, status)
        if code == "illegal_action":
            assert problem["legal_actions"]["kinds"] == ["call", "fold", "raise", "all_in"]
        assert await in_thread(everything) == before
        await game.leave()

    play_scene(scene)


def test_nobody_decides_for_another_and_a_stranger_for_nobody() -> None:
    table = open_table(2)

    async def scene(house: House) -> None:
        game = Seated(house, table)
        await game.deal()
        before = await in_thread(everything)
        stranger = await house.client("stranger").open()
        for client in (game.clients[3 - game.actor()], stranger):
            await client.send("act", "c1", **game.body())
            assert (await answer(client))["d"]["problem"]["code"] == "not_your_turn"
        assert await in_thread(everything) == before
        await stranger.leave()
        await game.leave()

    play_scene(scene)


def test_the_last_hands_turn_cannot_be_played_in_the_next_one() -> None:
    """Turns are numbered within a hand: the hand's id keeps an old decision out of the next."""
    table = open_table(2)

    async def scene(house: House) -> None:
        game = Seated(house, table)
        await game.deal()
        old = game.body(action="fold")
        await in_thread(act, table, "fold")
        await in_thread(start_hand, table)
        await game.drain()
        before = await in_thread(everything)
        client = game.clients[game.actor()]
        await client.send("act", "c1", **old)
        assert (await answer(client))["d"]["problem"]["code"] == "hand_over"
        assert await in_thread(everything) == before
        await game.leave()

    play_scene(scene)


def test_a_snapshot_and_an_event_are_small() -> None:
    """A snapshot of a full table is at most 8 KB, an event 400 bytes (docs/protocol.md)."""
    table = open_table(6)

    async def scene(house: House) -> None:
        client, _ = await watching(house, "alice", table)
        live = await in_thread(start_hand, table)
        frames = await read_to(client, live.head.seq)
        long = {"hand.started", "table.hand_started", "hand.hole_dealt"}
        sizes = {f["t"]: len(json.dumps(f, separators=(",", ":"))) for f in frames}
        assert {kind for kind, size in sizes.items() if size > 400} <= long, sizes
        bob, snapshot = await watching(house, "bob", table)
        assert len(json.dumps(snapshot, separators=(",", ":"))) <= 8192
        assert snapshot["d"]["you"]["seat"] == 2
        await client.leave()
        await bob.leave()

    play_scene(scene)

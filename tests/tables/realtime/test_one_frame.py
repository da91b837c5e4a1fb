"""The same event is the same frame over the socket, over REST, in the long poll and in a replay."""

from typing import Any

import pytest

from pokerhouse.common.ids import HandId, PlayerId, TableId
from pokerhouse.eventstore.codec import time_ms
from tables.live import table as live_tables
from tables.live.frames import frames_between, read_frames
from tables.room.hands.queries import hand_view
from tests.support.rooms import AT, act, open_table, player, start_hand
from tests.support.sockets import House, play_scene
from tests.support.watched_hand import json_of
from tests.tables.realtime.test_table import of, read_to

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "valkey")

Frames = list[dict[str, Any]]


def without_clock(frames: Frames) -> Frames:
    """Return the frames without what depends on when they are read."""
    for frame in frames:
        for name in ("remaining_ms", "server_now"):
            frame.get("d", {}).pop(name, None)
    return frames


def played() -> TableId:
    """Return a table whose seats 1 and 2 have acted; it is the turn of seat 3."""
    table = open_table(3)
    start_hand(table)
    act(table, "call")
    act(table, "call")
    return table


def rest(table: TableId, who: PlayerId, after_seq: int = 0) -> Frames:
    frames: Frames = json_of(read_frames(table, who, after_seq=after_seq, limit=500, at=AT))
    return frames


@pytest.mark.parametrize(("name", "number"), [("alice", 1), ("bob", 2), ("carol", 3)])
def test_a_player_gets_the_same_frames_whichever_way_he_reads(name: str, number: int) -> None:
    table = played()
    live = live_tables.newest(table)
    assert live.hand_id is not None
    who = player(number)
    feed = without_clock(rest(table, who))
    hand = json_of(hand_view(HandId(live.hand_id), who, at=AT)["events"])

    async def scene(house: House) -> None:
        client = await house.client(name).open()
        await client.send("sub", ch=f"table:{table}", after_seq=0)
        assert (await client.next())["t"] == "resumed"
        frames = await read_to(client, live.head.seq)
        assert without_clock(frames) == feed
        await client.leave()

    play_scene(scene)
    assert [frame["t"] for frame in feed].count("skip") == 1, "the sealed deck"
    assert without_clock(hand) == feed[-len(hand) :]


def test_a_running_turn_says_everywhere_how_long_and_to_its_player_what_he_may_do() -> None:
    table = played()
    seq = live_tables.newest(table).head.seq
    for who in (player(1), player(2), player(3)):
        last = rest(table, who, seq - 1)
        answer = json_of(frames_between(table, who, seq, seq))
        assert answer[0]["d"]["server_now"] == answer[0]["ts"], "as of the command's moment"
        assert without_clock(answer) == without_clock(rest(table, who, seq - 1))
        (turn,) = of(last, "hand.turn_started")
        left = time_ms(turn["deadline_at"]) - time_ms(turn["server_now"])
        assert turn["remaining_ms"] == max(0, left)
        assert ("legal" in turn) == (who == player(turn["seat"]))


def test_a_reader_behind_another_process_is_shown_what_it_wrote() -> None:
    """Its cached table ends before the event, so nothing in it says what the player may do."""
    table = played()
    live = live_tables.newest(table)
    act(table, "check")
    live_tables.put(live)
    told = rest(table, player(1), live.head.seq)
    fresh = live_tables.newest(table)
    assert told[-1]["seq"] == fresh.head.seq
    assert fresh.hand is not None
    assert fresh.hand.actor == told[-1]["d"]["seat"]


def test_whoever_is_level_with_the_feed_gets_nothing() -> None:
    table = played()
    seq = live_tables.newest(table).head.seq
    assert rest(table, player(1), seq) == []
    assert rest(table, player(1), seq + 7) == []

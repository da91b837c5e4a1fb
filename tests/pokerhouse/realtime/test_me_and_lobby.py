"""The channels `me` and `lobby` over the socket."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction

from accounts.people.inbox import services as inbox
from pokerhouse.realtime import bell
from pokerhouse.realtime.auth import OriginCheck
from pokerhouse.wiring import wiring
from tables.engine.table.state import EntryChoice
from tables.live import lobby_version
from tables.room.lobby import queries as lobby
from tables.services import notices
from tests.support import seating
from tests.support.rooms import AT, check_down, deposit, meta, open_table, player, start_hand
from tests.support.sockets import ALICE, BOB, Client, TestAuthenticators, in_thread, running

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "valkey")


def put(who: UUID, **facts: object) -> None:
    with transaction.atomic():
        inbox.put(person=who, kind="test.told", at=AT, facts=facts)


def play(scene: Callable[[OriginCheck], Awaitable[None]]) -> None:
    """Run `scene` in a house with its real channels."""

    async def housed() -> None:
        async with running(wiring(), TestAuthenticators()) as (app, _):
            await scene(app)

    asyncio.run(housed())


async def following(
    app: OriginCheck, who: str, channel: str, **body: Any
) -> tuple[Client, dict[str, Any]]:
    """Return a client that follows the channel, and the first frame."""
    client = await Client(app, {"x-session-token": who}).open()
    await client.send("sub", ch=channel, **body)
    return client, await client.next()


def test_me_is_each_ones_own_inbox() -> None:
    put(ALICE, number=1)

    async def scene(app: OriginCheck) -> None:
        alice, begun = await following(app, "alice", "me")
        assert (begun["t"], begun["seq"], begun["ep"]) == ("snapshot", 1, 1)
        assert [item["d"] for item in begun["d"]["items"]] == [{"number": 1}]
        bob, empty = await following(app, "bob", "me")
        assert (empty["seq"], empty["d"]) == (0, {"items": []})
        await in_thread(put, BOB, number=7)
        await in_thread(put, ALICE, number=2)
        told = await alice.next()
        assert told == {
            "t": "test.told",
            "ch": "me",
            "seq": 2,
            "ep": 1,
            "ts": "2026-11-30T18:00:00.000Z",
            "d": {"number": 2},
        }
        assert (await bob.next())["d"] == {"number": 7}
        for client in (alice, bob):
            assert not await client.has_frame()
            await client.leave()

    play(scene)


def test_several_devices_of_one_person_hear_the_same_and_resume_where_they_were() -> None:
    put(ALICE, number=1)
    put(ALICE, number=2)

    async def scene(app: OriginCheck) -> None:
        first, _ = await following(app, "alice", "me")
        second, resumed = await following(app, "alice", "me", after_seq=1, ep=1)
        assert (resumed["t"], resumed["d"]) == ("resumed", {"after_seq": 1, "to_seq": 2})
        assert (await second.next())["d"] == {"number": 2}
        await in_thread(put, ALICE, number=3)
        for client in (first, second):
            assert (await client.next())["d"] == {"number": 3}
        await first.send("unsub", ch="me")
        await first.send("ping")
        assert (await first.next())["t"] == "pong"
        await in_thread(put, ALICE, number=4)
        assert (await second.next())["d"] == {"number": 4}
        assert not await first.has_frame()
        for client in (first, second):
            await client.leave()

    play(scene)


def test_a_notice_whose_bell_is_lost_arrives_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hub asks once a second where feeds end, inboxes too."""
    monkeypatch.setattr(bell, "ring", lambda *_: None)

    async def scene(app: OriginCheck) -> None:
        alice, _ = await following(app, "alice", "me")
        await in_thread(put, ALICE, number=1)
        assert (await alice.next())["d"] == {"number": 1}
        await alice.leave()

    play(scene)


@pytest.mark.parametrize("channel", [f"me:{BOB}", "me:alice", "lobby:1"])
def test_there_is_no_way_to_name_anothers_inbox(channel: str) -> None:
    async def scene(app: OriginCheck) -> None:
        client = await Client(app, {"x-session-token": "alice"}).open()
        await client.send("sub", ch=channel)
        assert await client.close_code() == 4404

    play(scene)


def sit_down(table_id: Any, seat: int) -> None:
    deposit(player(seat), 2000)
    seating.take_seat(
        table_id=table_id,
        seat=seat,
        player=player(seat),
        buy_in_chips=1000,
        entry=EntryChoice.POST,
        meta=meta(),
    )


def test_the_lobby_says_that_it_has_changed_and_nothing_else() -> None:
    table_id = open_table(2)

    async def scene(app: OriginCheck) -> None:
        version = await in_thread(lobby_version.version)
        client, begun = await following(app, "stranger", "lobby")
        assert (begun["t"], begun["seq"], begun["d"]) == ("snapshot", version, {"version": version})
        await in_thread(sit_down, table_id, 3)
        hint = await client.next()
        assert {name: hint[name] for name in ("t", "ch", "seq", "ep", "d")} == {
            "t": "changed",
            "ch": "lobby",
            "seq": version + 1,
            "ep": 1,
            "d": {"version": version + 1},
        }
        await client.leave()

    play(scene)


def test_changes_that_came_together_are_one_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = open_table(2)
    monkeypatch.setattr(notices, "ring", lambda *_: None)

    async def scene(app: OriginCheck) -> None:
        version = await in_thread(lobby_version.version)
        for seat in (3, 4, 5):
            await in_thread(sit_down, table_id, seat)
        client, begun = await following(app, "bob", "lobby", after_seq=version, ep=1)
        assert begun["t"] == "resumed"
        skip = await client.next()
        assert (skip["t"], skip["from"], skip["to"]) == ("skip", version + 1, version + 2)
        assert (await client.next())["d"] == {"version": version + 3}
        await in_thread(sit_down, table_id, 6)
        assert (await client.next())["d"] == {"version": version + 4}, "found without a bell"
        await client.leave()

    play(scene)


def test_a_hand_that_is_dealt_changes_the_lobby_only_once() -> None:
    """The first makes an open table a playing one; who counts hands looks at the table."""
    table_id = open_table(2)
    version = lobby_version.version()
    start_hand(table_id)
    check_down(table_id)
    assert lobby_version.version() == version + 1
    start_hand(table_id)
    check_down(table_id)
    assert lobby_version.version() == version + 1
    assert lobby.table(table_id)["hand_no"] == 2
    seating.close_table(table_id=table_id, meta=meta())
    assert lobby_version.version() == version + 2

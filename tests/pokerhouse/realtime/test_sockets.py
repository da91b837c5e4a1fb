"""The socket: signing in, frames in and out, commands, and every way to end it."""

import pytest
from django.db import OperationalError
from pytest_django import Settings

from pokerhouse.realtime import control
from pokerhouse.realtime.consumer import FRAMES_BURST, MAX_CHANNELS
from tests.support.feeds import filled_feed
from tests.support.sockets import (
    ALICE,
    BOB,
    NOT_BOBS,
    Client,
    House,
    TestAuthenticators,
    in_thread,
    play_scene,
    principal,
)

pytestmark = pytest.mark.usefixtures("valkey")


def test_a_socket_is_greeted_and_answers_a_ping() -> None:
    async def scene(house: House) -> None:
        client = house.client("alice")
        assert await client.connect() == (True, "pokerhouse.v1")
        hello = await client.next()
        assert hello["d"]["user"] == str(ALICE)
        assert hello["d"]["heartbeat_ms"] == 20_000
        await client.send("ping", t0=12.5)
        pong = await client.next()
        assert (pong["t"], pong["d"]["t0"]) == ("pong", 12.5)
        assert pong["d"]["t1"] <= pong["d"]["t2"]
        await client.leave()
        assert house.hub.members == set()

    play_scene(scene)


# --- Signing in ------------------------------------------------------------------------------


def test_without_the_subprotocol_nobody_is_let_in() -> None:
    async def scene(house: House) -> None:
        client = Client(house.app, {"x-session-token": "alice"}, subprotocols=["other"])
        assert await client.connect() == (False, 4400)

    play_scene(scene)


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "http://play.example:81", "null", "http://play.example.evil.com"],
)
def test_a_page_of_another_origin_is_refused_with_a_good_cookie(
    origin: str, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["play.example"]

    async def scene(house: House) -> None:
        client = house.client("", origin=origin, host="play.example", cookie="sessionid=alice")
        assert await client.connect() == (False, 4403)
        assert house.hub.members == set()

    play_scene(scene)


@pytest.mark.parametrize("origin", ["https://play.example", "https://app.example"])
def test_a_cookie_with_the_houses_own_or_a_named_origin_lets_in(
    origin: str, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["play.example"]
    settings.REALTIME_ORIGINS = ["https://app.example"]

    async def scene(house: House) -> None:
        client = house.client("", origin=origin, host="play.example", cookie="sessionid=alice")
        await client.open()
        await client.leave()

    play_scene(scene)


def test_an_own_origin_of_a_host_that_the_house_does_not_answer_to_is_refused(
    settings: Settings,
) -> None:
    """DNS rebinding: the page and the Host header agree, and both are the attacker's."""
    settings.ALLOWED_HOSTS = ["play.example"]

    async def scene(house: House) -> None:
        client = house.client("", origin="http://evil.example", host="evil.example")
        assert await client.connect() == (False, 4403)

    play_scene(scene)


def test_a_cookie_without_an_origin_counts_for_nothing(settings: Settings) -> None:
    async def scene(house: House) -> None:
        client = house.client("", cookie="sessionid=alice")
        assert (await client.connect())[0]
        await client.send("ping")
        assert await client.close_code() == 4401

    play_scene(scene)


def test_a_token_in_a_header_needs_no_origin_and_is_not_helped_by_a_cookie(
    settings: Settings,
) -> None:
    """A packaged app's page has an origin of its own; no stranger's page knows the token."""
    settings.ALLOWED_HOSTS = ["play.example"]
    foreign = {"origin": "capacitor://localhost", "host": "play.example"}

    async def scene(house: House) -> None:
        app = await house.client("bob", **foreign, cookie="sessionid=alice").open()
        assert {member.user for member in house.hub.members} == {BOB}
        await app.leave()
        stranger = house.client("unknown", **foreign, cookie="sessionid=alice")
        assert await stranger.connect() == (True, "pokerhouse.v1")
        assert await stranger.close_code() == 4401

    play_scene(scene)


def test_whoever_comes_while_the_database_is_away_is_told_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def away(_self: object, _token: str) -> None:
        raise OperationalError("the server has gone")

    monkeypatch.setattr(TestAuthenticators, "by_token", away)

    async def scene(house: House) -> None:
        client = house.client("bob")
        await client.connect()
        assert await client.close_code() == 1013
        assert house.hub.members == set()

    play_scene(scene)


def test_another_path_is_refused_before_the_handshake_ends() -> None:
    async def scene(house: House) -> None:
        for path, answer in (("/ws/", (True, "pokerhouse.v1")), ("/ws/x", (False, 4404))):
            client = Client(house.app, {"x-session-token": "bob"}, path=path)
            assert await client.connect() == answer
            if answer[0]:
                await client.leave()

    play_scene(scene)


@pytest.mark.parametrize("token", ["unknown", "'; DROP TABLE users"])
def test_an_unknown_token_is_closed_with_4401(token: str) -> None:
    async def scene(house: House) -> None:
        client = house.client(token)
        await client.connect()
        assert await client.close_code() == 4401

    play_scene(scene)


def test_a_ticket_in_the_first_frame_lets_in_once() -> None:
    async def scene(house: House) -> None:
        first, second = house.client(""), house.client("")
        for client in (first, second):
            await client.connect()
            await client.send("hello", ticket="ticket-of-alice")
        assert (await first.next())["d"]["user"] == str(ALICE)
        assert await second.close_code() == 4401
        await first.leave()

    play_scene(scene)


def test_a_ticket_with_more_than_a_ticket_is_a_bad_frame() -> None:
    async def scene(house: House) -> None:
        client = house.client("")
        await client.connect()
        await client.send("hello", ticket="ticket-of-alice", user=str(BOB))
        assert await client.close_code() == 4400
        assert list(house.authenticators.tickets) == ["ticket-of-alice"]

    play_scene(scene)


def test_a_full_house_says_1013(settings: Settings) -> None:
    settings.REALTIME_MAX_SOCKETS = 1

    async def scene(house: House) -> None:
        first = await house.client("alice").open()
        asked = house.authenticators.token_count
        second = house.client("bob")
        await second.connect()
        assert await second.close_code() == 1013
        assert house.authenticators.token_count == asked  # the database is asked for nothing
        await first.leave()

    play_scene(scene)


# --- Frames ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        " ",
        "nonsense",
        "[]",
        "null",
        '{"t":"ping","d":' + "[" * 4000,
        '{"t":"ping","x":1}',
        '{"t":1}',
        '{"t":""}',
        '{"t":"ping","id":7}',
        '{"t":"ping","id":"' + "x" * 65 + '"}',
        '{"t":"ping","d":{"t0":1}} trailing',
        '{"t":"ping","d":{"pad":"' + "x" * 8192 + '"}}',
    ],
)
def test_what_is_no_frame_ends_the_socket_with_4400(text: str) -> None:
    async def scene(house: House) -> None:
        client = await house.client().open()
        await client.send_text(text)
        assert await client.close_code() == 4400
        assert house.hub.members == set()

    play_scene(scene)


def test_a_binary_frame_ends_the_socket_with_4400() -> None:
    async def scene(house: House) -> None:
        client = await house.client().open()
        await client.send_bytes(b'{"t":"ping"}')
        assert await client.close_code() == 4400

    play_scene(scene)


@pytest.mark.parametrize(
    ("kind", "body", "pointer", "code"),
    [
        ("add", {"number": -1}, "/d/number", "invalid"),
        ("add", {"number": 2.5}, "/d/number", "invalid"),
        ("add", {"number": 10**30}, "/d/number", "invalid"),
        ("add", {"number": "1"}, "/d/number", "invalid"),
        ("add", {"number": True}, "/d/number", "invalid"),
        ("add", {}, "/d", "invalid"),
        ("add", {"number": 1, "more": 1}, "/d", "invalid"),
        ("sub", {"ch": 5}, "/d/ch", "invalid"),
        ("sub", {"ch": "feed:x", "after_seq": -1}, "/d/after_seq", "invalid"),
        ("ping", {"seen": {"a": "b"}}, "/d/seen", "invalid"),
        ("dance", {}, "/d", "unknown_message"),
    ],
)
def test_a_wrong_body_is_a_named_problem_and_changes_nothing(
    kind: str, body: dict[str, object], pointer: str, code: str
) -> None:
    async def scene(house: House) -> None:
        client = await house.client().open()
        await client.send(kind, "f1", **body)
        nack = await client.next()
        assert (nack["t"], nack["d"]["id"]) == ("nack", "f1")
        problem = nack["d"]["problem"]
        assert (problem["status"], problem["code"]) == (400, code)
        assert [error["pointer"] for error in problem["errors"]] == [pointer]
        assert house.counter.total == 0
        await client.leave()

    play_scene(scene)


def test_a_client_that_speaks_too_fast_is_closed_with_4429() -> None:
    async def scene(house: House) -> None:
        client = await house.client().open()
        for _ in range(FRAMES_BURST + 20):
            await client.send("ping")
        assert await client.close_code() == 4429

    play_scene(scene)


# --- Commands --------------------------------------------------------------------------------


def test_a_command_is_acknowledged_and_its_repeat_gets_the_first_answer() -> None:
    async def scene(house: House) -> None:
        client = await house.client().open()
        await client.send("add", "c1", number=4)
        assert (await client.next())["d"] == {
            "id": "c1",
            "result": {"total": 4},
            "is_replayed": False,
        }
        await client.send("add", "c2", number=3)
        assert (await client.next())["d"]["result"] == {"total": 7}
        await client.send("add", "c1", number=4)
        assert (await client.next())["d"] == {
            "id": "c1",
            "result": {"total": 4},
            "is_replayed": True,
        }
        assert house.counter.total == 7
        await client.leave()

    play_scene(scene)


def test_a_refused_command_is_answered_with_its_problem() -> None:
    async def scene(house: House) -> None:
        client = await house.client().open()
        await client.send("add", "c1", number=8)
        await client.next()
        await client.send("add", "c2", number=8)
        problem = (await client.next())["d"]["problem"]
        assert (problem["code"], problem["max"], problem["type"]) == (
            "too_much",
            2,
            "/problems/too_much",
        )
        assert house.counter.total == 8
        await client.leave()

    play_scene(scene)


def test_a_command_without_an_id_is_refused() -> None:
    async def scene(house: House) -> None:
        client = await house.client().open()
        await client.send("add", None, number=1)
        assert (await client.next())["d"]["problem"]["code"] == "command_id_missing"
        assert house.counter.total == 0
        await client.leave()

    play_scene(scene)


def test_a_token_that_may_only_read_commands_nothing() -> None:
    async def scene(house: House) -> None:
        client = await house.client("reader").open()
        await client.send("add", "c1", number=1)
        problem = (await client.next())["d"]["problem"]
        assert (problem["status"], problem["code"]) == (403, "scope_missing")
        assert house.counter.total == 0
        await client.leave()

    play_scene(scene)


# --- Channels --------------------------------------------------------------------------------


@pytest.mark.usefixtures("house_db")
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("unknown", 4404),
        ("feed:nonsense", 4404),
        ("feed:00000000-0000-0000-0000-00000000abcd", 4404),
        (f"feed:{NOT_BOBS}", 4403),
    ],
)
def test_a_channel_that_is_not_for_him_ends_the_socket(name: str, code: int) -> None:
    async def scene(house: House) -> None:
        client = await house.client().open()
        await client.send("sub", ch=name)
        assert await client.close_code() == code
        assert house.hub.topics == {}

    play_scene(scene)


@pytest.mark.usefixtures("house_db")
def test_one_socket_follows_only_so_many_channels() -> None:
    shards = [filled_feed(hands=1, events=1)[0].shard for _ in range(MAX_CHANNELS + 1)]

    async def scene(house: House) -> None:
        client = await house.client().open()
        for shard in shards[:-1]:
            await client.send("sub", ch=f"feed:{shard}")
            assert (await client.next())["t"] == "snapshot"
        await client.send("sub", "last", ch=f"feed:{shards[-1]}")
        assert (await client.next())["d"]["problem"]["code"] == "too_many_channels"
        await client.send("unsub", ch=f"feed:{shards[0]}")
        await client.send("sub", ch=f"feed:{shards[-1]}")
        assert (await client.next())["t"] == "snapshot"
        await client.leave()
        assert house.hub.topics == {}

    play_scene(scene)


# --- The end of a session --------------------------------------------------------------------


@pytest.mark.parametrize("session", [str(principal(ALICE).access.id), None])
def test_a_revoked_session_is_closed_at_once_and_others_stay(session: str | None) -> None:
    async def scene(house: House) -> None:
        alice, bob = await house.client("alice").open(), await house.client("bob").open()
        if session is None:
            await in_thread(control.revoke_person, str(ALICE))
        else:
            await in_thread(control.revoke_session, str(ALICE), session)
        assert await alice.close_code() == 4401
        await bob.send("ping")
        assert (await bob.next())["t"] == "pong"
        await bob.leave()
        assert house.hub.counts.revoked == 1

    play_scene(scene)


def test_a_session_that_ended_while_it_signed_in_is_found_without_a_message() -> None:
    async def scene(house: House) -> None:
        house.authenticators.ended.add(principal(ALICE))
        alice = await house.client("alice").open()
        assert await alice.close_code() == 4401

    play_scene(scene)


def test_a_silent_client_is_closed_with_4408(settings: Settings) -> None:
    settings.REALTIME_HEARTBEAT_MS = 100

    async def scene(house: House) -> None:
        client = await house.client().open()
        assert await client.close_code() == 4408
        assert house.hub.counts.silent == 1

    play_scene(scene)


def test_a_restart_closes_with_1012() -> None:
    async def scene(house: House) -> None:
        client = await house.client().open()
        await house.hub.stop()
        assert await client.close_code() == 1012

    play_scene(scene)

"""The control layer: it comes back by itself, and no socket waits for it."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from pytest_django import Settings
from redis import Redis

from pokerhouse.common.broker import control_layers
from pokerhouse.ops.embedded.valkey import Valkey
from pokerhouse.realtime import control
from tests.support.sockets import ALICE, House, eventually, in_thread, open_house, play_scene

pytestmark = pytest.mark.usefixtures("valkey")


def say(message: dict[str, Any]) -> None:
    async_to_sync(control.control_layer().group_send)(control.GROUP, message)


def cut_subscribers(url: str) -> int:
    """End every subscriber's connection, as a broker that starts anew does."""
    with Redis.from_url(url) as client:
        return int(client.client_kill_filter(_type="pubsub"))


def test_a_lost_connection_is_made_anew_and_control_messages_are_heard_again(
    valkey: Valkey,
) -> None:
    async def scene(house: House) -> None:
        alice = await house.client("alice").open()
        assert await in_thread(cut_subscribers, valkey.url) >= 2
        closing = asyncio.create_task(alice.close_code())
        while not closing.done():  # what was said while nobody listened is lost
            await in_thread(control.revoke_person, str(ALICE))
            await asyncio.wait([closing], timeout=0.2)
        assert await closing == 4401

    play_scene(scene)


def test_a_socket_opens_and_works_while_the_layer_is_away(settings: Settings) -> None:
    settings.CHANNEL_LAYERS = control_layers("redis://127.0.0.1:1/0", 0.1)

    async def scene() -> None:
        async with open_house(is_controlled=False) as house:
            bob = await house.client("bob").open()
            await bob.send("add", "c1", number=4)
            assert (await bob.next())["d"]["result"] == {"total": 4}
            assert not house.hub.controlled.is_set()
            await bob.leave()

    asyncio.run(scene())


def test_what_is_no_control_message_is_counted_and_ends_nobody() -> None:
    async def scene(house: House) -> None:
        alice = await house.client("alice").open()
        await in_thread(say, {"type": "person.praised", "user": str(ALICE)})
        await in_thread(say, {"user": str(ALICE)})
        await eventually(lambda: house.hub.counts.bad_controls == 2)
        await alice.send("ping")
        assert (await alice.next())["t"] == "pong"
        await alice.leave()

    play_scene(scene)


def test_each_message_is_counted_as_sent_or_failed(settings: Settings) -> None:
    sent, failed = control.counts.sent, control.counts.failed
    control.revoke_session(str(ALICE), "of nobody")
    assert (control.counts.sent, control.counts.failed) == (sent + 1, failed)
    settings.CHANNEL_LAYERS = control_layers("redis://127.0.0.1:1/0", 0.1)
    control.revoke_session(str(ALICE), "of nobody")
    assert (control.counts.sent, control.counts.failed) == (sent + 1, failed + 1)

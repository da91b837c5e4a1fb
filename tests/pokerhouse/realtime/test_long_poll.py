"""The table's feed for clients without a socket: asked for, and answered when something happens."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import httpx
import pytest
from django.db import connections
from pytest_django import Settings

from accounts.people import services as people
from accounts.people.realtime import HouseAuthenticators
from pokerhouse.asgi import application
from pokerhouse.common.clock import now
from pokerhouse.realtime.hub import Hub
from pokerhouse.wiring import wiring
from tests.support.people import by
from tests.support.room_api import House, Member, a_house, deal
from tests.support.sockets import eventually, in_thread, running

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "valkey", "demo")

THREADS = 2


class Web:
    """A web process's requests and its hub."""

    def __init__(self, client: httpx.AsyncClient, hub: Hub, house: House) -> None:
        self.client, self.hub, self.house = client, hub, house

    async def ask(self, who: Member, table: object = None, **query: object) -> httpx.Response:
        """Ask for the feed."""
        path = f"/api/v1/tables/{table or self.house.table_id}/events"
        return await self.client.get(
            path,
            params={name: str(value) for name, value in query.items()},
            headers=who.api.headers,
        )

    async def waiting(self, count: int = 1) -> None:
        """Wait until that many polls wait."""
        waiters = self.hub._waiters
        await eventually(lambda: len(waiters.get(self.house.table_id, ())) == count)


def play(scene: Callable[[Web], Awaitable[None]], settings: Settings) -> None:
    """Run `scene` with a web process of its own."""
    settings.REALTIME_THREADS = THREADS
    settings.ALLOWED_HOSTS = ["localhost"]
    house = a_house()

    async def housed() -> None:
        transport = httpx.ASGITransport(application)
        async with (
            running(wiring(), HouseAuthenticators()) as (_, hub),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            await scene(Web(client, hub, house))

    asyncio.run(housed())


def head(house: House) -> int:
    seq: int = house.state()["seq"]
    return seq


def house_connections() -> int:
    """Return how many connections the house holds to this database."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND usename <> current_user"
        )
        count: int = cursor.fetchone()[0]
        return count


def test_a_poll_is_answered_when_something_happens(settings: Settings) -> None:
    async def scene(web: Web) -> None:
        seq = await in_thread(head, web.house)
        poll = asyncio.create_task(web.ask(web.house.anna, after_seq=seq, wait=25))
        await web.waiting()
        await in_thread(deal, web.house.table_id)
        told: dict[str, Any] = (await poll).json()
        assert told["events"][0]["seq"] == seq + 1
        assert [e["t"] for e in told["events"][:2]] == ["table.button_drawn", "table.hand_started"]
        assert told["seq"] == await in_thread(head, web.house)
        assert {"t": "skip"}.items() <= {**told["events"][3]}.items(), "the sealed deck"
        assert web.hub._waiters == {}

    play(scene, settings)


def test_what_is_there_already_is_answered_at_once(settings: Settings) -> None:
    async def scene(web: Web) -> None:
        told = (await web.ask(web.house.anna, after_seq=0, wait=25)).json()
        assert told["seq"] == await in_thread(head, web.house)
        assert [event["seq"] for event in told["events"]] == list(range(1, told["seq"] + 1))
        assert web.hub._waiters == {}

    play(scene, settings)


def test_a_poll_in_which_nothing_happens_ends_where_it_began(settings: Settings) -> None:
    async def scene(web: Web) -> None:
        seq = await in_thread(head, web.house)
        answer = await web.ask(web.house.anna, after_seq=seq, wait=1)
        assert answer.status_code == 200
        told = answer.json()
        assert (told["seq"], told["events"]) == (seq, [])

    play(scene, settings)


def test_polls_that_wait_hold_neither_a_thread_nor_a_connection(settings: Settings) -> None:
    async def scene(web: Web) -> None:
        seq = await in_thread(head, web.house)
        polls = [
            asyncio.create_task(web.ask(who, after_seq=seq, wait=25))
            for who in [web.house.anna, web.house.bert] * 10
        ]
        await web.waiting(len(polls))
        assert (await web.ask(web.house.carl, after_seq=0)).json()["seq"] == seq
        assert await in_thread(house_connections) < len(polls) // 2
        await in_thread(deal, web.house.table_id)
        assert {(await poll).json()["events"][0]["seq"] for poll in polls} == {seq + 1}

    play(scene, settings)


def test_what_is_wrong_is_a_problem_at_once(settings: Settings) -> None:
    async def scene(web: Web) -> None:
        anna = web.house.anna
        asked = {
            "too long": await web.ask(anna, after_seq=0, wait=26),
            "no number": await web.ask(anna, after_seq="x", wait=25),
            "negative": await web.ask(anna, after_seq=0, wait=-1),
            "unknown field": await web.ask(anna, after_seq=0, wait=25, until=3),
            "no table": await web.ask(anna, uuid4(), wait=25),
        }
        refused = {name: answer.json()["code"] for name, answer in asked.items()}
        assert refused == {
            "too long": "invalid",
            "no number": "invalid",
            "negative": "invalid",
            "unknown field": "invalid",
            "no table": "unknown_feed",
        }
        path = f"/api/v1/tables/{web.house.table_id}/events"
        stranger = await web.client.get(path, params={"wait": "25"})
        assert (stranger.status_code, stranger.json()["code"]) == (401, "not_authenticated")
        posted = await web.client.post(path, headers=anna.api.headers)
        assert (posted.status_code, posted.json()["code"]) == (405, "method_not_allowed")
        assert web.hub._waiters == {}

    play(scene, settings)


def test_who_is_suspended_while_he_waits_is_told_nothing(settings: Settings) -> None:
    """docs/security.md#access"""

    async def scene(web: Web) -> None:
        seq = await in_thread(head, web.house)
        carl = web.house.carl
        poll = asyncio.create_task(web.ask(carl, after_seq=seq, wait=25))
        await web.waiting()
        await in_thread(people.suspend, person=carl.id, reason="test", meta=by(None, now()))
        await in_thread(deal, web.house.table_id)
        answer = await poll
        assert (answer.status_code, answer.json()["code"]) == (401, "session_ended")

    play(scene, settings)

"""The house's own ways into a socket, with real people, sessions, tokens and tickets."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from django.test import Client as Browser
from pytest_django import Settings

from accounts.people import services as people
from accounts.people.realtime import HouseAuthenticators
from pokerhouse.api.problems import body_of
from pokerhouse.common.clock import now
from pokerhouse.realtime.auth import OriginCheck
from pokerhouse.realtime.channels import Wiring
from pokerhouse.realtime.hub import hubs
from tests.support.people import APP, BROWSER, PASSWORD, app_of, by, person
from tests.support.sockets import Client, eventually, in_thread, running

pytestmark = pytest.mark.usefixtures("house_db", "valkey")


def play(scene: Callable[[OriginCheck], Awaitable[None]]) -> None:
    """Run `scene` in a house that knows real people."""

    async def housed() -> None:
        async with running(Wiring({}, {}, body_of), HouseAuthenticators()) as (app, _hub):
            await scene(app)

    asyncio.run(housed())


async def first_check_is_over() -> None:
    """Wait until the hub has asked for every session; the next time is a minute away."""
    hub = hubs()[0]
    started = asyncio.get_running_loop().time()
    await eventually(lambda: all(member.check_at > started for member in hub.members))


def test_an_apps_session_token_opens_a_socket_until_it_signs_out() -> None:
    ann = person("Ann")
    app = app_of("Ann")

    async def scene(house: OriginCheck) -> None:
        client = Client(house, {"x-session-token": app.headers["X-Session-Token"]})
        await client.connect()
        assert (await client.next())["d"]["user"] == str(ann.id)
        await first_check_is_over()
        answer = await in_thread(app, "delete", f"{APP}/auth/session")
        assert answer.status == 401  # allauth's word for "signed out"
        assert await client.close_code() == 4401
        again = Client(house, {"x-session-token": app.headers["X-Session-Token"]})
        await again.connect()
        assert await again.close_code() == 4401

    play(scene)


def test_a_browsers_cookie_opens_a_socket_from_the_houses_own_page(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["play.example", "testserver"]
    ann = person("Ann")
    browser = Browser()
    words = {"email": "ann@example.org", "password": PASSWORD}
    browser.post(f"{BROWSER}/auth/login", words, content_type="application/json")
    cookie = f"sessionid={browser.cookies['sessionid'].value}"

    async def scene(house: OriginCheck) -> None:
        own = {"origin": "https://play.example", "host": "play.example", "cookie": cookie}
        client = Client(house, own)
        await client.connect()
        assert (await client.next())["d"]["user"] == str(ann.id)
        await client.leave()
        stranger = Client(house, {**own, "origin": "https://evil.example"})
        assert await stranger.connect() == (False, 4403)

    play(scene)


def test_a_ticket_opens_one_socket_with_what_its_maker_may() -> None:
    person("Ann")
    ticket = app_of("Ann")("post", "/api/v1/me/socket-tickets", {}).json["ticket"]

    async def scene(house: OriginCheck) -> None:
        clients = [Client(house, {}) for _ in range(4)]
        for client in clients:
            await client.connect()
            await client.send("hello", ticket=ticket)
        outcomes = await asyncio.gather(*[client.first() for client in clients])
        assert sorted(map(str, outcomes)) == ["4401", "4401", "4401", "hello"]
        for client, outcome in zip(clients, outcomes, strict=True):
            if outcome == "hello":
                await client.leave()

    play(scene)


def test_a_barred_player_is_out_of_his_sockets_at_once() -> None:
    ann = person("Ann")
    app = app_of("Ann")

    async def scene(house: OriginCheck) -> None:
        client = Client(house, {"x-session-token": app.headers["X-Session-Token"]})
        await client.open()
        await first_check_is_over()
        await in_thread(people.bar, person=ann.id, reason="Cheating", meta=by(None, now()))
        assert await client.close_code() == 4401

    play(scene)

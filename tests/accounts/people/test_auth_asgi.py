"""The web process as a server runs it: asynchronous from end to end."""

import httpx
import pytest
from asgiref.sync import async_to_sync

from pokerhouse.asgi import application
from tests.support.people import APP, PASSWORD, person, sign_in


@pytest.mark.usefixtures("no_limits_used", "house_db")
def test_over_asgi_the_lock_out_is_a_problem_too() -> None:
    person("Anna")
    words = {"email": "anna@example.org", "password": "wrong"}

    async def guess() -> list[httpx.Response]:
        transport = httpx.ASGITransport(application)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return [await client.post(f"{APP}/auth/login", json=words) for _ in range(6)]

    answers = async_to_sync(guess)()

    assert [answer.status_code for answer in answers] == [400, 400, 400, 400, 429, 429]
    assert answers[-1].headers["Content-Type"] == "application/problem+json"
    assert answers[-1].json()["code"] == "locked_out"
    assert len({answer.headers["X-Request-Id"] for answer in answers}) == 6
    assert sign_in("Anna", PASSWORD).refusal == (429, "locked_out")

"""A web process beats from its ASGI lifespan's start to its end."""

import asyncio
import threading
from typing import Any

from django.db import connections

from pokerhouse.agenda import heartbeats
from pokerhouse.agenda.lifespan import beating
from pokerhouse.agenda.models import Heartbeat
from pokerhouse.common import clock
from pokerhouse.ops.scratch.waiting import wait_until


def beating_threads() -> list[threading.Thread]:
    """Return the threads that beat for the web."""
    return [thread for thread in threading.enumerate() if thread.name == "web-heartbeat"]


def test_a_web_process_beats_from_startup_to_shutdown(house_db: str) -> None:
    said: list[str] = []

    async def live() -> None:
        messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        async def send(message: dict[str, Any]) -> None:
            said.append(message["type"])

        life = asyncio.ensure_future(beating({"type": "lifespan"}, messages.get, send))
        messages.put_nowait({"type": "lifespan.startup"})
        while not said:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(wait_for_heartbeat)
        messages.put_nowait({"type": "lifespan.shutdown"})
        await life

    try:
        asyncio.run(live())
        wait_until(lambda: not beating_threads())
    finally:
        clock.follow(None)

    assert said == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


def wait_for_heartbeat() -> None:
    """Return when this process has beaten as a web process."""
    instance = heartbeats.instance_name()
    wait_until(Heartbeat.objects.filter(kind="web", instance=instance).exists)
    connections["default"].close()


def test_heartbeats_of_processes_that_ended_long_ago_are_removed(house_db: str) -> None:
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT clock_timestamp() - interval '2 hours'")
        old = cursor.fetchone()[0]
    heartbeats.beat(heartbeats.WEB, "old", at=old)
    heartbeats.beat(heartbeats.HOUSE, "", at=old)
    heartbeats.beat(heartbeats.WEB, "new")

    heartbeats.delete_dead()

    assert set(Heartbeat.objects.values_list("kind", "instance")) == {("web", "new"), ("house", "")}

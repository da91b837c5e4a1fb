"""The hub's threads: they keep a connection that is in use, and no other."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import Error, connection, connections

from pokerhouse.realtime import threads
from pokerhouse.realtime.threads import DatabaseThreads

ONE = 1


@contextmanager
def running(count: int = ONE) -> Iterator[DatabaseThreads]:
    """Give threads that are stopped at the end."""
    pool = DatabaseThreads(count, "test")
    try:
        yield pool
    finally:
        pool.stop()


def backend() -> int:
    """Return the server's process behind this thread's connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid: int = cursor.fetchone()[0]
    return pid


def is_kept() -> bool:
    """Return whether this thread holds a connection before it asks for one."""
    return connection.connection is not None


def end(pid: int) -> None:
    """End a connection from the server's side, as a restart does."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
        assert cursor.fetchone() == (True,)
    connections["owner"].close()  # this thread's own


def test_a_thread_keeps_its_connection_from_one_work_to_the_next(house_db: str) -> None:
    async def scene(pool: DatabaseThreads) -> None:
        assert not await pool.run(is_kept)
        first = await pool.run(backend)
        assert await pool.run(is_kept)
        assert await pool.run(backend) == first

    with running() as pool:
        asyncio.run(scene(pool))


def test_what_rested_goes_back_to_the_pool_which_looks_whether_it_lives(
    house_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "TRUST_S", 0.0)

    async def scene(pool: DatabaseThreads) -> None:
        first = await pool.run(backend)
        await asyncio.to_thread(end, first)
        assert not await pool.run(is_kept)
        assert await pool.run(backend) != first

    with running() as pool:
        asyncio.run(scene(pool))


def test_a_connection_that_broke_costs_one_answer(house_db: str) -> None:
    async def scene(pool: DatabaseThreads) -> None:
        first = await pool.run(backend)
        await asyncio.to_thread(end, first)
        with pytest.raises(Error):
            await pool.run(backend)
        assert await pool.run(backend) != first

    with running() as pool:
        asyncio.run(scene(pool))


def test_an_error_reaches_whoever_asked_and_the_thread_works_on() -> None:
    def fail() -> None:
        raise ValueError("no")

    async def scene(pool: DatabaseThreads) -> None:
        with pytest.raises(ValueError, match="no"):
            await pool.run(fail)
        assert await pool.run(sum, (1, 2)) == 3

    with running() as pool:
        asyncio.run(scene(pool))


def test_whoever_has_gone_is_not_answered_and_nobody_is_let_in_after_the_stop() -> None:
    async def scene(pool: DatabaseThreads) -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await pool.run(time.sleep, 0.1)
        assert await pool.run(sum, (1, 2)) == 3
        pool.stop()
        with pytest.raises(RuntimeError, match="stopped"):
            await pool.run(sum, (1, 2))

    asyncio.run(scene(DatabaseThreads(ONE, "test")))

"""
psycopg's own cursors on Django's default connection: the hot path without Django's wrappers.

They take `$1` parameters, belong to the transaction that Django's connection is in, prepare what
they run for the third time, and raise psycopg's own errors. Growing numbers are passed as text:
psycopg gives an int a type by its size, and each new combination of types would be another
statement to prepare.
"""

import threading
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import Connection, RawCursor, RawServerCursor

Row = tuple[Any, ...]

MAX_KEPT_CURSORS = 100


class _PerThread(threading.local):
    wrapper: BaseDatabaseWrapper | None = None


_here = _PerThread()


def default_connection() -> BaseDatabaseWrapper:
    """
    Return Django's default connection of this thread.

    Django makes one object a thread and keeps it, so it is looked up once: `connections[…]` is a
    thirtieth of an append.
    """
    wrapper = _here.wrapper
    if wrapper is None:
        wrapper = _here.wrapper = connections[DEFAULT_DB_ALIAS]
    return wrapper


def driver_cursor() -> RawCursor[Row]:
    """Return a new cursor."""
    return RawCursor(_driver(default_connection()))


def server_cursor(name: str, page_rows: int) -> RawServerCursor[Row]:
    """Return a cursor whose rows stay in the server and come in pages; close it, or use `with`."""
    cursor: RawServerCursor[Row] = RawServerCursor(_driver(default_connection()), name)
    cursor.itersize = page_rows
    return cursor


def kept_cursor(statement: bytes) -> RawCursor[Row]:
    """
    Return the cursor that is kept for `statement`.

    A cursor that runs the same statement object again reuses its dumpers, which saves a fifth of
    the time in Python. It is kept on psycopg's connection, because with a pool Django's has another
    each time.
    """
    driver = _driver(default_connection())
    kept: dict[bytes, RawCursor[Row]] = driver.__dict__.setdefault("kept_cursors", {})
    cursor = kept.get(statement)
    if cursor is None:
        if len(kept) >= MAX_KEPT_CURSORS:
            kept.clear()
        cursor = kept[statement] = RawCursor(driver)
    return cursor


def _driver(wrapper: BaseDatabaseWrapper) -> Connection[Row]:
    """
    Return psycopg's connection, alive and fit for use, as Django's own cursors make sure.

    Django's checks run only where there is something to check: otherwise they would cost a
    fifteenth of an append.
    """
    if (
        wrapper.connection is None
        or wrapper.needs_rollback
        or (wrapper.health_check_enabled and not wrapper.health_check_done)  # type: ignore[attr-defined]
    ):
        wrapper.validate_no_broken_transaction()
        wrapper.close_if_health_check_failed()
        wrapper.ensure_connection()
    driver: Connection[Row] = wrapper.connection
    return driver

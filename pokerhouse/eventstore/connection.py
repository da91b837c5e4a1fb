"""psycopg's own cursor on Django's connection: the hot path without Django's wrappers."""

from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import Connection, RawCursor


def driver_cursor(wrapper: BaseDatabaseWrapper | None = None) -> RawCursor[tuple[Any, ...]]:
    """
    Return a cursor that takes `$1` parameters and prepares what it runs for the second time.

    It belongs to the transaction that Django's connection is in. Django's cursor would parse a
    statement of more than 50 parameters anew each time, and costs three times as much to make.
    Errors are psycopg's own.
    """
    wrapper = wrapper or connections[DEFAULT_DB_ALIAS]
    wrapper.close_if_health_check_failed()
    wrapper.ensure_connection()
    wrapper.validate_thread_sharing()
    wrapper.validate_no_broken_transaction()
    driver: Connection[tuple[Any, ...]] = wrapper.connection
    return RawCursor(driver)

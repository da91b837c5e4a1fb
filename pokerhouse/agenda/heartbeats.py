"""
Heartbeats: the relay and every web process write one each second.

A web process calls `start_beating(WEB)` once; its thread also measures the database's clock. The
row of kind `house` has the last moment at which a relay and a web process were alive; `outages`
writes it.
"""

import logging
import os
import socket
import threading
from datetime import datetime
from typing import Final

import psycopg
from django.db import Error, connections

from pokerhouse.common import house_clock

RELAY: Final = "relay"
WEB: Final = "web"
HOUSE: Final = "house"
BEAT_S = 1.0
RETRY_S = 0.25
KEPT_S = 3600

_BEAT = """
INSERT INTO pulse (kind, instance, at)
VALUES (%s, %s, coalesce(%s::timestamptz, clock_timestamp()))
ON CONFLICT (kind, instance) DO UPDATE SET at = greatest(pulse.at, excluded.at)
"""
_DELETE_DEAD = """
DELETE FROM pulse WHERE kind <> %s AND at < clock_timestamp() - %s * interval '1 s'
"""

log = logging.getLogger(__name__)


def instance_name() -> str:
    """Return a name of this process that no other has."""
    return f"{socket.gethostname()}:{os.getpid()}"


def beat(kind: str, instance: str, *, at: datetime | None = None) -> None:
    """Write the heartbeat of `instance`, at PostgreSQL's time or at `at`."""
    with connections["default"].cursor() as cursor:
        cursor.execute(_BEAT, [kind, instance, at])


def delete_dead() -> None:
    """Remove the rows of processes that ended long ago."""
    with connections["default"].cursor() as cursor:
        cursor.execute(_DELETE_DEAD, [HOUSE, KEPT_S])


def start_beating(kind: str) -> threading.Event:
    """Start a thread that beats; it ends when the returned event is set."""
    stop = threading.Event()
    thread = threading.Thread(
        target=_keep_beating,
        args=(kind, instance_name(), stop),
        name=f"{kind}-heartbeat",
        daemon=True,
    )
    thread.start()
    return stop


def _keep_beating(kind: str, instance: str, stop: threading.Event) -> None:
    """Beat until `stop` is set. Without PostgreSQL there is no heartbeat, which others notice."""
    connection = connections["default"]
    is_silent = False
    while not stop.is_set():
        try:
            beat(kind, instance)
            house_clock.measure()
            is_silent = False
        except (Error, psycopg.Error) as error:
            if not is_silent:
                log.warning("No heartbeat of %s %s: %s", kind, instance, error)
            is_silent = True
        finally:
            connection.close()  # back to the pool between two beats
        stop.wait(RETRY_S if is_silent else BEAT_S)

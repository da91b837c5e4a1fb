"""Send claimed rows to Celery: one connection that is kept, one try, half a second at most."""

import contextlib
from collections.abc import Callable
from typing import Any, Protocol

import redis
from celery import Celery
from kombu import Connection
from kombu.exceptions import OperationalError

from pokerhouse.agenda.claims import Due


class BrokerDown(Exception):
    """The broker did not accept a message; those that were sent just before may be lost too."""


class TaskPublisher(Protocol):
    """What the relay needs of a broker."""

    def connect(self) -> bool:
        """Connect if need be; return whether it is a new connection. :raises BrokerDown:"""

    def publish(self, row: Due) -> None:
        """Send one task. :raises BrokerDown: then the connection is gone."""

    def close(self) -> None:
        """Close the connection."""


_LOST: tuple[type[Exception], ...] = (OperationalError, redis.RedisError, OSError)


class CeleryPublisher:
    """
    Publishes by task name, so the relay imports no task.

    A task's keyword arguments are the row's `args` and, for `done`, shard, key and generation.
    """

    def __init__(self, app: Celery) -> None:
        self._app = app
        self._connection: Connection | None = None
        self._producer: Any = None

    def connect(self) -> bool:
        """Connect if need be; return whether it is a new connection."""
        if self._producer is not None:
            return False
        self._try(self._open)
        return True

    def publish(self, row: Due) -> None:
        """Send one task."""
        self.connect()
        kwargs = {
            **row.args,
            "shard": str(row.shard),
            "key": row.key,
            "generation": row.generation,
        }
        self._try(lambda: self._send(row.task, kwargs))

    def close(self) -> None:
        """Close the connection."""
        connection, self._connection, self._producer = self._connection, None, None
        if connection is not None:
            with contextlib.suppress(*_LOST):
                connection.release()

    def _open(self) -> None:
        self._connection = self._app.connection_for_write()
        self._connection.connect()  # one try; taking a channel first would try for ever
        self._producer = self._app.amqp.Producer(self._connection.channel())

    def _send(self, task: str, kwargs: dict[str, Any]) -> None:
        self._app.send_task(
            task, kwargs=kwargs, producer=self._producer, retry=False, ignore_result=True
        )

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except _LOST as error:
            self.close()
            raise BrokerDown(str(error)) from error

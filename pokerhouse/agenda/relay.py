"""
The relay sends due rows of the agenda to Celery as tasks.

It claims rows in a short transaction, commits, then publishes, so a player's action never waits for
the broker. What could not be published stays in the agenda. Any number of relays may run. A relay
that loses PostgreSQL or the broker does not end: it tries again after pauses that grow to a second.
"""

import logging
import threading
import time

import psycopg
import psycopg_pool
from django.db import Error, connections
from msgspec import Struct

from pokerhouse.agenda import claims, heartbeats, outages
from pokerhouse.agenda.publisher import BrokerDown, TaskPublisher
from pokerhouse.common import house_clock

MAX_SLEEP_S = 0.1
MIN_SLEEP_S = 0.005
FIRST_PAUSE_S = 0.05
MAX_PAUSE_S = 1.0
REPORT_S = 60

DATABASE_LOST = (Error, psycopg.Error, psycopg_pool.PoolTimeout)

log = logging.getLogger(__name__)


class RelayFigures(Struct):
    """What a relay has done since its start; `max_late_ms` counts first sends only."""

    sent: int = 0
    sent_again: int = 0
    lost_broker: int = 0
    lost_database: int = 0
    max_late_ms: int = 0

    def count(self, row: claims.Due) -> None:
        """Count one published row."""
        self.sent += 1
        if row.attempts == 1:
            self.max_late_ms = max(self.max_late_ms, row.late_ms)
        else:
            self.sent_again += 1


class Relay:
    """One relay, run by one thread; `stop` ends it from another."""

    def __init__(self, publisher: TaskPublisher, *, instance: str | None = None) -> None:
        self.figures = RelayFigures()
        self.instance = instance or heartbeats.instance_name()
        self._publisher = publisher
        self._stopped = threading.Event()
        self._pause_s = FIRST_PAUSE_S
        self._is_broker_lost = False
        self._next_broker_try = 0.0
        self._next_beat = 0.0
        self._next_report = time.monotonic() + REPORT_S

    def stop(self) -> None:
        """End `run` soon; safe to call in a signal handler."""
        self._stopped.set()

    def run(self) -> None:
        """Work until `stop` is called."""
        while not self._stopped.is_set():
            self._stopped.wait(self.step())
        self._publisher.close()
        connections["default"].close()

    def step(self) -> float:
        """Send what is due once, and return how many seconds to sleep."""
        try:
            sleep_s = self._work()
        except DATABASE_LOST as error:
            self.figures.lost_database += 1
            log.warning("The relay lost the database: %s", " ".join(str(error).split()))
            connections["default"].close()
            return self._longer_pause()
        self._report()
        return sleep_s

    def _work(self) -> float:
        self._beat()
        outages.watch()
        if not self._has_broker():
            return MAX_SLEEP_S
        wait_s = claims.next_due_s()
        if wait_s is not None and wait_s <= 0:
            rows = claims.claim()
            self._publish(rows)
            if len(rows) == claims.BATCH_ROWS:
                return 0  # there may be more
            wait_s = claims.next_due_s()
        return MAX_SLEEP_S if wait_s is None else min(max(wait_s, MIN_SLEEP_S), MAX_SLEEP_S)

    def _beat(self) -> None:
        """Write a heartbeat and measure the database's clock, once a second."""
        now = time.monotonic()
        if now >= self._next_beat:
            heartbeats.beat(heartbeats.RELAY, self.instance)
            house_clock.measure()
            self._next_beat = now + heartbeats.BEAT_S

    def _has_broker(self) -> bool:
        """
        Return whether the broker answers; a lost one is tried again after a pause.

        When it is back, all that was sent and is not done is sent again, because the broker may
        have lost everything.
        """
        if self._is_broker_lost and time.monotonic() < self._next_broker_try:
            return False
        try:
            self._publisher.connect()
        except BrokerDown as error:
            self._lose_broker(error)
            return False
        if self._is_broker_lost:
            log.warning("The relay has its broker again; %d rows go again", claims.forget_sent())
        self._is_broker_lost = False
        self._pause_s = FIRST_PAUSE_S
        return True

    def _publish(self, rows: list[claims.Due]) -> None:
        """Publish claimed rows; release those that the broker did not accept."""
        for place, row in enumerate(rows):
            try:
                self._publisher.publish(row)
            except BrokerDown as error:
                self._lose_broker(error)
                for unsent in rows[place:]:
                    claims.release(unsent)
                return
            self.figures.count(row)

    def _lose_broker(self, error: BrokerDown) -> None:
        self.figures.lost_broker += 1
        if not self._is_broker_lost:
            log.warning("The relay lost its broker: %s", error)
        self._is_broker_lost = True
        self._next_broker_try = time.monotonic() + self._longer_pause()

    def _longer_pause(self) -> float:
        pause_s = self._pause_s
        self._pause_s = min(2 * pause_s, MAX_PAUSE_S)
        return pause_s

    def _report(self) -> None:
        now = time.monotonic()
        if now >= self._next_report:
            heartbeats.delete_dead()
            log.info("Relay %s: %s", self.instance, self.figures)
            self._next_report = now + REPORT_S

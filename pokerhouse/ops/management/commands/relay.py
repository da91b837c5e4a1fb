"""`manage.py relay`: send what is due to Celery until told to stop."""

import signal
from types import FrameType
from typing import Any

from django.db import connections

from pokerhouse.agenda.publisher import CeleryPublisher
from pokerhouse.agenda.relay import Relay
from pokerhouse.common.garbage import calm_collector
from pokerhouse.ops.command.base import HouseCommand


class Command(HouseCommand):
    """One relay; several may run, on one machine or many."""

    help = "Send the agenda's due rows to Celery, until SIGTERM or Ctrl-C."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until SIGTERM or SIGINT."""
        from celery import current_app  # late: Celery takes a third of a second to import

        # One thread needs no pool, and a pool waits longer and longer for a lost server.
        connections["default"].settings_dict["OPTIONS"].pop("pool", None)
        relay = Relay(CeleryPublisher(current_app))

        def finish(_signal_number: int, _frame: FrameType | None) -> None:
            relay.stop()

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, finish)
        calm_collector()
        relay.run()
        self.stdout.write(f"{relay.figures}")

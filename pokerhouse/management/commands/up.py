"""`manage.py up`: the whole house with one command, until Ctrl-C."""

import sys
import time
from typing import Any

from django.core.management.base import CommandParser

from pokerhouse.embedded.figures import Figures
from pokerhouse.embedded.folders import state_folder
from pokerhouse.embedded.postgres import HOST
from pokerhouse.embedded.up import Household
from pokerhouse.embedded.whole_house import keep_house, whole_house
from pokerhouse.management.base import HouseCommand

PORT = 8000
QUIET_LINE_S = 10
"""How often the figures are printed where there is no terminal."""


class Command(HouseCommand):
    """Web, worker, beat and relay on an embedded PostgreSQL and Valkey."""

    help = "Run the whole house until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=HOST, help="where the web listens")
        parser.add_argument("--port", type=int, default=PORT, help="its port, if it is free")

    def handle(self, *args: Any, **options: Any) -> None:
        """Start, tell where, show the figures, end everything."""
        self._next_line = 0.0
        with whole_house(host=options["host"], port=options["port"]) as household:
            for child in household.children:
                self.stdout.write(f"{child.name}: see {household.log_of(child.name)}")
            self.stdout.write(f"The house is in {state_folder()}; Ctrl-C ends it.")
            keep_house(household, self.each_pass, self.say)

    def each_pass(self, _household: Household, figures: Figures | None) -> bool:
        """Show the figures, on one line where there is a terminal."""
        if figures is None:
            return False
        if sys.stdout.isatty():
            self.stdout.write(f"\r\x1b[K{figures.line()}", ending="")
            self.stdout.flush()
        elif time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + QUIET_LINE_S
            self.stdout.write(figures.line())
            self.stdout.flush()
        return False

    def say(self, sentence: str) -> None:
        """Print a line of its own."""
        start = "\r\x1b[K" if sys.stdout.isatty() else ""
        self.stdout.write(f"{start}{sentence}")
        self.stdout.flush()

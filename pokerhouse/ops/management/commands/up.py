"""`manage.py up`: the whole house with one command, until Ctrl-C or the hands asked for."""

import json
import sys
import time
from typing import Any

import msgspec
from django.core.management.base import CommandError, CommandParser

from pokerhouse.common import house_clock
from pokerhouse.ops.command.base import HouseCommand
from pokerhouse.ops.embedded.figures import LiveFigures
from pokerhouse.ops.embedded.folders import state_folder
from pokerhouse.ops.embedded.postgres import HOST
from pokerhouse.ops.embedded.up import Household
from pokerhouse.ops.embedded.whole_house import keep_house, whole_house

PORT = 8000
QUIET_LINE_S = 10
"""How often the figures are printed where there is no terminal."""
MAX_HANDS = 1_000_000
MAX_PORT = 65_535


class Command(HouseCommand):
    """Web, worker, beat, relay and bots on an embedded PostgreSQL and Valkey."""

    help = "Run the whole house, with demo tables and bots, until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=HOST, help="where the web listens")
        parser.add_argument("--port", type=int, default=PORT, help="its port, if it is free")
        parser.add_argument("--no-demo", action="store_true", help="no demo people, no bots")
        parser.add_argument(
            "--until-hands", type=int, metavar="N", help="end after N settled hands and audit"
        )
        parser.add_argument("--json", action="store_true", help="print the end's report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Start, tell where, show the figures, end everything."""
        goal = options["until_hands"]
        if goal is not None and not 1 <= goal <= MAX_HANDS:
            sentence = f"--until-hands is a whole number from 1 to {MAX_HANDS}."
            raise CommandError(sentence)
        if not 0 <= options["port"] <= MAX_PORT:
            sentence = f"--port is a whole number from 0 to {MAX_PORT}; 0 is any that is free."
            raise CommandError(sentence)
        self._goal = goal
        self._is_quiet = bool(options["json"])
        self._next_line = 0.0
        self._last = LiveFigures(0, 0, 0, 0.0, 0)
        began = time.monotonic()
        with whole_house(host=options["host"], port=options["port"]) as household:
            if not options["no_demo"]:
                self._open_demo(household)
            self.say(f"The house is at {household.url}, its data in {state_folder()}")
            self.say("Ctrl-C ends it.")
            keep_house(household, self.each_pass, self.say)
        if goal is not None:
            self._report(time.monotonic() - began)

    def each_pass(self, _household: Household, figures: LiveFigures | None) -> bool:
        """Show the figures, on one line where there is a terminal; True when it is enough."""
        if figures is None:
            return False
        self._last = figures
        if sys.stdout.isatty() and not self._is_quiet:
            self.stdout.write(f"\r\x1b[K{figures.line()}", ending="")
            self.stdout.flush()
        elif time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + QUIET_LINE_S
            self.say(figures.line())
        return self._goal is not None and figures.hands >= self._goal

    def say(self, sentence: str) -> None:
        """Print a line of its own; beside the report where that is JSON."""
        stream = self.stderr if self._is_quiet else self.stdout
        start = "\r\x1b[K" if sys.stdout.isatty() and not self._is_quiet else ""
        stream.write(f"{start}{sentence}")
        stream.flush()

    def _open_demo(self, household: Household) -> None:
        from pokerhouse.ops.demo.opening import (
            open_demo,  # needs the apps, which a bare house may lack
        )

        for line in open_demo(household, is_hurried=self._goal is not None):
            self.say(line)

    def _report(self, seconds: float) -> None:
        from tables.audit.house import audit

        laws, _ = audit(house_clock.read())
        broken = [law for law in laws if not law.is_kept]
        report = {
            "hands": self._last.hands,
            "tables": self._last.tables,
            "seconds": round(seconds, 1),
            "audit": "failed" if broken else "ok",
        }
        if broken:
            report["broken"] = msgspec.to_builtins(broken)
        if self._is_quiet:
            self.stdout.write(json.dumps(report))
        else:
            for name, value in report.items():
                self.stdout.write(f"{name:>8} {value}")
        if broken:
            raise SystemExit(1)

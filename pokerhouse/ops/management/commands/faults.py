"""`manage.py faults --minutes N`: kill the parts of a playing house in turn, then audit it."""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import msgspec
from django.db import connections

from pokerhouse.common import house_clock
from pokerhouse.ops.command.base import HouseCommand
from pokerhouse.ops.embedded.figures import LiveFigures
from pokerhouse.ops.embedded.postgres import HOST
from pokerhouse.ops.embedded.up import Household
from pokerhouse.ops.embedded.whole_house import keep_house, whole_house

MAX_MINUTES = 24 * 60


class Command(HouseCommand):
    """Bots play; web, worker, relay, Valkey and PostgreSQL are killed; every hand must go on."""

    help = "Break a playing demo house on purpose and audit it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--minutes", type=float, default=5, help="at least one round of all faults is done"
        )
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        from pokerhouse.ops.demo.faults import Recovery, break_in_turn, lost_acknowledgements
        from pokerhouse.ops.demo.opening import open_demo
        from tables.audit.house import audit

        seconds = 60 * min(max(options["minutes"], 0.0), MAX_MINUTES)
        recoveries: list[Recovery] = []
        driver: Iterator[Recovery | None] | None = None

        def each_pass(household: Household, figures: LiveFigures | None) -> bool:
            nonlocal driver
            if driver is None:
                if figures is not None and figures.hands >= 1:
                    driver = break_in_turn(household, time.monotonic() + seconds)
                return False
            for step in driver:
                if step is not None:
                    recoveries.append(step)
                    self.stderr.write(f"{step.fault}: hands go on after {step.recovered_s} s")
                return False
            return True

        with whole_house(host=HOST) as household:
            for line in open_demo(household, is_hurried=True):
                self.stderr.write(line)
            keep_house(household, each_pass, self.stderr.write)
            bots_log = household.log_of("bots")
        connections["default"].close()
        laws, figures = audit(house_clock.read())
        broken = [law for law in laws if not law.is_kept]
        acknowledged, lost = lost_acknowledgements(bots_log)
        is_ok = not broken and not lost and all(each.recovered_s is not None for each in recoveries)
        report = {
            "audit": "failed" if broken else "ok",
            "hands": figures.hands,
            "acknowledged": acknowledged,
            "lost": lost,
            "recoveries": msgspec.to_builtins(recoveries),
            "broken": msgspec.to_builtins(broken),
        }
        self.stdout.write(json.dumps(report, indent=None if options["json"] else 2))
        if not is_ok:
            raise SystemExit(1)

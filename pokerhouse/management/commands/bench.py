"""`manage.py bench WHAT`: ratios measured in one run (DESIGN section 12); never a test."""

import json
from argparse import ArgumentParser
from typing import Any

from pokerhouse.management.base import HouseCommand


class Command(HouseCommand):
    """Runs one of the benchmarks in tests/benchmarks and prints its figures with their baseline."""

    help = "Measure the engine or the event store against their baselines, in one run."

    def needs_database(self, options: dict[str, Any]) -> bool:
        """Only the store's."""
        return bool(options["what"] == "store")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["engine", "store"])
        parser.add_argument("--rounds", type=int, default=9, help="more rounds, less noise")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        figures = _run(options["what"], max(1, options["rounds"]))
        if options["json"]:
            self.stdout.write(json.dumps(figures))
        else:
            self.stdout.write(json.dumps(figures, indent=2))


def _run(what: str, rounds: int) -> dict[str, object]:
    # Late, because PokerKit takes a second to import and only one benchmark needs it.
    if what == "engine":
        from tests.benchmarks.engine import bench_engine

        return bench_engine(rounds=rounds)
    from tests.benchmarks.store import bench_store

    return bench_store(rounds=rounds)

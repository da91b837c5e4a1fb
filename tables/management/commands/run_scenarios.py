"""`manage.py run_scenarios PATH…`: the rule book's scenarios against the engine."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import CommandError

from pokerhouse.management.base import HouseCommand
from tables.scenarios.runner import Outcome, run_file


class Command(HouseCommand):
    """Plays scenarios; exit 1 if one differs, or if there is none."""

    help = "Play rule scenarios (*.jsonl files, or folders of them) with the engine."

    def needs_database(self, options: dict[str, Any]) -> bool:
        """The engine is pure."""
        return False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--json", action="store_true", help="one JSON object a scenario")

    def handle(self, *args: Any, **options: Any) -> None:
        outcomes = 0
        failed = 0
        for path in _files(options["paths"]):
            for outcome in run_file(path):
                outcomes += 1
                failed += not outcome.ok
                self._print(outcome, is_json=options["json"])
        summary = f"{outcomes} scenarios, {outcomes - failed} ok, {failed} failed"
        (self.stderr if options["json"] else self.stdout).write(summary)
        if failed or not outcomes:
            raise SystemExit(1)

    def _print(self, outcome: Outcome, *, is_json: bool) -> None:
        if is_json:
            self.stdout.write(msgspec.json.encode(outcome).decode())
        else:
            self.stdout.write(f"{outcome.id} {'ok' if outcome.ok else 'FAILED ' + outcome.detail}")


def _files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.glob("*.jsonl"))
        elif path.is_file():
            yield path
        else:
            sentence = f"{path} is neither a file nor a folder."
            raise CommandError(sentence)

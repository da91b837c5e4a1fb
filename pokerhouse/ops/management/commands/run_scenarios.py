"""`manage.py run_scenarios PATH…`: rule scenarios against the engine."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from pokerhouse.ops.command.base import HouseCommand
from pokerhouse.ops.command.files import find_files
from pokerhouse.ops.command.output import json_line
from tables.lab.scenarios.runner import ScenarioOutcome, run_file


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
        for path in find_files(options["paths"], ".jsonl"):
            for outcome in run_file(path):
                outcomes += 1
                failed += not outcome.ok
                self._print(outcome, is_json=options["json"])
        summary = {"scenarios": outcomes, "ok": outcomes - failed, "failed": failed}
        if options["json"]:
            self.stdout.write(json_line({"summary": summary}))
        else:
            self.stdout.write(", ".join(f"{count} {name}" for name, count in summary.items()))
        if failed or not outcomes:
            raise SystemExit(1)

    def _print(self, outcome: ScenarioOutcome, *, is_json: bool) -> None:
        if is_json:
            self.stdout.write(json_line(outcome))
        else:
            self.stdout.write(f"{outcome.id} {'ok' if outcome.ok else 'FAILED ' + outcome.detail}")

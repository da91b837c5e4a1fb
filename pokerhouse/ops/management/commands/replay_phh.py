"""`manage.py replay_phh PATH… [--variant CODE] [--store] [--json]`: replay recorded hands."""

from argparse import ArgumentParser
from pathlib import Path
from time import perf_counter
from typing import Any

from pokerhouse.common.clock import now
from pokerhouse.common.ids import new_id
from pokerhouse.ops.command.base import HouseCommand
from pokerhouse.ops.command.files import find_files
from pokerhouse.ops.command.output import json_line
from tables.engine.hand.evolve import fold
from tables.engine.rules.terms import Chips
from tables.histories.phh.record import VARIANTS
from tables.histories.phh.replay import Replay, stacks_of
from tables.histories.phh.replay_file import ReplayOutcome, run_file

ACTOR = "replay_phh"


class Command(HouseCommand):
    """Replays PHH files; exit 1 if one differs or is refused, or if there is none."""

    help = (
        "Play recorded hands (*.phh files, or folders of them) under the standard rules and compare"
        " the stacks at their end: every game that the format has a code for. Exits 1 on any"
        " difference or refusal."
    )

    def needs_database(self, options: dict[str, Any]) -> bool:
        """Only `--store` does; the engine is pure."""
        return bool(options["store"])

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--variant", choices=VARIANTS, help="only hands of this game")
        parser.add_argument(
            "--store",
            action="store_true",
            help="also write the events to the store, read them back, fold and compare",
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a hand")

    def handle(self, *args: Any, **options: Any) -> None:
        began = perf_counter()
        trip = through_the_store if options["store"] else None
        files = find_files(options["paths"], ".phh")
        hand_count = failed_count = refused_count = event_count = 0
        for place, path in enumerate(files, 1):
            outcome = run_file(path, options["variant"], trip)
            self._show_progress(place, len(files))
            if outcome is None:
                continue
            hand_count += 1
            failed_count += not outcome.ok and not outcome.is_refused
            refused_count += outcome.is_refused
            event_count += outcome.events
            self._print(outcome, is_json=options["json"])
        summary = {
            "hands": hand_count,
            "ok": hand_count - failed_count - refused_count,
            "failed": failed_count,
            "refused": refused_count,
            "events": event_count,
            "seconds": round(perf_counter() - began, 3),
        }
        if options["json"]:
            self.stdout.write(json_line({"summary": summary}))
        else:
            self.stdout.write(", ".join(f"{value} {name}" for name, value in summary.items()))
        if failed_count or refused_count or not hand_count:
            raise SystemExit(1)

    def _print(self, outcome: ReplayOutcome, *, is_json: bool) -> None:
        if is_json:
            self.stdout.write(json_line(outcome.line()))
        elif outcome.error is not None:
            self.stdout.write(f"{outcome.file}: {outcome.error}")

    def _show_progress(self, place: int, count: int) -> None:
        if self.stderr.isatty():
            end = "\n" if place == count else ""
            self.stderr.write(f"\r{place} of {count} files", style_func=str, ending=end)


def through_the_store(played: Replay) -> tuple[Chips, ...]:
    """Write the hand's events, read them back, and return the stacks that they fold into."""
    # imported late: whoever only replays needs neither the store nor its database
    from tables.services.records import load_hand, store_hand

    table_id, hand_id = new_id(), new_id()
    store_hand(played.events, table_id=table_id, hand_id=hand_id, actor=ACTOR, at=now())
    hand = fold(load_hand(table_id, hand_id))
    return stacks_of(hand) if hand is not None else ()

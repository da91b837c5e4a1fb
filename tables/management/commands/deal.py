"""`manage.py deal`: random legal hands, in memory or through store and ledger."""

import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import msgspec
from django.core.management.base import CommandError

from pokerhouse.management.base import HouseCommand
from pokerhouse.management.output import aligned, json_line
from tables.engine.events import RakePlan
from tables.engine.table_state import Stakes, TableConfig
from tables.simulation.memory import MemoryTable
from tables.simulation.policy import Policy
from tables.simulation.session import Figures, Plan, PlayableTable, play_session

MAX_HANDS = 1_000_000
SMALL_BLIND, BIG_BLIND = 5, 10
BUY_IN = 100 * BIG_BLIND
TURN_MS = 5000
RAKE = RakePlan(
    percent_bp=500,
    cap_chips=3 * BIG_BLIND,
    jackpot_drop_chips=1,
    jackpot_min_pot_chips=10 * BIG_BLIND,
)

NUMBERS = (
    ("--players", 2, 10, 6, "seats taken"),
    ("--hands", 1, MAX_HANDS, 1000, "hands to deal"),
    ("--seed", 0, 2**63, 7, "the same seed plays the same session"),
)


class Command(HouseCommand):
    """Deals a session of no-limit hold'em; a law that breaks at any hand ends it with exit 1."""

    help = "Play random legal hands of no-limit hold'em at one table."

    def needs_database(self, options: dict[str, Any]) -> bool:
        """In memory by default."""
        return bool(options["store"])

    def add_arguments(self, parser: ArgumentParser) -> None:
        for name, low, high, default, what in NUMBERS:
            about = f"{what}: {low} to {high}, without it {default}"
            kind = _within(low, high)
            parser.add_argument(name, type=kind, default=default, metavar="N", help=about)
        parser.add_argument(
            "--phh",
            type=Path,
            metavar="DIR",
            help="write each hand's history there; then the session has no rake, no time-out and"
            " no short blind, for which the format has no word",
        )
        parser.add_argument("--store", action="store_true", help="through store and ledger")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        is_recorded = options["phh"] is not None
        if is_recorded:
            _make_folder(options["phh"])  # before the hands are dealt, not after the first
        config = TableConfig(
            game="holdem",
            seat_count=10,
            stakes=Stakes(
                small_blind_chips=SMALL_BLIND,
                big_blind_chips=BIG_BLIND,
                lower_limit_chips=BIG_BLIND,
            ),
            book="play",
            turn_ms=TURN_MS,
            rake=RakePlan() if is_recorded else RAKE,
        )
        table = _table(config, is_stored=options["store"])
        plan = Plan(
            hands=options["hands"],
            players=options["players"],
            seed=options["seed"],
            buy_in_chips=BUY_IN,
            policy=Policy(0, is_folding_for_free=False) if is_recorded else Policy(),
            top_up_below_chips=BIG_BLIND if is_recorded else 1,
        )
        began = time.perf_counter()
        with closing(table):
            figures = play_session(table, plan, self._after_hand(table, options["phh"], plan))
        seconds = time.perf_counter() - began
        self._report(figures, plan, seconds, is_json=options["json"])

    def _after_hand(
        self, table: PlayableTable, folder: Path | None, plan: Plan
    ) -> Callable[[int], None]:
        is_watched = sys.stderr.isatty()

        def after_hand(number: int) -> None:
            if folder is not None:
                _write_history(table, folder, number, plan)
            if is_watched and (number % 100 == 0 or number == plan.hands):
                end = "\n" if number == plan.hands else ""
                self.stderr.write(f"\r{number} of {plan.hands} hands", ending=end)

        return after_hand

    def _report(self, figures: Figures, plan: Plan, seconds: float, *, is_json: bool) -> None:
        report = {
            **msgspec.structs.asdict(figures),
            "players": plan.players,
            "seed": plan.seed,
            "is_conserved": True,  # play_session raises otherwise
            "seconds": round(seconds, 1),
            "hands_per_s": round(figures.hands / seconds, 1),
        }
        self.stdout.write(json_line(report) if is_json else aligned(report))


def _table(config: TableConfig, *, is_stored: bool) -> PlayableTable:
    if is_stored:
        from tables.simulation.stored import StoredTable  # needs the database's settings

        return StoredTable(config)
    return MemoryTable(config)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        sentence = f"No histories can be written into {folder}: {error.strerror}."
        raise CommandError(sentence) from error


def _write_history(table: PlayableTable, folder: Path, number: int, plan: Plan) -> None:
    from tables.histories.phh_write import write_phh

    text = write_phh(table.hand_events, deck=table.deck)
    (folder / f"{plan.seed}-{number:06}.phh").write_text(text, encoding="utf-8")


def _within(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            sentence = f"a whole number from {low} to {high}, not {text}"
            raise ArgumentTypeError(sentence)
        return number

    return parse

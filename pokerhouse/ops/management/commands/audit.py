"""`manage.py audit`: every law of the house, one line each."""

import sys
from argparse import ArgumentParser
from typing import Any

import msgspec

from pokerhouse.common import house_clock
from pokerhouse.ops.command.base import HouseCommand
from tables.audit.house import audit


class Command(HouseCommand):
    """Reads the whole house, running or not, and proves it; exit 1 if a law does not hold."""

    help = "Prove chains, feeds, hands, stacks, books and agenda of the house."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        is_watched = sys.stderr.isatty()

        def progress(hands: int) -> None:
            if is_watched:
                self.stderr.write(f"\r{hands} hands", ending="")

        laws, figures = audit(house_clock.read(), progress)
        is_ok = all(law.is_kept for law in laws)
        if options["json"]:
            report = {"audit": "ok" if is_ok else "failed", "laws": laws, "figures": figures}
            self.stdout.write(msgspec.json.encode(report).decode())
        else:
            for law in laws:
                self.stdout.write(f"{'ok    ' if law.is_kept else 'BROKEN'} {law.name}")
                for place in law.broken:
                    self.stdout.write(f"       {place}")
                if law.unnamed_count:
                    more = f"and {law.unnamed_count} more: {law.broken_count} in all"
                    self.stdout.write(f"       {more}")
            looked = msgspec.structs.asdict(figures).items()
            self.stdout.write(", ".join(f"{count} {what}" for what, count in looked))
        if not is_ok:
            raise SystemExit(1)

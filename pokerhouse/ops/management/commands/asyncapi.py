"""`manage.py asyncapi`: the socket's contract, printed or written to its committed copy."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec

from pokerhouse import wiring
from pokerhouse.ops.command.base import HouseCommand
from pokerhouse.realtime.asyncapi import document

COPY = Path(wiring.__file__).parent / "docs" / "asyncapi.json"


def text() -> str:
    """Return the document as it is committed."""
    made = json.loads(msgspec.json.encode(document(wiring.wiring())))
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


class Command(HouseCommand):
    """Prints the AsyncAPI document."""

    help = "Print the socket's AsyncAPI document; --write puts it where the tests compare it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--write", action="store_true", help="write pokerhouse/docs/asyncapi.json"
        )

    def needs_database(self, options: dict[str, Any]) -> bool:
        return False

    def handle(self, **options: Any) -> None:
        if options["write"]:
            COPY.write_text(text(), encoding="utf-8")
        else:
            self.stdout.write(text(), ending="")

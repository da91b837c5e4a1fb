"""`manage.py asyncapi`: the socket's contract, printed or written to its committed copy."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import resolve

from pokerhouse.ops.command.base import HouseCommand

COPY = Path(settings.BASE_DIR) / "pokerhouse" / "docs" / "asyncapi.json"
PATH = "/api/v1/asyncapi.json"


def text() -> str:
    """Return the document that the house serves, as it is committed."""
    served = resolve(PATH).func(HttpRequest())
    made = json.loads(served.content)
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

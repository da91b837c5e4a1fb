"""`manage.py forget_commands`: delete the command rows that are older than 30 days."""

from typing import Any

import msgspec
from django.core.management.base import CommandParser

from pokerhouse.eventstore.forgetting import forget_expired_commands
from pokerhouse.ops.command.base import HouseCommand


class Command(HouseCommand):
    """For a nightly timer: the application's own role has no DELETE, so no task can do it."""

    help = "Delete the commands that are older than 30 days (as the database's owner)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        forgotten = forget_expired_commands()
        self.stdout.write(
            msgspec.json.encode({"forgotten": forgotten}).decode()
            if options["json"]
            else f"{forgotten} commands forgotten"
        )

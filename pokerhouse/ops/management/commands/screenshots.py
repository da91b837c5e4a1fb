"""`manage.py screenshots DIR`: every page, in both languages, on a phone, a tablet and a desk."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from pokerhouse.ops.command.base import HouseCommand


class Command(HouseCommand):
    """Plays a little at a house of its own and writes pictures of what a person sees."""

    help = "Write pictures of every page, in both languages, at 360, 768 and 1440 px."

    def needs_database(self, options: dict[str, Any]) -> bool:
        """Not the checkout's: the pictures are taken of a house that is thrown away."""
        return False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, metavar="DIR", help="where the pictures go")

    def handle(self, *args: Any, **options: Any) -> None:
        from pokerhouse.ops.browser.chromium import NoBrowser
        from pokerhouse.ops.browser.pictures import take_pictures

        folder: Path = options["folder"]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for path in take_pictures(folder):
                self.stdout.write(str(path))
        except NoBrowser as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            sentence = f"No pictures can be written into {folder}: {error.strerror}."
            raise CommandError(sentence) from error

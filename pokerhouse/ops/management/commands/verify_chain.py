"""`manage.py verify_chain`: is every stored event the one that was written?"""

import sys
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from django.core.management.base import CommandError, CommandParser

from pokerhouse.eventstore.anchors import Points, read_anchors, verify_anchored
from pokerhouse.eventstore.verify import Fault
from pokerhouse.ops.command.base import HouseCommand

PROGRESS_FEEDS = 10


class Command(HouseCommand):
    """One line a fault, then a summary; exit code 1 if there is any."""

    help = "Verify the hash chain of every feed, and name the first wrong event of each."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--feed", type=UUID, help="verify this feed only (its shard's UUID)")
        parser.add_argument(
            "--anchors", type=Path, help="compare with the heads that were signed into this file"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *args: Any, **options: Any) -> None:
        feed, as_json = options["feed"], options["json"]
        points = {} if options["anchors"] is None else _anchored(options["anchors"])
        reports = verify_anchored(points, feed)
        feeds = events = faults = 0
        for report in reports:
            feeds += 1
            events += report.event_count
            if report.fault is not None:
                faults += 1
                self.stdout.write(_as_json(report.fault) if as_json else _as_line(report.fault))
            if feeds % PROGRESS_FEEDS == 0:
                self._show_progress(f"{feeds} feeds, {events} events")
        self._show_progress("")
        summary = {"feeds": feeds, "events": events, "faults": faults}
        self.stdout.write(
            _as_json(summary)
            if as_json
            else f"{feeds} feeds, {events} events verified, {faults} faults"
        )
        if faults:
            sentence = f"{faults} of {feeds} feeds are not what was written."
            raise CommandError(sentence)

    def _show_progress(self, text: str) -> None:
        if sys.stderr.isatty():
            self.stderr.write(f"\r\x1b[K{text}", ending="")


def _anchored(file: Path) -> Points:
    try:
        return read_anchors(file)
    except OSError as error:
        sentence = f"The anchors in {file} cannot be read ({error.strerror})."
        raise CommandError(sentence) from error


def _as_json(value: Fault | dict[str, int]) -> str:
    return msgspec.json.encode(value).decode()


def _as_line(fault: Fault) -> str:
    stream = "" if fault.stream is None else f" (stream {fault.stream})"
    return f"feed {fault.shard} event {fault.seq}{stream}: {fault.kind}: {fault.detail}"

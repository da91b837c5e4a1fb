"""`manage.py bench WHAT`: ratios measured in one run; never a test."""

import os
import re
import shutil
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import environ
from django.conf import settings
from django.core.management.base import CommandError
from django.db import connections

from pokerhouse.ops.command.base import ALIASES, HouseCommand
from pokerhouse.ops.command.output import aligned, json_line
from pokerhouse.ops.embedded.folders import make_temporary_folder
from pokerhouse.ops.embedded.house import open_house
from pokerhouse.ops.embedded.postgres import SUPERUSER

MAX_ROUNDS = 1000
RANGE = re.compile(r"(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?")


def seconds_range(text: str) -> tuple[float, float]:
    """
    Return the shortest and longest time of `2-8`; of `2` half of it and half more.

    :raises ArgumentTypeError: if it is neither, or the range runs backwards.
    """
    found = RANGE.fullmatch(text)
    if found is None:
        sentence = f"{text!r} is neither seconds nor a range as 2-8"
        raise ArgumentTypeError(sentence)
    first, last = float(found[1]), found[2]
    low, high = (first, float(last)) if last is not None else (first * 0.5, first * 1.5)
    if low > high:
        sentence = f"{text!r} runs backwards"
        raise ArgumentTypeError(sentence)
    return low, high


class Command(HouseCommand):
    """Runs a benchmark of `ops/bench` and prints its figures with their baseline."""

    help = "Measure a part of the house against its baseline, or a full room, in one run."

    def needs_database(self, options: dict[str, Any]) -> bool:
        """Not the house's: a benchmark's events must not stay in its feeds."""
        return False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["engine", "store", "socket", "rest", "room", "page"])
        parser.add_argument(
            "--rounds", type=int, help=f"1 to {MAX_ROUNDS}: more rounds, less noise"
        )
        parser.add_argument("--tables", type=int, default=50, help="room: how many play")
        parser.add_argument("--seconds", type=float, default=30, help="room: how long")
        parser.add_argument(
            "--think",
            type=seconds_range,
            default=(0.0, 0.0),
            metavar="S|MIN-MAX",
            help="room: seconds until a player answers; one number means half of it to half more",
        )
        parser.add_argument(
            "--idle", type=int, default=0, help="room: sockets that only follow, measured first"
        )
        parser.add_argument("--json", action="store_true", help="print the figures on one line")

    def handle(self, *args: Any, **options: Any) -> None:
        rounds = options["rounds"]
        if rounds is not None and not 1 <= rounds <= MAX_ROUNDS:
            sentence = f"--rounds is a whole number from 1 to {MAX_ROUNDS}."
            raise CommandError(sentence)
        if options["what"] == "room":
            figures = _bench_room(options)
        else:
            figures = self.ratios(options["what"], rounds)
        self.stdout.write(json_line(figures) if options["json"] else aligned(figures))

    def ratios(self, what: str, rounds: int | None) -> dict[str, object]:
        """Return what is measured against a baseline."""
        run = {
            "engine": _bench_engine,
            "store": _bench_store,
            "socket": _bench_socket,
            "rest": _bench_rest,
            "page": _bench_page,
        }
        return run[what](rounds)


def _bench_engine(rounds: int | None) -> dict[str, object]:
    from pokerhouse.ops.bench.engine import bench_engine  # late: PokerKit takes a second to import

    return bench_engine(rounds=rounds or 9)


def _bench_store(rounds: int | None) -> dict[str, object]:
    from pokerhouse.ops.bench.store import bench_store

    with _durable_server():
        return bench_store(rounds=rounds or 150)


def _bench_socket(rounds: int | None) -> dict[str, object]:
    from pokerhouse.ops.bench.socket import bench_socket

    with _durable_server():
        return bench_socket(rounds=rounds or 20)


def _bench_rest(rounds: int | None) -> dict[str, object]:
    from pokerhouse.ops.bench.rest import bench_rest

    with _durable_server():
        return bench_rest(rounds=rounds or 20)


def _bench_page(_rounds: int | None) -> dict[str, object]:
    from pokerhouse.ops.bench.page import bench_page
    from pokerhouse.ops.browser.chromium import NoBrowser

    try:
        return bench_page()
    except NoBrowser as error:
        raise CommandError(str(error)) from error


def _bench_room(options: dict[str, Any]) -> dict[str, object]:
    from pokerhouse.ops.bench.room import MAX_TABLES, RoomPlan, bench_room

    if not 1 <= options["tables"] <= MAX_TABLES:
        sentence = f"--tables is a whole number from 1 to {MAX_TABLES}."
        raise CommandError(sentence)
    plan = RoomPlan(options["tables"], options["seconds"], options["think"], options["idle"])
    with _durable_server():
        return bench_room(plan)


@contextmanager
def _durable_server() -> Iterator[None]:
    """Have a server as durable as the house's, the given one or one that is removed afterwards."""
    if "DATABASE_URL" in os.environ:
        yield
        return
    folder = make_temporary_folder()
    try:
        with open_house(folder) as address:
            given = environ.Env.db_url_config(address.url(SUPERUSER, "postgres"))
            for alias in ALIASES:
                settings.DATABASES[alias].update(given)
                connections[alias].settings_dict.update(given)
            yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)

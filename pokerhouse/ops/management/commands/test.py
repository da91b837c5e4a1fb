"""`manage.py test`: every check of the project on a throwaway PostgreSQL."""

import os
import secrets
import signal
import subprocess
import sys
import time
from argparse import REMAINDER
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.core.management.base import BaseCommand, CommandError, CommandParser

from pokerhouse.common.errors import DomainError
from pokerhouse.ops.command.edge import one_line
from pokerhouse.ops.embedded.folders import CHECKOUT
from pokerhouse.ops.embedded.house import throwaway_house
from pokerhouse.ops.embedded.postgres import SUPERUSER
from pokerhouse.ops.embedded.processes import die_with_parent

LINT_IMPORTS = "from importlinter.cli import lint_imports_command as run; run(['--no-logo'])"
CHECKS = {
    "ruff format": ["-m", "ruff", "format", "--check", "."],
    "ruff": ["-m", "ruff", "check", "."],
    "mypy": ["-m", "mypy"],
    "import-linter": ["-c", LINT_IMPORTS],
    "migrations": ["manage.py", "makemigrations", "--check", "--dry-run"],
    "pytest": ["-m", "pytest", "-n", "2", "--dist", "loadfile"],
}
HELP = """\
Usage: manage.py test [pytest's arguments]

Without arguments: ruff, mypy, import-linter, the migrations check and the whole suite.
With arguments: only pytest, with just those: `manage.py test tests/tables/engine -k blind`.
DATABASE_URL (a role that may create databases and roles) uses that server instead.
"""


class Command(BaseCommand):
    """Run everything, or only pytest with the arguments given."""

    help = "Run the linters, type checks and tests, on a throwaway PostgreSQL."

    def run_from_argv(self, argv: list[str]) -> None:
        """Take the arguments as they are: they are pytest's, not Django's."""
        if argv[2:3] in (["-h"], ["--help"]):
            self.stdout.write(HELP)
            return
        try:
            self.handle(pytest_arguments=argv[2:])
        except (CommandError, DomainError) as error:
            self.stderr.write(str(error))
            sys.exit(1)
        except KeyboardInterrupt:
            sys.exit(130)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pytest_arguments", nargs=REMAINDER)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the checks, all of them even when one fails; exit 1 if one did."""
        given: list[str] = options["pytest_arguments"]
        with test_environment() as environment:
            if given:
                sys.exit(run(["-m", "pytest", *given], environment))
            self.run_all(environment)

    def run_all(self, environment: dict[str, str]) -> None:
        """Run every check under a heading, then sum up."""
        failed = []
        for name, command in CHECKS.items():
            self.stdout.write(f"--- {name}")
            self.stdout.flush()
            started = time.monotonic()
            status = run(command, environment)
            verdict = "ok" if status == 0 else "FAILED"
            self.stdout.write(f"--- {name}: {verdict}, {time.monotonic() - started:.1f} s\n\n")
            if status:
                failed.append(name)
        if failed:
            sentence = f"Failed: {', '.join(failed)}."
            raise CommandError(sentence)
        self.stdout.write(f"All {len(CHECKS)} checks passed.")


def run(arguments: list[str], environment: dict[str, str]) -> int:
    """Run the project's Python with `arguments` at the top of the checkout; return its status."""
    child = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=CHECKOUT,
        env=environment,
        preexec_fn=die_with_parent(signal.SIGTERM),  # noqa: PLW1509  one thread
    )
    with child:
        return child.wait()


@contextmanager
def test_environment() -> Iterator[dict[str, str]]:
    """
    Give the environment of the tests, with a server that lasts as long as they do.

    :raises CommandError: if a given server cannot be used.
    """
    environment = {**os.environ, "POKERHOUSE_MASTER_KEY": secrets.token_hex(32)}
    if "DATABASE_URL" in os.environ:
        check_given_server(os.environ.get("DATABASE_OWNER_URL") or os.environ["DATABASE_URL"])
        yield environment
        return
    with throwaway_house() as address:
        url = address.url(SUPERUSER, "postgres")
        yield environment | {"DATABASE_URL": url, "DATABASE_OWNER_URL": url}


def check_given_server(url: str) -> None:
    """Refuse a server that the tests cannot make their databases and roles on."""
    rights = "SELECT rolsuper OR (rolcreatedb AND rolcreaterole) FROM pg_roles"
    try:
        with psycopg.connect(url) as connection:
            row = connection.execute(f"{rights} WHERE rolname = current_user").fetchone()
    except psycopg.Error as error:
        sentence = f"The server of DATABASE_URL does not answer ({one_line(error)})."
        raise CommandError(sentence) from error
    if row != (True,):
        raise CommandError(
            "The tests make databases and roles of their own: DATABASE_URL (or DATABASE_OWNER_URL) "
            "must name a role with CREATEDB and CREATEROLE."
        )

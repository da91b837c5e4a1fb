"""Commands inside the house: with the checkout's own server, with a given one, and their errors."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connections

from pokerhouse.common.errors import DomainError
from pokerhouse.ops.command.base import HouseCommand
from pokerhouse.ops.embedded.folders import CHECKOUT, make_temporary_folder
from pokerhouse.ops.management.commands import test as test_command
from pokerhouse.ops.scratch.databases import Cluster

# `manage.py`, but with a house of the test's own instead of the checkout's.
MANAGE = """
import sys
from pathlib import Path
from pokerhouse.ops.command import base
base.state_folder = lambda: Path(sys.argv.pop(1))
from django.core.management import execute_from_command_line
state = base.state_folder()
base.state_folder = lambda: state
execute_from_command_line(["manage.py", *sys.argv[1:]])
"""
MIGRATIONS = "SELECT current_user || ' ' || count(*) FROM django_migrations"


@pytest.fixture
def state() -> Iterator[Path]:
    """The folder of a house that nobody has opened yet."""
    folder = make_temporary_folder()
    folder.chmod(0o711)  # root's server runs as nobody
    yield folder / "house"
    shutil.rmtree(folder)


class Refusing(HouseCommand):
    """A command without a database that ends with the error it is given."""

    error: Exception = DomainError("No such hand.")

    def needs_database(self, options: dict[str, Any]) -> bool:  # noqa: ARG002
        return False

    def handle(self, *_args: Any, **_options: Any) -> None:
        raise self.error


def start(state: Path, *arguments: str, **given: str) -> subprocess.Popen[str]:
    """Start a command in another process, in the environment of a user who has set nothing."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("DATABASE_")}
    return subprocess.Popen(
        [sys.executable, "-c", MANAGE, str(state), *arguments],
        cwd=CHECKOUT,
        env=kept | given,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ask(state: Path, alias: str, question: str, **given: str) -> subprocess.Popen[str]:
    return start(state, "dbshell", "--database", alias, "--", "-Atc", question, **given)


def test_two_commands_at_once_open_and_migrate_one_new_house(state: Path) -> None:
    """`psql` is the embedded one: a machine without PostgreSQL has no other."""
    running = [ask(state, "owner", MIGRATIONS) for _ in range(2)]
    answers = [process.communicate(timeout=60) for process in running]
    assert [process.returncode for process in running] == [0, 0]
    count = len(executed_migrations())
    assert answers == [(f"pokerhouse_owner {count}\n", "")] * 2


def executed_migrations() -> list[str]:
    """Return the names of all migrations of the project's apps."""
    from django.db.migrations.loader import MigrationLoader  # needs Django's apps

    return [name for _app, name in MigrationLoader(None).disk_migrations]


def test_the_application_role_is_the_default(state: Path) -> None:
    process = ask(state, "default", "SELECT current_user")
    assert process.communicate(timeout=60) == ("pokerhouse_app\n", "")
    assert process.returncode == 0


def test_a_given_server_that_does_not_answer_is_one_sentence(state: Path) -> None:
    process = ask(state, "owner", "SELECT 1", DATABASE_URL="postgres://nobody@127.0.0.1:1/x")
    said, problem = process.communicate(timeout=60)
    assert (process.returncode, said) == (1, "")
    assert problem.startswith("The database does not answer (connection failed: ")
    assert problem.count("\n") == 1
    assert not state.exists()


@pytest.mark.parametrize("error", [DomainError("No such hand."), CommandError("No such file.")])
def test_an_expected_error_is_one_sentence_and_status_1(
    error: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    command = Refusing()
    command.error = error
    with pytest.raises(SystemExit) as ended:
        command.run_from_argv(["manage.py", "refusing"])
    assert ended.value.code == 1
    assert capsys.readouterr() == ("", f"{error}\n")


def test_an_error_stays_an_exception_for_a_program_that_calls_the_command() -> None:
    with pytest.raises(DomainError, match="No such hand"):
        call_command(Refusing())


@pytest.mark.django_db
def test_a_called_command_works_on_the_callers_connection() -> None:
    """It neither opens a house nor closes the connection under the caller's transaction."""

    class Asking(HouseCommand):
        def handle(self, *_args: Any, **_options: Any) -> str:
            with connections["default"].cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                return str(cursor.fetchone()[0])

    first = call_command(Asking())
    assert call_command(Asking()) == first
    assert connections["default"].connection is not None


# --- manage.py test ------------------------------------------------------------------------------


def url(cluster: Cluster, user: str, password: str) -> str:
    given = settings.DATABASES["owner"]
    secret = f":{password}" if password else ""
    database = cluster.owner["dbname"]
    return f"postgres://{user}{secret}@{given['HOST']}:{given['PORT']}/{database}"


def test_a_server_for_the_tests_must_let_them_make_databases_and_roles(cluster: Cluster) -> None:
    owner = cluster.owner
    test_command.check_given_server(url(cluster, owner["user"], owner.get("password", "")))
    with pytest.raises(CommandError, match="must name a role with CREATEDB and CREATEROLE"):
        test_command.check_given_server(url(cluster, cluster.app_role, cluster.app_password))
    with pytest.raises(CommandError, match=r"^The server of DATABASE_URL does not answer \("):
        test_command.check_given_server("postgres://nobody@127.0.0.1:1/x")


def test_all_checks_run_even_when_one_fails(capsys: pytest.CaptureFixture[str]) -> None:
    command = test_command.Command()
    checks = {"good": ["-c", ""], "bad": ["-c", "raise SystemExit(3)"], "last": ["-c", ""]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(test_command, "CHECKS", checks)
        patch.setattr(test_command, "die_with_parent", lambda _signal: None)
        with pytest.raises(CommandError, match=r"^Failed: bad\.$"):
            command.run_all(dict(os.environ))
    headings = [line.split(",")[0] for line in capsys.readouterr().out.splitlines() if line]
    assert headings == [
        "--- good",
        "--- good: ok",
        "--- bad",
        "--- bad: FAILED",
        "--- last",
        "--- last: ok",
    ]

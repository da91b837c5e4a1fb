"""What goes wrong outside the program is one sentence and a status, never a traceback."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError

from pokerhouse.common.environment import Environment
from pokerhouse.ops.command.base import HouseCommand
from pokerhouse.ops.command.edge import sentence_of
from pokerhouse.ops.embedded.folders import CHECKOUT

RUN = "import sys; from pokerhouse.ops.command.edge import run; run(sys.argv)"
DEAL = ("deal", "--hands", "2")
NO_DATABASE = (
    "{} in the environment must be postgres://role:password@host:port/database; "
    "unset it to use the checkout's own database."
)
NO_COUNT = "DATABASE_POOL_SIZE in the environment must be a whole number from 1 on."


def ended(
    *arguments: str,
    given: Mapping[str, str] = MappingProxyType({}),
    out: int | IO[Any] = subprocess.PIPE,
) -> tuple[int, str]:
    """Run a command in a process of its own; return its status and what it said to the user."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("DATABASE_")}
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        cwd=CHECKOUT,
        env=kept | {"DJANGO_SETTINGS_MODULE": "pokerhouse.settings", **given},
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("variable", ["DATABASE_URL", "DATABASE_OWNER_URL"])
def test_an_address_of_no_postgresql_is_one_sentence(variable: str) -> None:
    good = {"DATABASE_URL": "postgres://a@127.0.0.1:1/d"}
    assert ended(*DEAL, given=good | {variable: ""}) == (1, NO_DATABASE.format(variable) + "\n")


@pytest.mark.parametrize(
    "url",
    ["", "nonsense", "mysql://a:b@c/d", "sqlite://", "postgres://h", "postgres://h:x/d", "p://[/d"],
)
def test_every_other_address_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        Environment().postgres("DATABASE_URL", url)
    assert str(refused.value) == NO_DATABASE.format("DATABASE_URL")


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_an_address_of_postgresql_is_read(scheme: str) -> None:
    read = Environment().postgres("DATABASE_URL", f"{scheme}://a:b%40@c:5/d")
    assert read == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "d",
        "USER": "a",
        "PASSWORD": "b@",
        "HOST": "c",
        "PORT": 5,
    }


@pytest.mark.parametrize("size", ["", "x", "0", "-1", "1.5"])
def test_a_pool_of_no_connections_is_refused(size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_POOL_SIZE", size)
    with pytest.raises(ImproperlyConfigured) as refused:
        Environment().count("DATABASE_POOL_SIZE", default=16)
    assert str(refused.value) == NO_COUNT


def test_a_pool_of_no_connections_is_one_sentence() -> None:
    assert ended(*DEAL, given={"DATABASE_POOL_SIZE": "0"}) == (1, NO_COUNT + "\n")


def test_another_setting_of_the_wrong_kind_is_told_by_its_name() -> None:
    said = "REALTIME_THREADS in the environment has a value of the wrong kind.\n"
    assert ended(*DEAL, given={"REALTIME_THREADS": "many"}) == (1, said)


def test_a_traceback_is_shown_to_whoever_asks_for_it() -> None:
    status, said = ended(*DEAL, "--traceback", given={"DATABASE_POOL_SIZE": "0"})
    assert status == 1
    assert said.startswith("Traceback (most recent call last):")


@pytest.mark.parametrize("command", [DEAL, ("help",), ("run_scenarios", "tests/data/scenarios")])
def test_a_full_disk_behind_the_output_is_one_sentence(command: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        assert ended(*command, out=full) == (1, "No space left on device.\n")


@pytest.mark.parametrize("command", [DEAL, ("help",)])
def test_an_output_that_is_closed_before_its_end_is_one_sentence(command: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        assert ended(*command, out=writing) == (1, "The output was closed before its end.\n")
    finally:
        os.close(writing)


def test_a_process_without_an_output_does_its_work() -> None:
    words = [sys.executable, "manage.py", *DEAL]
    done = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *words],
        cwd=CHECKOUT,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_histories_that_cannot_be_written_are_told_before_a_hand_is_dealt(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    said = "No histories can be written into {}: {}.\n"
    assert ended(*DEAL, "--phh", str(file)) == (1, said.format(file, "File exists"))
    below = file / "folder"
    assert ended(*DEAL, "--phh", str(below)) == (1, said.format(below, "Not a directory"))


def test_an_interrupt_while_python_starts_is_answered_by_manage_py() -> None:
    """Held back as the restart inside the environment holds it back."""

    def interrupted() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background job ignores it
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        os.kill(os.getpid(), signal.SIGINT)

    done = subprocess.run(
        [sys.executable, "manage.py", *DEAL],
        cwd=CHECKOUT,
        preexec_fn=interrupted,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OperationalError("server\nis gone"), "(server is gone)"),
        (psycopg.OperationalError("server is gone"), "(server is gone)"),
        (FileNotFoundError(2, "No such file or directory", "x.txt"), "x.txt: No such file or"),
    ],
)
def test_a_command_that_meets_an_error_from_outside_ends_with_its_sentence(
    error: Exception, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    class Failing(HouseCommand):
        def needs_database(self, options: dict[str, Any]) -> bool:  # noqa: ARG002
            return False

        def handle(self, *_args: Any, **_options: Any) -> None:
            raise error

    with pytest.raises(SystemExit) as ending:
        Failing().run_from_argv(["manage.py", "failing"])

    assert ending.value.code == 1
    assert sentence in sentence_of(error)
    assert capsys.readouterr() == ("", sentence_of(error) + "\n")

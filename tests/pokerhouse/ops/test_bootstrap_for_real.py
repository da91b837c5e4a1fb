"""`manage.py` on a machine that has only Python: real environments, in checkouts of their own."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pokerhouse.ops.embedded.folders import CHECKOUT, make_temporary_folder
from pokerhouse.ops.scratch.waiting import wait_until

pytestmark = pytest.mark.skipif(
    sys.prefix == sys.base_prefix, reason="this Python has the requirements: nothing is installed"
)

PATIENCE_S = 120
NOWHERE = "http://127.0.0.1:9/simple"  # the discard port: nobody listens
WANTED = ("manage.py", "requirements.txt", "pokerhouse", "accounts", "tables")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that goes with its test."""
    made = make_temporary_folder()
    yield made
    shutil.rmtree(made)


def checkout(folder: Path, name: str) -> Path:
    """Return a copy of what a command needs, in a folder called `name`."""
    for wanted in WANTED:
        source, target = CHECKOUT / wanted, folder / name / wanted
        target.parent.mkdir(exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    return folder / name


def start(where: Path) -> subprocess.Popen[str]:
    """Start a command of the checkout from another folder, without network and environment."""
    home = where / "home"
    home.mkdir(exist_ok=True)
    base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    return subprocess.Popen(
        [str(base), str(where / "manage.py"), "deal", "--hands", "1"],
        cwd="/",
        env={
            "HOME": str(home),
            "PATH": os.defpath,
            "PIP_INDEX_URL": NOWHERE,
            "PIP_RETRIES": "0",
            "UV_INDEX_URL": NOWHERE,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


def test_without_network_two_checkouts_side_by_side_say_so_in_a_sentence(folder: Path) -> None:
    started = [start(checkout(folder, name)) for name in ("one", "a space")]
    for process, name in zip(started, ("one", "a space"), strict=True):
        said, _ = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 1, said
        first, *_, last = said.splitlines()
        assert first == f"Making {folder / name / '.venv'} (once) …"
        assert last.startswith("The requirements cannot be downloaded: check the network")
        assert "Traceback" not in said


def test_a_command_that_was_killed_while_it_installed_leaves_nothing_in_the_way(
    folder: Path,
) -> None:
    here = checkout(folder, "here")
    killed = start(here)
    wait_until((here / ".venv").exists)
    killed.send_signal(signal.SIGKILL)
    killed.communicate(timeout=PATIENCE_S)

    again = start(here)
    said, _ = again.communicate(timeout=PATIENCE_S)

    assert again.returncode == 1
    assert said.splitlines()[-1].startswith("The requirements cannot be downloaded"), said

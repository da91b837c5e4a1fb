"""A running `manage.py up` for fault tests, with a state folder of its own."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from pokerhouse.ops.embedded.folders import CHECKOUT, make_temporary_folder
from pokerhouse.ops.embedded.postgres import pid_file_lines
from pokerhouse.ops.embedded.processes import die_with_parent
from pokerhouse.ops.embedded.supervisor import OWNER, Address
from pokerhouse.ops.embedded.up import WORKERS
from pokerhouse.ops.scratch.waiting import wait_until

GIVEN = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "CELERY_BROKER_URL")
BARE = ("--no-demo",)
WORDS = {
    "web": "uvicorn",
    **{name: f"{name}@%h" for name in WORKERS},
    "beat": "beat",
    "relay": "relay",
    "valkey": "-",  # its configuration comes by its input
}


class Up:
    """The command's process and what it started."""

    def __init__(self, process: subprocess.Popen[bytes], state: Path) -> None:
        self.process = process
        self.state = state

    def pids(self) -> dict[str, int]:
        """Return the pids of the house's processes by name, PostgreSQL's too."""
        task = Path(f"/proc/{self.process.pid}/task/{self.process.pid}")
        found: dict[str, int] = {}
        for pid in map(int, (task / "children").read_text().split()):
            try:
                words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
            except OSError:
                continue
            found |= {name: pid for name, word in WORDS.items() if word in words[1:]}
        lines = pid_file_lines(self.state / "data")
        return found | ({"postgres": int(lines[0])} if lines else {})

    def is_whole(self) -> bool:
        """Return whether every process runs and both heartbeats are fresh."""
        pids = self.pids()
        return {*WORDS, "postgres"} == set(pids) and self.is_beating()

    def is_beating(self) -> bool:
        """Return whether the house counts as alive: web and relay beat within a second or two."""
        fresh = "SELECT max(at) > clock_timestamp() - interval '2 s' FROM pulse WHERE kind = %s"
        try:
            address = Address(**json.loads((self.state / "address.json").read_text()))
            with psycopg.connect(address.url(OWNER)) as connection:
                kinds = ("web", "relay", "house")
                rows = [connection.execute(fresh, [kind]).fetchone() for kind in kinds]
        except (psycopg.Error, OSError, ValueError):
            return False
        return rows == [(True,)] * 3

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run another command of the same house."""
        return _run(self.state, *arguments, timeout_s=60)

    def url(self) -> str:
        """Return where the web is, as the command says it."""
        said = (self.state / "up.log").read_text()
        found = re.search(r"The house is at (\S+),", said)
        assert found is not None, said
        return found[1]

    def logs(self) -> str:
        """Return the ends of what the processes said."""
        return "\n".join(
            f"== {path.name}\n{path.read_text(errors='replace')[-1500:]}"
            for path in sorted(self.state.glob("*.log"))
        )

    def wait_until_whole(self) -> float:
        """Return after how many seconds the house is whole."""
        try:
            return wait_until(self.is_whole)
        except AssertionError as error:
            said = f"{self.pids()}\n{self.logs()}"
            raise AssertionError(said) from error


def is_alive(pid: int) -> bool:
    """Return whether a process runs; one that ended and is not yet waited for does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


@contextmanager
def running_up(*arguments: str) -> Iterator[Up]:
    """Run `manage.py up`, by itself a bare house, until the context ends and its folder goes."""
    state = make_temporary_folder()
    state.chmod(0o711)
    with (state / "up.log").open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", "0", *(arguments or BARE)],
            cwd=CHECKOUT,
            env=_environment(state),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            preexec_fn=die_with_parent(signal.SIGKILL),  # noqa: PLW1509  one thread that matters
        )
        with process:
            try:
                yield Up(process, state)
            finally:
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(30)
                except subprocess.TimeoutExpired:
                    process.kill()
    shutil.rmtree(state, ignore_errors=True)


def run_house(*arguments: str, timeout_s: float) -> subprocess.CompletedProcess[str]:
    """Run a command on a house of its own, which is removed afterwards; it ends by itself."""
    state = make_temporary_folder()
    state.chmod(0o711)
    try:
        return _run(state, *arguments, timeout_s=timeout_s)
    finally:
        shutil.rmtree(state, ignore_errors=True)


def _run(state: Path, *arguments: str, timeout_s: float) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=CHECKOUT,
        env=_environment(state),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
    )


def _environment(state: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in GIVEN}
    return {**kept, "POKERHOUSE_STATE": str(state)}

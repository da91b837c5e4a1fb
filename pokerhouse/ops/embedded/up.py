"""
The processes of the one-command house: started, watched, started again, ended together.

`up` runs in the main thread of its process: children die with the thread that started them
(PDEATHSIG), so a killed `up` leaves nothing behind. What a child says goes to a file in the state
folder. Everything here is about processes; what they do is theirs.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pokerhouse.ops.embedded.errors import EmbeddedError
from pokerhouse.ops.embedded.folders import CHECKOUT
from pokerhouse.ops.embedded.processes import die_with_parent
from pokerhouse.ops.embedded.valkey import Valkey

FIRST_PAUSE_S = 0.1
MAX_PAUSE_S = 5.0
STEADY_S = 10
"""A child that lived this long is started again at once."""

STOP_TIMEOUT_S = 8
LOST_BROKER_S = 2
"""Celery's own pauses grow while the broker is away; a new worker connects at once."""

MAX_MESSAGE_BYTES = 64 * 1024
"""What the server reads of a socket's message; the protocol refuses far less, with its own code."""

# The protocol's heartbeat finds the dead and its frames are small: the server's own pings and
# compression would only cost, for 1,000 idle sockets 44 MB.
SOCKET_FLAGS = (
    *("--ws-ping-interval", "0", "--ws-per-message-deflate", "false"),
    *("--ws-max-size", str(MAX_MESSAGE_BYTES)),
)

WEB, WORKER, BEAT, RELAY = "web", "worker", "beat", "relay"
WORKERS = (WORKER, "worker-2")
"""Two, so that a killed one delays no hand: a new one needs seconds before it takes a task."""

QUEUES = "tables,accounts"


@dataclass
class Child:
    """One process of the house: `arguments` for the project's Python."""

    name: str
    arguments: Sequence[str]
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    started: float = 0.0
    not_before: float = 0.0
    pause_s: float = FIRST_PAUSE_S
    start_count: int = 0

    def is_running(self) -> bool:
        """Return whether the process lives."""
        return self.process is not None and self.process.poll() is None

    def start(self, environment: Mapping[str, str], log: Path) -> None:
        """Start it; its output goes to the end of `log`."""
        handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            self.process = subprocess.Popen(
                [sys.executable, *self.arguments],
                cwd=CHECKOUT,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=handle,
                stderr=handle,
                start_new_session=True,  # Ctrl-C is for `up`, which ends the others in order
                preexec_fn=die_with_parent(signal.SIGKILL),  # noqa: PLW1509  one thread
            )
        finally:
            os.close(handle)
        self.started = time.monotonic()
        self.start_count += 1

    def plan_restart(self) -> None:
        """Note its end: restart at once after a long life, else after a growing pause."""
        now = time.monotonic()
        if now - self.started >= STEADY_S:
            self.pause_s = FIRST_PAUSE_S
        self.not_before = now + self.pause_s
        self.pause_s = min(2 * self.pause_s, MAX_PAUSE_S)
        self.process = None

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to end; `wait` sees that it does."""
        if self.is_running():
            assert self.process is not None
            self.process.send_signal(how)

    def wait(self, timeout_s: float) -> None:
        """Wait until it has ended; kill it if it takes too long."""
        if self.process is None:
            return
        try:
            self.process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None


class Household:
    """The processes of one house, and its Valkey; `tend` is called over and over."""

    def __init__(
        self,
        state: Path,
        environment: Mapping[str, str],
        children: Sequence[Child],
        valkey: Valkey | None = None,
    ) -> None:
        self.url = ""
        """Where its web listens."""
        self.environment = dict(environment)
        self.children = list(children)
        self._state = state
        self._valkey = valkey
        self._broker_lost_at: float | None = None
        self._next_valkey_try = 0.0

    def log_of(self, name: str) -> Path:
        """Return the file with what the child `name` says."""
        return self._state / f"{name}.log"

    def process_of(self, name: str) -> subprocess.Popen[bytes] | None:
        """Return the running process of a child, or of Valkey; None if it does not run."""
        if name == "valkey":
            return self._valkey.process if self._valkey is not None else None
        return next((child.process for child in self.children if child.name == name), None)

    def tend(self) -> list[str]:
        """Start what does not run, if its pause is over; return a word on each that had ended."""
        said = []
        if self._valkey is not None:
            said += self._tend_valkey(self._valkey)
        for child in self.children:
            if child.process is not None and not child.is_running():
                said.append(f"{child.name} ended ({child.process.returncode}): starting it again")
                child.plan_restart()
            if child.process is None and time.monotonic() >= child.not_before:
                child.start(self.environment, self.log_of(child.name))
        return said

    def move(self, environment: Mapping[str, str]) -> None:
        """Give every child another environment, which needs another process."""
        if environment != self.environment:
            self.environment = dict(environment)
            self._end(self.children)

    def restart(self, *names: str) -> None:
        """End these children; `tend` starts them again."""
        self._end([child for child in self.children if child.name in names])

    def stop(self) -> None:
        """End all children at once, the web asked first, and kill those that take too long."""
        self._end(self.children)

    def _end(self, children: Sequence[Child]) -> None:
        for child in children:
            child.end()
        deadline = time.monotonic() + STOP_TIMEOUT_S
        for child in children:
            child.wait(max(0.0, deadline - time.monotonic()))

    def _tend_valkey(self, valkey: Valkey) -> list[str]:
        """Keep Valkey going; after a long absence give Celery a fresh start."""
        now = time.monotonic()
        if valkey.is_running() and valkey.answers():
            lost_at, self._broker_lost_at = self._broker_lost_at, None
            if lost_at is not None and now - lost_at > LOST_BROKER_S:
                self.restart(*WORKERS)
                return ["Valkey is back after a while: the workers start anew"]
            return []
        if self._broker_lost_at is None:
            self._broker_lost_at = now
        if valkey.is_running() or now < self._next_valkey_try:
            return []  # it hangs, or was tried a moment ago
        self._next_valkey_try = now + 1
        try:
            valkey.start()
        except EmbeddedError as error:
            return [str(error)]
        return ["Valkey ended: started again"]


def house_children(state: Path, *, host: str, port: int) -> list[Child]:
    """Return the processes of a whole house, the web on `host` and `port`."""
    celery = ["-m", "celery", "-A", "pokerhouse.celery"]
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return [
        Child(
            WEB,
            [
                *("-m", "uvicorn", "pokerhouse.asgi:application", "--host", host),
                *("--port", str(port), "--timeout-graceful-shutdown", "3", "--no-access-log"),
                *SOCKET_FLAGS,
            ],
        ),
        *(
            Child(
                name,
                [
                    *(*celery, "worker", "-n", f"{name}@%h", "-P", "threads", "-c", "4"),
                    *("-Q", QUEUES, "-l", "INFO", *quiet),
                ],
            )
            for name in WORKERS
        ),
        Child(BEAT, [*celery, "beat", "-s", str(state / "beat"), "--pidfile=", "-l", "INFO"]),
        Child(RELAY, ["manage.py", "relay"]),
    ]

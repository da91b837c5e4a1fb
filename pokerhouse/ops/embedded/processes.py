"""Child processes of the embedded house: whom they run as, and that they die with their parent."""

import ctypes
import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pokerhouse.ops.embedded.errors import EmbeddedError

NOBODY = 65534
PR_SET_PDEATHSIG = 1
SERVER_ENVIRONMENT = ("PATH", "LD_LIBRARY_PATH", "TMPDIR")


def server_account() -> dict[str, Any]:
    """Return how subprocess starts a server: as `nobody` for root, with a bare environment."""
    kept = {name: os.environ[name] for name in SERVER_ENVIRONMENT if name in os.environ}
    account: dict[str, Any] = {"cwd": "/", "env": {**kept, "LC_ALL": "C"}}
    if os.geteuid() == 0:
        account |= {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    return account


def give_to_server(path: Path) -> None:
    """Make the server's account the owner of `path`."""
    if os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY)


def run_as_server(command: list[str]) -> subprocess.CompletedProcess[str]:
    """
    Run a program of PostgreSQL to its end and return what it printed.

    :raises OSError: if it cannot be started.
    """
    try:
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
            preexec_fn=die_with_parent(signal.SIGKILL),
            **server_account(),
        )
    except OSError as error:
        if os.geteuid() == 0 and error.errno in (errno.EPERM, errno.EINVAL):
            sentence = (
                "PostgreSQL refuses to run as root and root may not become another user here: "
                "run this as an ordinary user or set DATABASE_URL."
            )
            raise EmbeddedError(sentence) from error
        raise


def die_with_parent(signal_number: signal.Signals) -> Callable[[], None] | None:
    """Return a preexec_fn: the kernel sends the child that signal when its parent is gone."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl
    parent = os.getpid()

    def ask_the_kernel() -> None:
        prctl(PR_SET_PDEATHSIG, int(signal_number), 0, 0, 0)
        if os.getppid() != parent:  # it went before the kernel was asked
            os._exit(1)

    return ask_the_kernel


def end_by(
    process: subprocess.Popen[bytes], signals: Sequence[signal.Signals], patience_s: float
) -> None:
    """End a child of ours by each of `signals` in turn, with so much time for each."""
    for signal_number in signals:
        if process.poll() is not None:
            return
        process.send_signal(signal_number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience_s)


def is_running_as(pid: int, words: tuple[str, ...]) -> bool:
    """Return whether process `pid` runs program `words[0]` with the other words in a row."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_text(errors="replace").split("\0")
    except OSError:
        if Path("/proc/self").exists():
            return False
        listed = ["ps", "-ww", "-o", "command=", "-p", str(pid)]
        shown = subprocess.run(listed, capture_output=True, text=True, check=False).stdout
        return words[0] in shown and f" {' '.join(words[1:])} " in f"{shown.strip()} "
    wanted = list(words[1:])
    starts = range(len(command) - len(wanted) + 1)
    return Path(command[0]).name == words[0] and any(
        command[start : start + len(wanted)] == wanted for start in starts
    )

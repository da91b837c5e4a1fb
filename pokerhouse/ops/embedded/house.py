"""
The client's side of an embedded house: open it, share it with other clients, let go of it.

The checkout's own house is lasting and durable; a throwaway one is for tests. Each has a keeper
(`supervisor.py`) that starts with the first client and ends with the last.
"""

import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pokerhouse.ops.embedded.errors import EmbeddedError, explain
from pokerhouse.ops.embedded.folders import (
    CHECKOUT,
    make_state_folder,
    make_temporary_folder,
    state_folder,
)
from pokerhouse.ops.embedded.supervisor import Address, live_address, try_lock

OPEN_TRIES = 5
CLOSE_TIMEOUT_S = 20
POLL_S = 0.02
Keeper = subprocess.Popen[str]


@contextmanager
def open_house(state: Path, *, is_throwaway: bool = False) -> Iterator[Address]:
    """
    Keep the house in `state` open; start it if nobody else has.

    On leaving, the last client waits until the server has stopped.
    :raises EmbeddedError: if it cannot be opened.
    """
    make_state_folder(state)
    keepers: list[Keeper] = []
    try:
        handle = os.open(state / "clients.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise EmbeddedError(explain(str(error), state)) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_SH)  # waits while a keeper is closing
        try:
            yield reach(state, keepers, is_throwaway=is_throwaway)
        finally:
            fcntl.flock(handle, fcntl.LOCK_UN)
            is_last = try_lock(handle, fcntl.LOCK_EX)
            if is_last:
                fcntl.flock(handle, fcntl.LOCK_UN)
                wait_until_closed(state)
            for keeper in keepers:
                part_from(keeper, CLOSE_TIMEOUT_S if is_last else 0)
    finally:
        os.close(handle)


@contextmanager
def throwaway_house() -> Iterator[Address]:
    """Open a new, not durable house in a temporary folder; its keeper removes the folder."""
    with open_house(make_temporary_folder(), is_throwaway=True) as address:
        yield address


def reach(state: Path, keepers: list[Keeper], *, is_throwaway: bool) -> Address:
    """Return the address of the open house; the caller holds the clients' lock."""
    command = [sys.executable, "-m", "pokerhouse.ops.embedded.supervisor", str(state)]
    command += [str(state_folder()), *(["--throwaway"] if is_throwaway else [])]
    for _ in range(OPEN_TRIES):
        address = live_address(state)
        if address is not None:
            return address
        keepers.append(start_keeper(command))
        problem = report_of(keepers[-1])
        if problem:
            raise EmbeddedError(problem)
    sentence = f"The house in {state} does not open: see {state / 'keeper.log'}."
    raise EmbeddedError(sentence)


def start_keeper(command: list[str]) -> Keeper:
    """Start a keeper, which outlives this client where others need it."""
    return subprocess.Popen(
        command,
        cwd=CHECKOUT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the client
        text=True,
    )


def report_of(keeper: Keeper) -> str:
    """Wait until the house is open and return "", or return why it cannot be."""
    assert keeper.stdout is not None
    with keeper.stdout as report:
        return report.read()


def part_from(keeper: Keeper, timeout_s: float) -> None:
    """Let go of a keeper: the last client waits for its end, others leave it running."""
    try:
        keeper.wait(timeout_s)
    except subprocess.TimeoutExpired:
        keeper.returncode = 0  # or Popen would complain that nobody waited


def wait_until_closed(state: Path) -> None:
    """Return when no keeper holds the house any more, or it takes too long."""
    deadline = time.monotonic() + CLOSE_TIMEOUT_S
    while time.monotonic() < deadline:
        try:
            keeper = os.open(state / "keeper.lock", os.O_RDWR)
        except FileNotFoundError:
            return
        try:
            if try_lock(keeper, fcntl.LOCK_SH):
                return
        finally:
            os.close(keeper)
        time.sleep(POLL_S)

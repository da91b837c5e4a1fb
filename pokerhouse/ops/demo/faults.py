"""
Break a playing house on purpose, one part after the other, and see that it goes on.

Each fault is done to the real process. The house counts as recovered when the next event is
written that needs the broken part: a call for the web and the database, a deal for the others.
"""

import json
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
from django.db import Error, connections
from msgspec import Struct

from pokerhouse.ops.embedded.folders import state_folder
from pokerhouse.ops.embedded.postgres import pid_file_lines
from pokerhouse.ops.embedded.up import Household

_ACKNOWLEDGED = re.compile(r"acknowledged (\S+) (\d+)$", re.MULTILINE)

SETTLE_S = 4.0
"""How long a house plays on undisturbed before the next fault."""
PATIENCE_S = 90.0
STOPPED_S = 10.0


PLAYED, DEALT = "hand.called", "table.hand_started"


class PlannedFault(Struct, frozen=True):
    """Something that is done to one process."""

    name: str
    part: str
    how: signal.Signals
    sign: str
    """A type of event that cannot happen without this part."""
    pause_s: float = 0.0
    """For a process that is stopped: how long until it may go on."""


FAULTS = (
    PlannedFault("kill -9 web", "web", signal.SIGKILL, PLAYED),
    PlannedFault("kill -9 worker", "worker", signal.SIGKILL, DEALT),
    PlannedFault("kill -9 relay", "relay", signal.SIGKILL, DEALT),
    PlannedFault("kill -9 valkey", "valkey", signal.SIGKILL, DEALT),
    PlannedFault("kill -9 postgres", "postgres", signal.SIGKILL, PLAYED),
    PlannedFault("stop worker for 10 s", "worker", signal.SIGSTOP, DEALT, STOPPED_S),
)


class Recovery(Struct, frozen=True):
    """What became of a fault."""

    fault: str
    recovered_s: float | None
    """Until hands went on; None: not within PATIENCE_S."""


Step = Recovery | None
"""The result of a pass: how a fault ended, or None as long as it has not."""


def break_in_turn(household: Household, until: float) -> Iterator[Step]:
    """Do all faults in turn, at least once, and again until the time `until` (monotonic)."""
    while True:
        for fault in FAULTS:
            yield from _wait(SETTLE_S)
            yield from _suffer(household, fault)
        if time.monotonic() >= until:
            return


def _suffer(household: Household, fault: PlannedFault) -> Iterator[Step]:
    pid = _pid_of(household, fault.part)
    os.kill(pid, fault.how)
    before, began = _count(fault.sign), time.monotonic()
    if fault.pause_s:
        yield from _wait(fault.pause_s)
        os.kill(pid, signal.SIGCONT)
        before, began = _count(fault.sign), time.monotonic()
    while time.monotonic() - began < PATIENCE_S:
        now = _count(fault.sign)
        before = now if before is None else before  # the database itself was away
        if now is not None and before is not None and now > before:
            yield Recovery(fault.name, round(time.monotonic() - began, 1))
            return
        yield None
    yield Recovery(fault.name, None)


def _wait(seconds: float) -> Iterator[None]:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        yield None


def lost_acknowledgements(log: Path) -> tuple[int, list[str]]:
    """
    Return how many actions were acknowledged to the bots, and those that the database contradicts.

    Each must be once in the command table, with the number that its acknowledgement named.
    """
    acknowledged = dict(_ACKNOWLEDGED.findall(log.read_text(errors="replace")))
    lost: list[str] = []
    with connections["default"].cursor() as cursor:
        for key, seq in acknowledged.items():
            cursor.execute("SELECT receipt FROM command WHERE key = %s", [key])
            receipts = [json.loads(bytes(row[0])) for row in cursor.fetchall()]
            if [receipt["to_seq"] for receipt in receipts] != [int(seq)]:
                lost.append(key)
    return len(acknowledged), lost


def _pid_of(household: Household, part: str) -> int:
    if part == "postgres":
        return int(pid_file_lines(state_folder() / "data")[0])
    process = household.process_of(part)
    assert process is not None, f"{part} does not run"
    return process.pid


def _count(sign: str) -> int | None:
    """Return how many events of the type `sign` there are; None while the database is away."""
    try:
        with connections["default"].cursor() as cursor:
            cursor.execute("SELECT count(*) FROM event WHERE type = %s", [sign])
            return int(cursor.fetchone()[0])
    except (Error, psycopg.Error):
        connections["default"].close()
        return None

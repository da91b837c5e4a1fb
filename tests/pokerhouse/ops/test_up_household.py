"""How `up` tends its processes: again when they end, with growing pauses, anew after a loss."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pokerhouse.ops.embedded.up import WORKER, Child, Household
from pokerhouse.ops.embedded.valkey import Valkey
from pokerhouse.ops.scratch.waiting import wait_until

SLEEPS = ["-c", "import time; time.sleep(600)"]
TELLS = ["-c", "import os, time; print(os.environ['WORD'], flush=True); time.sleep(600)"]


class FakeValkey(Valkey):
    """A Valkey that answers or not as the test says."""

    is_up = True

    def answers(self) -> bool:
        return self.is_up

    def is_running(self) -> bool:
        return self.is_up

    def start(self) -> None:
        self.is_up = True


@pytest.fixture
def time_s(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The household's monotonic clock: what stands in front."""
    times = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: times[0])
    return times


@pytest.fixture
def worker() -> Child:
    """A process that does nothing."""
    return Child(WORKER, SLEEPS)


@pytest.fixture
def household(tmp_path: Path, worker: Child) -> Iterator[Household]:
    """A household of one."""
    made = Household(tmp_path, dict(os.environ), [worker], FakeValkey(tmp_path, tmp_path))
    yield made
    made.stop()
    assert worker.process is None


def kill(child: Child) -> None:
    """Kill the process and wait for its end, without a word to the household."""
    assert child.process is not None
    child.process.kill()
    child.process.wait()


def test_what_ends_is_started_again_after_pauses_that_grow(
    household: Household, worker: Child, time_s: list[float]
) -> None:
    assert household.tend() == []
    for pause_s in (0.1, 0.2, 0.4):
        kill(worker)
        assert household.tend() == ["worker ended (-9): starting it again"]
        assert not worker.is_running()
        time_s[0] += pause_s
        assert household.tend() == []
        assert worker.is_running()

    time_s[0] += 10  # it lived for long: the pauses begin anew
    kill(worker)
    household.tend()
    time_s[0] += 0.1
    household.tend()
    assert worker.is_running()
    assert worker.start_count == 5


def test_after_a_long_loss_of_the_broker_the_worker_starts_anew(
    household: Household, worker: Child, time_s: list[float]
) -> None:
    household.tend()
    valkey = household._valkey
    assert isinstance(valkey, FakeValkey)

    for away_s, starts in ((1.9, 1), (2.1, 2)):
        valkey.is_up = False
        assert household.tend() == ["Valkey ended: started again"]
        time_s[0] += away_s
        household.tend()
        assert worker.start_count == starts


def test_another_environment_needs_other_processes(tmp_path: Path) -> None:
    child = Child("child", TELLS)
    household = Household(tmp_path, {**os.environ, "WORD": "first"}, [child])
    log = household.log_of("child")
    try:
        household.tend()
        wait_until(lambda: log.read_text() == "first\n")
        household.move({**os.environ, "WORD": "first"})
        assert child.start_count == 1

        household.move({**os.environ, "WORD": "second"})
        household.tend()

        wait_until(lambda: log.read_text() == "first\nsecond\n")
        assert log.stat().st_mode & 0o777 == 0o600
    finally:
        household.stop()

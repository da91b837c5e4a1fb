"""`manage.py up`: what is killed comes back, and all of it goes with `up`, however that goes."""

import os
import signal
from collections.abc import Iterable

import pytest

from pokerhouse.ops.scratch.running_up import WORDS, is_alive, running_up
from pokerhouse.ops.scratch.waiting import wait_until

pytestmark = pytest.mark.faults


def wait_until_gone(pids: Iterable[int]) -> None:
    """Return when none of these processes runs any more."""
    wait_until(lambda: not any(map(is_alive, pids)))


def test_each_process_that_is_killed_comes_back_and_a_killed_house_leaves_nothing() -> None:
    with running_up() as house:
        house.wait_until_whole()
        for name in (*WORDS, "postgres"):
            pid = house.pids()[name]
            os.kill(pid, signal.SIGKILL)
            wait_until_gone([pid])

            house.wait_until_whole()

            assert house.pids()[name] != pid
        left = house.pids()
        keeper = house.state / "address.json"
        assert keeper.exists()

        house.process.kill()
        house.process.wait(60)

        wait_until_gone(left.values())
        wait_until(lambda: not keeper.exists())


def test_a_second_house_of_the_checkout_says_where_the_first_is() -> None:
    with running_up() as house:
        house.wait_until_whole()
        pids = house.pids()

        second = house.run("up", "--port", "0")

        assert second.returncode == 1
        assert second.stdout == ""
        assert second.stderr.startswith("This house runs already, at http://127.0.0.1:")
        assert second.stderr.endswith(": end that one first.\n")
        assert house.pids() == pids


def test_sigterm_ends_the_house_in_order() -> None:
    with running_up() as house:
        house.wait_until_whole()
        pids = house.pids()

        house.process.send_signal(signal.SIGTERM)

        assert house.process.wait(30) == 0
        wait_until_gone(pids.values())
        said = (house.state / "up.log").read_text()
        assert "Ctrl-C ends it." in said
        assert "Traceback" not in said

"""The collector of a serving process: frozen at the start, full looks in quiet seconds only."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from pokerhouse.common import garbage
from pokerhouse.common.garbage import MAX_WAIT_S, MIN_WAIT_S, Janitor, Second, calm_collector


@pytest.fixture
def collector() -> Iterator[None]:
    """The collector as it was, afterwards."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.parametrize(
    ("cpu_share", "since_last_s", "is_time"),
    [
        (0.0, MIN_WAIT_S - 1, False),
        (0.0, MIN_WAIT_S, True),
        (0.04, MIN_WAIT_S, True),
        (0.05, MIN_WAIT_S, False),
        (0.9, MAX_WAIT_S - 1, False),
        (0.9, MAX_WAIT_S, True),
    ],
)
def test_it_is_time_in_a_quiet_second_or_at_last(
    *, cpu_share: float, since_last_s: float, is_time: bool
) -> None:
    assert Second(cpu_share, since_last_s).is_time is is_time


class Node:
    """Something that can stand in a circle."""

    other: "Node"


def circle() -> "weakref.ref[Node]":
    first, second = Node(), Node()
    first.other, second.other = second, first
    return weakref.ref(first)


def test_what_is_loaded_is_frozen_and_full_collections_are_the_janitors(collector: None) -> None:
    janitor = calm_collector()
    try:
        assert gc.get_freeze_count() > 1000
        assert gc.get_threshold() == (garbage.YOUNG, garbage.OLDER, garbage.NEVER)
        lost = circle()
        assert lost() is not None
        janitor.collect()
        assert lost() is None
    finally:
        janitor.done.set()
        janitor.join(10)
    assert not janitor.is_alive()


def test_circles_do_not_stay_however_busy_the_process_is(
    collector: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory is bounded: the longest wait is the bound."""
    monkeypatch.setattr(garbage, "LOOK_EACH_S", 0.01)
    monkeypatch.setattr(garbage, "MAX_WAIT_S", 0.05)
    monkeypatch.setattr(garbage, "IDLE_SHARE", -1.0)
    gc.set_threshold(0)
    lost = circle()
    janitor = Janitor()
    janitor.start()
    try:
        for _ in range(1000):
            if lost() is None:
                break
            janitor.done.wait(0.01)
        assert lost() is None
    finally:
        janitor.done.set()
        janitor.join(10)

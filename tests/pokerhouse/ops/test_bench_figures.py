"""The arithmetic of the benchmarks; what they measure is no test."""

import asyncio

from pokerhouse.ops.bench.crowd import Notes, TimedAction, Watcher, seen_ms, spread
from pokerhouse.ops.bench.measure import Cost, figures_of, percentile


def hear(watcher: Watcher, text: str, at: float) -> None:
    asyncio.run(watcher.hear(text, at))


def test_a_percentile_is_one_of_the_values() -> None:
    values = [float(number) for number in range(100, 0, -1)]
    assert [percentile(values, share) for share in (0.0, 0.5, 0.99, 1.0)] == [1, 51, 100, 100]
    assert percentile([], 0.5) == 0.0


def test_a_spread_names_median_99th_and_worst() -> None:
    assert spread("ack", [3.0, 1.0, 2.04]) == {
        "ack_p50_ms": 2.0,
        "ack_p99_ms": 3.0,
        "ack_max_ms": 3.0,
    }


def test_costs_are_told_for_one_request() -> None:
    assert figures_of({"echo": Cost(count=4, wall_s=0.02, cpu_s=0.01)}) == {
        "echo_count": 4,
        "echo_cpu_ms": 2.5,
        "echo_wall_ms": 5.0,
    }


def test_an_action_is_seen_when_the_last_watcher_of_its_table_has_its_last_number() -> None:
    notes = Notes()
    here, late, elsewhere = (Watcher(table, notes) for table in ("a", "a", "b"))
    hear(here, '{"t": "hand.checked", "seq": 7}', 10.25)
    hear(late, '{"t": "skip", "from": 6, "to": 8}', 10.5)
    hear(elsewhere, '{"t": "hand.checked", "seq": 7}', 99.0)
    actions = [
        TimedAction("a", 10.0, 10.1, 7),
        TimedAction("a", 10.0, 10.1, 8),
        TimedAction("c", 10.0, 10.1, 7),
    ]
    assert seen_ms(actions, [here, late, elsewhere]) == [500.0]

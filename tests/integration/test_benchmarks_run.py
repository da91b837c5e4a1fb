"""The record's benchmarks run against today's engine and store; what they measure is no test."""

import pytest

from tests.benchmarks.engine import bench_engine
from tests.benchmarks.store import ACTION, _parts, _race


def test_three_engines_play_and_the_fold_is_timed() -> None:
    figures = bench_engine(rounds=1)
    for engine in ("pokerhouse", "pokerkit", "pokerkit_c_evaluator"):
        played = figures[engine]
        assert isinstance(played, dict)
        assert set(played) == {"hands_per_s", "actions_per_s", "actions_per_hand"}
        assert min(played.values()) > 0
    ratios = [value for name, value in figures.items() if name.startswith(("ratio", "fold"))]
    assert all(isinstance(value, float | int) and value > 0 for value in ratios)


@pytest.mark.usefixtures("house_db")
def test_an_append_races_a_bare_insert_of_as_many_rows() -> None:
    raced, parts = _race(1), _parts(1)
    assert raced["events_per_append"] == len(ACTION) == 3
    for name in ("append_per_s", "bare_insert_per_s", "ratio"):
        value = raced[name]
        assert isinstance(value, float | int)
        assert value > 0
    assert all(isinstance(value, float) and value > 0 for value in parts.values())

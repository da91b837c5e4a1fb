"""The record's benchmarks run against today's engine and store; what they measure is no test."""

import pytest

from pokerhouse.ops.bench.engine import bench_engine
from pokerhouse.ops.bench.store import ACTION, _parts, _race


def test_three_engines_play_four_games_and_the_fold_is_timed() -> None:
    figures = bench_engine(rounds=1)
    games = {name: value for name, value in figures.items() if isinstance(value, dict)}
    assert list(games) == ["holdem:nl", "holdem:fixed", "omaha:pl", "stud7:stud_split"]
    for raced in games.values():
        actions = []
        for engine in ("pokerhouse", "pokerkit", "pokerkit_c_evaluator"):
            played = raced[engine]
            assert set(played) == {"hands_per_s", "actions_per_s", "actions_per_hand"}
            assert min(played.values()) > 0
            actions.append(played["actions_per_hand"])
        assert max(actions) < 1.5 * min(actions)  # the same policy plays hands of a like length
        assert raced["ratio_stock"] > 0
        assert raced["ratio_c_evaluator"] > 0
    speeds = [value for name, value in figures.items() if name.endswith("_per_s")]
    assert len(speeds) == 2
    assert all(isinstance(value, int) and value > 0 for value in speeds)


@pytest.mark.usefixtures("house_db")
def test_an_append_races_a_bare_insert_of_as_many_rows() -> None:
    raced, parts = _race(1), _parts(1)
    assert raced["events_per_append"] == len(ACTION) == 3
    for name in ("append_per_s", "bare_insert_per_s", "ratio"):
        value = raced[name]
        assert isinstance(value, float | int)
        assert value > 0
    assert all(isinstance(value, float) and value > 0 for value in parts.values())

"""What `bench room` takes as its players' pace."""

from argparse import ArgumentTypeError

import pytest

from pokerhouse.ops.management.commands.bench import seconds_range


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("0", 0.0, 0.0), ("2", 1.0, 3.0), ("2-8", 2.0, 8.0), ("0.5-1.5", 0.5, 1.5), ("3-3", 3.0, 3.0)],
)
def test_a_pace_is_a_time_or_a_range(text: str, low: float, high: float) -> None:
    assert seconds_range(text) == (low, high)


@pytest.mark.parametrize("text", ["", "-1", "a", "2-", "2-8-9", "2,8", "nan", "8-2"])
def test_what_is_no_pace_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError):
        seconds_range(text)

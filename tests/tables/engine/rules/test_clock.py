"""What the action clock shows, to the millisecond (R-TIM-1, R-TIM-2, R-TIM-8)."""

import pytest

from tables.engine.rules.clock import ClockFace, clock_face, is_protected
from tables.engine.rules.ruleset import HOUSE, STANDARD, RuleSet


@pytest.mark.parametrize(
    ("elapsed_ms", "face"),
    [
        (0, ClockFace(is_visible=False, shows_s=None, is_expired=False)),
        (9_999, ClockFace(is_visible=False, shows_s=None, is_expired=False)),
        (10_000, ClockFace(is_visible=True, shows_s=20, is_expired=False)),
        (10_001, ClockFace(is_visible=True, shows_s=20, is_expired=False)),
        (11_000, ClockFace(is_visible=True, shows_s=19, is_expired=False)),
        (29_000, ClockFace(is_visible=True, shows_s=1, is_expired=False)),
        (29_999, ClockFace(is_visible=True, shows_s=1, is_expired=False)),
        (30_000, ClockFace(is_visible=True, shows_s=0, is_expired=True)),
        (90_000, ClockFace(is_visible=True, shows_s=0, is_expired=True)),
    ],
)
def test_ten_silent_seconds_then_twenty_that_count_down(elapsed_ms: int, face: ClockFace) -> None:
    """R-TIM-1, R-TIM-2: expired at 30.000 s."""
    assert clock_face(elapsed_ms) == face


def test_the_grace_moves_the_end_and_nothing_that_is_shown() -> None:
    """R-TIM-2: an action received before counts."""
    assert clock_face(30_399, grace_ms=400) == ClockFace(
        is_visible=True, shows_s=0, is_expired=False
    )
    assert clock_face(30_400, grace_ms=400).is_expired
    assert clock_face(10_000, grace_ms=400) == clock_face(10_000)


def test_every_time_out_is_protected_by_default() -> None:
    """R-TIM-8, A-50: as in the seed."""
    for rules in (HOUSE, STANDARD):
        assert is_protected(rules, 0)
        assert is_protected(rules, 1_000)


def test_the_protection_of_a_day_is_used_up() -> None:
    """R-TIM-8: `timeout.protect_per_day`."""
    twice = RuleSet(timeout_protect_per_day=2)
    assert [is_protected(twice, used) for used in range(4)] == [True, True, False, False]
    never = RuleSet(timeout_protect_per_day=0)
    assert not is_protected(never, 0)

"""What the action clock shows (R-TIM-1, R-TIM-2); the time itself comes from outside."""

from typing import Final

from msgspec import Struct

from tables.engine.rules.ruleset import RuleSet

TURN_MS: Final = 30_000
SILENT_MS: Final = 10_000
"""The first part of a turn, without a visible clock."""


class ClockFace(Struct, frozen=True):
    """One turn's clock at one moment."""

    is_visible: bool
    shows_s: int | None
    """Whole seconds left, counting 20 → 0; None while the clock is silent."""
    is_expired: bool


def clock_face(elapsed_ms: int, grace_ms: int = 0) -> ClockFace:
    """
    Return the clock `elapsed_ms` after the turn began.

    `grace_ms` is the time that an action may take to reach the server (R-TIM-2).
    """
    is_visible = elapsed_ms >= SILENT_MS
    left_ms = max(TURN_MS - elapsed_ms, 0)
    return ClockFace(
        is_visible=is_visible,
        shows_s=-(-left_ms // 1000) if is_visible else None,
        is_expired=elapsed_ms >= TURN_MS + grace_ms,
    )


def is_protected(rules: RuleSet, used_today: int) -> bool:
    """Return whether one more time-out of this gaming day is an all-in (R-TIM-8)."""
    limit = rules.timeout_protect_per_day
    return limit is None or used_today < limit

"""How many frames one client may send in a time."""


class TokenBucket:
    """Allows `rate_per_s` on average and `burst` at once; the caller brings the time, in s."""

    __slots__ = ("_at", "_burst", "_rate_per_s", "_tokens")

    def __init__(self, rate_per_s: float, burst: float) -> None:
        self._rate_per_s, self._burst = rate_per_s, burst
        self._tokens, self._at = burst, 0.0

    def take(self, at: float) -> bool:
        """Take one token at time `at`; False if there is none."""
        if self._at:
            earned = (at - self._at) * self._rate_per_s
            self._tokens = min(self._burst, self._tokens + earned)
        self._at = at
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

"""
How much one client may ask for: counted in Valkey, in one atomic step, for all web processes.

Play stays open when Valkey is away: nobody loses a hand because a counter is missing. Log-ins are
limited elsewhere (axes, allauth), in the database. A client is a signed-in person, or else an
address.
"""

import logging
import time
from math import ceil
from typing import Any

from django.conf import settings
from limits import RateLimitItem, parse
from limits.storage import RedisStorage
from limits.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

AWAY_FOR_S = 1.0
"""After an error Valkey is not asked for so long: a dead one costs one time-out a second."""

logger = logging.getLogger(__name__)


class Counters:
    """This process's way to the counters."""

    def __init__(self) -> None:
        self._url = ""
        self._limiter: FixedWindowRateLimiter | None = None
        self._away_until = 0.0

    def hit(self, limit: RateLimitItem, who: str) -> float | None:
        """Count one request; return when `who` may come again (Unix time), None for now."""
        if time.monotonic() < self._away_until:
            return None
        try:
            limiter = self._ready()
            if limiter.hit(limit, who):
                return None
            return limiter.get_window_stats(limit, who).reset_time
        except (RedisError, OSError):
            self._away_until = time.monotonic() + AWAY_FOR_S
            logger.warning("the counters of limits are away; requests are let in")
            return None

    def _ready(self) -> FixedWindowRateLimiter:
        if self._limiter is None or self._url != settings.REDIS_URL:
            self._url = settings.REDIS_URL
            timeout_s = settings.REDIS_TIMEOUT_S
            storage = RedisStorage(
                self._url, socket_timeout=timeout_s, socket_connect_timeout=timeout_s
            )
            self._limiter = FixedWindowRateLimiter(storage)
            self._away_until = 0.0
        return self._limiter


counters = Counters()


class TooManyRequests(Throttled):
    """429 that says when to come again, and what the limit is."""

    def __init__(self, limit: RateLimitItem, wait_s: float) -> None:
        super().__init__(wait=wait_s)
        self.headers = {  # draft-ietf-httpapi-ratelimit-headers
            "RateLimit-Policy": f'"client";q={limit.amount};w={limit.get_expiry()}',
            "RateLimit": f'"client";r=0;t={ceil(wait_s)}',
        }


class ClientLimit(BaseThrottle):
    """The limit of every endpoint: `API_RATE_PERSON` or, for strangers, `API_RATE_ADDRESS`."""

    def allow_request(self, request: Request, view: Any) -> bool:
        limit, who = _limit_of(request)
        if limit is None:
            return True
        free_at = counters.hit(limit, who)
        if free_at is not None:
            raise TooManyRequests(limit, max(1.0, free_at - time.time()))
        return True


def _limit_of(request: Request) -> tuple[RateLimitItem | None, str]:
    if request.user.is_authenticated:
        rate, who = settings.API_RATE_PERSON, f"person:{request.user.pk}"
    else:
        rate, who = settings.API_RATE_ADDRESS, f"address:{request.META.get('REMOTE_ADDR', '')}"
    return (parse(rate) if rate else None), who

"""Gaming days as the books have them."""

from datetime import date, datetime

from accounts.money.days.days import gaming_day_of
from accounts.money.ledger.models import GamingDay


def day_for_correction(day: date, at: datetime) -> date:
    """
    Return the gaming day in which, at the moment `at`, something of `day` is corrected.

    That day as long as it is open; a closed day never gets an entry, so then the day of `at`.
    """
    return gaming_day_of(at) if state_of(day) == "closed" else day


def state_of(day: date) -> str:
    """Return how far `day` is, `open`, `rolled` or `closed`; one without entries is open."""
    states = GamingDay.objects.filter(day=day).values_list("state", flat=True)
    return states.first() or "open"

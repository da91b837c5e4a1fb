"""Gaming days as the books have them."""

from datetime import date, datetime

from accounts.money.days.days import gaming_day_of
from accounts.money.ledger.models import GamingDay


def day_for_correction(day: date, at: datetime) -> date:
    """
    Return the gaming day in which, at the moment `at`, something of `day` is corrected.

    That day as long as it is open; a closed day never gets an entry, so then the day of `at`.
    """
    is_closed = GamingDay.objects.filter(day=day, state="closed").exists()
    return gaming_day_of(at) if is_closed else day

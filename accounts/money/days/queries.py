"""Gaming days as the books have them."""

from datetime import date, datetime

from accounts.money.days.days import gaming_day_of
from accounts.money.ledger.models import GamingDay


def day_for_correction(day: date, at: datetime) -> date:
    """
    Return where a correction of something that belongs to `day` is posted at the moment `at`.

    In that day while it takes entries; a closed day never gets one, so then in the day of `at`.
    """
    is_closed = GamingDay.objects.filter(day=day, state="closed").exists()
    return gaming_day_of(at) if is_closed else day

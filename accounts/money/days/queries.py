"""The gaming days in the ledger."""

from datetime import date, datetime

from accounts.money.days.days import gaming_day_of
from accounts.money.ledger.models import GamingDay


def day_for_correction(day: date, at: datetime) -> date:
    """
    Return the gaming day in which a correction of `day` is posted at the time `at`.

    It is `day` itself while it is open, else the gaming day of `at`: closed days get no entries.
    """
    return gaming_day_of(at) if state_of(day) == "closed" else day


def state_of(day: date) -> str:
    """Return the state of `day`: `open`, `rolled` or `closed`; a day without entries is open."""
    states = GamingDay.objects.filter(day=day).values_list("state", flat=True)
    return states.first() or "open"

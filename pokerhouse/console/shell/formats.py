"""
Amounts, numbers, days and times as people of a language write them (FACE "Words").

German 1.842,00 €, −5,00 and Mo 30.11.2026; English €1,842.00, −5.00 and Mon 30 Nov 2026. A minus
is a true one, chips have no decimals, and the clock has 24 hours in both.
"""

from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Final

from babel import Locale
from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal, get_currency_symbol
from django.conf import settings
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext

MINUS: Final = "−"
_DAYS: Final = {"de": "EEE dd.MM.yyyy", "en": "EEE d MMM yyyy"}


@lru_cache(maxsize=16)
def _locale(lang: str) -> Locale:
    return Locale.parse(lang.replace("-", "_"))


def locale() -> Locale:
    """Return the locale of the page's language."""
    return _locale(get_language() or settings.LANGUAGE_CODE)


def money(minor_units: int, *, is_signed: bool = False, has_currency: bool = True) -> str:
    """Return an amount of minor units with its currency: `1.842,00 €`, `€1,842.00`."""
    exponent: int = settings.CURRENCY["exponent"]
    digits = Decimal(abs(minor_units)).scaleb(-exponent)
    pattern = "#,##0." + "0" * exponent if exponent else "#,##0"
    text = format_decimal(digits, pattern, locale())
    if has_currency:
        text = _with_currency(text)
    return sign(minor_units, is_signed=is_signed) + text


def number(value: float | Decimal, *, is_signed: bool = False, decimals: int = 0) -> str:
    """Return chips or a count, grouped by thousands; no decimals if none are asked for."""
    pattern = "#,##0." + "0" * decimals if decimals else "#,##0"
    return sign(value, is_signed=is_signed) + format_decimal(abs(Decimal(value)), pattern, locale())


def percent(share: float | Decimal, *, decimals: int = 1) -> str:
    """Return a share as a percentage: 0.029 is `2,9 %` or `2.9%`."""
    text = number(Decimal(str(share)) * 100, decimals=decimals)
    return f"{text}\u00a0%" if locale().language == "de" else f"{text}%"


def sign(value: float | Decimal, *, is_signed: bool) -> str:
    """Return what stands before the digits; a difference always says its sign, also a plus."""
    if value < 0:
        return MINUS
    return "+" if is_signed and value > 0 else ""


def clock(at: datetime, *, has_seconds: bool = False) -> str:
    """Return the time of day, 21:47, with seconds in logs."""
    return localtime(at).strftime("%H:%M:%S" if has_seconds else "%H:%M")


def day(of: date | datetime) -> str:
    """Return a day: `Mo 30.11.2026`, `Mon 30 Nov 2026`."""
    local = localtime(of).date() if isinstance(of, datetime) else of
    found = locale()
    text = format_date(local, _DAYS.get(found.language, "medium"), locale=found)
    return text.replace(".", "", 1) if found.language == "de" else text  # "Mo." is no word of ours


def moment(at: datetime) -> str:
    """Return a day and a time: `Mo 30.11.2026 21:47`."""
    return f"{day(at)} {clock(at)}"


def month(of: date) -> str:
    """Return a month in words: `November 2026`."""
    return format_datetime(datetime(of.year, of.month, 1), "LLLL yyyy", locale=locale())  # noqa: DTZ001  a month has no zone


def countdown(left_ms: int) -> str:
    """Return what is left as mm:ss; never below 00:00."""
    minutes, seconds = divmod(max(0, -(-left_ms // 1000)), 60)
    return f"{minutes:02}:{seconds:02}"


def duration(span: timedelta) -> str:
    """Return how long something took, in words: `41 Min.`, `2 Std. 05 Min.`."""
    minutes = int(span.total_seconds()) // 60
    if minutes < 60:
        return gettext("{minutes} min").format(minutes=minutes)
    hours, rest = divmod(minutes, 60)
    return gettext("{hours} h {minutes} min").format(hours=hours, minutes=f"{rest:02}")


def _with_currency(text: str) -> str:
    found = locale()
    symbol = get_currency_symbol(settings.CURRENCY["code"], found)
    is_behind = found.currency_formats["standard"].pattern.rstrip().endswith("¤")
    return f"{text}\u00a0{symbol}" if is_behind else f"{symbol}{text}"

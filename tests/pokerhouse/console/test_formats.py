"""Amounts, numbers, days and times as FACE "Words" has them, in both languages."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils.translation import override
from pytest_django.fixtures import Settings

from pokerhouse.console.shell import formats

AT = datetime(2026, 11, 30, 21, 47, 3, tzinfo=UTC)


@pytest.fixture(params=["de", "en"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with override(request.param):
        yield request.param


def both(german: str, english: str) -> dict[str, str]:
    return {"de": german, "en": english}


def test_money_has_its_sign_where_the_language_puts_it(language: str) -> None:
    assert formats.money(184_200) == both("1.842,00\u00a0€", "€1,842.00")[language]
    assert formats.money(-500) == both("−5,00\u00a0€", "−€5.00")[language]
    assert formats.money(0) == both("0,00\u00a0€", "€0.00")[language]
    assert formats.money(-500, has_currency=False) == both("−5,00", "−5.00")[language]


def test_a_difference_always_says_its_sign(language: str) -> None:
    assert formats.money(500, is_signed=True) == both("+5,00\u00a0€", "+€5.00")[language]
    assert formats.money(0, is_signed=True) == both("0,00\u00a0€", "€0.00")[language]
    assert formats.number(120, is_signed=True) == "+120"
    assert formats.number(-120, is_signed=True) == "−120"


def test_a_currency_without_minor_units_has_no_decimals(settings: Settings, language: str) -> None:
    settings.CURRENCY = {"code": "JPY", "exponent": 0}
    assert formats.money(1842, has_currency=False) == both("1.842", "1,842")[language]


def test_the_largest_amount_keeps_every_digit(language: str) -> None:
    german, english = "90.071.992.547.409,91\u00a0€", "€90,071,992,547,409.91"
    assert formats.money(2**53 - 1) == both(german, english)[language]


def test_chips_have_no_decimals(language: str) -> None:
    assert formats.number(1842) == both("1.842", "1,842")[language]
    assert formats.number(999) == "999"


def test_a_share_is_a_percentage(language: str) -> None:
    assert formats.percent(0.029) == both("2,9\u00a0%", "2.9%")[language]
    assert formats.percent(-0.5, decimals=0) == both("−50\u00a0%", "−50%")[language]


def test_days_and_times_are_short(language: str) -> None:
    assert formats.day(date(2026, 11, 30)) == both("Mo 30.11.2026", "Mon 30 Nov 2026")[language]
    assert formats.clock(AT) == "21:47"
    assert formats.clock(AT, has_seconds=True) == "21:47:03"
    german, english = "Mo 30.11.2026 21:47", "Mon 30 Nov 2026 21:47"
    assert formats.moment(AT) == both(german, english)[language]
    assert formats.month(date(2026, 11, 1)) == "November 2026"


@pytest.mark.parametrize(
    ("left_ms", "text"),
    [(0, "00:00"), (-5, "00:00"), (1, "00:01"), (59_001, "01:00"), (521_000, "08:41")],
)
def test_a_countdown_ends_when_the_time_does(left_ms: int, text: str) -> None:
    assert formats.countdown(left_ms) == text


def test_durations_are_in_words(language: str) -> None:
    assert (
        formats.duration(timedelta(minutes=41, seconds=59)) == both("41 Min.", "41 min")[language]
    )
    longer = timedelta(hours=2, minutes=5)
    assert formats.duration(longer) == both("2 Std. 05 Min.", "2 h 05 min")[language]

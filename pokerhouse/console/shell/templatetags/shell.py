"""Tags and filters of every page: icons, and numbers and times in the reader's language."""

from datetime import date, datetime, timedelta

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from pokerhouse.console.shell import formats

register = template.Library()


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """`{% icon "flag" %}`: a sign of the sprite; screen readers skip it if it has no label."""
    path = static("shell/icons.svg")
    if label:
        sign = '<svg class="ic" role="img" aria-label="{}"><use href="{}#{}"/></svg>'
        return format_html(sign, label, path, name)
    return format_html('<svg class="ic" aria-hidden="true"><use href="{}#{}"/></svg>', path, name)


@register.filter
def money(minor_units: int) -> str:
    """`{{ cents|money }}`: 1.842,00 €"""
    return formats.money(minor_units)


@register.filter
def amount(minor_units: int) -> str:
    """`{{ cents|amount }}`: 1.842,00, in a column whose head names the currency."""
    return formats.money(minor_units, has_currency=False)


@register.filter
def money_difference(minor_units: int) -> str:
    """`{{ cents|money_difference }}`: +5,00 € or −5,00 €"""
    return formats.money(minor_units, is_signed=True)


@register.filter
def number(value: float) -> str:
    """`{{ chips|number }}`: 1.842"""
    return formats.number(value)


@register.filter
def number_difference(value: float) -> str:
    """`{{ chips|number_difference }}`: +120 or −120"""
    return formats.number(value, is_signed=True)


@register.filter
def percent(share: float) -> str:
    """`{{ share|percent }}`: 2,9 %"""
    return formats.percent(share)


@register.filter
def clock(at: datetime) -> str:
    """`{{ at|clock }}`: 21:47"""
    return formats.clock(at)


@register.filter
def clock_seconds(at: datetime) -> str:
    """`{{ at|clock_seconds }}`: 21:47:03, in logs"""
    return formats.clock(at, has_seconds=True)


@register.filter
def day(of: date | datetime) -> str:
    """`{{ date|day }}`: Mo 30.11.2026"""
    return formats.day(of)


@register.filter
def moment(at: datetime) -> str:
    """`{{ at|moment }}`: Mo 30.11.2026 21:47"""
    return formats.moment(at)


@register.filter
def duration(span: timedelta) -> str:
    """`{{ span|duration }}`: 41 Min."""
    return formats.duration(span)


@register.filter
def countdown(left_ms: int) -> str:
    """`{{ left_ms|countdown }}`: 08:41"""
    return formats.countdown(left_ms)

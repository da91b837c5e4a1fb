"""Template tags of the parts; the first line of each shows how to use it."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from pokerhouse.console.shell.templatetags.shell import icon

register = template.Library()

LEVELS = ("good", "info", "warn", "alarm")
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


@register.simple_tag
def status(level: str, word: str, sign: str = "") -> SafeString:
    """`{% status "warn" "Approval" %}`: icon, word and colour; levels are good info warn alarm."""
    assert level in LEVELS, level
    return format_html('<span class="lv {}">{}{}</span>', level, icon(sign or level), word)


@register.simple_tag
def small_card(text: str) -> SafeString:
    """`{% small_card "Th" %}`: a card in running text."""
    rank, suit = text[:-1].replace("T", "10"), SUITS[text[-1]]
    label = gettext("{rank} of {suit}").format(rank=rank, suit=gettext(suit))
    sign = '<span class="mc {}" role="img" aria-label="{}">{}{}</span>'
    return format_html(sign, suit, label, rank, icon(suit))


@register.inclusion_tag("parts/listing.html", takes_context=True)
def listing(context: Mapping[str, Any], table: Any) -> dict[str, Any]:
    """`{% listing listing %}`: a `listings.Listing` with its filters, heads, rows and pages."""
    return {"listing": table, "request": context["request"]}


@register.inclusion_tag("parts/empty.html")
def empty(
    sign: str, title: str, text: str = "", path: str = "", action: str = ""
) -> dict[str, str]:
    """`{% empty "list" title text path action %}`: nothing is here, why, and the next step."""
    return {"sign": sign, "title": title, "text": text, "path": path, "action": action}


@register.inclusion_tag("parts/broken.html")
def broken(text: str, number: str = "", path: str = "") -> dict[str, str]:
    """`{% broken text number path %}`: what did not work, the request's id, and "Once more"."""
    return {"text": text, "number": number, "path": path}


@register.inclusion_tag("parts/loading.html")
def loading(path: str, lines: int = 4) -> dict[str, Any]:
    """`{% loading "/path" %}`: loads a part of the page from a path; shows bars after 400 ms."""
    return {"path": path, "lines": range(lines)}


@register.inclusion_tag("parts/tabs.html", takes_context=True)
def tabs(context: Mapping[str, Any], label: str, items: Any) -> dict[str, Any]:
    """`{% tabs label items %}`: links, each a mapping of path, label and perhaps count."""
    return {"label": label, "items": items, "path": context["request"].path}


@register.inclusion_tag("parts/note.html")
def note(
    level: str, strong: str, text: str = "", path: str = "", action: str = ""
) -> dict[str, str]:
    """`{% note "warn" strong text path action %}`: a sentence above the page, with a link."""
    assert level in LEVELS, level
    return {"level": level, "strong": strong, "text": text, "path": path, "action": action}


@register.inclusion_tag("parts/print_head.html", takes_context=True)
def print_head(
    context: Mapping[str, Any], title: str, period: str = "", book: str = "", state: str = ""
) -> dict[str, Any]:
    """`{% print_head title period book state %}`: the head of a printed page."""
    kept = {name: context[name] for name in ("house_name", "shell")}
    return {**kept, "title": title, "period": period, "book": book, "state": state}

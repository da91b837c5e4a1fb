"""Invented data for the page that shows the parts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pokerhouse.console.parts.forms import MoneyField
from pokerhouse.console.parts.listings import Column, SortedTable, in_memory

_FIRST_DAY: Final = date(2026, 11, 30)
_NAMES: Final = ("Ana Kovač", "Emre Aydın", "Jan Wieland", "Okan Çelik", "Peter Adler")
STATES: Final = (("posted", _("posted")), ("approval", _("Approval")))


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the sample table."""

    day: date
    person: str
    amount_minor: int
    state: str

    @property
    def is_posted(self) -> bool:
        return self.state == "posted"


def rows() -> list[Row]:
    """Return sixty rows, the same every time."""
    return [
        Row(
            day=_FIRST_DAY - timedelta(days=number // 4),
            person=_NAMES[number % len(_NAMES)],
            amount_minor=(number * 37_50 % 2_000_00) - 500_00,
            state="approval" if number % 7 == 3 else "posted",
        )
        for number in range(60)
    ]


class RowFilter(forms.Form):
    """The filters of the sample table."""

    q = forms.CharField(
        label=_("Person"),
        required=False,
        max_length=40,
        widget=forms.TextInput({"type": "search", "class": "search"}),
    )
    state = forms.ChoiceField(label=_("State"), required=False, choices=(("", _("all")), *STATES))
    least = MoneyField(label=_("At least"), required=False)


class PayoutForm(forms.Form):
    """A form with one field of each kind."""

    amount = MoneyField(
        label=_("Amount"),
        minimum=10_00,
        maximum=2_000_00,
        help_text=_("From 10.00 to 2,000.00 a day."),
    )
    why = forms.ChoiceField(
        label=_("Reason"),
        choices=(("", _("Please choose")), ("win", _("Winnings")), ("leave", _("Leaving"))),
    )
    entry = forms.ChoiceField(
        label=_("How you come in"),
        choices=(("wait", _("Wait for the big blind")), ("post", _("Post at once"))),
        widget=forms.RadioSelect,
    )
    is_checked = forms.BooleanField(label=_("Identity card checked"))


def table() -> SortedTable:
    """Return the sample table in the reader's language."""
    keys = {"day": lambda row: row.day, "person": lambda row: row.person, "amount": _amount_of}
    return SortedTable(
        id="sample-rows",
        label=gettext("Payments"),
        columns=(
            Column(name="day", label=gettext("Day"), is_sortable=True),
            Column(name="person", label=gettext("Person"), is_sortable=True),
            Column(name="amount", label=gettext("Amount"), is_sortable=True, is_number=True),
            Column(name="state", label=gettext("State")),
        ),
        row_template="parts/sample_row.html",
        source=in_memory(rows, keys=keys, matches=_fits),
        filters=RowFilter,
        sort="-day",
        page_size=8,
    )


def _amount_of(row: Row) -> int:
    return row.amount_minor


def _fits(row: Row, filters: Mapping[str, Any]) -> bool:
    return (
        filters.get("q", "").casefold() in row.person.casefold()
        and filters.get("state", row.state) == row.state
        and filters.get("least", row.amount_minor) <= row.amount_minor
    )

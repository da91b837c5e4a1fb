"""The trial balance: every account that moved, up to a day's end, and that both sides are equal."""

from datetime import date
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.money.days.days import gaming_day_of
from accounts.money.days.queries import state_of
from accounts.money.ledger.chart import Book
from accounts.money.reports.trial import trial_balance
from pokerhouse.common.clock import now
from pokerhouse.common.roles import Role
from pokerhouse.console.account_words import account_name
from pokerhouse.console.shell import formats
from pokerhouse.console.shell.pages import page_for

BOOKS = ((Book.MAIN.value, _("Real money")), (Book.PLAY.value, _("Play money")))


class TrialFilter(forms.Form):
    """Of which book, and up to the end of which gaming day."""

    book = forms.ChoiceField(label=_("Book"), choices=BOOKS)
    as_of = forms.DateField(
        label=_("Up to the end of"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )


@page_for(Role.ACCOUNTANT, Role.AUDITOR, Role.MANAGER)
def trial(request: HttpRequest) -> HttpResponse:
    """GET /trial-balance"""
    today = gaming_day_of(now())
    said = {"book": Book.MAIN.value, "as_of": today.isoformat(), **request.GET.dict()}
    form = TrialFilter(said)
    is_valid = form.is_valid()
    book = Book(form.cleaned_data["book"]) if "book" in form.cleaned_data else Book.MAIN
    context: dict[str, Any] = {"form": form, "book_word": str(dict(BOOKS)[book.value])}
    if is_valid:
        context |= _figures(book, form.cleaned_data["as_of"])
    return render(request, "books/trial.html", context, status=200 if is_valid else 422)


def _figures(book: Book, as_of: date) -> dict[str, Any]:
    balance = trial_balance(book, as_of=as_of)
    is_final = state_of(as_of) == "closed"
    return {
        "balance": balance,
        "rows": [{"row": row, "name": account_name(row.code)} for row in balance.rows],
        "totals": balance.totals,
        "as_of": as_of,
        "period": gettext("up to the end of {day}").format(day=formats.day(as_of)),
        "state": "" if is_final else gettext("provisional: the day is not closed"),
    }

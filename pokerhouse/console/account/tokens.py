"""Personal tokens: what a script signs in with."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.people import tokens as personal
from accounts.people.errors import TokenRefused, TooManyTokens, UnknownToken
from accounts.people.queries import tokens_of
from accounts.people.tokens import MAX_NAME
from pokerhouse.api.permissions import lacks_second_factor
from pokerhouse.common.access import Scope
from pokerhouse.common.clock import now
from pokerhouse.common.roles import STAFF
from pokerhouse.console.account.visitors import access_at, account_tabs, person_at
from pokerhouse.console.parts.answers import ask_for_proof, go_to, render_dialog, toast
from pokerhouse.console.shell.navigation import roles_of
from pokerhouse.console.shell.pages import HtmxRequest, has_proved_lately, page_of_a_person

PAGE = "/account/tokens"
SCOPES: Final = {
    Scope.READ: _("Read what I may see"),
    Scope.PLAY: _("Play and change things for me"),
    Scope.STAFF: _("Work for the house"),
}
LIVES: Final = ((7, _("7 days")), (30, _("30 days")), (90, _("90 days")), (365, _("One year")))


class TokenForm(forms.Form):
    """What a new token is for, what it may do, and until when."""

    name = forms.CharField(
        label=_("What it is for"),
        max_length=MAX_NAME,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"), widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=LIVES, coerce=int)

    def __init__(self, *arguments: Any, scopes: tuple[Scope, ...], **more: Any) -> None:
        super().__init__(*arguments, **more)
        wanted = self.fields["scopes"]
        assert isinstance(wanted, forms.MultipleChoiceField)
        wanted.choices = [(scope.value, SCOPES[scope]) for scope in scopes]


@page_of_a_person
def tokens(request: HtmxRequest) -> HttpResponse:
    """GET /account/tokens"""
    at = now()
    rows = [
        {
            "token": row,
            "scopes": [SCOPES[Scope(scope)] for scope in row.scopes],
            "is_over": row.expires_at <= at,
        }
        for row in tokens_of(person_at(request).id)
    ]
    return render(request, "account/tokens.html", {"tokens": rows, "tabs": account_tabs()})


@page_of_a_person
def new(request: HtmxRequest) -> HttpResponseBase:
    """GET and POST /account/tokens/new"""
    if not has_proved_lately(request):
        return ask_for_proof(request, gettext("Make a token"), PAGE)
    sent = request.POST if request.method == "POST" else None
    form = TokenForm(
        sent, scopes=_scopes_for(request), initial={"scopes": [Scope.READ.value], "days": 30}
    )
    if sent is not None and form.is_valid():
        secret = _secret_of_new(request, form)
        if secret:
            return render_dialog(request, "account/secret.html", {"secret": secret, "back": PAGE})
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render_dialog(request, "account/new_token.html", {"form": form, "back": PAGE}, status)


@page_of_a_person
def revoke(request: HtmxRequest, token: UUID) -> HttpResponseBase:
    """GET and POST /account/tokens/{id}/revoke"""
    person = person_at(request)
    found = next((row for row in tokens_of(person.id) if row.id == token), None)
    if found is None:
        raise Http404
    if request.method == "POST":
        try:
            personal.revoke_token(person=person.id, token=token, at=now())
        except UnknownToken as error:
            raise Http404 from error
        toast(request, gettext("The token is revoked."))
        return go_to(request, PAGE)
    context = {
        "title": gettext("Revoke the token “{name}”?").format(name=found.name),
        "effect": gettext("Scripts that use it are refused at once. That cannot be undone."),
        "action": gettext("Revoke the token"),
        "back": PAGE,
    }
    return render_dialog(request, "account/confirm.html", context)


def _scopes_for(request: HttpRequest) -> tuple[Scope, ...]:
    """Return what the session may give on: work for the house only if it may do that itself."""
    is_staff = not STAFF.isdisjoint(roles_of(request.user))
    may_work = is_staff and not lacks_second_factor(access_at(request))
    return tuple(scope for scope in Scope if scope is not Scope.STAFF or may_work)


def _secret_of_new(request: HttpRequest, form: TokenForm) -> str:
    """Make the token and return its secret; what is refused stands in the form."""
    at, wanted = now(), form.cleaned_data
    try:
        issued = personal.create_token(
            person=person_at(request).id,
            name=wanted["name"],
            scopes=[Scope(scope) for scope in wanted["scopes"]],
            expires_at=at + timedelta(days=wanted["days"]),
            at=at,
        )
    except TooManyTokens as error:
        said = gettext("You have {max} tokens already: revoke one first.")
        form.add_error(None, said.format(max=error.facts["max"]))
        return ""
    except TokenRefused:
        form.add_error(None, gettext("The house refuses such a token."))
        return ""
    return issued.secret

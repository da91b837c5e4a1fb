"""
How one proves who one is: password, passkeys, an authenticator app, recovery codes.

These pages show it and ask; what changes goes over allauth's own paths, from `security.js`, because
they ask once more who one is where that was long ago.
"""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.people.factors import PasskeyRow, factors_of, set_up_app
from pokerhouse.console.account.visitors import account_tabs, person_at
from pokerhouse.console.account.words import WORDS
from pokerhouse.console.parts.answers import render_dialog
from pokerhouse.console.shell.boot import boot
from pokerhouse.console.shell.pages import HtmxRequest, page_of_a_person
from pokerhouse.console.signing.words import WORDS as SIGNING

PAGE = "/account/security"


@page_of_a_person
@require_safe
def security(request: HtmxRequest) -> HttpResponse:
    """GET /account/security"""
    person = person_at(request)
    context = {
        "tabs": account_tabs(),
        "factors": factors_of(person.id),
        "has_password": person.has_usable_password(),
        "email": person.email,
        "boot": boot(request, words=(*WORDS, *SIGNING)),
    }
    return render(request, "account/security.html", context)


@page_of_a_person
@require_safe
def set_up(request: HtmxRequest) -> HttpResponse:
    """GET /account/security/app"""
    person = person_at(request)
    if factors_of(person.id).app_since is not None:
        raise Http404
    return _asked(request, "account/set_up_app.html", flow="app", setup=set_up_app(request, person))


@page_of_a_person
@require_safe
def switch_off(request: HtmxRequest) -> HttpResponse:
    """GET /account/security/app/off"""
    return _asked(
        request,
        "account/confirm_flow.html",
        flow="app-off",
        title=gettext("Switch off the authenticator app?"),
        effect=gettext("Signing in then asks for the password alone, unless you have a passkey."),
        action=gettext("Switch it off"),
    )


@page_of_a_person
@require_safe
def new_codes(request: HtmxRequest) -> HttpResponse:
    """GET /account/security/codes"""
    return _asked(
        request,
        "account/confirm_flow.html",
        flow="codes",
        title=gettext("Make new recovery codes?"),
        effect=gettext("The old ones stop working. The new ones are shown once."),
        action=gettext("Make new codes"),
    )


@page_of_a_person
@require_safe
def new_passkey(request: HtmxRequest) -> HttpResponse:
    """GET /account/security/passkeys/new"""
    return _asked(
        request,
        "account/passkey.html",
        flow="passkey-add",
        title=gettext("Add a passkey"),
        effect=gettext("Your device asks for your finger, your face or its code."),
        action=gettext("Add the passkey"),
        name=gettext("This device"),
    )


@page_of_a_person
@require_safe
def rename(request: HtmxRequest, passkey: int) -> HttpResponse:
    """GET /account/security/passkeys/{id}/name"""
    found = _passkey(request, passkey)
    return _asked(
        request,
        "account/passkey.html",
        flow="passkey-rename",
        target=found.id,
        title=gettext("Name the passkey"),
        action=gettext("Save the name"),
        name=found.name,
    )


@page_of_a_person
@require_safe
def remove(request: HtmxRequest, passkey: int) -> HttpResponse:
    """GET /account/security/passkeys/{id}/remove"""
    found = _passkey(request, passkey)
    return _asked(
        request,
        "account/confirm_flow.html",
        flow="passkey-remove",
        target=found.id,
        title=gettext("Remove the passkey “{name}”?").format(name=found.name),
        effect=gettext("It no longer signs you in. Delete it on your device too."),
        action=gettext("Remove the passkey"),
    )


def _passkey(request: HtmxRequest, passkey: int) -> PasskeyRow:
    rows = factors_of(person_at(request).id).passkeys
    found = next((row for row in rows if row.id == passkey), None)
    if found is None:
        raise Http404
    return found


def _asked(request: HtmxRequest, template: str, **context: Any) -> HttpResponse:
    """Return a dialog whose form `security.js` sends; without htmx a page with that module."""
    told = {"boot": boot(request, words=(*WORDS, *SIGNING)), "back": PAGE, **context}
    return render_dialog(request, template, told)

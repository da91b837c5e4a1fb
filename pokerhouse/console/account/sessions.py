"""Where one is signed in: see it, end one session, end all others."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext, ngettext

from accounts.people import services as people
from accounts.people.errors import UnknownSession
from accounts.people.queries import sessions_of
from pokerhouse.console.account.devices import device_of
from pokerhouse.console.account.visitors import account_tabs, person_at, session_at
from pokerhouse.console.parts.answers import go_to, render_dialog, toast
from pokerhouse.console.shell.pages import HtmxRequest, page_of_a_person

PAGE = "/account/sessions"


@page_of_a_person
def sessions(request: HtmxRequest) -> HttpResponse:
    """GET /account/sessions"""
    current = session_at(request)
    rows = [
        {"row": row, "device": device_of(row.client), "is_current": row.id == current}
        for row in sessions_of(person_at(request).id)
    ]
    rows.sort(key=lambda row: not row["is_current"])
    context = {"sessions": rows, "others": len(rows) - 1, "tabs": account_tabs()}
    return render(request, "account/sessions.html", context)


@page_of_a_person
def end(request: HtmxRequest, session: UUID) -> HttpResponseBase:
    """GET and POST /account/sessions/{id}/end"""
    person = person_at(request)
    found = next((row for row in sessions_of(person.id) if row.id == session), None)
    if found is None or session == session_at(request):
        raise Http404  # the session that asks is left by signing out
    if request.method == "POST":
        try:
            people.end_session(person=person.id, session=session)
        except UnknownSession as error:
            raise Http404 from error
        toast(request, gettext("The session is ended."))
        return go_to(request, PAGE)
    context = {
        "title": gettext("End this session?"),
        "effect": gettext("{device} is signed out within two seconds.").format(
            device=device_of(found.client)
        ),
        "action": gettext("End the session"),
        "back": PAGE,
    }
    return render_dialog(request, "account/confirm.html", context)


@page_of_a_person
def end_others(request: HtmxRequest) -> HttpResponseBase:
    """GET and POST /account/sessions/others/end"""
    if request.method == "POST":
        count = people.end_other_sessions(person=person_at(request).id, keep=session_at(request))
        said = ngettext("One session is ended.", "{count} sessions are ended.", count)
        toast(request, said.format(count=count))
        return go_to(request, PAGE)
    context = {
        "title": gettext("End all other sessions?"),
        "effect": gettext("Every other browser and app is signed out; you stay here."),
        "action": gettext("End all others"),
        "back": PAGE,
    }
    return render_dialog(request, "account/confirm.html", context)

"""
What a person sees where a page is missing, forbidden or broken; programs get a problem.

Each says what happened, what one can do, and the request's number, under which the log has it.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext

from pokerhouse.api import problems
from pokerhouse.common.requests import request_id
from pokerhouse.console.shell.pages import framed

MAX_SENTENCE = 200
"""What a view says of its refusal; anything longer is no sentence for people."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's handler400."""
    if is_for_programs(request):
        return problems.bad_request(request, exception)
    return _page(400, request)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's handler403; a page says what is missing in the exception's sentence."""
    if is_for_programs(request):
        return problems.permission_denied(request, exception)
    return _page(403, request, said=str(exception)[:MAX_SENTENCE])


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Django's CSRF_FAILURE_VIEW: a form of a page that was open for too long."""
    if is_for_programs(request):
        return problems.csrf_failed(request, reason)
    return _page(403, request, is_worn_out=True)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's handler404."""
    if is_for_programs(request):
        return problems.not_found(request, exception)
    return _page(404, request)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Django's handler500. It asks the database nothing: that may be what is broken."""
    if is_for_programs(request):
        return problems.server_error(request)
    return _page(500, request)


def is_for_programs(request: HttpRequest) -> bool:
    """Return whether the path is one of the API's."""
    return request.path.startswith(problems.PREFIXES)


def _page(status: int, request: HttpRequest, **more: Any) -> HttpResponseBase:
    return framed(_view_of(status, more))(request)


def _view_of(status: int, more: dict[str, Any]) -> Callable[[HttpRequest], HttpResponse]:
    def view(request: HttpRequest) -> HttpResponse:
        title, way_out = _words(status, **more)
        context = {
            "status": status,
            "title": title,
            "way_out": way_out,
            "number": request_id.get(),
            "is_worth_another_try": status >= 500 or bool(more.get("is_worn_out")),
        }
        name = "shell/broken.html" if status >= 500 else "shell/error.html"
        return render(request, name, context, status=status)

    return view


def _words(status: int, *, said: str = "", is_worn_out: bool = False) -> tuple[str, str]:
    """Return what happened and what one can do."""
    if is_worn_out:
        return (
            gettext("This page was open for too long"),
            gettext("Nothing was changed. Load the page again and send the form once more."),
        )
    if status == 403:
        return (
            gettext("You may not open this page"),
            said or gettext("This page is not part of your work here."),
        )
    if status == 404:
        return (
            gettext("There is no such page"),
            gettext("The address may be mistyped, or what stood here is closed."),
        )
    if status == 400:
        return (
            gettext("That was not understood"),
            gettext("Go back and try it again."),
        )
    return (
        gettext("That did not work"),
        gettext("Something is broken here. Try again in a moment; tell us the number if it stays."),
    )

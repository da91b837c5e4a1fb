"""The page that shows every part, and the paths of its examples."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from pokerhouse.common.roles import STAFF
from pokerhouse.console.parts import samples
from pokerhouse.console.parts.answers import go_to, render_dialog, toast
from pokerhouse.console.parts.forms import ReasonForm
from pokerhouse.console.parts.listings import render_page
from pokerhouse.console.shell.pages import HtmxRequest, page_for

PAGE = "/parts"
_for_staff = page_for(*sorted(STAFF))


@_for_staff
def parts(request: HtmxRequest) -> HttpResponse:
    """GET and POST /parts"""
    sent = request.POST if request.method == "POST" else None
    form = samples.PayoutForm(sent, initial={"entry": "wait"})
    if sent is not None and form.is_valid():
        toast(request, gettext("The form is in order; nothing was posted."))
        return go_to(request, PAGE)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    answer = render_page(
        request,
        "parts/parts.html",
        samples.table().listing(request),
        form=form,
        tabs=_tabs(),
        themes=(("dark", gettext("Dark")), ("light", gettext("Light"))),
    )
    answer.status_code = status
    return answer


@_for_staff
def confirm(request: HtmxRequest) -> HttpResponseBase:
    """GET and POST /parts/confirm"""
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        toast(request, gettext("Seat 5 is free again."), undo=f"{PAGE}/undo")
        return go_to(request, PAGE)
    context = {
        "form": form,
        "title": gettext("Take Okan Çelik off the table?"),
        "effect": gettext("His stack of 1,002 goes into his wallet."),
        "action": gettext("Take off the table"),
        "back": PAGE,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render_dialog(request, "parts/confirm.html", context, status)


@_for_staff
@require_POST
def undo(request: HtmxRequest) -> HttpResponseBase:
    """POST /parts/undo"""
    toast(request, gettext("Taken back."))
    return go_to(request, PAGE)


@_for_staff
@require_safe
def late(request: HttpRequest) -> HttpResponse:
    """GET /parts/late"""
    return render(request, "parts/sample_late.html")


@_for_staff
@require_safe
def failing(_request: HttpRequest) -> HttpResponse:
    """GET /parts/failing: an example of a part that cannot be loaded."""
    return HttpResponse(status=HTTPStatus.SERVICE_UNAVAILABLE)


def _tabs() -> list[dict[str, object]]:
    return [
        {"path": PAGE, "label": gettext("All"), "count": 12},
        {"path": f"{PAGE}/late", "label": gettext("Free"), "count": 7},
        {"path": f"{PAGE}/confirm", "label": gettext("Alerts"), "count": 6},
    ]

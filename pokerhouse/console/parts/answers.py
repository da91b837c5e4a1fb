"""Responses of staff's pages: dialogs, and the toast that confirms what was done."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseRedirectBase
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRedirect

from pokerhouse.console.shell.pages import HtmxRequest


def render_dialog(
    request: HtmxRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a template that extends `parts/dialog.html`; without htmx it becomes a whole page."""
    layout = "parts/fragment.html" if request.htmx else "parts/page.html"
    return render(request, template, {**context, "layout": layout}, status=status)


def toast(request: HttpRequest, sentence: str, *, undo: str = "") -> None:
    """Show a sentence on the next page or fragment; `undo` is the path that undoes the command."""
    messages.success(request, sentence, extra_tags=undo)


def go_to(request: HtmxRequest, path: str) -> HttpResponseRedirectBase:
    """Return the response that leads to a page after a command."""
    return HttpResponseClientRedirect(path) if request.htmx else HttpResponseRedirect(path)


def ask_for_proof(request: HtmxRequest, title: str, back: str) -> HttpResponse:
    """Render, instead of a dialog, a link to sign in once more before a critical command."""
    return render_dialog(request, "parts/prove.html", {"title": title, "back": back})

"""Answers of staff's pages: dialogs, and the toast that says what was done."""

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
    """Render a template that extends `parts/dialog.html`; without htmx it is a page of its own."""
    layout = "parts/fragment.html" if request.htmx else "parts/page.html"
    return render(request, template, {**context, "layout": layout}, status=status)


def toast(request: HttpRequest, sentence: str, *, undo: str = "") -> None:
    """Say what was done on the next page or fragment; `undo` is the path that takes it back."""
    messages.success(request, sentence, extra_tags=undo)


def go_to(request: HtmxRequest, path: str) -> HttpResponseRedirectBase:
    """Return the answer that leads to a page after something was done."""
    return HttpResponseClientRedirect(path) if request.htmx else HttpResponseRedirect(path)


def ask_for_proof(request: HtmxRequest, title: str, back: str) -> HttpResponse:
    """Render, in place of a dialog, the way to prove that it is still oneself."""
    return render_dialog(request, "parts/prove.html", {"title": title, "back": back})

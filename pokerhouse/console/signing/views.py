"""The pages of signing in and up; what happens then goes over allauth's own paths."""

from typing import Any

from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from pokerhouse.console.shell.boot import boot
from pokerhouse.console.shell.pages import page, page_of_a_person
from pokerhouse.console.signing.words import WORDS


@page
def sign_in(request: HttpRequest) -> HttpResponse:
    """GET /sign-in"""
    if request.user.is_authenticated:
        return redirect("/")
    return render(request, "signing/sign_in.html", {"boot": _boot(request)})


@page
def sign_up(request: HttpRequest) -> HttpResponse:
    """GET /sign-up"""
    if request.user.is_authenticated:
        return redirect("/")
    return render(request, "signing/sign_up.html", {"boot": _boot(request)})


@page
def reset_password(request: HttpRequest) -> HttpResponse:
    """GET /account/reset-password: a code by mail, then a new password."""
    if request.user.is_authenticated:
        return redirect("/account/security")
    return render(request, "signing/reset_password.html", {"boot": _boot(request)})


@page_of_a_person
def sign_again(request: HttpRequest) -> HttpResponse:
    """GET /sign-in/again: prove that it is still oneself, before what cannot be undone."""
    return render(request, "signing/sign_again.html", {"boot": _boot(request)})


def _boot(request: HttpRequest) -> dict[str, Any]:
    return boot(request, words=WORDS)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """POST /sign-out"""
    get_adapter().logout(request)
    return redirect("/")

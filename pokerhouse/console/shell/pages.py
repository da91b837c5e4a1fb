"""
What every page is: in the reader's language, under a strict policy for its content, never cached.

These are decorators and no middleware, so that the paths of play do not pay for them.
"""

from collections.abc import Callable
from typing import Any

from csp.middleware import CSPMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils.decorators import decorator_from_middleware
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie

from accounts.people.identity import signed_in

View = Callable[..., HttpResponseBase]

_in_language = decorator_from_middleware(LocaleMiddleware)
_with_policy = decorator_from_middleware(CSPMiddleware)


def page(view: View) -> View:
    """Return `view` as a page that anybody may open."""
    return never_cache(_with_policy(_in_language(ensure_csrf_cookie(view))))


def page_of_a_person(view: View) -> View:
    """Return `view` as a page for whoever has signed in; others are asked to, and come back."""

    def asked(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
        if signed_in(request.user) is None:
            return redirect_to_login(request.get_full_path(), "/sign-in")
        return view(request, *arguments, **named)

    return page(asked)

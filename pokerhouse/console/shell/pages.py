"""
What every page is: in the reader's language, under a strict policy for its content, never cached.

These are decorators and no middleware, so that the paths of play do not pay for them.
"""

from collections.abc import Callable
from typing import Any

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.contrib.messages.middleware import MessageMiddleware
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils.decorators import decorator_from_middleware
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from accounts.people.identity import signed_in
from accounts.people.queries import access_in, is_worn_out
from pokerhouse.api.permissions import lacks_second_factor
from pokerhouse.common.access import Access
from pokerhouse.common.clock import now
from pokerhouse.common.roles import Role
from pokerhouse.console.shell.navigation import roles_of

View = Callable[..., HttpResponseBase]

_in_language = decorator_from_middleware(LocaleMiddleware)
_with_messages = decorator_from_middleware(MessageMiddleware)
_with_policy = decorator_from_middleware(CSPMiddleware)


class HtmxRequest(HttpRequest):
    """A request for a page: `request.htmx` is true if htmx asks, for a part of it."""

    htmx: HtmxDetails


def page(view: View) -> View:
    """Return `view` as a page that anybody may open."""

    def with_htmx(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
        request.htmx = HtmxDetails(request)  # type: ignore[attr-defined]  # HtmxRequest has it
        return view(request, *arguments, **named)

    return never_cache(framed(_with_messages(ensure_csrf_cookie(with_htmx))))


def framed(view: View) -> View:
    """Return `view` with the page's language and policy, and nothing else: for errors too."""
    return _with_policy(_in_language(view))


def page_of_a_person(view: View) -> View:
    """Return `view` as a page for whoever has signed in; others are asked to, and come back."""

    def asked(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
        if access_to(request) is None:
            return _sign_in_first(request)
        return view(request, *arguments, **named)

    return page(asked)


def page_for(*roles: Role) -> Callable[[View], View]:
    """
    Return the decorator of a page for whoever holds one of `roles`.

    Strangers are asked to sign in, others get a 403 that says what is missing. Staff signs in with
    a second factor, here as over REST.
    """
    assert roles, "a page of roles names one"

    def decorate(view: View) -> View:
        def asked(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
            access = access_to(request)
            if access is None:
                return _sign_in_first(request)
            held = roles_of(request.user) & frozenset(roles)
            if not held:
                raise PermissionDenied(gettext("This page is not part of your work here."))
            if Role.PLAYER not in held and lacks_second_factor(access):
                raise PermissionDenied(gettext("Staff sign in with a second factor."))
            return view(request, *arguments, **named)

        return page(asked)

    return decorate


def access_to(request: HttpRequest) -> Access | None:
    """Return what the session lets its person do; None for strangers and worn-out sessions."""
    if signed_in(request.user) is None or not request.session.session_key:
        return None
    access = access_in(request.session)
    return None if is_worn_out(access, at=now()) else access


def has_proved_lately(request: HttpRequest) -> bool:
    """Return whether the person proved within the last minutes who he is, as REST asks of voids."""
    access = access_to(request)
    if access is None:
        return False
    return access.proved_since(now().timestamp() - settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)


def _sign_in_first(request: HttpRequest) -> HttpResponseBase:
    if HtmxDetails(request):  # a part of a page cannot be the form
        back = HtmxDetails(request).current_url_abs_path or "/"
        return HttpResponseClientRedirect(redirect_to_login(back, "/sign-in").url)
    return redirect_to_login(request.get_full_path(), "/sign-in")

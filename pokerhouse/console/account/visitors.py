"""Who asks: the person of a request that a decorator of pages let in, and his tabs."""

from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext

from accounts.people.identity import Person, signed_in
from pokerhouse.common.access import Access
from pokerhouse.console.shell.pages import access_to


def person_at(request: HttpRequest) -> Person:
    """Return the person of a page that asks for one."""
    person = signed_in(request.user)
    assert person is not None, "the page is for a person"
    return person


def access_at(request: HttpRequest) -> Access:
    """Return what the session lets its person do."""
    access = access_to(request)
    assert access is not None, "the page is for a person"
    return access


def session_at(request: HttpRequest) -> UUID:
    """Return the public id of the session that asks."""
    return access_at(request).id


def account_tabs() -> list[dict[str, str]]:
    """Return the tabs of the account's pages."""
    return [
        {"path": "/account", "label": gettext("Profile")},
        {"path": "/account/security", "label": gettext("Security")},
        {"path": "/account/sessions", "label": gettext("Sessions")},
        {"path": "/account/tokens", "label": gettext("Scripts")},
    ]

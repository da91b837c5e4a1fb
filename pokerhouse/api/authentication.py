"""How a request was let in; the authenticators know people, so they are in `accounts.people`."""

from uuid import UUID

from rest_framework.request import Request

from pokerhouse.common.access import Access


def access_of(request: Request) -> Access | None:
    """Return the session or token that the request came with; None for a stranger."""
    return request.auth if isinstance(request.auth, Access) else None


def session_of(request: Request) -> UUID | None:
    """Return the public name of that session or token: what a revocation names."""
    access = access_of(request)
    return None if access is None else access.id

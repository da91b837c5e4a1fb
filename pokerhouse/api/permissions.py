"""
Who may ask for what. Nobody may, until a view says who: `permission_classes = [HasRole(…)]`.

A refusal names what would help: `second_factor_required`, `reauthentication_required`,
`scope_missing`, `session_required`.
"""

import time
from typing import cast

from django.conf import settings
from rest_framework.exceptions import APIException
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from pokerhouse.api.authentication import access_of
from pokerhouse.common.access import Access, AccessKind, Scope
from pokerhouse.common.roles import STAFF, Role


class Forbidden(APIException):
    """403 with a code and facts that say what is missing."""

    status_code = 403
    default_code = "permission_denied"
    default_detail = "Not allowed."

    def __init__(self, detail: str, code: str, **facts: object) -> None:
        super().__init__(detail, code)
        self.facts = facts


class DenyAll(BasePermission):
    """The default: a view without permissions of its own answers nobody."""

    def has_permission(self, request: Request, view: object) -> bool:
        return False


class IsSignedIn(BasePermission):
    """Anybody who is signed in, in any role; a token needs `read`, or `play` for changes."""

    scope_for_changes = Scope.PLAY

    def has_permission(self, request: Request, view: object) -> bool:
        if not request.user.is_authenticated:
            return False
        is_safe = request.method in SAFE_METHODS
        _need_scope(request, Scope.READ if is_safe else self.scope_for_changes)
        return True


class MayWatch(IsSignedIn):
    """Anybody who is signed in, for a POST that changes nothing but how he watches."""

    scope_for_changes = Scope.READ


class HasSession(BasePermission):
    """A browser or an app, not a script: a token must not be able to make further tokens."""

    def has_permission(self, request: Request, view: object) -> bool:
        access = access_of(request)
        if access is None:
            return False
        if access.kind is not AccessKind.SESSION:
            raise Forbidden("Sign in; a personal token does not do here.", "session_required")
        return True


class HasRole(BasePermission):
    """
    Whoever holds one of `roles`; for staff roles with a second factor, for tokens within scopes.

    An instance stands in `permission_classes` like a class: DRF calls it and gets it back.
    """

    def __init__(self, *roles: Role) -> None:
        assert roles, "a permission names a role"
        self.roles = roles

    def __call__(self) -> "HasRole":
        return self

    def has_permission(self, request: Request, view: object) -> bool:
        if not request.user.is_authenticated or not self._held(request):
            return False
        if Role.PLAYER in self._held(request):
            _need_scope(request, Scope.READ if request.method in SAFE_METHODS else Scope.PLAY)
            return True
        _need_scope(request, Scope.STAFF)
        need_second_factor(request)
        return True

    def _held(self, request: Request) -> set[Role]:
        held = getattr(request.user, "roles", [])
        return {role for role in self.roles if role in held}


def _those(*roles: Role) -> type[BasePermission]:
    """Return the permission with the type that DRF's lists have."""
    return cast("type[BasePermission]", HasRole(*roles))


IsPlayer = _those(Role.PLAYER)
"""Whoever plays here."""

IsStaff = _those(*sorted(STAFF))
"""Whoever works here, in whatever role."""

IsFloor = _those(Role.FLOOR, Role.MANAGER)
"""Whoever runs the tables."""

IsManager = _those(Role.MANAGER)
"""Whoever may take a hand back."""

IsAdmin = _those(Role.ADMIN)
"""Whoever keeps users and settings; no game, no money."""

IsCashier = _those(Role.CAGE)
"""Whoever takes and pays cash."""

FindsPlayers = _those(Role.FLOOR, Role.CAGE, Role.MANAGER)
"""Whoever serves players, and so looks for them by name."""

ReadsTrail = _those(Role.MANAGER, Role.AUDITOR, Role.ADMIN)
"""Whoever may look into the audit trail."""

ReadsBooks = _those(Role.ACCOUNTANT, Role.AUDITOR, Role.MANAGER)
"""Whoever may look into the books."""


class RecentlyAuthenticated(BasePermission):
    """Whoever proved his identity within the last 5 minutes: for voids, payouts and the like."""

    def has_permission(self, request: Request, view: object) -> bool:
        access = access_of(request)
        if access is None:
            return False
        if not access.proved_since(time.time() - settings.ACCOUNT_REAUTHENTICATION_TIMEOUT):
            raise Forbidden("Prove again that it is you.", "reauthentication_required")
        return True


def _need_scope(request: Request, scope: Scope) -> None:
    access = access_of(request)
    if access is not None and scope not in access.scopes:
        raise Forbidden("The token is not good for this.", "scope_missing", scope=scope.value)


def need_second_factor(request: Request) -> None:
    """A token got its `staff` scope from a session with a second factor."""
    access = access_of(request)
    if access is not None and lacks_second_factor(access):
        raise Forbidden("Staff sign in with a second factor.", "second_factor_required")


def lacks_second_factor(access: Access) -> bool:
    """Return whether it is a session without the second factor that the house asks of staff."""
    if access.kind is not AccessKind.SESSION or access.has_second_factor:
        return False
    return bool(settings.STAFF_NEED_SECOND_FACTOR)

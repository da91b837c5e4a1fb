"""
Parts of django-allauth and django-axes that we replace: sign-up, log-out, locks after wrong
passwords. The settings name these classes and functions.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from axes.helpers import get_cool_off
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from accounts.people.models import User
from accounts.people.services import revoked, taken
from pokerhouse.api import problems
from pokerhouse.common.roles import STAFF
from pokerhouse.common.sessions import session_id


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Signing up, in and out."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002  allauth's
        """Return whether strangers may make an account by themselves."""
        return bool(settings.SIGN_UP_IS_OPEN)

    def save_user(
        self,
        request: HttpRequest,
        user: User,
        form: object,
        commit: bool = True,  # noqa: FBT001, FBT002
    ) -> User:
        """Save a new person; of two who want the same name at the same time, one is refused."""
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, user, form, commit=commit)
        except IntegrityError as error:
            refusal = taken(error)
            if refusal is None:
                raise
            problem = problems.body_of(refusal, instance=request.path)
            raise ImmediateHttpResponse(problems.answer(problem)) from error
        return saved

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count nothing: axes counts wrong passwords, in the database, for all processes."""

    def logout(self, request: HttpRequest) -> None:
        """End the session, and its sockets."""
        user, key = request.user, request.session.session_key
        super().logout(request)
        if isinstance(user, User) and key:
            revoked(user=user.id, session=session_id(key))

    def set_password(self, user: User, password: str) -> None:
        """Set a new password. With the COMMIT all other sessions end, and sockets are checked."""
        super().set_password(user, password)
        revoked(user=user.id)


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]
    """Ending sessions through allauth's own list of them."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """End these sessions and their sockets."""
        ended = list(sessions)
        super().end_sessions(ended)
        for session in ended:
            revoked(user=session.user_id, session=session_id(session.session_key))


def name_of(_request: HttpRequest, credentials: Mapping[str, Any] | None) -> str:
    """Return the name under which log-ins are counted: the e-mail address, in lower case."""
    return str((credentials or {}).get("email") or "").lower()


def lock_by(attempt: Any, credentials: Mapping[str, Any] | None) -> list[str | list[str]]:
    """
    Return by what log-ins are locked after too many wrong passwords.

    Staff is locked by name, so that guessing from many network addresses is stopped. Others are
    locked by name and network address, so that a stranger who guesses cannot lock a player out.
    """
    name = (credentials or {}).get("email") or getattr(attempt, "username", None) or ""
    roles = User.objects.filter(email=str(name).lower()).values_list("roles", flat=True).first()
    if STAFF.intersection(roles or []):
        return ["username"]
    return [["username", "ip_address"]]


def locked_out(request: HttpRequest, *_: Any) -> HttpResponse:
    """Answer a log-in that axes has locked, whether or not the password was right."""
    cool_off = get_cool_off(request)
    seconds = int(cool_off.total_seconds()) if cool_off else 0
    response = problems.answer(
        problems.body(
            "locked_out",
            429,
            detail="Too many wrong passwords. Try again later.",
            instance=request.path,
            facts={"retry_after_s": seconds},
        )
    )
    response.headers["Retry-After"] = str(seconds)
    return response


@csrf_exempt
def no_phones(*_: HttpRequest, **__: str) -> HttpResponse:
    """Replaces allauth's view of phone numbers, which fails because the house keeps none."""
    raise Http404

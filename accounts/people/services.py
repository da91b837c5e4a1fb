"""
Commands about people: create them, set roles, suspend, readmit, bar; and end sessions.

django-allauth does the sign-up without staff. Each command of staff writes a row of the audit
trail. After a session has ended, or somebody was suspended or barred, every further request is
refused, because each one is checked in the database. `revoked` ends the sockets.
"""

from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial
from importlib import import_module
from typing import ClassVar
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from msgspec import Struct

from accounts.audit_trail import services as audit
from accounts.audit_trail.services import audited
from accounts.people import errors
from accounts.people.inbox import services as inbox
from accounts.people.models import PersonalToken, User
from accounts.people.terms import Standing
from pokerhouse.commands.effects import Effect, Kind
from pokerhouse.commands.identity import CommandRequest
from pokerhouse.commands.meta import Meta
from pokerhouse.commands.outcome import Outcome
from pokerhouse.commands.rows import run_on_rows
from pokerhouse.common.roles import Role
from pokerhouse.common.sessions import session_id
from pokerhouse.realtime import control

CREATED = "person.create"
"""The name of creating a person in the audit trail."""


class SetRoles(CommandRequest, frozen=True):
    """A request to give a person exactly these roles."""

    NAME: ClassVar[str] = "person.set_roles"

    person: UUID
    roles: tuple[str, ...]


class ChangeStanding(CommandRequest, frozen=True):
    """A request to suspend, readmit or bar a person."""

    NAME: ClassVar[str] = "person.change_standing"

    person: UUID
    standing: str
    reason: str


class PersonReceipt(Struct, frozen=True):
    """The answer, also to a repeat: the person's standing after the command."""

    standing: str
    roles: list[str]


class Changed(Struct, frozen=True):
    """The person's standing after the command; `is_repeat` if an earlier request changed it."""

    standing: str
    roles: tuple[str, ...]
    is_repeat: bool


def revoked(*, user: UUID, session: UUID | None = None) -> None:
    """
    After COMMIT, close the sockets of one session or token, or all sockets of `user`.

    The message may be lost, because each socket's session is also checked once a minute.
    """
    if session is None:
        transaction.on_commit(lambda: control.revoke_person(str(user)), robust=True)
    else:
        transaction.on_commit(lambda: control.revoke_session(str(user), str(session)), robust=True)


def create_person(
    *,
    email: str,
    screen_name: str,
    password: str | None,
    roles: Collection[Role],
    actor: UUID | None,
    at: datetime,
) -> User:
    """
    Create a person with a verified e-mail address; without a password he sets one by mail.

    :raises InvalidPerson: if e-mail address or screen name is not well formed.
    :raises EmailTaken, ScreenNameTaken: if somebody else has it.
    :raises RolesRefused: if one person may not have these roles together.
    """
    person = User(email=email.lower(), screen_name=screen_name, roles=_checked(roles))
    person.set_password(password)
    with transaction.atomic():
        make(person)
        audit.record(
            actor=actor,
            action=CREATED,
            target=f"person:{person.id}",
            at=at,
            facts={"roles": person.roles},
        )
    return person


def make(person: User) -> None:
    """Write a new person and his verified e-mail address, inside the caller's transaction."""
    _save(person)
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)


def update_profile(
    *, person: UUID, screen_name: str | None = None, lang: str | None = None
) -> User:
    """
    Change a person's screen name or language, by himself; None leaves a value as it is.

    :raises UnknownPerson, InvalidPerson, ScreenNameTaken: and nothing is changed.
    """
    with transaction.atomic():
        found = _locked(person)
        found.screen_name = found.screen_name if screen_name is None else screen_name
        found.lang = found.lang if lang is None else lang
        _save(found)
    return found


def set_roles(*, person: UUID, roles: Collection[Role], meta: Meta) -> Changed:
    """
    Give the person exactly these roles.

    His sockets close, so that clients connect again with the new roles.

    :raises UnknownPerson: if nobody has this id.
    :raises RolesRefused: if one person may not have these roles together.
    :raises IdempotencyMismatch, TooLate, CommandRunning: as every command.
    """
    wanted = _checked(roles)

    def decide() -> Outcome:
        found = _locked(person)
        facts = {"before": found.roles, "after": wanted}
        found.roles = wanted
        found.save(update_fields=["roles"])
        revoked(user=person)
        note = audited(meta, SetRoles.NAME, f"person:{person}", facts)
        return Outcome(receipt=PersonReceipt(found.standing, wanted), effects=note)

    return _answered(SetRoles(person, tuple(wanted)), meta, decide)


def suspend(*, person: UUID, reason: str, meta: Meta) -> Changed:
    """
    Suspend the person until he is readmitted: his sessions end, and his tokens do not work.

    :raises UnknownPerson: if nobody has this id.
    :raises StandingRefused: if he is suspended or barred already.
    :raises OwnStanding: if it is oneself.
    """
    return _step(person, Standing.SUSPENDED, reason, meta)


def unsuspend(*, person: UUID, reason: str, meta: Meta) -> Changed:
    """
    Readmit a suspended person.

    :raises UnknownPerson: if nobody has this id.
    :raises StandingRefused: if he is not suspended.
    """
    return _step(person, Standing.GOOD, reason, meta)


def bar(*, person: UUID, reason: str, meta: Meta) -> Changed:
    """
    Bar the person for ever: his sessions end, and his tokens are revoked.

    :raises UnknownPerson: if nobody has this id.
    :raises StandingRefused: if he is barred already.
    :raises OwnStanding: if it is oneself.
    """
    return _step(person, Standing.BARRED, reason, meta)


def end_session(*, person: UUID, session: UUID) -> None:
    """
    End one session of the person, named by its public id.

    :raises UnknownSession: if he has no such session.
    """
    with transaction.atomic():
        for known in UserSession.objects.filter(user_id=person):
            if session_id(known.session_key) == session:
                _end(known)
                revoked(user=person, session=session)
                return
    raise errors.UnknownSession("No such session.", session=str(session))


def end_other_sessions(*, person: UUID, keep: UUID) -> int:
    """End all sessions of the person but the one that is named; return how many those were."""
    with transaction.atomic():
        others = [
            known
            for known in UserSession.objects.filter(user_id=person)
            if session_id(known.session_key) != keep
        ]
        for known in others:
            revoked(user=person, session=session_id(known.session_key))
            _end(known)
    return len(others)


_TAKEN: dict[str, type[errors.PersonRefused]] = {
    "person_email_key": errors.EmailTaken,
    "person_screen_name_key": errors.ScreenNameTaken,
}


def taken(error: IntegrityError) -> errors.PersonRefused | None:
    """Return the refusal for a name or address that somebody has; None for any other error."""
    constraint = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None)
    return _TAKEN[constraint]("Somebody has it.") if constraint in _TAKEN else None


_STEPS = {
    Standing.SUSPENDED: (Standing.GOOD,),
    Standing.GOOD: (Standing.SUSPENDED,),
    Standing.BARRED: (Standing.GOOD, Standing.SUSPENDED),
}
_ACTIONS = {
    Standing.SUSPENDED: "person.suspend",
    Standing.GOOD: "person.unsuspend",
    Standing.BARRED: "person.bar",
}

_NOTICES = {Standing.SUSPENDED: "person.suspended", Standing.GOOD: "person.unsuspended"}


def _step(person: UUID, standing: Standing, reason: str, meta: Meta) -> Changed:
    if str(person) == meta.actor:
        raise errors.OwnStanding("Somebody else decides that about you.")

    def decide() -> Outcome:
        found = _locked(person)
        if found.standing not in _STEPS[standing]:
            raise errors.StandingRefused(
                "The person's standing has no such step.", standing=found.standing
            )
        facts = {"before": found.standing, "after": standing.value, "reason": reason}
        _put(found, standing, meta.at)
        note = audited(meta, _ACTIONS[standing], f"person:{person}", facts)
        return Outcome(
            receipt=PersonReceipt(standing.value, found.roles),
            effects=(*note, *_notice(person, standing, meta.at)),
        )

    return _answered(ChangeStanding(person, standing.value, reason), meta, decide)


def _put(person: User, standing: Standing, at: datetime) -> None:
    """Write the standing; a suspended person loses his sessions, a barred one also his tokens."""
    person.standing, person.is_active = standing, standing == Standing.GOOD
    person.save(update_fields=["standing", "is_active"])
    if not person.is_active:
        for session in UserSession.objects.filter(user_id=person.id):
            _end(session)
        revoked(user=person.id)
    if standing == Standing.BARRED:
        PersonalToken.objects.filter(user_id=person.id, revoked_at=None).update(revoked_at=at)


def _notice(person: UUID, standing: Standing, at: datetime) -> tuple[Effect, ...]:
    if standing == Standing.BARRED:  # he cannot read notices any more
        return ()
    put = partial(inbox.put, person=person, kind=_NOTICES[standing], at=at)
    return (Effect(Kind.NOTIFY, put, order=str(person)),)


def _answered(request: CommandRequest, meta: Meta, decide: Callable[[], Outcome]) -> Changed:
    answer = run_on_rows(request=request, meta=meta, decide=decide)
    receipt = answer.read(PersonReceipt)
    return Changed(receipt.standing, tuple(receipt.roles), answer.is_repeat)


def _checked(roles: Collection[Role]) -> list[str]:
    """Return the roles in the order of the enum, each once."""
    try:
        wanted = {Role(role) for role in roles}
    except ValueError as error:
        raise errors.RolesRefused(
            "There is no such role.", roles=sorted(map(str, roles))
        ) from error
    if not wanted:
        raise errors.RolesRefused("A person has at least one role.", roles=[])
    if Role.ADMIN in wanted and len(wanted) > 1 and not settings.OWNER_MAY_OPERATE:
        raise errors.RolesRefused(
            "An admin has no game and no money, so no other role.",
            roles=[role.value for role in Role if role in wanted],
        )
    return [role.value for role in Role if role in wanted]


def _locked(person: UUID) -> User:
    found = User.objects.select_for_update().filter(id=person).first()
    if found is None:
        raise errors.UnknownPerson("Nobody has this id.", person=str(person))
    return found


def _save(person: User) -> None:
    """Save the person; raise what validation or the database refuses as errors of ours."""
    try:
        person.clean_fields(exclude=["password"])
    except ValidationError as error:
        raise errors.InvalidPerson("Not well formed.", fields=error.message_dict) from error
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError as error:
        refusal = taken(error)
        if refusal is None:
            raise
        raise refusal from error


def _end(session: UserSession) -> None:
    store = import_module(settings.SESSION_ENGINE).SessionStore
    store().delete(session.session_key)
    session.delete()

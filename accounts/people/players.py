"""Players whom the floor registers."""

from typing import ClassVar

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from msgspec import Struct

from accounts.audit_trail.services import audited
from accounts.people import errors
from accounts.people import services as people
from accounts.people.models import User
from pokerhouse.commands.identity import CommandRequest
from pokerhouse.commands.meta import Meta
from pokerhouse.commands.outcome import Outcome
from pokerhouse.commands.rows import run_on_rows
from pokerhouse.common.ids import PlayerId
from pokerhouse.common.roles import Role


class EnterPlayer(CommandRequest, frozen=True, kw_only=True):
    """A request to register a player. It says whether he gets a password, but not which one."""

    NAME: ClassVar[str] = "person.enter_player"

    email: str
    screen_name: str
    has_password: bool


class Entered(Struct, frozen=True):
    """The player; `is_repeat` if an earlier request of the same command registered him."""

    player: PlayerId
    is_repeat: bool


class EnteredReceipt(Struct, frozen=True):
    """The answer, also to a repeat."""

    player: PlayerId


def enter_player(
    *, email: str, screen_name: str, password: str | None = None, meta: Meta
) -> Entered:
    """
    Register a player, with a row in the audit trail; without a password he sets one by mail.

    :raises InvalidPerson: if address, screen name or password is not acceptable.
    :raises EmailTaken, ScreenNameTaken: if another person has it.
    :raises IdempotencyMismatch, TooLate, CommandRunning: as every command.
    """
    request = EnterPlayer(
        email=email.lower(), screen_name=screen_name, has_password=password is not None
    )

    def decide() -> Outcome:
        person = _person(request, password)
        people.make(person)
        note = audited(meta, people.CREATED, f"person:{person.id}", {"roles": person.roles})
        return Outcome(receipt=EnteredReceipt(PlayerId(person.id)), effects=note)

    answer = run_on_rows(request=request, meta=meta, decide=decide)
    return Entered(answer.read(EnteredReceipt).player, answer.is_repeat)


def _person(request: EnterPlayer, password: str | None) -> User:
    person = User(email=request.email, screen_name=request.screen_name, roles=[Role.PLAYER.value])
    if password is not None:
        try:
            validate_password(password, person)
        except ValidationError as error:
            facts = {"password": error.messages}
            raise errors.InvalidPerson("Not well formed.", fields=facts) from error
    person.set_password(password)
    return person

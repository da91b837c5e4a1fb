"""Players whom the floor enters: once for each command, whatever is repeated."""

from datetime import datetime
from uuid import UUID

import msgspec
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils.crypto import salted_hmac
from msgspec import Struct

from accounts.audit_trail.models import AuditEntry
from accounts.people import errors
from accounts.people import services as people
from accounts.people.models import User
from accounts.people.queries import person_of
from pokerhouse.common.ids import PlayerId, id_of_command
from pokerhouse.common.roles import Role
from pokerhouse.eventstore.errors import IdempotencyMismatch, TooLate


class NewPlayer(Struct, frozen=True, kw_only=True):
    """Whom staff enters; without a password he sets one by mail."""

    email: str
    screen_name: str
    password: str | None = None

    def digest(self) -> str:
        """
        Return what tells this from another player under the same command id.

        With the house's key, as it stands in the staff's book, which holds no personal data; and
        without the password, so that no book helps to guess it.
        """
        asked = [self.email.lower(), self.screen_name, self.password is not None]
        text = msgspec.json.encode(asked)
        return salted_hmac("accounts.players", text, algorithm="sha256").hexdigest()


class Entered(Struct, frozen=True):
    """The player; `is_repeat` if an earlier request of the same command entered him."""

    player: PlayerId
    is_repeat: bool


def create_player(
    asked: NewPlayer, *, actor: UUID, key: str, at: datetime, not_after: datetime | None = None
) -> Entered:
    """
    Enter a player, with one audit row; his id follows from actor and command id.

    :raises InvalidPerson: if address, screen name or password is not what the house takes.
    :raises EmailTaken, ScreenNameTaken: if somebody has it.
    :raises IdempotencyMismatch: if the command id stands for another player.
    :raises TooLate: if it came after `not_after` and is no repeat.
    """
    player = PlayerId(id_of_command("player", str(actor), key))
    with transaction.atomic():
        _wait_for_others(player)
        if person_of(player) is not None:
            _check_same(player, asked, key)
            return Entered(player, is_repeat=True)
        if not_after is not None and at > not_after:
            raise TooLate("The command came too late.", not_after=not_after.isoformat())
        facts = {"command": key, "digest": asked.digest()}
        people.make(_person(player, asked), actor=actor, at=at, facts=facts)
    return Entered(player, is_repeat=False)


def _wait_for_others(player: PlayerId) -> None:
    """Let one request of a command work at a time; a repeat finds what the first has done."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [str(player)])


def _check_same(player: PlayerId, asked: NewPlayer, key: str) -> None:
    row = AuditEntry.objects.get(target=f"person:{player}", action=people.CREATED)
    if row.facts["digest"] != asked.digest():
        raise IdempotencyMismatch(key)


def _person(player: PlayerId, asked: NewPlayer) -> User:
    person = User(
        id=player,
        email=asked.email.lower(),
        screen_name=asked.screen_name,
        roles=[Role.PLAYER.value],
    )
    if asked.password is not None:
        try:
            validate_password(asked.password, person)
        except ValidationError as error:
            facts = {"password": error.messages}
            raise errors.InvalidPerson("Not well formed.", fields=facts) from error
    person.set_password(asked.password)
    return person

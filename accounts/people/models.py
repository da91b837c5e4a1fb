"""
People, and the tokens and tickets by which their scripts and sockets sign in.

django-allauth does sign-up and log-in; everything else is written by `services` and `tokens`.
"""

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower, Now

from accounts.people.terms import LANG, MAX_LANG, MAX_SCREEN_NAME, SCREEN_NAME, Standing
from pokerhouse.common.access import AccessKind, Scope
from pokerhouse.common.ids import new_id
from pokerhouse.common.roles import Role


def only_a_player() -> list[str]:
    """Return the roles of a person who signs up without staff."""
    return [Role.PLAYER.value]


class UserManager(BaseUserManager["User"]):
    """The manager that Django and allauth require of a user model."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the person with this e-mail address, whatever its letter case."""
        return self.get(email=(username or "").lower())

    async def aget_by_natural_key(self, username: str | None) -> "User":
        """Return the person with this e-mail address, whatever its letter case."""
        return await self.aget(email=(username or "").lower())


class User(AbstractBaseUser):
    """
    A person. His id is the PlayerId of tables and ledger.

    E-mail addresses are stored in lower case. A screen name keeps its letter case, but is unique
    without regard to it.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    email = models.EmailField(unique=True)
    screen_name = models.CharField(
        max_length=MAX_SCREEN_NAME,
        validators=[
            RegexValidator(
                SCREEN_NAME,
                "3 to 20 letters, digits, '_', '.' or '-', beginning with a letter.",
                code="invalid_screen_name",
            )
        ],
    )
    roles = ArrayField(models.TextField(), default=only_a_player)
    lang = models.CharField(max_length=MAX_LANG, default="en", validators=[RegexValidator(LANG)])
    standing = models.TextField(choices=Standing, default=Standing.GOOD)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["screen_name"]

    objects = UserManager()

    class Meta:
        db_table = "person"
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("screen_name"), name="person_screen_name_key"),
            models.CheckConstraint(
                condition=models.Q(email=Lower("email")), name="person_email_is_lower_case"
            ),
            models.CheckConstraint(
                condition=models.Q(screen_name__regex=SCREEN_NAME), name="person_screen_name_rule"
            ),
            models.CheckConstraint(
                condition=models.Q(roles__contained_by=[role.value for role in Role]),
                name="person_roles_known",
            ),
            models.CheckConstraint(
                condition=models.Q(standing="good", is_active=True)
                | models.Q(standing__in=["suspended", "barred"], is_active=False),
                name="person_standing_decides",
            ),
        ]

    def __str__(self) -> str:
        return self.screen_name

    def has_role(self, *wanted: Role) -> bool:
        """Return whether the person holds at least one of these roles."""
        return any(role in self.roles for role in wanted)


class PersonalToken(models.Model):
    """
    A person's token, which a script sends instead of a session; only its digest is stored.

    Plain SHA-256 is enough here: 32 random bytes cannot be guessed, as a password can.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=60)
    digest = models.BinaryField(max_length=32, unique=True)
    scopes = ArrayField(models.TextField())
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "personal_token"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(scopes__contained_by=[scope.value for scope in Scope])
                & models.Q(scopes__len__gt=0),
                name="personal_token_scopes_known",
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")),
                name="personal_token_expires",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.id}"


class SocketTicket(models.Model):
    """A ticket: one socket signs in by it, once, within 30 s, as the session or token behind it."""

    digest = models.BinaryField(max_length=32, primary_key=True)
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    access_kind = models.TextField(choices=[(kind.value, kind.value) for kind in AccessKind])
    access_id = models.UUIDField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "socket_ticket"

    def __str__(self) -> str:
        return f"ticket of {self.access_kind} {self.access_id}"

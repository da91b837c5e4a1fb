"""Forms about players and people."""

from typing import Any, Final

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.people.terms import MAX_SCREEN_NAME, SCREEN_NAME
from pokerhouse.common.errors import DomainError
from pokerhouse.common.roles import Role
from pokerhouse.console.parts.commands import CommandForm
from pokerhouse.console.players.standings import STANDINGS
from pokerhouse.console.shell.frame import ROLE_WORDS

MAX_EMAIL: Final = 254


def search_field() -> forms.CharField:
    """Return the field for a name, or for a part of one."""
    return forms.CharField(
        label=_("Screen name"),
        required=False,
        max_length=MAX_SCREEN_NAME,
        widget=forms.TextInput({"type": "search", "class": "search"}),
    )


class PlayerFilter(forms.Form):
    """The filters of the players' list."""

    q = search_field()
    standing = forms.ChoiceField(
        label=_("Standing"), required=False, choices=(("", _("all")), *STANDINGS)
    )


class PersonFilter(forms.Form):
    """The filters of the people's list."""

    q = search_field()
    role = forms.ChoiceField(label=_("Role"), required=False)

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        choices = [("", gettext("all")), *role_choices()]
        self.fields["role"] = forms.ChoiceField(
            label=gettext("Role"), required=False, choices=choices
        )


class EnterForm(CommandForm):
    """Registers a player; staff has verified that the e-mail address is his."""

    screen_name = forms.CharField(
        label=_("Screen name"),
        max_length=MAX_SCREEN_NAME,
        help_text=_("3 to 20 letters, digits, “_”, “.” or “-”, a letter first. All see it."),
        validators=[
            RegexValidator(
                SCREEN_NAME,
                _("3 to 20 letters, digits, “_”, “.” or “-”, and a letter first."),
            )
        ],
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=MAX_EMAIL,
        help_text=_("The player sets a password by mail."),
    )

    def field_of(self, refusal: DomainError) -> str:
        """Return the field that was refused: the address or the name that somebody else has."""
        return {"email_taken": "email", "screen_name_taken": "screen_name"}.get(refusal.code, "")


class RolesForm(CommandForm):
    """Sets all roles of a person."""

    roles = forms.MultipleChoiceField(
        label=_("Roles"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("An administrator has no other role."),
    )

    def __init__(self, said: Any, held: tuple[str, ...]) -> None:
        super().__init__(said, initial={"roles": list(held)})
        self.fields["roles"] = forms.MultipleChoiceField(
            label=gettext("Roles"),
            widget=forms.CheckboxSelectMultiple,
            choices=role_choices(),
            help_text=gettext("An administrator has no other role."),
        )

    def field_of(self, refusal: DomainError) -> str:
        """Return the field of the roles if they were refused."""
        return "roles" if refusal.code == "roles_refused" else ""


def role_choices() -> list[tuple[str, str]]:
    """Return every role with its name."""
    return [(role.value, gettext(ROLE_WORDS[role])) for role in Role]


def roles_in_words(roles: tuple[str, ...]) -> str:
    """Return the roles in words."""
    return ", ".join(gettext(ROLE_WORDS[Role(role)]) for role in roles)

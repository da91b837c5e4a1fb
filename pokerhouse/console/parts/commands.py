"""
Commands of staff's pages: a form that is sent twice counts once, and a refusal stands in the form.

The command's id is made when the form is rendered, so a double click, or a page sent again after
the line broke, is the same command.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar
from uuid import UUID

from django import forms
from django.core.exceptions import BadRequest
from django.core.validators import RegexValidator
from django.http import HttpRequest, QueryDict

from accounts.people.identity import signed_in
from pokerhouse.api.http import MAX_KEY
from pokerhouse.commands.meta import ByStaff, Meta
from pokerhouse.common.clock import now
from pokerhouse.common.errors import DomainError
from pokerhouse.common.ids import new_id
from pokerhouse.common.versions import Stale
from pokerhouse.console.parts.forms import ReasonForm
from pokerhouse.console.parts.refusals import sentence_of

T = TypeVar("T")


def fresh_command_id() -> str:
    """Return an id that no command has had."""
    return str(new_id())


class CommandForm(forms.Form):
    """A form whose sending is one command."""

    command_id = forms.CharField(
        max_length=MAX_KEY,
        initial=fresh_command_id,
        widget=forms.HiddenInput,
        validators=[RegexValidator(r"^[!-~]+\Z")],
    )
    is_stale = False
    """Somebody else has changed what this form was about."""

    def field_of(self, refusal: DomainError) -> str:  # noqa: ARG002  what a form may know better
        """Return the field that a refusal is about, "" if it is about all of it."""
        return ""

    def words_for(self, refusal: DomainError) -> str:
        """Return a refusal as a sentence; a form may know a better one."""
        return sentence_of(refusal)

    def tell(self, refusal: DomainError) -> None:
        """Let the form say why the house refused it; what was typed stays in it."""
        field = self.field_of(refusal)
        is_shown = field in self.fields and not self.fields[field].widget.is_hidden
        self.add_error(field if is_shown else None, self.words_for(refusal))
        if isinstance(refusal, Stale):
            self._follow(str(refusal.facts["version"]))

    def _follow(self, etag: str) -> None:
        """Name the version as it is now: whoever sends again has been told, and has seen it."""
        self.is_stale = True
        self.data = {**self.data.dict()} if isinstance(self.data, QueryDict) else {**self.data}
        self.data["version"] = etag.strip('"')


class VersionedForm(CommandForm):
    """A command that changes what its sender has read."""

    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class ReasonedForm(CommandForm, ReasonForm):
    """A command that needs a reason."""


class VersionedReasonForm(VersionedForm, ReasonForm):
    """A command that changes what its sender has read, and needs a reason."""


def sent(request: HttpRequest) -> QueryDict | None:
    """Return what a form sent; None where the page is only opened."""
    return request.POST if request.method == "POST" else None


def asking(request: HttpRequest) -> UUID:
    """Return who is at the page; a page for roles has turned strangers away."""
    person = signed_in(request.user)
    assert person is not None, "a page of staff's lets nobody else in"
    return person.id


def carry_out(request: HttpRequest, form: CommandForm, command: Callable[[Meta], T]) -> T | None:
    """
    Do what the form asks for and return it; None if there is something to mend, which it then says.

    :raises BadRequest: if its hidden fields are not those that the page wrote.
    """
    if not form.is_bound or not form.is_valid():
        if any(name in form.errors for name in _hidden(form)):
            raise BadRequest
        return None
    at = now()
    try:
        return command(Meta(ByStaff(asking(request)), form.cleaned_data["command_id"], at))
    except DomainError as refusal:
        form.tell(refusal)
    return None


def status_of(form: forms.BaseForm) -> int:
    """Return the status of the page that shows this form."""
    if getattr(form, "is_stale", False):
        return HTTPStatus.PRECONDITION_FAILED
    return HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK


def _hidden(form: forms.Form) -> list[str]:
    fields: dict[str, Any] = form.fields
    return [name for name, field in fields.items() if field.widget.is_hidden]

"""
Commands of staff's pages: a form that is sent twice counts once, and it shows a refusal.

The command's id is made when the form is rendered. So a double click is the same command, and so is
a form that is sent again after the connection broke.
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
    """Return a new id for a command."""
    return str(new_id())


class CommandForm(forms.Form):
    """A form that sends one command."""

    command_id = forms.CharField(
        max_length=MAX_KEY,
        initial=fresh_command_id,
        widget=forms.HiddenInput,
        validators=[RegexValidator(r"^[!-~]+\Z")],
    )
    is_stale = False
    """Whether somebody else has changed what this form is about since it was rendered."""

    def field_of(self, refusal: DomainError) -> str:  # noqa: ARG002  subclasses use it
        """Return the field that a refusal is about; "" if it is about the whole form."""
        return ""

    def words_for(self, refusal: DomainError) -> str:
        """Return a refusal as a sentence; subclasses may have a better one."""
        return sentence_of(refusal)

    def add_refusal(self, refusal: DomainError) -> None:
        """Show the refusal in the form; the values that were typed stay in it."""
        field = self.field_of(refusal)
        is_shown = field in self.fields and not self.fields[field].widget.is_hidden
        self.add_error(field if is_shown else None, self.words_for(refusal))
        if isinstance(refusal, Stale):
            self._follow(str(refusal.facts["version"]))

    def _follow(self, etag: str) -> None:
        """Put the present version into the form, because its sender has now seen the change."""
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
    """Return the data of a form that was sent; None if the page is only opened."""
    return request.POST if request.method == "POST" else None


def staff_of(request: HttpRequest) -> UUID:
    """Return the id of the signed-in member of staff; the page has refused strangers before."""
    person = signed_in(request.user)
    assert person is not None, "a page of staff's lets nobody else in"
    return person.id


def carry_out(request: HttpRequest, form: CommandForm, command: Callable[[Meta], T]) -> T | None:
    """
    Carry out the command of the form and return its result.

    None if the form is not valid or the command is refused; then the form shows why.

    :raises BadRequest: if the hidden fields are not as the page rendered them.
    """
    if not form.is_bound or not form.is_valid():
        if any(name in form.errors for name in _hidden(form)):
            raise BadRequest
        return None
    at = now()
    try:
        return command(Meta(ByStaff(staff_of(request)), form.cleaned_data["command_id"], at))
    except DomainError as refusal:
        form.add_refusal(refusal)
    return None


def status_of(form: forms.BaseForm) -> int:
    """Return the HTTP status of the page that shows this form."""
    if getattr(form, "is_stale", False):
        return HTTPStatus.PRECONDITION_FAILED
    return HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK


def _hidden(form: forms.Form) -> list[str]:
    fields: dict[str, Any] = form.fields
    return [name for name, field in fields.items() if field.widget.is_hidden]

"""
Additional checks in allauth's forms.

A form's fields belong to its class, so they are changed once for the whole process, after allauth's
URLs are loaded, because all its forms are known then (`pokerhouse.urls`).
"""

import struct
from collections.abc import Callable, Iterator
from typing import Any

from allauth.headless.internal.restkit.inputs import Input
from allauth.mfa.webauthn.forms import AddWebAuthnForm, SignupWebAuthnForm
from django import forms
from django.core.exceptions import ValidationError
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

from pokerhouse.common.text import SENTENCES, flaw_of

UNREADABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError, struct.error)
"""The errors that are raised when something malformed is read as a passkey's answer."""


def harden_forms() -> None:
    """
    Make allauth's forms refuse the same text as our forms, and malformed passkey answers.

    Without this they trim text, even passwords, and fail with an error on malformed passkeys.
    """
    for form in _forms_below(Input):
        for name, field in form.base_fields.items():
            if isinstance(field, forms.JSONField):
                _add(field, _reader_of(form))
            elif isinstance(field, forms.CharField):
                field.strip = False
                if not name.endswith("password"):
                    _add(field, check_text)


def check_text(text: str) -> None:
    """Refuse text that no form of ours accepts; a validator for Django's fields."""
    flaw = flaw_of(text)
    if flaw is not None:
        raise ValidationError(SENTENCES[flaw], code=flaw)


def check_made(credential: Any) -> None:
    """Refuse what cannot be an authenticator's answer when a passkey is made."""
    _read(RegistrationResponse, credential)


def check_used(credential: Any) -> None:
    """Refuse what cannot be an authenticator's answer when a passkey is used."""
    _read(AuthenticationResponse, credential)


def _read(kind: type[RegistrationResponse | AuthenticationResponse], credential: Any) -> None:
    try:
        kind.from_dict(credential)
    except UNREADABLE:
        raise ValidationError("This is no passkey's answer.", code="invalid") from None


def _reader_of(form: Any) -> Callable[[Any], None]:
    makes = issubclass(form, AddWebAuthnForm | SignupWebAuthnForm)
    return check_made if makes else check_used


def _add(field: forms.Field, validator: Callable[[Any], None]) -> None:
    if validator not in field.validators:
        field.validators.append(validator)


def _forms_below(form: Any) -> Iterator[Any]:
    for below in form.__subclasses__():
        yield below
        yield from _forms_below(below)

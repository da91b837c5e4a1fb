"""
Forms: how each field is shown, and the fields that Django does not have.

The error stands beside its field and, with a link to it, in the summary on top.
"""

from typing import Any

from babel.numbers import NumberFormatError, parse_decimal
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms.renderers import DjangoTemplates
from django.utils.translation import gettext_lazy as _

from pokerhouse.common.money import MAX_AMOUNT
from pokerhouse.common.text import flaw_of
from pokerhouse.console.shell import formats

MAX_REASON = 500


class HouseRenderer(DjangoTemplates):
    """Lets `{{ form }}` and `{{ field.as_field_group }}` look like the rest of the house."""

    form_template_name = "parts/form.html"
    field_template_name = "parts/field.html"


class MoneyField(forms.Field):
    """An amount as people of the page's language write it; its value is in minor units."""

    widget = forms.TextInput
    default_error_messages = {  # noqa: RUF012  Django's form
        "invalid": _("Write an amount like {example}."),
        "too_small": _("At least {limit}."),
        "too_large": _("At most {limit}."),
    }

    def __init__(self, *, minimum: int = 1, maximum: int = MAX_AMOUNT, **more: Any) -> None:
        super().__init__(**more)
        self.minimum, self.maximum = minimum, maximum

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:  # noqa: ARG002  Django's
        """Let a phone show digits, and digits stand under each other."""
        return {"inputmode": "decimal", "autocomplete": "off", "class": "num"}

    def prepare_value(self, value: Any) -> Any:
        """Return minor units as text, and what somebody typed as he typed it."""
        return self.shown(value) if isinstance(value, int) else value

    @property
    def exponent(self) -> int:
        """How many decimals an amount has."""
        found: int = settings.CURRENCY["exponent"]
        return found

    def shown(self, amount: int, *, is_limit: bool = False) -> str:
        """Return an amount in words; a limit names the currency."""
        return formats.money(amount, has_currency=is_limit)

    def to_python(self, value: Any) -> int | None:
        """Return minor units."""
        if value in self.empty_values:
            return None
        text = str(value).replace(formats.MINUS, "-").replace("\u00a0", "").strip()
        scale = 10**self.exponent
        try:
            amount = parse_decimal(text, locale=formats.locale(), strict=True) * scale
        except NumberFormatError as error:
            raise self._refusal("invalid") from error
        if not amount.is_finite() or amount != amount.to_integral_value():
            raise self._refusal("invalid")
        return int(amount)

    def validate(self, value: Any) -> None:
        """
        Hold the amount within its limits.

        :raises ValidationError: with the limit in words.
        """
        super().validate(value)
        if value is None:
            return
        if value < self.minimum:
            raise self._refusal("too_small", limit=self.shown(self.minimum, is_limit=True))
        if value > self.maximum:
            raise self._refusal("too_large", limit=self.shown(self.maximum, is_limit=True))

    def _refusal(self, code: str, **facts: str) -> ValidationError:
        example = self.shown(1_234_50 if self.exponent else 1_234)
        sentence = str(self.error_messages[code])
        return ValidationError(sentence.format(example=example, **facts), code)


class ChipsField(MoneyField):
    """A number of chips, which have no decimals."""

    @property
    def exponent(self) -> int:
        """How many decimals an amount has: none."""
        return 0

    def shown(self, amount: int, *, is_limit: bool = False) -> str:  # noqa: ARG002  no currency
        """Return a number of chips in words."""
        return formats.number(amount)


class SentenceField(forms.CharField):
    """Text of one line that is kept: a line end or several blanks count as one blank."""

    default_error_messages = {  # noqa: RUF012  Django's form
        "control_character": _("It has characters that nobody sees. Type it, do not paste it."),
    }

    def to_python(self, value: Any) -> str:
        """
        Return the text in one line.

        :raises ValidationError: if it has characters that nobody sees.
        """
        text = " ".join((super().to_python(value) or "").split())
        if flaw_of(text) is not None:
            raise ValidationError(self.error_messages["control_character"], "control_character")
        return text


class ReasonForm(forms.Form):
    """Why somebody does what cannot be taken back silently; it goes into the audit trail."""

    reason = SentenceField(
        label=_("Reason"),
        max_length=MAX_REASON,
        help_text=_("It is kept in the record."),
        widget=forms.Textarea({"rows": 3}),
    )

"""
Fields that accept a value as it is or refuse it: `true` is not a number, 5 not text, "5" not 5.

Text is not trimmed: text that must not be stored is refused (`pokerhouse.common.text`).
"""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pokerhouse.common.money import MAX_AMOUNT
from pokerhouse.common.text import SENTENCES, flaw_of


class Whole(serializers.IntegerField):
    """A JSON integer; neither a boolean, nor a float without fraction, nor a text."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field({"type": "integer", "minimum": 1, "maximum": MAX_AMOUNT})
class Amount(Whole):
    """Chips or minor units, 1 … MAX_AMOUNT."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=MAX_AMOUNT, **options)


class Flag(serializers.BooleanField):
    """A JSON boolean; neither 1 nor "true"."""

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return bool(data)


class Secret(serializers.CharField):
    """A JSON string, kept to the last character; other values are not converted."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, trim_whitespace=False, **options)

    def to_internal_value(self, data: Any) -> str:
        if type(data) is not str:
            self.fail("invalid")
        return super().to_internal_value(data)


class Text(Secret):
    """A JSON string without white space around it and without control characters."""

    default_error_messages = {**SENTENCES}

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        flaw = flaw_of(text)
        if flaw is not None:
            self.fail(flaw)
        return text


class Pattern(Text, serializers.RegexField):
    """Such text that matches a pattern."""

"""Fields that take a value as it is or not at all: `true` is no number, 5 no text, "5" no 5."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pokerhouse.common.money import MAX_AMOUNT


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


class Text(serializers.CharField):
    """A JSON string; other values are not made one."""

    def to_internal_value(self, data: Any) -> str:
        if type(data) is not str:
            self.fail("invalid")
        return super().to_internal_value(data)

"""The answer of `/rules`."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

_VALUE: dict[str, Any] = {
    "oneOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "string"}],
}


@extend_schema_field(_VALUE)
class SwitchValueField(serializers.Field[Any, Any, Any, Any]):
    """A value of a switch: a choice, yes or no, a number, or none."""

    def to_representation(self, value: Any) -> Any:
        """Return it as it is."""
        return value


class ChoiceOutput(serializers.Serializer[Any]):
    """One value of a switch, in words."""

    value = SwitchValueField(allow_null=True)
    text = serializers.CharField()


class SwitchOutput(serializers.Serializer[Any]):
    """A switch of the house rules, with all that a form needs."""

    switch = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    type = serializers.ChoiceField(["boolean", "choice", "integer"])
    default = SwitchValueField(allow_null=True)
    choices = ChoiceOutput(many=True)
    min = serializers.IntegerField(allow_null=True)
    max = serializers.IntegerField(allow_null=True)
    may_be_null = serializers.BooleanField()


class PresetOutput(serializers.Serializer[Any]):
    """A preset of the rules, with the value of every switch."""

    preset = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    rules = serializers.DictField(child=SwitchValueField(allow_null=True))


class RulesOutput(serializers.Serializer[Any]):
    """Presets and switches, with their texts."""

    language = serializers.CharField()
    presets = PresetOutput(many=True)
    switches = SwitchOutput(many=True)

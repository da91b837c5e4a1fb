"""Fields of forms, made from the structs that services take: a bound stands in one place."""

from functools import cache
from typing import Any

from msgspec import NODEFAULT, Struct, inspect
from rest_framework import serializers

from pokerhouse.api.fields import Amount, Flag, Whole
from pokerhouse.common.money import MAX_AMOUNT
from pokerhouse.common.struct_docs import field_docs


def field_of(struct: type[Struct], name: str) -> Any:
    """
    Return a form's field with the type, the bounds and the default of the struct's.

    What may be None or is empty by default may be left out.
    """
    field = _fields(struct)[name]
    kinds = _without_none(field.type)
    text = field_docs(struct).get(name)
    options: dict[str, Any] = {"help_text": text} if text else {}
    if len(kinds) < _width(field.type) or not _is_given(field.default):
        options["required"] = False
    elif field.default is not NODEFAULT:
        options["default"] = getattr(field.default, "value", field.default)
    (kind,) = kinds
    return _field(kind, options)


@cache
def _fields(struct: type[Struct]) -> dict[str, inspect.Field]:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return {field.name: field for field in info.fields}


def _width(kind: inspect.Type) -> int:
    return len(kind.types) if isinstance(kind, inspect.UnionType) else 1


def _without_none(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    types = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return tuple(part for part in types if not isinstance(part, inspect.NoneType))


def _is_given(default: object) -> bool:
    """Return whether there is a default worth saying, or none at all."""
    return default is NODEFAULT or default not in (None, ())


def _field(kind: inspect.Type, options: dict[str, Any]) -> Any:
    match kind:
        case inspect.IntType(ge=1, le=most) if most == MAX_AMOUNT:
            return Amount(**options)
        case inspect.IntType():
            return Whole(min_value=kind.ge, max_value=kind.le, **options)
        case inspect.BoolType():
            return Flag(**options)
        case inspect.LiteralType():
            return serializers.ChoiceField([*kind.values], **options)
        case inspect.EnumType():
            return serializers.ChoiceField([member.value for member in kind.cls], **options)
        case inspect.VarTupleType():
            child = _field(kind.item_type, {})
            return serializers.ListField(child=child, max_length=kind.max_length, **options)
        case _:
            raise TypeError(kind)

"""Structs in the OpenAPI document: what answers are made of, as named components."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from msgspec import Struct
from rest_framework import serializers

from pokerhouse.common.property_words import PROPERTY_WORDS
from pokerhouse.common.struct_schema import REF, Schema, components_of, ref_to

_structs: dict[str, type[Struct]] = {}
_schemas: dict[str, Schema] = {}


def sent(struct: type[Struct]) -> Schema:
    """Return the schema of an answer, for `extend_schema(responses=…)`."""
    known = _structs.setdefault(struct.__name__, struct)
    assert known is struct, f"two structs are called {struct.__name__}"
    return ref_to(struct)


def sent_as(name: str, schema: Schema) -> Schema:
    """Make `schema` a component of this name and return what points to it."""
    _schemas[name] = schema
    return {"$ref": REF.format(name=name)}


def sent_field(schema: Schema) -> type[serializers.JSONField]:
    """Return a field that holds what the schema describes, JSON-ready."""
    kind = type("SentField", (serializers.JSONField,), {})
    field: type[serializers.JSONField] = extend_schema_field(schema)(kind)
    return field


def add_struct_components(
    result: dict[str, Any], generator: Any, request: Any, public: Any
) -> dict[str, Any]:
    """Add the components that answers point to."""
    made = components_of(_structs.values(), PROPERTY_WORDS, is_sent=True) | _schemas
    components = result["components"]["schemas"]
    twice = components.keys() & made.keys()
    assert not twice, f"forms and structs share names: {sorted(twice)}"
    result["components"]["schemas"] = dict(sorted((components | made).items()))
    return result

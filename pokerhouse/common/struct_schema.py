"""Structs as named components of OpenAPI and AsyncAPI: both documents have the same ones."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct, inspect

from pokerhouse.common.struct_docs import field_docs

Schema: TypeAlias = dict[str, Any]

REF = "#/components/schemas/{name}"


def ref_to(struct: type[Struct]) -> Schema:
    """Return what points to the struct's component."""
    return {"$ref": REF.format(name=struct.__name__)}


def components_of(
    structs: Iterable[type[Struct]], words: Mapping[str, str], *, is_sent: bool
) -> dict[str, Schema]:
    """
    Return the structs and all that they are made of as components, by name.

    `words` says what a field is whose class does not. What the house sends has every field, and may
    get more of them: clients pass over those that they do not know.
    """
    kinds = tuple(structs)
    _, components = msgspec.json.schema_components(kinds, ref_template=REF)
    for struct in _all_in(kinds):
        component = components[struct.__name__]
        docs = field_docs(struct)
        names = {field.encode_name: field.name for field in msgspec.structs.fields(struct)}
        for key, told in component["properties"].items():  # the tag is no field
            text = told.get("description") or docs.get(names.get(key, "")) or words.get(key)
            if text:
                told["description"] = text
        if is_sent:
            _as_sent(struct, component)
    return components


def _as_sent(struct: type[Struct], component: Schema) -> None:
    component.pop("additionalProperties", None)
    for told in component["properties"].values():
        told.pop("default", None)
    tag = [struct.__struct_config__.tag_field] if struct.__struct_config__.tag is not None else []
    sent = [field for field in msgspec.structs.fields(struct) if field.default is not UNSET]
    component["required"] = [*tag, *[field.encode_name for field in sent]]


def _all_in(structs: Iterable[type[Struct]]) -> list[type[Struct]]:
    """Return the structs and those in their fields, each once."""
    found: dict[type[Struct], None] = {}
    waiting = [*inspect.multi_type_info(tuple(structs))]
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, inspect.StructType) and kind.cls not in found:
            found[kind.cls] = None
            waiting += [field.type for field in kind.fields]
        else:
            waiting += _parts_of(kind)
    return list(found)


def _parts_of(kind: inspect.Type) -> Sequence[inspect.Type]:
    match kind:
        case inspect.Metadata():
            return (kind.type,)
        case inspect.UnionType():
            return kind.types
        case inspect.VarTupleType() | inspect.ListType():
            return (kind.item_type,)
        case inspect.DictType():
            return (kind.value_type,)
        case _:
            return ()

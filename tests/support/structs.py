"""Hypothesis strategies for any well-typed value of a msgspec type."""

from typing import Any
from uuid import UUID

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

_SMALL = st.integers(min_value=-2, max_value=12)
_SCALARS: dict[type[inspect.Type], st.SearchStrategy[Any]] = {
    inspect.IntType: _SMALL | st.integers(min_value=-(2**60), max_value=2**60),
    inspect.BoolType: st.booleans(),
    inspect.StrType: st.text(max_size=3),
    inspect.NoneType: st.none(),
    inspect.UUIDType: st.integers(min_value=0, max_value=5).map(lambda number: UUID(int=number)),
}


def values_of(annotation: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for values of `annotation`: structs, unions, tuples, scalars."""
    return _values(inspect.type_info(annotation))


def _values(info: inspect.Type) -> st.SearchStrategy[Any]:
    if isinstance(info, inspect.StructType):
        parts = {field.name: _values(field.type) for field in info.fields}
        return st.builds(info.cls, **parts)
    if isinstance(info, inspect.UnionType):
        return st.one_of([_values(member) for member in info.types])
    if isinstance(info, inspect.VarTupleType):
        return st.lists(_values(info.item_type), max_size=4).map(tuple)
    if isinstance(info, inspect.EnumType):
        return st.sampled_from(list(info.cls))
    if isinstance(info, inspect.LiteralType):
        return st.sampled_from(info.values)
    return _SCALARS[type(info)]


def copy_of(value: Any, annotation: Any) -> Any:
    """Return `value` after a trip through its JSON form."""
    return msgspec.json.decode(msgspec.json.encode(value), type=annotation)

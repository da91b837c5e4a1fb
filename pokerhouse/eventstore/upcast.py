"""
Upcasters: how an event of an old schema is read by today's code.

Stored bytes are never edited. A new shape of a type is a new schema number and one function from
the old shape to it; reading follows them until the newest schema.
"""

from collections.abc import Callable, Mapping
from typing import Any

Raw = dict[str, Any]
Upcaster = Callable[[Raw], Raw]


class UnknownEventType(LookupError):
    """No event of that type is known to this version of the house."""


class UpcasterMissing(LookupError):
    """An upcaster is missing between the stored schema and the newest one."""

    def __init__(self, type_: str, schema: int, newest: int) -> None:
        super().__init__(f"{type_}: no way from schema {schema} to {newest}")


class UpcasterLoop(ValueError):
    """An upcaster that leads to the same or an earlier schema."""

    def __init__(self, type_: str, schema: int, target: int) -> None:
        super().__init__(f"{type_}: an upcaster from schema {schema} to {target}")


class SchemaTooNew(LookupError):
    """The event was written by a newer version of the house than this one."""

    def __init__(self, type_: str, schema: int, newest: int) -> None:
        super().__init__(f"{type_}: schema {schema}, known up to {newest}")


class Upcasters:
    """The newest schema of every type, and the steps that lead to it."""

    def __init__(self, newest: Mapping[str, int]) -> None:
        self._newest = dict(newest)
        self._steps: dict[tuple[str, int], tuple[int, Upcaster]] = {}

    def step(
        self, type_: str, from_schema: int, to_schema: int | None = None
    ) -> Callable[[Upcaster], Upcaster]:
        """
        Register the decorated function as the way from one schema to a later one (the next).

        :raises UpcasterLoop: if it leads to the same or an earlier schema.
        """
        target = from_schema + 1 if to_schema is None else to_schema
        if target <= from_schema:
            raise UpcasterLoop(type_, from_schema, target)

        def register(upcaster: Upcaster) -> Upcaster:
            assert (type_, from_schema) not in self._steps, f"{type_} {from_schema} has two ways"
            self._steps[type_, from_schema] = (target, upcaster)
            return upcaster

        return register

    def upcast(self, type_: str, schema: int, raw: Raw) -> tuple[int, Raw]:
        """
        Return `raw` in the newest schema of its type, and that schema.

        :raises UnknownEventType: if the type is not known.
        :raises UpcasterMissing: if a step is missing on the way.
        :raises SchemaTooNew: if this house only knows earlier schemas.
        """
        newest = self._newest.get(type_)
        if newest is None:
            raise UnknownEventType(type_)
        while schema < newest:
            try:
                schema, upcaster = self._steps[type_, schema]
            except KeyError:
                raise UpcasterMissing(type_, schema, newest) from None
            raw = upcaster(raw)
        if schema > newest:
            raise SchemaTooNew(type_, schema, newest)
        return schema, raw

"""Types of fields that structs on the wire share."""

from typing import Annotated, TypeAlias

from msgspec import Meta

Time: TypeAlias = Annotated[
    str, Meta(extra_json_schema={"format": "date-time"}, examples=["2026-11-30T18:00:00.000Z"])
]
"""A time in UTC with milliseconds."""

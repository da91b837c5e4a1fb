"""Lists in pages: `?limit=&cursor=` → `{"data", "has_more", "next_cursor"}`."""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from rest_framework import serializers

from pokerhouse.api.fields import Text
from pokerhouse.api.problems import StrictSerializer
from pokerhouse.common.errors import DomainError

MAX_PAGE = 200
DEFAULT_PAGE = 50


class CursorInvalid(DomainError):
    """The cursor did not come from this list."""

    code: ClassVar[str] = "cursor_invalid"


class PageQuery(StrictSerializer):
    """The parameters of every list; one with filters inherits from it."""

    limit = serializers.IntegerField(min_value=1, max_value=MAX_PAGE, default=DEFAULT_PAGE)
    cursor = Text(max_length=400, required=False)


class PageOutput(serializers.Serializer[Any]):
    """What every page says beside its `data`."""

    has_more = serializers.BooleanField()
    next_cursor = serializers.CharField(allow_null=True)


def page(
    rows: Sequence[dict[str, Any]], limit: int, place_of: Callable[[dict[str, Any]], str]
) -> dict[str, Any]:
    """Return a page of `rows`, of which one more than `limit` was asked for."""
    shown = list(rows[:limit])
    has_more = len(rows) > limit
    cursor = encode(place_of(shown[-1])) if has_more else None
    return {"data": shown, "has_more": has_more, "next_cursor": cursor}


def encode(place: str) -> str:
    """Return a place in a list as a cursor: opaque to clients."""
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def decode(cursor: str) -> str:
    """
    Return the place that the cursor stands for.

    :raises CursorInvalid: if it is not a cursor.
    """
    try:
        text = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        place = base64.b64decode(text, altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeError) as error:
        raise CursorInvalid("This list gave out no such cursor.") from error
    if "\0" in place:
        raise CursorInvalid("This list gave out no such cursor.")
    return place

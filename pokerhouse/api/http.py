"""
What a request says about itself beside its data: the command's id, and until when it is wanted.

`Idempotency-Key`, `command_id` and a socket's `id` are one key space, so a retry may change
transport. A request that sends both must send the same value.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from msgspec import Struct
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pokerhouse.api.fields import Text
from pokerhouse.api.problems import StrictSerializer
from pokerhouse.common.clock import now
from pokerhouse.common.errors import DomainError
from pokerhouse.common.versions import etag
from pokerhouse.eventstore.codec import house_time

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
MAX_KEY = 64
"""As long as a socket's `id`, so that every key fits every transport."""

_ETAG = re.compile(r'"([1-9][0-9]{0,17})"', re.ASCII)

WHAT_A_KEY_MEANS = (
    "It belongs to this command from its first effect on, for 30 days: a repeat gets the first"
    " answer again (`Idempotent-Replayed`), another command under it is refused with"
    " `idempotency_mismatch`. A refusal is no effect: it leaves the id free, for any command."
)
"""`pokerhouse.commands` keeps it so."""

COMMAND_HEADER = OpenApiParameter(
    HEADER,
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description=f"The command's id, unless the body says `command_id`. {WHAT_A_KEY_MEANS}",
)
BODILESS_COMMAND_HEADER = OpenApiParameter(
    HEADER,
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    required=True,
    description=f"The command's id. {WHAT_A_KEY_MEANS}",
)


class CommandIdMissing(DomainError):
    """A command needs an id: the header `Idempotency-Key` or `command_id` in the body."""

    code: ClassVar[str] = "command_id_missing"


class PreconditionRequired(DomainError):
    """A change by staff names the version that it changes: `If-Match`, with the ETag as read."""

    code: ClassVar[str] = "precondition_required"


class CommandIdInvalid(DomainError):
    """Header and body name different ids, or the id is too long or not printable ASCII."""

    code: ClassVar[str] = "command_id_invalid"


class CommandInput(StrictSerializer):
    """The form of every command; a form with fields of its own inherits from it."""

    command_id = Text(max_length=MAX_KEY, required=False)
    not_after = serializers.DateTimeField(required=False)


MATCH_HEADER = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    required=True,
    description="The resource's ETag as last read: 428 without, 412 if it has changed since.",
)
ETAG_HEADER = OpenApiParameter(
    "ETag",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    response=[200, 201],
    description="The version of what staff edit, for `If-Match`; play does not change it. A change"
    " answers with the version that it made, also when it is repeated.",
)


class ReceivedCommand(Struct, frozen=True):
    """A command as it came in."""

    key: str
    at: datetime
    not_after: datetime | None
    facts: Mapping[str, Any]
    """The validated fields of the form, without id and time."""


def read_command(request: Request, form: type[CommandInput]) -> ReceivedCommand:
    """
    Return the request's command; its time is the one at which it was read.

    :raises ValidationError: if the body does not fit the form.
    :raises CommandIdMissing, CommandIdInvalid: if it has no id, or one that cannot be used.
    """
    at = now()
    checked = form(data=request.data)
    checked.is_valid(raise_exception=True)
    facts = {**checked.validated_data}
    not_after = facts.pop("not_after", None)
    return ReceivedCommand(_key_of(request, facts.pop("command_id", None)), at, not_after, facts)


def read_query(request: Request, form: type[StrictSerializer]) -> dict[str, Any]:
    """
    Return the checked parameters of a GET.

    :raises ValidationError: if one is unknown or not well formed.
    """
    checked = form(data=request.query_params.dict())
    checked.is_valid(raise_exception=True)
    return {**checked.validated_data}


def read_match(request: Request, *, read_at: str) -> int:
    """
    Return the version that `If-Match` names; 0, which nothing has, if it is not an ETag of ours.

    One ETag and not `*`: whoever changes something must have read it. `read_at` is the path where
    it is read, below /api/v1.

    :raises PreconditionRequired: if the header is missing.
    """
    text = request.headers.get("If-Match")
    if text is None:
        path = f"/api/v1{read_at}"
        sentence = f"Say in the header If-Match what you change: the ETag that GET {path} has."
        raise PreconditionRequired(sentence, header="If-Match", read_at=path)
    found = _ETAG.fullmatch(text.strip())
    return int(found[1]) if found else 0


def server_now() -> str:
    """Return the time of the house as clients read it."""
    return house_time(now())


def answered(
    body: object, *, status: int = 200, is_repeat: bool, version: int | None = None
) -> Response:
    """
    Return a command's answer, marked where it is the answer to an earlier request.

    `version` is the one that the command made, also in a repeat: a sender who has not seen later
    changes does not get the version with which he could overwrite them.
    """
    headers = {REPLAYED: "true"} if is_repeat else {}
    if version:
        headers["ETag"] = etag(version)
    return Response(body, status, headers=headers)


def _key_of(request: Request, in_body: str | None) -> str:
    in_header = request.headers.get(HEADER)
    if in_header is not None and in_body is not None and in_header != in_body:
        raise CommandIdInvalid("Header and body name different ids.")
    key = in_body if in_header is None else in_header
    if not key:
        raise CommandIdMissing("A command needs an id.", header=HEADER, field="command_id")
    if len(key) > MAX_KEY or not (key.isascii() and key.isprintable()):
        sentence = f"An id is 1 to {MAX_KEY} printable ASCII characters."
        raise CommandIdInvalid(sentence)
    return key

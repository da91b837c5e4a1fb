"""The audit trail, for those who look into it."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.audit_trail.queries import AuditFilter, audit_page
from accounts.people.queries import screen_names
from pokerhouse.api.fields import Text
from pokerhouse.api.http import read_query
from pokerhouse.api.pagination import CursorInvalid, PageOutput, PageQuery, decode, page
from pokerhouse.api.permissions import ReadsTrail
from pokerhouse.api.schema import refusals

MAX_WORD = 100


class AuditQuery(PageQuery):
    """Who did it, what, to what, and on which day of the calendar; each narrows the list."""

    actor = serializers.UUIDField(required=False)
    action = Text(max_length=MAX_WORD, required=False)
    target = Text(max_length=MAX_WORD, required=False)
    day = serializers.DateField(required=False)


class AuditLineOutput(serializers.Serializer[Any]):
    """One command of staff."""

    entry = serializers.UUIDField()
    at = serializers.DateTimeField()
    actor = serializers.UUIDField(
        allow_null=True, help_text="Whose command it was; null: the system's."
    )
    actor_name = serializers.CharField(allow_null=True, help_text="That person's screen name.")
    action = serializers.CharField(help_text="What was done.")
    target = serializers.CharField(help_text="To whom or what it was done: a kind and an id.")
    facts = serializers.DictField(help_text="What the command said, and what it changed.")
    request = serializers.CharField(
        help_text="The id of the request, as in its answer's header and in the log."
    )


class AuditOutput(PageOutput):
    """A page of the trail, the newest first."""

    data = AuditLineOutput(many=True)  # type: ignore[assignment]


class AuditView(APIView):
    """GET /api/v1/staff/audit"""

    permission_classes = [ReadsTrail]

    @extend_schema(
        operation_id="staff_audit_list",
        parameters=[AuditQuery],
        responses={200: AuditOutput, **refusals(400, 401, 403)},
    )
    def get(self, request: Request) -> Response:
        """Return what staff did, the newest first."""
        query = read_query(request, AuditQuery)
        narrowed = {name: query[name] for name in _FILTERS if name in query}
        before = _place(query["cursor"]) if "cursor" in query else None
        found = audit_page(AuditFilter(**narrowed), before=before, limit=query["limit"] + 1)
        names = screen_names([line.actor for line in found if line.actor is not None])
        rows = [
            {
                "entry": line.id,
                "at": line.at,
                "actor": line.actor,
                "actor_name": names.get(line.actor) if line.actor else None,
                "action": line.action,
                "target": line.target,
                "facts": line.facts,
                "request": line.request_id,
            }
            for line in found
        ]
        answer = page(rows, query["limit"], lambda row: str(row["entry"]))
        return Response(AuditOutput(answer).data)


_FILTERS = ("actor", "action", "target", "day")


def _place(cursor: str) -> UUID:
    try:
        return UUID(decode(cursor))
    except ValueError as error:
        raise CursorInvalid("This list gave out no such cursor.") from error

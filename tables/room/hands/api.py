"""Hands that were played, as their viewer may see them."""

from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.people.api.request_context import me
from pokerhouse.api.http import read_query
from pokerhouse.api.pagination import CursorInvalid, decode, page
from pokerhouse.api.permissions import IsSignedIn
from pokerhouse.api.schema import refusals
from pokerhouse.common.clock import now
from pokerhouse.common.ids import HandId, TableId
from pokerhouse.common.roles import Role
from tables.api import serializers as forms
from tables.room.hands import queries as hands


class HandsView(APIView):
    """GET /api/v1/hands"""

    permission_classes = [IsSignedIn]

    @extend_schema(
        operation_id="hands_list",
        parameters=[forms.HandsQuery],
        responses={200: forms.HandsOutput, **refusals(400, 401, 403)},
    )
    def get(self, request: Request) -> Response:
        """Return hands, the latest first: of a table, of oneself, or of the house."""
        query = read_query(request, forms.HandsQuery)
        rows = hands.hands(
            table_id=TableId(query["table"]) if "table" in query else None,
            player=me(request) if "player" in query else None,
            before_id=_place(query["cursor"]) if "cursor" in query else None,
            limit=query["limit"] + 1,
        )
        answer = page(rows, query["limit"], lambda row: str(row["hand"]))
        return Response(forms.HandsOutput(answer).data)


class HandView(APIView):
    """GET /api/v1/hands/{h}"""

    permission_classes = [IsSignedIn]

    @extend_schema(responses={200: forms.HandOutput, **refusals(401, 403, 404)})
    def get(self, request: Request, hand_id: UUID) -> Response:
        """Return the hand's events as one may see them: clients replay it by folding."""
        return Response(hands.hand_view(HandId(hand_id), me(request), at=now()))


class HistoryView(APIView):
    """GET /api/v1/hands/{h}/history"""

    permission_classes = [IsSignedIn]

    @extend_schema(
        parameters=[forms.HistoryQuery],
        responses={
            (200, "application/json"): forms.HISTORY_OUTPUT,
            (200, "text/plain"): OpenApiTypes.STR,
            **refusals(400, 401, 403, 404, 409),
        },
    )
    def get(self, request: Request, hand_id: UUID) -> HttpResponseBase:
        """
        Return a finished hand as Open Hand History (`json`), as text, or in the PHH format (`phh`).

        It holds own and shown cards; an auditor sees all of them.
        """
        form = read_query(request, forms.HistoryQuery)["format"]
        is_auditor = _is_auditor(request)
        hand, reader = HandId(hand_id), me(request)
        if form == "json":
            history = hands.ohh_json(hand, reader, with_deck=is_auditor)
            return HttpResponse(history, content_type="application/json")
        if form == "text":
            text = hands.plain_text(hand, reader, with_deck=is_auditor)
            return HttpResponse(text, content_type="text/plain; charset=utf-8")
        text = hands.phh_text(hand, reader, with_deck=is_auditor)
        return Response({"hand": str(hand_id), "format": form, "text": text})


class ProofView(APIView):
    """GET /api/v1/hands/{h}/proof"""

    permission_classes = [IsSignedIn]

    @extend_schema(responses={200: forms.ProofOutput, **refusals(401, 403, 404, 409, 503)})
    def get(self, request: Request, hand_id: UUID) -> Response:
        """
        Return what shows that public and own cards lay in the deck committed to.

        An auditor gets every card of the deck.
        """
        proof = hands.proof_for(HandId(hand_id), me(request), with_deck=_is_auditor(request))
        return Response(proof)


def _is_auditor(request: Request) -> bool:
    return Role.AUDITOR in getattr(request.user, "roles", [])


def _place(cursor: str) -> UUID:
    try:
        return UUID(decode(cursor))
    except ValueError as error:
        raise CursorInvalid("This list gave out no such cursor.") from error

"""`/me`: oneself, one's sessions, tickets for sockets, tokens for scripts."""

from collections.abc import Sequence
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.people import queries, tokens
from accounts.people import services as people
from accounts.people.api import serializers as forms
from accounts.people.api.request_context import person_of
from pokerhouse.api.authentication import access_of, session_of
from pokerhouse.api.permissions import (
    Forbidden,
    HasSession,
    IsSignedIn,
    MayWatch,
    need_second_factor,
)
from pokerhouse.api.schema import refusals
from pokerhouse.common.access import Access, Scope
from pokerhouse.common.clock import now
from pokerhouse.common.roles import STAFF


class MeView(APIView):
    """GET, PATCH /api/v1/me"""

    permission_classes = [IsSignedIn]

    @extend_schema(responses={200: forms.MeOutput, **refusals(401, 403)})
    def get(self, request: Request) -> Response:
        """Return oneself."""
        return Response(forms.MeOutput(person_of(request)).data)

    @extend_schema(
        request=forms.MeInput, responses={200: forms.MeOutput, **refusals(400, 401, 403, 409)}
    )
    def patch(self, request: Request) -> Response:
        """Change one's screen name or language."""
        form = forms.MeInput(data=request.data)
        form.is_valid(raise_exception=True)
        changed = people.update_profile(person=person_of(request).id, **form.validated_data)
        return Response(forms.MeOutput(changed).data)


class SessionsView(APIView):
    """GET /api/v1/me/sessions"""

    permission_classes = [IsSignedIn]

    @extend_schema(responses={200: forms.SessionsOutput, **refusals(401, 403)})
    def get(self, request: Request) -> Response:
        """Return the sessions in which one is signed in, newest first."""
        current = session_of(request)
        rows = [
            {
                "id": row.id,
                "created_at": row.created_at,
                "last_seen_at": row.last_seen_at,
                "address": row.address,
                "client": row.client,
                "is_current": row.id == current,
            }
            for row in queries.sessions_of(person_of(request).id)
        ]
        return Response(forms.SessionsOutput(_one_page(rows)).data)


class SessionView(APIView):
    """DELETE /api/v1/me/sessions/{id}"""

    permission_classes = [IsSignedIn, HasSession]

    @extend_schema(responses={204: None, **refusals(401, 403, 404)})
    def delete(self, request: Request, session_id: UUID) -> Response:
        """End a session, which may be the present one; its sockets close within 2 s."""
        people.end_session(person=person_of(request).id, session=session_id)
        if session_id == session_of(request):
            request._request.session.flush()  # noqa: SLF001  else the middleware saves it again
        return Response(status=204)


class SocketTicketsView(APIView):
    """POST /api/v1/me/socket-tickets"""

    permission_classes = [MayWatch]

    @extend_schema(
        request=forms.EmptyInput,
        responses={201: forms.TicketOutput, **refusals(400, 401, 403, 429)},
    )
    def post(self, request: Request) -> Response:
        """Return a ticket, by which one socket can sign in once, within 30 s."""
        forms.EmptyInput(data=request.data).is_valid(raise_exception=True)
        at = now()
        ticket = tokens.issue_ticket(person=person_of(request).id, access=_access(request), at=at)
        answer = {"ticket": ticket, "expires_at": at + tokens.TICKET_LIFE}
        return Response(forms.TicketOutput(answer).data, status=201)


class TokensView(APIView):
    """GET, POST /api/v1/me/tokens"""

    permission_classes = [IsSignedIn, HasSession]

    @extend_schema(responses={200: forms.TokensOutput, **refusals(401, 403)})
    def get(self, request: Request) -> Response:
        """Return one's tokens that are not revoked, newest first."""
        return Response(
            forms.TokensOutput(_one_page(queries.tokens_of(person_of(request).id))).data
        )

    @extend_schema(
        request=forms.TokenInput,
        responses={201: forms.NewTokenOutput, **refusals(400, 401, 403, 409)},
    )
    def post(self, request: Request) -> Response:
        """Make a token for a script; only this answer contains its secret."""
        form = forms.TokenInput(data=request.data)
        form.is_valid(raise_exception=True)
        wanted = {**form.validated_data}
        wanted["scopes"] = [Scope(scope) for scope in wanted["scopes"]]
        _check_staff_scope(request, wanted["scopes"])
        issued = tokens.create_token(person=person_of(request).id, at=now(), **wanted)
        answer = {**forms.TokenOutput(issued.token).data, "secret": issued.secret}
        return Response(forms.NewTokenOutput(answer).data, status=201)


class TokenView(APIView):
    """DELETE /api/v1/me/tokens/{id}"""

    permission_classes = [IsSignedIn, HasSession]

    @extend_schema(responses={204: None, **refusals(401, 403, 404)})
    def delete(self, request: Request, token_id: UUID) -> Response:
        """Revoke a token."""
        tokens.revoke_token(person=person_of(request).id, token=token_id, at=now())
        return Response(status=204)


def _access(request: Request) -> Access:
    access = access_of(request)
    assert access is not None, "a permission let nobody else in"
    return access


def _one_page(rows: Sequence[object]) -> dict[str, object]:
    return {"data": rows, "has_more": False, "next_cursor": None}


def _check_staff_scope(request: Request, scopes: list[Scope]) -> None:
    """Refuse the scope `staff` unless the person is staff and signed in with a second factor."""
    if Scope.STAFF not in scopes:
        return
    if not STAFF.intersection(person_of(request).roles):
        raise Forbidden("Only staff has this scope.", "permission_denied")
    need_second_factor(request)

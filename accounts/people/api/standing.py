"""Who is kept out and let in again, and who has which roles."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.people import services as people
from accounts.people.api.request_context import staff_meta
from accounts.people.services import Changed
from accounts.people.terms import Standing
from pokerhouse.api.fields import Text
from pokerhouse.api.http import COMMAND_HEADER, CommandInput, answered, read_command
from pokerhouse.api.permissions import IsAdmin, IsFloor, IsManager, RecentlyAuthenticated
from pokerhouse.api.schema import refusals
from pokerhouse.common.roles import Role

MAX_REASON = 500
REFUSED = refusals(400, 401, 403, 404, 409, 410, 422, 503)


class ReasonInput(CommandInput):
    """Why; it stands in the audit trail."""

    reason = Text(max_length=MAX_REASON)


class RolesInput(CommandInput):
    """All roles that the person shall have."""

    roles = serializers.ListField(
        child=serializers.ChoiceField([role.value for role in Role]),
        min_length=1,
        max_length=len(Role),
    )


class PersonOutput(serializers.Serializer[Any]):
    """How the person stands now."""

    person = serializers.UUIDField()
    standing = serializers.ChoiceField(Standing.values)
    roles = serializers.ListField(child=serializers.CharField())


class SuspendView(APIView):
    """POST /api/v1/staff/players/{p}/suspend"""

    permission_classes = [IsFloor]

    @extend_schema(
        request=ReasonInput, parameters=[COMMAND_HEADER], responses={200: PersonOutput, **REFUSED}
    )
    def post(self, request: Request, player_id: UUID) -> Response:
        """Keep a player out until he is let in again; his sessions end at once."""
        received = read_command(request, ReasonInput)
        changed = people.suspend(
            person=player_id, reason=received.facts["reason"], meta=staff_meta(request, received)
        )
        return _answer(player_id, changed)


class UnsuspendView(APIView):
    """POST /api/v1/staff/players/{p}/unsuspend"""

    permission_classes = [IsFloor]

    @extend_schema(
        request=ReasonInput, parameters=[COMMAND_HEADER], responses={200: PersonOutput, **REFUSED}
    )
    def post(self, request: Request, player_id: UUID) -> Response:
        """Let a suspended player in again."""
        received = read_command(request, ReasonInput)
        changed = people.unsuspend(
            person=player_id, reason=received.facts["reason"], meta=staff_meta(request, received)
        )
        return _answer(player_id, changed)


class BarView(APIView):
    """POST /api/v1/staff/players/{p}/bar"""

    permission_classes = [IsManager, RecentlyAuthenticated]

    @extend_schema(
        request=ReasonInput, parameters=[COMMAND_HEADER], responses={200: PersonOutput, **REFUSED}
    )
    def post(self, request: Request, player_id: UUID) -> Response:
        """Keep a player out for good; his sessions end and his tokens are revoked."""
        received = read_command(request, ReasonInput)
        changed = people.bar(
            person=player_id, reason=received.facts["reason"], meta=staff_meta(request, received)
        )
        return _answer(player_id, changed)


class RolesView(APIView):
    """POST /api/v1/staff/people/{p}/roles"""

    permission_classes = [IsAdmin, RecentlyAuthenticated]

    @extend_schema(
        request=RolesInput, parameters=[COMMAND_HEADER], responses={200: PersonOutput, **REFUSED}
    )
    def post(self, request: Request, person_id: UUID) -> Response:
        """Give a person exactly these roles; his sockets close and come back with them."""
        received = read_command(request, RolesInput)
        roles = [Role(role) for role in received.facts["roles"]]
        meta = staff_meta(request, received)
        return _answer(person_id, people.set_roles(person=person_id, roles=roles, meta=meta))


def _answer(person: UUID, changed: Changed) -> Response:
    body = {"person": person, "standing": changed.standing, "roles": changed.roles}
    return answered(PersonOutput(body).data, is_repeat=changed.is_repeat)

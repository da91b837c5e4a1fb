"""Players: whom staff looks for, and whom the floor enters."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.people.api.request_context import staff_meta
from accounts.people.players import enter_player
from accounts.people.queries import players_named
from accounts.people.terms import Standing
from pokerhouse.api.fields import Secret, Text
from pokerhouse.api.http import COMMAND_HEADER, CommandInput, answered, read_command, read_query
from pokerhouse.api.pagination import PageOutput, PageQuery, decode, page
from pokerhouse.api.permissions import FindsPlayers, IsFloor
from pokerhouse.api.schema import refusals

MAX_EMAIL = 254
MAX_SCREEN_NAME = 20
MAX_PASSWORD = 128


class NewPlayerInput(CommandInput):
    """Who plays here from now on; without a password he sets one by mail."""

    email = Text(max_length=MAX_EMAIL)
    screen_name = Text(max_length=MAX_SCREEN_NAME)
    password = Secret(max_length=MAX_PASSWORD, required=False)


class NewPlayerOutput(serializers.Serializer[Any]):
    """The new player."""

    player = serializers.UUIDField()


class PlayersQuery(PageQuery):
    """Whose screen name contains `query`; without it, all players."""

    query = Text(max_length=MAX_SCREEN_NAME, required=False)


class PlayerLineOutput(serializers.Serializer[Any]):
    """A player as staff finds him; nothing by which he could be reached."""

    player = serializers.UUIDField()
    screen_name = serializers.CharField()
    standing = serializers.ChoiceField(Standing.values)


class PlayersOutput(PageOutput):
    """A page of players."""

    data = PlayerLineOutput(many=True)  # type: ignore[assignment]


class StaffPlayersView(APIView):
    """GET, POST /api/v1/staff/players"""

    def get_permissions(self) -> list[BasePermission]:
        """Let the cage look for whom it serves, and the floor and managers do both."""
        allowed = FindsPlayers if self.request.method in SAFE_METHODS else IsFloor
        return [allowed()]

    @extend_schema(
        operation_id="staff_players_list",
        parameters=[PlayersQuery],
        responses={200: PlayersOutput, **refusals(400, 401, 403)},
    )
    def get(self, request: Request) -> Response:
        """Return players by screen name, in whatever letter case."""
        query = read_query(request, PlayersQuery)
        found = players_named(
            query.get("query", ""),
            after_name=decode(query["cursor"]) if "cursor" in query else "",
            limit=query["limit"] + 1,
        )
        rows = [
            {"player": line.id, "screen_name": line.screen_name, "standing": line.standing}
            for line in found
        ]
        answer = page(rows, query["limit"], lambda row: str(row["screen_name"]))
        return Response(PlayersOutput(answer).data)

    @extend_schema(
        request=NewPlayerInput,
        parameters=[COMMAND_HEADER],
        responses={201: NewPlayerOutput, **refusals(400, 401, 403, 409, 410, 422, 503)},
    )
    def post(self, request: Request) -> Response:
        """Enter a player, whose address staff has seen to be his."""
        received = read_command(request, NewPlayerInput)
        done = enter_player(**received.facts, meta=staff_meta(request, received))
        return answered({"player": str(done.player)}, status=201, is_repeat=done.is_repeat)

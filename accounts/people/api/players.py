"""Players whom the floor enters."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.people.api.request_context import staff_meta
from accounts.people.players import enter_player
from pokerhouse.api.fields import Secret, Text
from pokerhouse.api.http import COMMAND_HEADER, CommandInput, answered, read_command
from pokerhouse.api.permissions import IsFloor
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


class StaffPlayersView(APIView):
    """POST /api/v1/staff/players"""

    permission_classes = [IsFloor]

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

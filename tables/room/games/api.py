"""The games of the house, as managers keep them: created, renamed, retired, never changed."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.people.api.request_context import staff_meta
from pokerhouse.api.http import (
    BODILESS_COMMAND_HEADER,
    COMMAND_HEADER,
    ETAG_HEADER,
    MATCH_HEADER,
    CommandInput,
    answered,
    read_command,
    read_match,
    read_query,
)
from pokerhouse.api.pagination import PageQuery, decode, page
from pokerhouse.api.permissions import IsFloor, IsManager
from pokerhouse.api.schema import refusals
from pokerhouse.common.versions import etag
from tables.api import serializers_staff as forms
from tables.api.configs import config_of, pointing
from tables.live.table import FIRST_STAFF_VERSION
from tables.room.games import queries
from tables.room.games import services as games
from tables.services import floor

REFUSED = refusals(400, 401, 403, 409, 410, 422, 503)
OPENING_REFUSED = {**REFUSED, **refusals(404)}
CHANGE_REFUSED = {**REFUSED, **refusals(404, 412, 428)}


class StaffGamesView(APIView):
    """GET, POST /api/v1/staff/games"""

    permission_classes = [IsManager]

    @extend_schema(
        operation_id="staff_games_list",
        parameters=[PageQuery],
        responses={200: forms.StaffGamesOutput, **refusals(400, 401, 403)},
    )
    def get(self, request: Request) -> Response:
        """Return all games by name, each with its version, retired ones too."""
        query = read_query(request, PageQuery)
        after_name = decode(query["cursor"]) if "cursor" in query else ""
        rows = queries.staff_games(limit=query["limit"] + 1, after_name=after_name)
        answer = page(rows, query["limit"], lambda row: str(row["name"]))
        return Response(forms.StaffGamesOutput(answer).data)

    @extend_schema(
        request=forms.NewGameInput,
        parameters=[COMMAND_HEADER, ETAG_HEADER],
        responses={201: forms.CreatedGameOutput, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Create a game; what it is never changes, another one takes its place."""
        received = read_command(request, forms.NewGameInput)
        with pointing(received.facts):
            created = games.create_game(
                name=received.facts["name"],
                config=config_of(received.facts),
                meta=staff_meta(request, received),
            )
        body = {"game": str(created.game)}
        version = games.FIRST_VERSION
        return answered(body, status=201, is_repeat=created.is_repeat, version=version)


class StaffTablesView(APIView):
    """POST /api/v1/staff/tables"""

    permission_classes = [IsFloor]

    @extend_schema(
        request=forms.OpenTableInput,
        parameters=[COMMAND_HEADER, ETAG_HEADER],
        responses={201: forms.OpenedOutput, **OPENING_REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Open a table."""
        received = read_command(request, forms.OpenTableInput)
        game_id = forms.game_id_of(received.facts.get("game", ""))
        with pointing(received.facts):
            name, meta = received.facts["name"], staff_meta(request, received)
            if game_id is None:
                config = config_of(received.facts)
                table_id, receipt = floor.open_table(name=name, config=config, meta=meta)
            else:
                table_id, receipt = games.open_table(game_id=game_id, name=name, meta=meta)
        body = {"table": str(table_id), "seq": receipt.to_seq}
        version = FIRST_STAFF_VERSION
        return answered(body, status=201, is_repeat=receipt.is_repeat, version=version)


class StaffGameView(APIView):
    """GET, PATCH, DELETE /api/v1/staff/games/{g}"""

    permission_classes = [IsManager]

    @extend_schema(
        parameters=[ETAG_HEADER],
        responses={200: forms.StaffGameOutput, **refusals(401, 403, 404)},
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Return a game; `retired_at` says since when no table is opened for it."""
        game = queries.staff_game(game_id)
        return Response(forms.StaffGameOutput(game).data, headers={"ETag": game["version"]})

    @extend_schema(
        request=forms.RenameGameInput,
        parameters=[COMMAND_HEADER, MATCH_HEADER, ETAG_HEADER],
        responses={200: forms.RenamedGameOutput, **CHANGE_REFUSED},
    )
    def patch(self, request: Request, game_id: UUID) -> Response:
        """Call a game otherwise."""
        received = read_command(request, forms.RenameGameInput)
        name = received.facts["name"]
        changed = games.rename_game(
            game_id=game_id,
            name=name,
            version=_version_seen(request, game_id),
            meta=staff_meta(request, received),
        )
        body = {"game": str(game_id), "name": name, "version": etag(changed.version)}
        return answered(body, is_repeat=changed.is_repeat, version=changed.version)

    @extend_schema(
        parameters=[BODILESS_COMMAND_HEADER, MATCH_HEADER],
        responses={204: None, **CHANGE_REFUSED},
    )
    def delete(self, request: Request, game_id: UUID) -> Response:
        """Retire a game: no further table is opened for it, those that are open play on."""
        received = read_command(request, CommandInput)
        changed = games.retire_game(
            game_id=game_id,
            version=_version_seen(request, game_id),
            meta=staff_meta(request, received),
        )
        return answered(None, status=204, is_repeat=changed.is_repeat)


def _version_seen(request: Request, game_id: UUID) -> int:
    return read_match(request, read_at=f"/staff/games/{game_id}")

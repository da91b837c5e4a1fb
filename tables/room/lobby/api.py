"""What everybody may see of the room, and where one sits."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.people.api.request_context import me
from pokerhouse.api.http import ETAG_HEADER, read_query, server_now
from pokerhouse.api.pagination import PageQuery, decode, page
from pokerhouse.api.permissions import IsPlayer
from pokerhouse.api.schema import refusals
from pokerhouse.common.ids import TableId
from tables.api import serializers as forms
from tables.live import directory
from tables.live import table as live_tables
from tables.live.snapshot import as_dict, buy_in_range, named_seats, snapshot_for, state_of
from tables.live.stakes import rules_as_dict
from tables.room.games import queries as games
from tables.room.lobby import queries as lobby

_OF_TABLE = ("stakes", "options", "rotate_by", "rotate_every", "version")


class LobbyView(APIView):
    """GET /api/v1/lobby"""

    permission_classes = [AllowAny]
    authentication_classes = []

    @extend_schema(parameters=[PageQuery], responses={200: forms.LobbyOutput, **refusals(400)})
    def get(self, request: Request) -> Response:
        """Return the tables that are not closed, by name, and the server's time."""
        return Response({**_tables(request), "server_now": server_now()})


class GamesView(APIView):
    """GET /api/v1/games"""

    permission_classes = [AllowAny]
    authentication_classes = []

    @extend_schema(operation_id="games_list", responses={200: forms.GamesOutput})
    def get(self, request: Request) -> Response:
        """Return the games that tables may be opened for, by name."""
        return Response({"data": games.games()})


class TablesView(APIView):
    """GET /api/v1/tables"""

    permission_classes = [AllowAny]
    authentication_classes = []

    @extend_schema(
        operation_id="tables_list",
        parameters=[PageQuery],
        responses={200: forms.TablesOutput, **refusals(400)},
    )
    def get(self, request: Request) -> Response:
        """Return the tables that are not closed, by name."""
        return Response(_tables(request))


class TableView(APIView):
    """GET /api/v1/tables/{t}"""

    permission_classes = [AllowAny]
    authentication_classes = []

    @extend_schema(
        parameters=[ETAG_HEADER], responses={200: forms.TablePageOutput, **refusals(404)}
    )
    def get(self, request: Request, table_id: UUID) -> Response:
        """Return a table and who sits there, by name, with what; nothing of the running hand."""
        line = lobby.table(TableId(table_id))
        live = live_tables.newest(TableId(table_id))
        snapshot = snapshot_for(live, None, server_now())
        played = as_dict(snapshot.table)
        of_table = {name: played[name] for name in _OF_TABLE}
        page_of_table = {
            **line,
            **of_table,
            **rules_as_dict(live.config.rules),
            "buy_in_chips": as_dict(buy_in_range(live)),
            "seats": [as_dict(seat) for seat in named_seats(snapshot.seats)],
        }
        return Response(page_of_table, headers={"ETag": snapshot.table.version})


class MySeatsView(APIView):
    """GET /api/v1/me/seats"""

    permission_classes = [IsPlayer]

    @extend_schema(responses={200: forms.MySeatsOutput, **refusals(401, 403)})
    def get(self, request: Request) -> Response:
        """Return the tables at which one sits, each with its state; there are few."""
        player = me(request)
        states = [
            {
                **(state := state_of(live_tables.newest(table_id), player, server_now())),
                "table": {"table": str(table_id), **state["table"]},
            }
            for table_id in directory.tables_of(player)
        ]
        return Response({"data": states, "has_more": False, "next_cursor": None})


def _tables(request: Request) -> dict[str, Any]:
    query = read_query(request, PageQuery)
    after_name = decode(query["cursor"]) if "cursor" in query else ""
    rows = lobby.tables(limit=query["limit"] + 1, after_name=after_name)
    return page(rows, query["limit"], lambda row: str(row["name"]))

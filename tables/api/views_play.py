"""A table while it is played: its state, its feed, the running hand, a decision."""

from uuid import UUID

import msgspec
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.people.api.request_context import me, player_meta
from pokerhouse.api.http import COMMAND_HEADER, answered, read_command, read_query, server_now
from pokerhouse.api.permissions import IsPlayer, IsSignedIn
from pokerhouse.api.schema import refusals
from pokerhouse.api.structs import sent
from pokerhouse.common.clock import now
from pokerhouse.common.ids import HandId, TableId
from tables.api import serializers as forms
from tables.live import table as live_tables
from tables.live.directory import table_of_hand
from tables.live.frames import frames_between, read_frames
from tables.live.snapshot import as_dict, hand_part, snapshot_for, state_of
from tables.live.state_forms import HandSnapshot, TableSnapshot
from tables.services import actions


class StateView(APIView):
    """GET /api/v1/tables/{t}/state"""

    permission_classes = [IsSignedIn]

    @extend_schema(responses={200: sent(TableSnapshot), **refusals(401, 403, 404)})
    def get(self, request: Request, table_id: UUID) -> Response:
        """Return the table as one may see it; `seq` is where its feed goes on."""
        live = live_tables.newest(TableId(table_id))
        return Response(state_of(live, me(request), server_now()))


class EventsView(APIView):
    """GET /api/v1/tables/{t}/events"""

    permission_classes = [IsSignedIn]

    @extend_schema(
        parameters=[forms.EventsQuery],
        responses={200: forms.EventsOutput, **refusals(400, 401, 403, 404)},
    )
    def get(self, request: Request, table_id: UUID) -> Response:
        """Return the feed behind `after_seq`; `wait` seconds for an event if there is none yet."""
        query = read_query(request, forms.EventsQuery)
        events = read_frames(
            TableId(table_id),
            me(request),
            after_seq=query["after_seq"],
            limit=query["limit"],
            at=now(),
        )
        last = events[-1] if events else {"seq": query["after_seq"]}
        seq = last["to"] if last.get("t") == "skip" else last["seq"]
        return Response({"seq": seq, "events": events, "server_now": server_now()})


class TableHandView(APIView):
    """GET /api/v1/tables/{t}/hand"""

    permission_classes = [IsSignedIn]

    @extend_schema(responses={200: sent(HandSnapshot), **refusals(401, 403, 404)})
    def get(self, request: Request, table_id: UUID) -> Response:
        """Return the running or last hand as one may see it; null before the first."""
        live = live_tables.newest(TableId(table_id))
        return Response(as_dict(hand_part(snapshot_for(live, me(request), server_now()))))


class ActionsView(APIView):
    """POST /api/v1/hands/{h}/actions"""

    permission_classes = [IsPlayer]

    @extend_schema(
        request=forms.ActionInput,
        parameters=[COMMAND_HEADER],
        responses={
            200: forms.ActionOutput,
            **refusals(400, 401, 403, 404, 409, 410, 422, 503),
        },
    )
    def post(self, request: Request, hand_id: UUID) -> Response:
        """Answer a turn; the answer comes after COMMIT, with the events that followed."""
        received = read_command(request, forms.ActionInput)
        receipt = actions.act(
            decision=msgspec.convert({"hand": hand_id, **received.facts}, actions.Decision),
            player=me(request),
            meta=player_meta(request, received),
        )
        table_id = table_of_hand(HandId(hand_id))
        events = frames_between(table_id, me(request), receipt.from_seq, receipt.to_seq)
        body = {"seq": receipt.to_seq, "turn": receipt.turn, "events": events}
        return answered(body, is_repeat=receipt.is_repeat)

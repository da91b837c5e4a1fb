"""One's seat: sit down, add chips, sit out and in, leave."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.people.api.request_context import me, player_meta
from pokerhouse.api.http import COMMAND_HEADER, CommandInput, answered, read_command
from pokerhouse.api.permissions import IsPlayer
from pokerhouse.api.schema import refusals
from pokerhouse.common.ids import TableId
from tables.api import serializers as forms
from tables.engine.table.state import EntryChoice, SitOutWhen
from tables.live.frames import frames_between
from tables.services import seats
from tables.services.unit_of_work import Receipt

REFUSED = refusals(400, 401, 403, 404, 409, 410, 422, 503)
LATER = {"table.top_up_queued", "table.sit_out_requested", "table.leave_requested"}
"""Events that say: not now, but when the hand has ended or the blind comes."""


class BuyInView(APIView):
    """POST /api/v1/tables/{t}/seats/{n}/buy-in"""

    permission_classes = [IsPlayer]

    @extend_schema(
        request=forms.BuyInInput,
        parameters=[COMMAND_HEADER],
        responses={201: forms.BuyInOutput, **REFUSED},
    )
    def post(self, request: Request, table_id: UUID, seat: int) -> Response:
        """Sit down with chips from the wallet."""
        received = read_command(request, forms.BuyInInput)
        receipt = seats.buy_in(
            table_id=TableId(table_id),
            seat=seat,
            player=me(request),
            amount_chips=received.facts["amount"],
            entry=EntryChoice(received.facts["entry"]),
            meta=player_meta(request, received),
        )
        body = {**_answer_body(request, table_id, receipt), "stack": received.facts["amount"]}
        return answered(body, status=201, is_repeat=receipt.is_repeat)


class TopUpView(APIView):
    """POST /api/v1/tables/{t}/seats/me/top-up"""

    permission_classes = [IsPlayer]

    @extend_schema(
        request=forms.TopUpInput,
        parameters=[COMMAND_HEADER],
        responses={200: forms.SeatOutput, 202: forms.SeatOutput, **REFUSED},
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """Add chips from the wallet: 200 now, 202 when the hand has ended."""
        received = read_command(request, forms.TopUpInput)
        receipt = seats.top_up(
            table_id=TableId(table_id),
            player=me(request),
            amount_chips=received.facts["amount"],
            meta=player_meta(request, received),
        )
        return _answer(request, table_id, receipt)


class SitOutView(APIView):
    """POST /api/v1/tables/{t}/seats/me/sit-out"""

    permission_classes = [IsPlayer]

    @extend_schema(
        request=forms.SitOutInput,
        parameters=[COMMAND_HEADER],
        responses={200: forms.SeatOutput, 202: forms.SeatOutput, **REFUSED},
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """Take no cards for a while and keep the seat."""
        received = read_command(request, forms.SitOutInput)
        receipt = seats.sit_out(
            table_id=TableId(table_id),
            player=me(request),
            when=SitOutWhen(received.facts["when"]),
            meta=player_meta(request, received),
        )
        return _answer(request, table_id, receipt)


class SitInView(APIView):
    """POST /api/v1/tables/{t}/seats/me/sit-in"""

    permission_classes = [IsPlayer]

    @extend_schema(
        request=forms.SitInInput,
        parameters=[COMMAND_HEADER],
        responses={200: forms.SeatOutput, **REFUSED},
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """Take cards again."""
        received = read_command(request, forms.SitInInput)
        receipt = seats.sit_in(
            table_id=TableId(table_id),
            player=me(request),
            entry=EntryChoice(received.facts["entry"]),
            meta=player_meta(request, received),
        )
        return _answer(request, table_id, receipt)


class MySeatView(APIView):
    """PATCH /api/v1/tables/{t}/seats/me"""

    permission_classes = [IsPlayer]

    @extend_schema(
        request=forms.SeatOptionsInput,
        parameters=[COMMAND_HEADER],
        responses={200: forms.SeatOutput, **REFUSED},
    )
    def patch(self, request: Request, table_id: UUID) -> Response:
        """Say whether one's seat straddles, and agrees to more than one board when all are in."""
        received = read_command(request, forms.SeatOptionsInput)
        receipt = seats.set_options(
            table_id=TableId(table_id),
            player=me(request),
            straddle=received.facts.get("straddle"),
            run_it=received.facts.get("run_it_twice"),
            meta=player_meta(request, received),
        )
        return _answer(request, table_id, receipt)


class LeaveView(APIView):
    """POST /api/v1/tables/{t}/seats/me/leave"""

    permission_classes = [IsPlayer]

    @extend_schema(
        request=CommandInput,
        parameters=[COMMAND_HEADER],
        responses={200: forms.SeatOutput, 202: forms.SeatOutput, **REFUSED},
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """End one's game: 200 now, 202 when the hand has ended; the stack goes to the wallet."""
        received = read_command(request, CommandInput)
        receipt = seats.leave(
            table_id=TableId(table_id), player=me(request), meta=player_meta(request, received)
        )
        return _answer(request, table_id, receipt)


def _answer(request: Request, table_id: UUID, receipt: Receipt) -> Response:
    body = _answer_body(request, table_id, receipt)
    status = 202 if body["applied"] == "after_hand" else 200
    return answered(body, status=status, is_repeat=receipt.is_repeat)


def _answer_body(request: Request, table_id: UUID, receipt: Receipt) -> dict[str, Any]:
    """Return the answer from the events themselves, so that a repeat gets the same."""
    events = frames_between(TableId(table_id), me(request), receipt.from_seq, receipt.to_seq)
    is_later = any(event["t"] in LATER for event in events)
    return {
        "seq": receipt.to_seq,
        "applied": "after_hand" if is_later else "now",
        "events": events,
    }

"""What the floor does with tables and hands."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.people.api.request_context import staff_meta
from accounts.people.queries import player_of
from pokerhouse.api.http import (
    COMMAND_HEADER,
    ETAG_HEADER,
    MATCH_HEADER,
    CommandInput,
    answered,
    read_command,
    read_match,
)
from pokerhouse.api.permissions import IsFloor, IsManager, RecentlyAuthenticated
from pokerhouse.api.schema import refusals
from pokerhouse.common.ids import HandId, PlayerId, TableId
from tables.api import serializers_staff as forms
from tables.api.configs import new_stakes_of, pointing
from tables.engine.table.state import TableState
from tables.live.snapshot import as_dict, seats_of
from tables.services import floor
from tables.services.unit_of_work import Receipt

REFUSED = refusals(400, 401, 403, 404, 409, 410, 422, 503)


class StaffPlayerView(APIView):
    """GET /api/v1/staff/players/{p}"""

    permission_classes = [IsFloor]

    @extend_schema(responses={200: forms.StaffPlayerOutput, **refusals(401, 403, 404)})
    def get(self, request: Request, player_id: UUID) -> Response:
        """Return a player as the floor knows him: name, standing, and where he sits."""
        player = PlayerId(player_id)
        person = player_of(player)
        return Response(
            {
                "player": str(player),
                "screen_name": person.screen_name,
                "standing": person.standing,
                "seats": [as_dict(seat) for seat in seats_of(player)],
            }
        )


class StaffTableView(APIView):
    """PATCH /api/v1/staff/tables/{t}"""

    permission_classes = [IsFloor]

    @extend_schema(
        request=forms.ChangeTableInput,
        parameters=[COMMAND_HEADER, MATCH_HEADER, ETAG_HEADER],
        responses={200: forms.StaffOutput, **REFUSED, **refusals(412, 428)},
    )
    def patch(self, request: Request, table_id: UUID) -> Response:
        """Play for other stakes from the next hand on."""
        received = read_command(request, forms.ChangeTableInput)
        stakes, rotation = new_stakes_of(received.facts)
        with pointing(received.facts):
            receipt = floor.change_stakes(
                table_id=TableId(table_id),
                stakes=stakes,
                rotation=rotation,
                version=_version_seen(request, table_id),
                meta=staff_meta(request, received),
            )
        return _answer(receipt)


class BombPotView(APIView):
    """POST /api/v1/staff/tables/{t}/bomb-pot"""

    permission_classes = [IsFloor]

    @extend_schema(
        request=CommandInput,
        parameters=[COMMAND_HEADER],
        responses={200: forms.StaffOutput, **REFUSED},
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """Play the next hand as a bomb pot; in a rotation the next hand of a game that has them."""
        received = read_command(request, CommandInput)
        receipt = floor.request_bomb_pot(
            table_id=TableId(table_id), meta=staff_meta(request, received)
        )
        return answered({"seq": receipt.to_seq}, is_repeat=receipt.is_repeat)


class TransitionsView(APIView):
    """POST /api/v1/staff/tables/{t}/transitions"""

    permission_classes = [IsFloor]

    @extend_schema(
        request=forms.TransitionInput,
        parameters=[COMMAND_HEADER, MATCH_HEADER, ETAG_HEADER],
        responses={200: forms.StaffOutput, **REFUSED, **refusals(412, 428)},
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """Pause a table, let it go on, or close it after the running hand."""
        received = read_command(request, forms.TransitionInput)
        receipt = floor.move_table(
            table_id=TableId(table_id),
            to=TableState(received.facts["to"]),
            reason=received.facts["reason"],
            version=_version_seen(request, table_id),
            meta=staff_meta(request, received),
        )
        return _answer(receipt)


class RemoveView(APIView):
    """POST /api/v1/staff/tables/{t}/seats/{n}/remove"""

    permission_classes = [IsFloor]

    @extend_schema(
        request=forms.RemoveInput,
        parameters=[COMMAND_HEADER, MATCH_HEADER, ETAG_HEADER],
        responses={200: forms.RemovedOutput, **REFUSED, **refusals(412, 428)},
    )
    def post(self, request: Request, table_id: UUID, seat: int) -> Response:
        """Take a player out of the game, now or after his hand; the stack goes to his wallet."""
        received = read_command(request, forms.RemoveInput)
        player = received.facts.get("player")
        removed = floor.remove_player(
            table_id=TableId(table_id),
            seat=seat,
            player=PlayerId(player) if player else None,
            reason=received.facts["reason"],
            version=_version_seen(request, table_id),
            meta=staff_meta(request, received),
        )
        return _answer(removed.receipt, applied="after_hand" if removed.is_after_hand else "now")


class VoidView(APIView):
    """POST /api/v1/staff/hands/{h}/void"""

    permission_classes = [IsManager, RecentlyAuthenticated]

    @extend_schema(
        request=forms.VoidInput,
        parameters=[COMMAND_HEADER],
        responses={200: forms.StaffOutput, **REFUSED},
    )
    def post(self, request: Request, hand_id: UUID) -> Response:
        """
        Take a hand back: every contribution returns to its owner, rake and jackpot drop too.

        The running hand, or the last one until the next hand of its table begins: then 409
        `hand_over`. Also 409: `already_taken_back`, `table_closed`, and `player_gone` when somebody
        who won or lost in a settled hand has left his seat.
        """
        received = read_command(request, forms.VoidInput)
        receipt = floor.void_hand(
            hand_id=HandId(hand_id),
            reason=received.facts["reason"],
            meta=staff_meta(request, received),
        )
        return answered({"seq": receipt.to_seq}, is_repeat=receipt.is_repeat)


def _version_seen(request: Request, table_id: UUID) -> int:
    return read_match(request, read_at=f"/tables/{table_id}")


def _answer(receipt: Receipt, **more: str) -> Response:
    body = {"seq": receipt.to_seq, **more}
    return answered(body, is_repeat=receipt.is_repeat, version=receipt.staff_version)

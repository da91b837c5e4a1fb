"""What a dealer says of the cards on a table."""

from collections.abc import Mapping
from typing import Any, get_args, get_type_hints
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.people.api.request_context import staff_meta
from pokerhouse.api.fields import Text, Whole
from pokerhouse.api.http import COMMAND_HEADER, CommandInput, answered, read_command
from pokerhouse.api.permissions import IsFloor
from pokerhouse.api.problems import StrictSerializer
from pokerhouse.api.schema import refusals
from pokerhouse.common.ids import HandId, TableId
from tables.api.serializers_staff import StaffOutput
from tables.engine.hand.commands import CorrectBoard, DeclareMisdeal, EnterCards
from tables.engine.rules.cards import RANKS, SUITS, card_of
from tables.services import croupier
from tables.services.bounds import MAX_BOARD_CARDS, MAX_DECK_POSITION, MAX_REASON

_NEEDED = {
    "misdeal": ("reason",),
    "enter_cards": ("cards",),
    "correct_board": ("positions", "why"),
}


class EnteredCardInput(StrictSerializer):
    """A face that lies open, at its place of the deck."""

    position = Whole(min_value=0, max_value=MAX_DECK_POSITION)
    card = serializers.ChoiceField([rank + suit for rank in RANKS for suit in SUITS])


class CroupierInput(CommandInput):
    """
    What is said of the running hand's cards.

    `misdeal` needs a `reason`, `enter_cards` the `cards`, `correct_board` the `positions` that
    count and `why`.
    """

    hand = serializers.UUIDField()
    action = serializers.ChoiceField(list(_NEEDED))
    reason = Text(max_length=MAX_REASON, required=False)
    cards = serializers.ListField(
        child=EnteredCardInput(), required=False, min_length=1, max_length=MAX_BOARD_CARDS
    )
    positions = serializers.ListField(
        child=Whole(min_value=0, max_value=MAX_DECK_POSITION),
        required=False,
        min_length=1,
        max_length=MAX_BOARD_CARDS,
    )
    why = serializers.ChoiceField(get_args(get_type_hints(CorrectBoard)["reason"]), required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse fields that are missing for the action, or belong to another one."""
        needed = _NEEDED[attrs["action"]]
        others = {field for fields in _NEEDED.values() for field in fields} - {*needed}
        wrong = {
            **{f: ["This field is required."] for f in needed if f not in attrs},
            **{f: ["Not for this action."] for f in sorted(others) if f in attrs},
        }
        if wrong:
            raise serializers.ValidationError(wrong)
        return attrs


class CroupierView(APIView):
    """POST /api/v1/staff/tables/{t}/croupier"""

    permission_classes = [IsFloor]

    @extend_schema(
        request=CroupierInput,
        parameters=[COMMAND_HEADER],
        responses={200: StaffOutput, **refusals(400, 401, 403, 404, 409, 410, 422, 503)},
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """
        Declare a misdeal, enter faces of physical cards, or put a board right.

        A misdeal takes the running hand back, and it is dealt again: 422 with the rule
        `substantial_action` when it is too late. Cards are entered and put right on tables with
        physical cards only: else 422 `deck_committed`.
        """
        received = read_command(request, CroupierInput)
        receipt = croupier.handle_cards(
            table_id=TableId(table_id),
            hand_id=HandId(received.facts["hand"]),
            order=_order_of(received.facts),
            meta=staff_meta(request, received),
        )
        return answered({"seq": receipt.to_seq}, is_repeat=receipt.is_repeat)


def _order_of(facts: Mapping[str, Any]) -> croupier.Order:
    match facts["action"]:
        case "misdeal":
            return DeclareMisdeal(facts["reason"])
        case "enter_cards":
            entered = facts["cards"]
            return EnterCards(
                tuple([one["position"] for one in entered]),
                tuple([card_of(one["card"]) for one in entered]),
            )
        case _:
            return CorrectBoard(tuple(facts["positions"]), facts["why"])

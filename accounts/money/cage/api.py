"""The cage: cash in and out."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.money.cage.services import AtCage, CageKind, transact
from accounts.money.ledger.chart import Book
from accounts.people.api.request_context import staff_meta
from pokerhouse.api.fields import Amount
from pokerhouse.api.http import COMMAND_HEADER, CommandInput, answered, read_command
from pokerhouse.api.permissions import IsCashier
from pokerhouse.api.schema import refusals
from pokerhouse.common.ids import PlayerId


class CageInput(CommandInput):
    """What a cashier does for a player."""

    kind = serializers.ChoiceField([kind.value for kind in CageKind])
    player = serializers.UUIDField()
    amount = Amount()
    book = serializers.ChoiceField([book.value for book in Book], default=Book.MAIN.value)
    tender = serializers.ChoiceField(["cash"], default="cash")


class CageOutput(serializers.Serializer[Any]):
    """The transaction as it stands in the books."""

    transaction = serializers.UUIDField()
    kind = serializers.ChoiceField([kind.value for kind in CageKind])
    player = serializers.UUIDField()
    amount = serializers.IntegerField()
    currency = serializers.CharField()
    book = serializers.ChoiceField([book.value for book in Book])


class CageTransactionsView(APIView):
    """POST /api/v1/cage/transactions"""

    permission_classes = [IsCashier]

    @extend_schema(
        request=CageInput,
        parameters=[COMMAND_HEADER],
        responses={201: CageOutput, **refusals(400, 401, 403, 404, 409, 410, 422, 503)},
    )
    def post(self, request: Request) -> Response:
        """Take a player's deposit, or pay out of his wallet."""
        received = read_command(request, CageInput)
        facts = received.facts
        done = transact(
            AtCage(
                kind=CageKind(facts["kind"]),
                player=PlayerId(facts["player"]),
                amount_cents=facts["amount"],
                book=Book(facts["book"]),
            ),
            meta=staff_meta(request, received),
        )
        answer = {
            **{name: facts[name] for name in ("kind", "player", "amount", "book")},
            "transaction": done.transaction_id,
            "currency": settings.CURRENCY["code"],
        }
        return answered(CageOutput(answer).data, status=201, is_repeat=done.is_repeat)

"""`/wallet`: one's money off the tables."""

from typing import Any
from uuid import UUID

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.money.ledger.balances import Place, entries_of, wallet_of
from accounts.money.ledger.chart import Book, wallet
from accounts.people.api.request_context import me
from pokerhouse.api.http import read_query
from pokerhouse.api.pagination import CursorInvalid, PageOutput, PageQuery, decode, page
from pokerhouse.api.permissions import IsPlayer
from pokerhouse.api.schema import refusals

MAX_LINE = 2**15 - 1


class BalanceOutput(serializers.Serializer[Any]):
    """The balance of one wallet, in minor units."""

    book = serializers.ChoiceField([book.value for book in Book])
    currency = serializers.CharField()
    amount = serializers.IntegerField()


class WalletOutput(serializers.Serializer[Any]):
    """One's wallets, for money and for play money."""

    data = BalanceOutput(many=True)  # type: ignore[assignment]


class EntriesQuery(PageQuery):
    """The wallet, and the page of its entries."""

    book = serializers.ChoiceField([book.value for book in Book], default=Book.MAIN.value)


class EntryOutput(serializers.Serializer[Any]):
    """One entry of the wallet: positive amounts came in, negative ones went out."""

    transaction = serializers.UUIDField()
    line = serializers.IntegerField()
    kind = serializers.CharField()
    amount = serializers.IntegerField()
    gaming_day = serializers.DateField()
    at = serializers.DateTimeField()


class EntriesOutput(PageOutput):
    """A page of entries, the oldest first."""

    data = EntryOutput(many=True)  # type: ignore[assignment]


class WalletView(APIView):
    """GET /api/v1/wallet"""

    permission_classes = [IsPlayer]

    @extend_schema(responses={200: WalletOutput, **refusals(401, 403)})
    def get(self, request: Request) -> Response:
        """Return the balances of one's wallets."""
        player = me(request)
        currency = settings.CURRENCY["code"]
        rows = [
            {"book": book.value, "currency": currency, "amount": wallet_of(player, book)}
            for book in Book
        ]
        return Response(WalletOutput({"data": rows}).data)


class WalletEntriesView(APIView):
    """GET /api/v1/wallet/entries"""

    permission_classes = [IsPlayer]

    @extend_schema(
        parameters=[EntriesQuery], responses={200: EntriesOutput, **refusals(400, 401, 403)}
    )
    def get(self, request: Request) -> Response:
        """Return the entries of one's wallet."""
        query = read_query(request, EntriesQuery)
        after = _place(query["cursor"]) if "cursor" in query else None
        account = wallet(me(request), Book(query["book"]))
        rows = [
            {
                "transaction": entry.transaction_id,
                "line": entry.line,
                "kind": entry.kind,
                "amount": -entry.amount_cents,
                "gaming_day": entry.gaming_day,
                "at": entry.effective_at,
            }
            for entry in entries_of(account, after=after, limit=query["limit"] + 1)
        ]
        answer = page(rows, query["limit"], lambda row: f"{row['transaction']}.{row['line']}")
        return Response(EntriesOutput(answer).data)


def _place(cursor: str) -> Place:
    transaction, _, line = decode(cursor).partition(".")
    try:
        place = Place(UUID(transaction), int(line))
    except ValueError as error:
        raise CursorInvalid("This list gave out no such cursor.") from error
    if not 0 <= place.line <= MAX_LINE:
        raise CursorInvalid("This list gave out no such cursor.")
    return place

"""Reports for accountants."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.money.ledger.chart import Book
from accounts.money.reports.trial import trial_balance
from pokerhouse.api.http import read_query
from pokerhouse.api.permissions import ReadsBooks
from pokerhouse.api.problems import StrictSerializer
from pokerhouse.api.schema import refusals


class TrialQuery(StrictSerializer):
    """The book, and either the last gaming day `as_of` or the only gaming day `day`."""

    book = serializers.ChoiceField([book.value for book in Book], default=Book.MAIN.value)
    as_of = serializers.DateField(required=False)
    day = serializers.DateField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse two periods at once, because it is not clear which one is meant."""
        both = {"as_of", "day"}
        if both <= attrs.keys():
            refused = ErrorDetail("Either `as_of` or `day`.", "not_together")
            raise serializers.ValidationError({field: [refused] for field in sorted(both)})
        return attrs


class TrialRowOutput(serializers.Serializer[Any]):
    """One code of the chart, in minor units."""

    code = serializers.IntegerField()
    name = serializers.CharField()
    debit = serializers.IntegerField()
    credit = serializers.IntegerField()
    balance_debit = serializers.IntegerField()
    balance_credit = serializers.IntegerField()


class TrialOutput(serializers.Serializer[Any]):
    """The trial balance."""

    book = serializers.ChoiceField([book.value for book in Book])
    day = serializers.DateField(allow_null=True)
    currency = serializers.CharField()
    rows = TrialRowOutput(many=True)
    total_debit = serializers.IntegerField()
    total_credit = serializers.IntegerField()
    is_balanced = serializers.BooleanField()


class TrialBalanceView(APIView):
    """GET /api/v1/accounting/trial-balance"""

    permission_classes = [ReadsBooks]

    @extend_schema(parameters=[TrialQuery], responses={200: TrialOutput, **refusals(400, 401, 403)})
    def get(self, request: Request) -> Response:
        """Return the debits and credits of each code that has entries."""
        query = read_query(request, TrialQuery)
        balance = trial_balance(Book(query["book"]), query.get("day"), as_of=query.get("as_of"))
        debit, credit, _, _ = balance.totals
        answer = {
            "book": balance.book.value,
            "day": balance.day,
            "currency": settings.CURRENCY["code"],
            "rows": [
                {
                    "code": row.code,
                    "name": row.name,
                    "debit": row.debit_cents,
                    "credit": row.credit_cents,
                    "balance_debit": row.balance_debit_cents,
                    "balance_credit": row.balance_credit_cents,
                }
                for row in balance.rows
            ],
            "total_debit": debit,
            "total_credit": credit,
            "is_balanced": balance.is_balanced,
        }
        return Response(TrialOutput(answer).data)

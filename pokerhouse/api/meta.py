"""`/meta`: what a client asks first."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from pokerhouse.common.clock import now
from pokerhouse.common.money import MAX_AMOUNT


class CurrencyOutput(serializers.Serializer[Any]):
    """The house's money: amounts are integers of its smallest unit."""

    code = serializers.CharField()
    exponent = serializers.IntegerField()


class MetaOutput(serializers.Serializer[Any]):
    """What a client needs to know of the server."""

    api = serializers.CharField()
    min_app = serializers.CharField()
    features = serializers.ListField(child=serializers.CharField())
    currency = CurrencyOutput()
    limits = serializers.DictField(child=serializers.IntegerField())
    server_now = serializers.DateTimeField()


class MetaView(APIView):
    """GET /api/v1/meta"""

    permission_classes = [AllowAny]
    authentication_classes = []

    @extend_schema(responses={200: MetaOutput})
    def get(self, request: Request) -> Response:
        """Return the version, the currency, the limits and the server's time."""
        answer = {
            "api": "v1",
            "min_app": settings.MIN_APP_VERSION,
            "features": settings.API_FEATURES,
            "currency": settings.CURRENCY,
            "limits": {"max_amount": MAX_AMOUNT, **settings.API_LIMITS},
            "server_now": now(),
        }
        return Response(MetaOutput(answer).data)

"""The house rules and their switches, in the reader's language."""

from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables.room.rules import serializers as forms
from tables.room.rules.queries import rules

_LANGUAGE = OpenApiParameter(
    "Accept-Language",
    str,
    OpenApiParameter.HEADER,
    description="English or German; whoever asks for neither reads English.",
)


class RulesView(APIView):
    """GET /api/v1/rules"""

    permission_classes = [AllowAny]
    authentication_classes = []

    @extend_schema(
        operation_id="rules_list", parameters=[_LANGUAGE], responses={200: forms.RulesOutput}
    )
    def get(self, request: Request) -> Response:
        """Return the presets, and every switch with its default, its range and its texts."""
        language = get_language_from_request(request)
        answer = forms.RulesOutput({"language": language, **rules(language)}).data
        response = Response(answer, headers={"Content-Language": language})
        patch_vary_headers(response, ["Accept-Language", "Cookie"])  # pages choose it by a cookie
        return response

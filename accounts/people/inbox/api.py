"""`/me/inbox`: one's notices."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.people.api.request_context import me
from accounts.people.inbox import queries as inbox
from pokerhouse.api.http import read_query, server_now
from pokerhouse.api.pagination import DEFAULT_PAGE, MAX_PAGE
from pokerhouse.api.permissions import IsSignedIn
from pokerhouse.api.problems import StrictSerializer
from pokerhouse.api.schema import refusals

MAX_SEQ = 2**53 - 1


class InboxQuery(StrictSerializer):
    """The part of the inbox to return."""

    after_seq = serializers.IntegerField(min_value=0, max_value=MAX_SEQ, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=MAX_PAGE, default=DEFAULT_PAGE)


class NoticeOutput(serializers.Serializer[Any]):
    """One notice, in the form in which the channel `me` sends it."""

    t = serializers.CharField()
    ch = serializers.CharField()
    seq = serializers.IntegerField()
    ep = serializers.IntegerField()
    ts = serializers.CharField()
    d = serializers.DictField()


class InboxOutput(serializers.Serializer[Any]):
    """A part of the inbox; the next part begins after `seq`."""

    seq = serializers.IntegerField()
    events = NoticeOutput(many=True)
    server_now = serializers.CharField()


class InboxView(APIView):
    """GET /api/v1/me/inbox"""

    permission_classes = [IsSignedIn]

    @extend_schema(parameters=[InboxQuery], responses={200: InboxOutput, **refusals(400, 401, 403)})
    def get(self, request: Request) -> Response:
        """Return the notices after `after_seq`, oldest first."""
        query = read_query(request, InboxQuery)
        events = inbox.read(me(request), after_seq=query["after_seq"], limit=query["limit"])
        seq = events[-1]["seq"] if events else query["after_seq"]
        return Response({"seq": seq, "events": events, "server_now": server_now()})

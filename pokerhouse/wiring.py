"""Puts together what the apps bring to the socket; like `asgi` it stands above all of them."""

from django.http import HttpRequest, JsonResponse

from accounts.people.inbox import queries as inbox
from accounts.people.inbox.forms import NOTICES, InboxSnapshot
from accounts.people.inbox.realtime import InboxChannel
from accounts.people.realtime import HouseAuthenticators
from pokerhouse.api.problems import body_of
from pokerhouse.realtime.asyncapi import document
from pokerhouse.realtime.channels import ChannelForms, Wiring
from pokerhouse.realtime.hub import Hub, hub_of_this_loop
from tables.live import lobby_version
from tables.realtime import channel as table
from tables.realtime import notices as table_notices
from tables.realtime.commands import COMMANDS
from tables.room.lobby import realtime as lobby


def wiring() -> Wiring:
    """Return the channels and commands of this house."""
    return Wiring(
        channels={
            table.PREFIX: table.TableChannel,
            lobby.NAME: lobby.LobbyChannel,
            inbox.CHANNEL: InboxChannel,
        },
        commands=COMMANDS,
        problem=body_of,
        private=frozenset({inbox.CHANNEL}),
        keyless=frozenset({inbox.CHANNEL, lobby.NAME}),
        forms={
            table.PREFIX: table.FORMS,
            lobby.NAME: lobby.FORMS,
            inbox.CHANNEL: ChannelForms(InboxSnapshot, {**NOTICES, **table_notices.NOTICES}),
        },
        heads=(inbox.heads, lobby_version.heads),
    )


def hub() -> Hub:
    """Return the running loop's hub: the sockets' own, or a new one where none came yet."""
    return hub_of_this_loop(lambda: Hub(wiring(), HouseAuthenticators()))


def asyncapi(_request: HttpRequest) -> JsonResponse:
    """GET /api/v1/asyncapi.json"""
    return JsonResponse(document(wiring()))

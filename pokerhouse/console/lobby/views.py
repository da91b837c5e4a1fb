"""The lobby's page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from pokerhouse.common.roles import Role
from pokerhouse.console.game_words import in_words
from pokerhouse.console.shell.boot import boot
from pokerhouse.console.shell.navigation import roles_of
from pokerhouse.console.shell.pages import page
from tables.room.lobby import queries as rooms


@page
def lobby(request: HttpRequest) -> HttpResponse:
    """GET /"""
    tables = [_line(line) for line in rooms.tables()]
    roles = roles_of(request.user)
    context = {
        "tables": tables,
        "may_sit": not roles or Role.PLAYER in roles,  # a stranger signs in on his way
        "boot": boot(request),
    }
    return render(request, "lobby/lobby.html", context)


def _line(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line in words, with a mark for each seat: taken ones first."""
    taken = line["seat_count"] - line["free_seats"]
    return {**in_words(line), "seats": [seat < taken for seat in range(line["seat_count"])]}

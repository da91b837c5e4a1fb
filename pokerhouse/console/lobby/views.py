"""The lobby's page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from pokerhouse.console.game_words import in_words
from pokerhouse.console.shell.boot import boot
from pokerhouse.console.shell.pages import page
from tables.room.lobby import queries as rooms


@page
def lobby(request: HttpRequest) -> HttpResponse:
    """GET /"""
    tables = [_line(line) for line in rooms.tables()]
    return render(request, "lobby/lobby.html", {"tables": tables, "boot": boot(request)})


def _line(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line in words, with a mark for each seat: taken ones first."""
    taken = line["seat_count"] - line["free_seats"]
    return {**in_words(line), "seats": [seat < taken for seat in range(line["seat_count"])]}

"""The lobby's page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from pokerhouse.console.game_words import in_words
from pokerhouse.console.shell.boot import boot
from pokerhouse.console.shell.pages import page
from tables.room.lobby import queries as rooms


@page
def lobby(request: HttpRequest) -> HttpResponse:
    """GET /"""
    tables = [in_words(line) for line in rooms.tables()]
    return render(request, "lobby/lobby.html", {"tables": tables, "boot": boot(request)})

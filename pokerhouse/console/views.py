"""The pages: each renders what it begins with; what happens then comes over the house's wire."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from pokerhouse.common.ids import HandId, TableId
from pokerhouse.console.boot import boot
from pokerhouse.console.game_words import game_name
from pokerhouse.console.pages import page, page_of_a_person
from pokerhouse.eventstore.errors import UnknownFeed
from tables.live import directory
from tables.live.directory import UnknownHand, UnknownTable
from tables.room.lobby import queries as rooms


@page
def lobby(request: HttpRequest) -> HttpResponse:
    """GET /"""
    tables = [_in_words(line) for line in rooms.tables()]
    return render(request, "console/lobby.html", {"tables": tables, "boot": boot(request)})


@page
def sign_in(request: HttpRequest) -> HttpResponse:
    """GET /sign-in"""
    if request.user.is_authenticated:
        return redirect("/")
    return render(request, "console/sign_in.html", {"boot": boot(request)})


@page
def sign_up(request: HttpRequest) -> HttpResponse:
    """GET /sign-up"""
    if request.user.is_authenticated:
        return redirect("/")
    return render(request, "console/sign_up.html", {"boot": boot(request)})


@page_of_a_person
def table(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """GET /tables/{t}"""
    try:
        line = rooms.table(TableId(table_id))
    except (UnknownTable, UnknownFeed) as error:
        raise Http404 from error
    told = boot(request, table=str(table_id), name=line["name"])
    return render(request, "console/table.html", {"table": _in_words(line), "boot": told})


@page_of_a_person
def hand(request: HttpRequest, hand_id: UUID) -> HttpResponse:
    """GET /hands/{h}"""
    try:
        table_id = directory.table_of_hand(HandId(hand_id))
    except UnknownHand as error:
        raise Http404 from error
    line = rooms.table(table_id)
    told = boot(request, hand=str(hand_id), table=str(table_id))
    return render(request, "console/hand.html", {"table": line, "boot": told})


def _in_words(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line of the lobby with what it plays, and how it stands, in the reader's words."""
    return {**line, "game_name": game_name(line), "state_word": gettext(line["state"])}

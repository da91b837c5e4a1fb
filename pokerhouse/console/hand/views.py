"""The page of a finished hand."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from pokerhouse.common.ids import HandId
from pokerhouse.console.shell.boot import boot
from pokerhouse.console.shell.pages import page_of_a_person
from tables.live import directory
from tables.live.directory import UnknownHand
from tables.room.lobby import queries as rooms


@page_of_a_person
def hand(request: HttpRequest, hand_id: UUID) -> HttpResponse:
    """GET /hands/{h}"""
    try:
        table_id = directory.table_of_hand(HandId(hand_id))
    except UnknownHand as error:
        raise Http404 from error
    line = rooms.table(table_id)
    facts = boot(request, hand=str(hand_id), table=str(table_id))
    return render(request, "hand/hand.html", {"table": line, "boot": facts})

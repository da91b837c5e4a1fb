"""The table's page: what is shown on it comes over the house's wire."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from pokerhouse.common.ids import TableId
from pokerhouse.console.game_words import in_words
from pokerhouse.console.shell.boot import boot
from pokerhouse.console.shell.pages import page_of_a_person
from pokerhouse.eventstore.errors import UnknownFeed
from tables.live.directory import UnknownTable
from tables.room.lobby import queries as rooms


@page_of_a_person
def table(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """GET /tables/{t}"""
    try:
        line = rooms.table(TableId(table_id))
    except (UnknownTable, UnknownFeed) as error:
        raise Http404 from error
    facts = boot(request, table=str(table_id), name=line["name"])
    return render(request, "table/table.html", {"table": in_words(line), "boot": facts})

"""Opening a table: for a game of the house, or with figures of its own."""

from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext

from pokerhouse.common.ids import TableId
from pokerhouse.console.floor.board import PAGE
from pokerhouse.console.floor.forms import OpenForm
from pokerhouse.console.floor.views import for_floor
from pokerhouse.console.games.forms import ConfigForm, GameChoice
from pokerhouse.console.parts.answers import go_to, toast
from pokerhouse.console.parts.commands import carry_out, sent, status_of
from pokerhouse.console.shell.pages import HtmxRequest
from tables.room.games import queries as games_to_read
from tables.room.games import services as games
from tables.services import floor

OWN = f"{PAGE}/new/own"


@for_floor
def open_for_game(request: HtmxRequest) -> HttpResponseBase:
    """GET and POST /floor/tables/new"""
    known = games_to_read.games()
    form = OpenForm(sent(request), known)
    done = carry_out(
        request,
        form,
        lambda meta: games.open_table(
            game_id=UUID(form.cleaned_data["game"]), name=form.cleaned_data["name"], meta=meta
        ),
    )
    if done is not None:
        return _opened(request, done[0], form.cleaned_data["name"])
    return _page(request, form, has_games=bool(known))


@for_floor
def open_own(request: HtmxRequest) -> HttpResponseBase:
    """GET and POST /floor/tables/new/own"""
    form = ConfigForm(sent(request), request.GET.dict())
    done = carry_out(
        request,
        form,
        lambda meta: floor.open_table(
            config=form.config(), name=form.cleaned_data["name"], meta=meta
        ),
    )
    if done is not None:
        return _opened(request, done[0], form.cleaned_data["name"])
    return _page(request, form)


def _opened(request: HtmxRequest, table_id: TableId, name: str) -> HttpResponseBase:
    toast(request, gettext("The table {name} is open.").format(name=name))
    return go_to(request, f"{PAGE}/{table_id}")


def _page(
    request: HtmxRequest, form: OpenForm | ConfigForm, *, has_games: bool = True
) -> HttpResponse:
    context = {
        "form": form,
        "choice": GameChoice(*form.chosen) if isinstance(form, ConfigForm) else None,
        "has_games": has_games,
        "back": PAGE,
        "tabs": [
            {"path": f"{PAGE}/new", "label": gettext("For a game of the house")},
            {"path": OWN, "label": gettext("With its own figures")},
        ],
    }
    return render(request, "floor/new.html", context, status=status_of(form))

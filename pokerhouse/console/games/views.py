"""The games of the house, as managers keep them: created, renamed, retired, never changed."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pokerhouse.common.roles import Role
from pokerhouse.console.game_words import game_name
from pokerhouse.console.games.forms import ConfigForm, GameChoice, RenameForm
from pokerhouse.console.parts.answers import go_to, render_dialog, toast
from pokerhouse.console.parts.commands import VersionedForm, carry_out, sent, status_of
from pokerhouse.console.parts.listings import Column, SortedTable, in_memory, render_page
from pokerhouse.console.shell.pages import HtmxRequest, page_for
from tables.room.games import queries
from tables.room.games import services as games_of_house
from tables.room.games.queries import UnknownGame

PAGE = "/games"
_for_managers = page_for(Role.MANAGER)


class GameFilter(forms.Form):
    """What one can ask the list for."""

    q = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=60,
        widget=forms.TextInput({"type": "search", "class": "search"}),
    )
    state = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=(("", _("all")), ("used", _("in use")), ("retired", _("retired"))),
    )


@_for_managers
def games(request: HtmxRequest) -> HttpResponse:
    """GET /games"""
    return render_page(request, "games/games.html", _table().listing(request))


@_for_managers
def new_game(request: HtmxRequest) -> HttpResponseBase:
    """GET and POST /games/new"""
    form = ConfigForm(sent(request), request.GET.dict())
    done = carry_out(
        request,
        form,
        lambda meta: games_of_house.create_game(
            name=form.cleaned_data["name"], config=form.config(), meta=meta
        ),
    )
    if done is not None:
        said = gettext("The game {name} is there. Tables can be opened for it.")
        toast(request, said.format(name=form.cleaned_data["name"]))
        return go_to(request, PAGE)
    context = {"form": form, "choice": GameChoice(*form.chosen), "back": PAGE}
    return render(request, "games/new.html", context, status=status_of(form))


@_for_managers
def rename_game(request: HtmxRequest, game_id: UUID) -> HttpResponseBase:
    """GET and POST /games/{g}/rename"""
    game = _game(game_id)
    form = RenameForm(sent(request), initial={"version": _number(game), "name": game["name"]})
    done = carry_out(
        request,
        form,
        lambda meta: games_of_house.rename_game(
            game_id=game_id,
            name=form.cleaned_data["name"],
            version=form.cleaned_data["version"],
            meta=meta,
        ),
    )
    if done is not None:
        said = gettext("The game is called {name} now.")
        toast(request, said.format(name=form.cleaned_data["name"]))
        return go_to(request, PAGE)
    return render_dialog(request, "games/rename.html", _context(form, game), status_of(form))


@_for_managers
def retire_game(request: HtmxRequest, game_id: UUID) -> HttpResponseBase:
    """GET and POST /games/{g}/retire"""
    game = _game(game_id)
    form = VersionedForm(sent(request), initial={"version": _number(game)})
    done = carry_out(
        request,
        form,
        lambda meta: games_of_house.retire_game(
            game_id=game_id, version=form.cleaned_data["version"], meta=meta
        ),
    )
    if done is not None:
        toast(request, gettext("{name} is retired.").format(name=game["name"]))
        return go_to(request, PAGE)
    return render_dialog(request, "games/retire.html", _context(form, game), status_of(form))


def _game(game_id: UUID) -> dict[str, Any]:
    try:
        return queries.staff_game(game_id)
    except UnknownGame as error:
        raise Http404 from error


def _context(form: forms.Form, game: Mapping[str, Any]) -> dict[str, Any]:
    return {"form": form, "game": game, "back": PAGE}


def _number(game: Mapping[str, Any]) -> int:
    return int(str(game["version"]).strip('"'))


def _table() -> SortedTable:
    keys = {
        "name": lambda row: row["name"].casefold(),
        "plays": lambda row: row["game_name"],
        "seats": lambda row: row["seat_count"],
    }
    return SortedTable(
        id="games",
        label=gettext("Games"),
        columns=(
            Column(name="name", label=gettext("Name"), is_sortable=True),
            Column(name="plays", label=gettext("Game"), is_sortable=True),
            Column(name="stakes", label=gettext("Stakes"), is_number=True),
            Column(name="seats", label=gettext("Seats"), is_sortable=True, is_number=True),
            Column(name="version", label=gettext("Version"), is_number=True),
            Column(name="state", label=gettext("State")),
            Column(name="do", label=""),
        ),
        row_template="games/row.html",
        source=in_memory(_rows, keys=keys, matches=_fits),
        filters=GameFilter,
        sort="name",
    )


def _rows() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while True:
        more = queries.staff_games(after_name=found[-1]["name"] if found else "")
        found += more
        if len(more) < queries.MAX_PAGE:
            break
    return [
        {**row, "number": _number(row), "game_name": game_name({**row, "game": row["variant"]})}
        for row in found
    ]


def _fits(row: Mapping[str, Any], filters: Mapping[str, Any]) -> bool:
    state = "retired" if row["retired_at"] else "used"
    return (
        filters.get("q", "").casefold() in row["name"].casefold()
        and filters.get("state", state) == state
    )

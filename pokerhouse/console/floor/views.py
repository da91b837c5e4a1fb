"""The floor's list of tables, and the page of one."""

from collections.abc import Mapping
from typing import Any, Final, cast
from uuid import UUID

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pokerhouse.common.roles import Role
from pokerhouse.console.floor.board import STATE_LEVELS, TableBoard, board_of
from pokerhouse.console.game_words import in_words
from pokerhouse.console.parts.commands import CommandForm, VersionedForm, status_of
from pokerhouse.console.parts.listings import (
    Column,
    Found,
    SortedTable,
    Wish,
    render_page,
)
from pokerhouse.console.shell.navigation import roles_of
from pokerhouse.console.shell.pages import HtmxRequest, page_for
from tables.room.lobby import queries as rooms
from tables.room.lobby.queries import StaffOrder

for_floor = page_for(Role.FLOOR, Role.MANAGER)

_STATES: Final[Mapping[str, tuple[str, ...]]] = {
    "": ("open", "playing", "paused", "closing"),
    "playing": ("playing",),
    "waiting": ("open",),
    "paused": ("paused",),
    "closed": ("closed",),
    "all": (),
}


class TableFilter(forms.Form):
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
        choices=(
            ("", _("not closed")),
            ("playing", _("playing")),
            ("waiting", _("waiting for players")),
            ("paused", _("paused")),
            ("closed", _("closed")),
            ("all", _("all")),
        ),
    )


@for_floor
def tables(request: HtmxRequest) -> HttpResponse:
    """GET /floor/tables"""
    return render_page(request, "floor/tables.html", _table().listing(request))


@for_floor
def table(request: HtmxRequest, table_id: UUID) -> HttpResponse:
    """GET /floor/tables/{t}"""
    return show(request, board_of(table_id))


@for_floor
def seats(request: HtmxRequest, table_id: UUID) -> HttpResponse:
    """GET /floor/tables/{t}/seats: what the page asks for again and again."""
    return render(request, "floor/_seats.html", {"board": board_of(table_id)})


def show(
    request: HtmxRequest, board: TableBoard, refused: CommandForm | None = None
) -> HttpResponse:
    """Render a table's page; `refused` is the form of a button that the house did not follow."""
    context = {
        "board": board,
        "change": VersionedForm(initial={"version": board.version}, auto_id=False),
        "ask": CommandForm(auto_id=False),
        "level": STATE_LEVELS.get(board.line["state"], ""),
        "may_take_back": board.may_take_back and Role.MANAGER in roles_of(request.user),
        "refused": refused,
    }
    status = status_of(refused) if refused is not None else 200
    return render(request, "floor/table.html", context, status=status)


def _table() -> SortedTable:
    return SortedTable(
        id="tables",
        label=gettext("Tables"),
        columns=(
            Column(name="name", label=gettext("Table"), is_sortable=True),
            Column(name="plays", label=gettext("Game")),
            Column(name="stakes", label=gettext("Stakes"), is_number=True),
            Column(name="seats", label=gettext("Seats")),
            Column(name="hand_no", label=gettext("Hands"), is_sortable=True, is_number=True),
            Column(name="state", label=gettext("State"), is_sortable=True),
            Column(name="do", label=""),
        ),
        row_template="floor/row.html",
        source=_find,
        filters=TableFilter,
        sort="name",
    )


def _find(wish: Wish) -> Found:
    lines, total = rooms.staff_tables(
        name=wish.filters.get("q", ""),
        states=_STATES[wish.filters.get("state", "")],
        order=cast("StaffOrder", wish.sort),
        is_descending=wish.is_descending,
        offset=wish.offset,
        limit=wish.limit,
    )
    return Found([_row(line) for line in lines], total)


def _row(line: Mapping[str, Any]) -> dict[str, Any]:
    taken = line["seat_count"] - line["free_seats"]
    return {
        **in_words(line),
        "taken": taken,
        "seats": [seat < taken for seat in range(line["seat_count"])],
        "level": STATE_LEVELS.get(line["state"], ""),
    }

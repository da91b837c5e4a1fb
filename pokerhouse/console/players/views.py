"""The floor's pages about players: search, register, suspend, readmit, bar."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext

from accounts.people import services as people
from accounts.people.errors import UnknownPerson
from accounts.people.players import enter_player
from accounts.people.queries import PersonLine, find_people, player_of
from pokerhouse.commands.meta import Meta
from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.common.roles import Role
from pokerhouse.console.parts.answers import ask_for_proof, go_to, render_dialog, toast
from pokerhouse.console.parts.commands import ReasonedForm, carry_out, sent, status_of
from pokerhouse.console.parts.listings import Column, Found, SortedTable, Wish, render_page
from pokerhouse.console.players.forms import EnterForm, PlayerFilter
from pokerhouse.console.players.standings import shown_standing
from pokerhouse.console.shell.navigation import roles_of
from pokerhouse.console.shell.pages import HtmxRequest, has_proved_lately, page_for
from tables.live.snapshot import as_dict, seats_of
from tables.live.state_forms import StaffSeatView
from tables.room.lobby import queries as rooms

PAGE: Final = "/players"
_for_floor = page_for(Role.FLOOR, Role.MANAGER)


@_for_floor
def players(request: HtmxRequest) -> HttpResponse:
    """GET /players"""
    return render_page(request, "players/players.html", _table().listing(request))


@_for_floor
def player(request: HtmxRequest, player_id: UUID) -> HttpResponse:
    """GET /players/{p}"""
    person = _player(player_id)
    context = {
        "player": person,
        **shown_standing(person.standing),
        "seats": [_seat(seat) for seat in seats_of(PlayerId(player_id))],
        "may_bar": Role.MANAGER in roles_of(request.user),
    }
    return render(request, "players/player.html", context)


@_for_floor
def enter(request: HtmxRequest) -> HttpResponseBase:
    """GET and POST /players/new"""
    form = EnterForm(sent(request))
    done = carry_out(
        request,
        form,
        lambda meta: enter_player(
            email=form.cleaned_data["email"],
            screen_name=form.cleaned_data["screen_name"],
            meta=meta,
        ),
    )
    if done is not None:
        name = form.cleaned_data["screen_name"]
        toast(request, gettext("{name} is entered and may play.").format(name=name))
        return go_to(request, f"{PAGE}/{done.player}")
    context = {"form": form, "back": PAGE}
    return render(request, "players/new.html", context, status=status_of(form))


@_for_floor
def suspend(request: HtmxRequest, player_id: UUID) -> HttpResponseBase:
    """GET and POST /players/{p}/suspend"""
    return _decide(
        request,
        player_id,
        people.suspend,
        title=gettext("Suspend {name}?"),
        effect=gettext(
            "Signed out at once everywhere, and not let in until staff says so. A seat at a table"
            " stays until the player is removed there."
        ),
        action=gettext("Suspend"),
        said=gettext("{name} is suspended."),
    )


@_for_floor
def unsuspend(request: HtmxRequest, player_id: UUID) -> HttpResponseBase:
    """GET and POST /players/{p}/unsuspend"""
    return _decide(
        request,
        player_id,
        people.unsuspend,
        title=gettext("Let {name} in again?"),
        effect=gettext("May sign in and play at once."),
        action=gettext("Let in again"),
        said=gettext("{name} may play again."),
    )


@page_for(Role.MANAGER)
def bar(request: HtmxRequest, player_id: UUID) -> HttpResponseBase:
    """GET and POST /players/{p}/bar"""
    person = _player(player_id)
    if not has_proved_lately(request):
        title = gettext("Bar {name}?").format(name=person.screen_name)
        return ask_for_proof(request, title, f"{PAGE}/{player_id}")
    return _decide(
        request,
        player_id,
        people.bar,
        title=gettext("Bar {name}?"),
        effect=gettext(
            "Never let in again; nobody can take that back. The wallet can be paid out."
        ),
        action=gettext("Bar for good"),
        said=gettext("{name} is barred."),
    )


def _decide(
    request: HtmxRequest, player_id: UUID, verb: Callable[..., people.Changed], **words: str
) -> HttpResponseBase:
    person, back = _player(player_id), f"{PAGE}/{player_id}"
    form = ReasonedForm(sent(request))

    def command(meta: Meta) -> people.Changed:
        return verb(person=player_id, reason=form.cleaned_data["reason"], meta=meta)

    named = {key: word.format(name=person.screen_name) for key, word in words.items()}
    if carry_out(request, form, command) is not None:
        toast(request, named["said"])
        return go_to(request, back)
    context = {**named, "form": form, "back": back}
    return render_dialog(request, "parts/confirm.html", context, status_of(form))


def _player(player_id: UUID) -> Any:
    try:
        return player_of(PlayerId(player_id))
    except UnknownPerson as error:
        raise Http404 from error


def _seat(seat: StaffSeatView) -> dict[str, Any]:
    return {**as_dict(seat), "name": rooms.table(TableId(seat.table))["name"]}


def _table() -> SortedTable:
    return SortedTable(
        id="players",
        label=gettext("Players"),
        columns=(
            Column(name="name", label=gettext("Screen name"), is_sortable=True),
            Column(name="since", label=gettext("Here since")),
            Column(name="standing", label=gettext("Standing")),
        ),
        row_template="players/row.html",
        source=_find,
        filters=PlayerFilter,
        sort="name",
    )


def _find(wish: Wish) -> Found:
    rows, total = find_people(
        wish.filters.get("q", ""),
        role=Role.PLAYER,
        standing=wish.filters.get("standing", ""),
        is_descending=wish.is_descending,
        offset=wish.offset,
        limit=wish.limit,
    )
    return Found([_row(line) for line in rows], total)


def _row(line: PersonLine) -> dict[str, Any]:
    return {
        "line": line,
        **shown_standing(line.standing),
    }

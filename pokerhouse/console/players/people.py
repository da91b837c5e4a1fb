"""The pages for administrators: all people, and their roles."""

from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext

from accounts.people import services
from accounts.people.queries import PersonLine, find_people, person_of
from pokerhouse.common.roles import Role
from pokerhouse.console.parts.answers import ask_for_proof, go_to, render_dialog, toast
from pokerhouse.console.parts.commands import carry_out, sent, status_of
from pokerhouse.console.parts.listings import Column, Found, SortedTable, Wish, render_page
from pokerhouse.console.players.forms import PersonFilter, RolesForm, roles_in_words
from pokerhouse.console.players.standings import shown_standing
from pokerhouse.console.shell.pages import HtmxRequest, has_proved_lately, page_for

PAGE: Final = "/people"
_for_admins = page_for(Role.ADMIN)


@_for_admins
def everybody(request: HtmxRequest) -> HttpResponse:
    """GET /people"""
    return render_page(request, "players/people.html", _table().listing(request))


@_for_admins
def roles(request: HtmxRequest, person_id: UUID) -> HttpResponseBase:
    """GET and POST /people/{p}/roles"""
    person = person_of(person_id)
    if person is None:
        raise Http404
    title = gettext("Roles of {name}").format(name=person.screen_name)
    if not has_proved_lately(request):
        return ask_for_proof(request, title, PAGE)
    form = RolesForm(sent(request), tuple(person.roles))
    done = carry_out(
        request,
        form,
        lambda meta: services.set_roles(
            person=person_id,
            roles=[Role(role) for role in form.cleaned_data["roles"]],
            meta=meta,
        ),
    )
    if done is not None:
        said = gettext("{name} is now: {roles}.")
        words = roles_in_words(done.roles)
        toast(request, said.format(name=person.screen_name, roles=words))
        return go_to(request, PAGE)
    context = {"form": form, "title": title, "back": PAGE}
    return render_dialog(request, "players/roles.html", context, status_of(form))


def _table() -> SortedTable:
    return SortedTable(
        id="people",
        label=gettext("People"),
        columns=(
            Column(name="name", label=gettext("Screen name"), is_sortable=True),
            Column(name="roles", label=gettext("Roles")),
            Column(name="standing", label=gettext("Standing")),
            Column(name="do", label=""),
        ),
        row_template="players/person_row.html",
        source=_find,
        filters=PersonFilter,
        sort="name",
    )


def _find(wish: Wish) -> Found:
    role = wish.filters.get("role")
    rows, total = find_people(
        wish.filters.get("q", ""),
        role=Role(role) if role else None,
        is_descending=wish.is_descending,
        offset=wish.offset,
        limit=wish.limit,
    )
    return Found([_row(line) for line in rows], total)


def _row(line: PersonLine) -> dict[str, Any]:
    return {
        "line": line,
        "roles": roles_in_words(line.roles),
        **shown_standing(line.standing),
    }

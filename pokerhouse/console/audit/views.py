"""The audit trail's page."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.audit_trail.queries import AuditFilter, AuditLine, find_audit
from accounts.people.queries import find_people, screen_names
from pokerhouse.common.roles import Role
from pokerhouse.console.audit.sentences import DEEDS, KINDS, deed_of, facts_of, people_in
from pokerhouse.console.parts.listings import Column, Found, SortedTable, Wish, render_page
from pokerhouse.console.players.forms import search_field
from pokerhouse.console.shell.navigation import roles_of
from pokerhouse.console.shell.pages import HtmxRequest, page_for
from tables.room.games import queries as games
from tables.room.lobby import queries as rooms

MAX_NAMED = 200
"""People whose names fit a filter; more are no person that somebody looks for."""

_FLOOR = frozenset({Role.FLOOR, Role.MANAGER})


class TrailFilter(forms.Form):
    """Who, what, about whom or what, and when."""

    q = search_field()
    action = forms.ChoiceField(label=_("Deed"), required=False)
    kind = forms.ChoiceField(label=_("About"), required=False)
    day = forms.DateField(
        label=_("Day"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        deeds = sorted((gettext(word), action) for action, word in DEEDS.items())
        kinds = [(kind, gettext(word)) for kind, word in KINDS.items()]
        self.fields["action"] = forms.ChoiceField(
            label=gettext("Deed"),
            required=False,
            choices=[("", gettext("all")), *((action, word) for word, action in deeds)],
        )
        self.fields["kind"] = forms.ChoiceField(
            label=gettext("About"), required=False, choices=[("", gettext("all")), *kinds]
        )


@page_for(Role.MANAGER, Role.AUDITOR, Role.ADMIN)
def trail(request: HtmxRequest) -> HttpResponse:
    """GET /audit"""
    may_open = not _FLOOR.isdisjoint(roles_of(request.user))
    return render_page(request, "audit/trail.html", _table(may_open=may_open).listing(request))


def _table(*, may_open: bool) -> SortedTable:
    return SortedTable(
        id="trail",
        label=gettext("Audit trail"),
        columns=(
            Column(name="at", label=gettext("Time"), is_sortable=True),
            Column(name="who", label=gettext("Who")),
            Column(name="deed", label=gettext("Deed")),
            Column(name="about", label=gettext("About")),
            Column(name="facts", label=gettext("Details")),
        ),
        row_template="audit/row.html",
        source=lambda wish: _find(wish, may_open=may_open),
        filters=TrailFilter,
        sort="-at",
    )


def _find(wish: Wish, *, may_open: bool) -> Found:
    wanted = wish.filters
    lines, total = find_audit(
        AuditFilter(
            people=_named(wanted["q"]) if "q" in wanted else None,
            action=wanted.get("action", ""),
            kind=wanted.get("kind", ""),
            day=wanted.get("day"),
        ),
        is_ascending=not wish.is_descending,
        offset=wish.offset,
        limit=wish.limit,
    )
    names = _names(lines)
    return Found([_row(line, names, may_open=may_open) for line in lines], total)


def _names(lines: Collection[AuditLine]) -> dict[UUID, str]:
    """Return what everybody and everything on a page is called, in three queries."""
    people = {person for line in lines for person in _people(line)}
    return {
        **screen_names(people),
        **rooms.names_of(_targets(lines, "table")),
        **games.names_of(_targets(lines, "game")),
    }


def _targets(lines: Collection[AuditLine], kind: str) -> set[UUID]:
    begin = f"{kind}:"
    return {
        UUID(line.target.removeprefix(begin)) for line in lines if line.target.startswith(begin)
    }


def _named(query: str) -> Collection[UUID]:
    found, _total = find_people(query, limit=MAX_NAMED)
    return [person.id for person in found]


def _people(line: AuditLine) -> set[UUID]:
    actor = {line.actor} if line.actor is not None else set()
    return actor | set(people_in(line.facts)) | _targets([line], "person")


def _row(line: AuditLine, names: dict[UUID, str], *, may_open: bool) -> dict[str, Any]:
    unknown = gettext("somebody who is gone")
    about, path = _target(line.target, names)
    return {
        "at": line.at,
        "who": names.get(line.actor, unknown) if line.actor else gettext("the house itself"),
        "deed": deed_of(line.action),
        "about": about or unknown,
        "path": path if may_open else "",
        "facts": list(facts_of(line.facts, lambda person: names.get(person, unknown))),
    }


def _target(target: str, names: dict[UUID, str]) -> tuple[str, str]:
    """Return what something was about, in words, and its page."""
    kind, _colon, about = target.partition(":")
    if kind == "hand":
        return gettext("a hand"), f"/hands/{about}"
    return names.get(UUID(about), ""), _PAGES.get(kind, "") and f"{_PAGES[kind]}/{about}"


_PAGES = {"person": "/players", "table": "/floor/tables"}

"""
Tables with sort, filter and paging: on the server, by plain links and a plain form.

What somebody chose stands in the address, so it can be kept and sent. htmx swaps the table in its
place where it is there; without scripts each choice loads the page.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from pokerhouse.console.shell.pages import HtmxRequest

PAGE_SIZE: Final = 25
MAX_PAGE: Final = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: its head is a link if the source can sort by it."""

    name: str
    label: str
    """In the reader's language."""
    is_sortable: bool = False
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """Which rows somebody wants to see."""

    filters: Mapping[str, Any] = field(default_factory=dict)
    """The filter form's cleaned values; fields that are empty or wrong are not in it."""
    sort: str = ""
    is_descending: bool = False
    offset: int = 0
    limit: int = PAGE_SIZE


@dataclass(frozen=True, slots=True)
class Found:
    """The rows of one page, and how many there are on all."""

    rows: Sequence[Any]
    total_count: int


Source = Callable[[Wish], Found]


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """A column's head as it is shown."""

    name: str
    label: str
    is_number: bool
    address: str
    """Where a click leads; "" if one cannot sort by it."""
    order: str
    """`ascending`, `descending` or "": what a screen reader says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A table as its template shows it."""

    id: str
    path: str
    label: str
    heads: Sequence[ColumnHead]
    rows: Sequence[Any]
    row_template: str
    form: forms.Form | None
    sort: str
    is_filtered: bool
    first: int
    last: int
    total_count: int
    earlier: str
    later: str
    """Addresses of the pages before and after this one, "" at an end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SortedTable:
    """What a listing is made of; a feature keeps one for each of its tables."""

    id: str
    label: str
    columns: Sequence[Column]
    row_template: str
    """Renders one `row` as a `<tr>`."""
    source: Source
    filters: type[forms.Form] | None = None
    sort: str = ""
    """How rows stand before anybody chose: a column's name, with `-` for the largest first."""
    page_size: int = PAGE_SIZE

    def listing(self, request: HttpRequest) -> Listing:
        """Return what the request's address asks for; what is wrong in it counts as not said."""
        form = self.filters(request.GET) if self.filters else None
        chosen = _chosen(form)
        sort = self._sort(request.GET.get("sort", ""))
        page = _page(request.GET.get("page", ""))
        found = self._found(chosen, sort, page)
        if not found.rows and page > 1 and found.total_count:
            page = -(-found.total_count // self.page_size)
            found = self._found(chosen, sort, page)
        query = _Query(request.path, {**_said(form), **({"sort": sort} if sort else {})})
        first = (page - 1) * self.page_size + 1 if found.rows else 0
        last = first + len(found.rows) - 1 if found.rows else 0
        return Listing(
            id=self.id,
            path=request.path,
            label=self.label,
            heads=[_head(column, sort, query) for column in self.columns],
            rows=found.rows,
            row_template=self.row_template,
            form=form,
            sort=sort,
            is_filtered=bool(chosen),
            first=first,
            last=last,
            total_count=found.total_count,
            earlier=query.address(page=page - 1) if page > 1 else "",
            later=query.address(page=page + 1) if last < found.total_count else "",
        )

    def _found(self, chosen: Mapping[str, Any], sort: str, page: int) -> Found:
        wish = Wish(
            filters=chosen,
            sort=sort.removeprefix("-"),
            is_descending=sort.startswith("-"),
            offset=(page - 1) * self.page_size,
            limit=self.page_size,
        )
        return self.source(wish)

    def _sort(self, wanted: str) -> str:
        names = {column.name for column in self.columns if column.is_sortable}
        return wanted if wanted.removeprefix("-") in names else self.sort


def render_page(request: HtmxRequest, template: str, listing: Listing, **more: Any) -> HttpResponse:
    """Render the page; if htmx asks for its table, only that."""
    context = {"listing": listing, **more}
    if request.htmx and request.htmx.target == listing.id:
        return render(request, "parts/listing.html", context)
    return render(request, template, context)


def address(path: str, **said: Any) -> str:
    """Return a path with what is said in its query."""
    return f"{path}?{urlencode(said, doseq=True)}"


def in_memory(
    rows: Callable[[], Sequence[Any]],
    *,
    keys: Mapping[str, Callable[[Any], Any]],
    matches: Callable[[Any, Mapping[str, Any]], bool] = lambda _row, _filters: True,
) -> Source:
    """Return a source for rows that are few: tables of a room, people of a shift."""

    def find(wish: Wish) -> Found:
        found = [row for row in rows() if matches(row, wish.filters)]
        if wish.sort:
            found.sort(key=keys[wish.sort], reverse=wish.is_descending)
        return Found(found[wish.offset : wish.offset + wish.limit], len(found))

    return find


@dataclass(frozen=True, slots=True)
class _Query:
    path: str
    said: Mapping[str, Any]

    def address(self, **more: Any) -> str:
        return address(self.path, **{**self.said, **more})


def _head(column: Column, sort: str, query: _Query) -> ColumnHead:
    is_here = sort.removeprefix("-") == column.name
    is_descending = is_here and sort.startswith("-")
    after = column.name if is_descending or not is_here else f"-{column.name}"
    order = ("descending" if is_descending else "ascending") if is_here else ""
    address = query.address(sort=after) if column.is_sortable else ""
    return ColumnHead(column.name, column.label, column.is_number, address, order)


def _chosen(form: forms.Form | None) -> dict[str, Any]:
    """Return the filters that hold; a wrong one is told of beside its field and left out."""
    if form is None:
        return {}
    form.is_valid()
    return {name: value for name, value in form.cleaned_data.items() if value not in (None, "", [])}


def _said(form: forms.Form | None) -> dict[str, Any]:
    """Return what stands in the filter form, for the addresses of other pages."""
    if form is None:
        return {}
    said = {field.html_name: field.data for field in form}
    return {name: value for name, value in said.items() if value}


def _page(text: str) -> int:
    return min(max(int(text), 1), MAX_PAGE) if text.isascii() and text.isdigit() else 1

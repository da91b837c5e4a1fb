"""One's hands in the reader's words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.money.ledger.chart import Book
from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.console.game_words import game_name
from pokerhouse.console.parts.listings import Column, Found, SortedTable, Wish
from pokerhouse.console.shell import formats
from tables.room.hands.played import PlayedHand, played_hands, tables_played_at
from tables.room.lobby.queries import lines_of

FORMATS = (("text", "txt", "Text"), ("phh", "phh", "PHH"), ("json", "json", "JSON"))
"""How a history may be had: the API's word, the file's ending, and what people call it."""


@dataclass(frozen=True, slots=True)
class Download:
    """A link to a hand's history."""

    path: str
    file_name: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRow:
    """A line of the table of hands."""

    path: str
    at: datetime
    hand_no: str
    table: str
    game: str
    net: str
    is_gain: bool
    is_over: bool
    is_voided: bool
    downloads: tuple[Download, ...]


def played_table(player: PlayerId) -> SortedTable:
    """Return the table of the hands in which the player was dealt in."""

    def find(wish: Wish) -> Found:
        table = wish.filters.get("table")
        page = played_hands(
            player,
            table_id=TableId(UUID(table)) if table else None,
            is_oldest_first=not wish.is_descending,
            offset=wish.offset,
            limit=wish.limit,
        )
        tables = lines_of({hand.table_id for hand in page.hands})
        return Found([_row(hand, tables[hand.table_id]) for hand in page.hands], page.total_count)

    return SortedTable(
        id="my-hands",
        label=gettext("My hands"),
        columns=(
            Column(name="at", label=gettext("Time"), is_sortable=True),
            Column(name="hand", label=gettext("Hand")),
            Column(name="game", label=gettext("Game")),
            Column(name="net", label=gettext("Net result"), is_number=True),
            Column(name="history", label=gettext("History")),
        ),
        row_template="hands/row.html",
        source=find,
        filters=_filter_of(player),
        sort="-at",
    )


def _filter_of(player: PlayerId) -> type[forms.Form]:
    """Return the form that asks for one of the player's own tables."""
    lines = lines_of(tables_played_at(player))
    names = sorted((str(line["name"]), str(table)) for table, line in lines.items())

    class HandFilter(forms.Form):
        table = forms.ChoiceField(
            label=_("Table"),
            required=False,
            choices=(("", _("all")), *((table, name) for name, table in names)),
        )

    return HandFilter


def _row(hand: PlayedHand, line: Mapping[str, Any]) -> HandRow:
    counts = hand.is_over and not hand.is_voided
    return HandRow(
        path=f"/hands/{hand.hand_id}",
        at=hand.started_at,
        hand_no=formats.number(hand.hand_no),
        table=str(line["name"]),
        game=f"{game_name(line)} {line['stakes_text']}",
        net=_net(hand.net_chips, line) if counts else "",
        is_gain=hand.net_chips > 0,
        is_over=hand.is_over,
        is_voided=hand.is_voided,
        downloads=_downloads(hand) if counts else (),
    )


def _net(net: int, line: Mapping[str, Any]) -> str:
    """Return the result: chips of play money, minor units of money with their currency."""
    if line["book"] == Book.MAIN.value:
        return formats.money(net, is_signed=True)
    return formats.number(net, is_signed=True)


def _downloads(hand: PlayedHand) -> tuple[Download, ...]:
    path = f"/api/v1/hands/{hand.hand_id}/history"
    return tuple(
        Download(f"{path}?format={name}", f"hand-{hand.hand_id}.{ending}", word)
        for name, ending, word in FORMATS
    )

"""A wallet's figures and entries in the reader's words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.money.ledger.chart import Book
from accounts.money.wallet.queries import BookHolding, WalletEntry, wallet_entries
from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.console.parts.listings import Column, Found, SortedTable, Wish
from pokerhouse.console.shell import formats
from tables.room.lobby.queries import lines_of

TableLines = Mapping[TableId, Mapping[str, Any]]
"""Lines of the lobby by table."""

KIND_WORDS: Final = {
    "deposit": gettext_noop("Paid in at the cage"),
    "buy_in": gettext_noop("Bought in"),
    "top_up": gettext_noop("Topped up"),
    "leave": gettext_noop("Chips back from the table"),
    "cash_out_asked": gettext_noop("Payout asked for"),
    "cash_out_refused": gettext_noop("Payout refused, money back"),
    "void": gettext_noop("A hand was taken back"),
}
OTHER_KIND: Final = gettext_noop("Other posting")
"""What a kind is called that no table or cage of today posts to a wallet."""

KIND_FILTERS: Final = {
    "cage": (_("At the cage"), ("deposit", "cash_out_asked", "cash_out_refused")),
    "out": (_("To a table"), ("buy_in", "top_up")),
    "in": (_("Back from a table"), ("leave", "void")),
}
BOOKS: Final = {Book.MAIN: _("Money"), Book.PLAY: _("Play money")}


@dataclass(frozen=True, slots=True)
class TableStack:
    """One's chips at a table."""

    path: str
    name: str
    amount: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Purse:
    """What one has in a book, in words; `pending` is "" if no payout waits."""

    name: str
    wallet: str
    on_tables: str
    pending: str
    stacks: tuple[TableStack, ...]
    is_empty: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """A line of the statement."""

    at: datetime
    what: str
    table_path: str
    table_name: str
    amount: str
    is_gain: bool
    balance: str
    is_play_money: bool


class EntryFilter(forms.Form):
    """What one can ask the statement for."""

    book = forms.ChoiceField(
        label=_("Book"),
        required=False,
        choices=(("", _("all")), *((book.value, word) for book, word in BOOKS.items())),
    )
    kind = forms.ChoiceField(
        label=_("Kind"),
        required=False,
        choices=(
            ("", _("all")),
            *((name, word) for name, (word, _kinds) in KIND_FILTERS.items()),
        ),
    )


def purses(holdings: Iterable[BookHolding], tables: TableLines) -> list[Purse]:
    """Return what one has, the book with the most in it first; empty ones are left out."""
    found = [_purse(holding, tables) for holding in holdings]
    return [purse for purse in found if not purse.is_empty] or found[:1]


def statement(player: PlayerId) -> SortedTable:
    """Return the table of what moved the player's wallets, the latest first."""

    def find(wish: Wish) -> Found:
        book = wish.filters.get("book")
        page = wallet_entries(
            player,
            books=[Book(book)] if book else list(Book),
            kinds=KIND_FILTERS[wish.filters["kind"]][1] if "kind" in wish.filters else (),
            order=f"-{wish.sort}" if wish.is_descending else wish.sort,
            offset=wish.offset,
            limit=wish.limit,
        )
        tables = lines_of([e.table_id for e in page.entries if e.table_id is not None])
        return Found([_row(entry, tables) for entry in page.entries], page.total_count)

    return SortedTable(
        id="wallet-entries",
        label=gettext("What moved the wallet"),
        columns=(
            Column(name="at", label=gettext("Time"), is_sortable=True),
            Column(name="what", label=gettext("What")),
            Column(name="table", label=gettext("Table")),
            Column(name="amount", label=gettext("Amount"), is_sortable=True, is_number=True),
            Column(name="balance", label=gettext("Balance"), is_number=True),
        ),
        row_template="wallet/entry.html",
        source=find,
        filters=EntryFilter,
        sort="-at",
    )


def in_book(book: Book, cents: int, *, is_signed: bool = False) -> str:
    """Return an amount as its book counts: money with its currency, play money as chips."""
    if book is Book.PLAY:
        return formats.number(cents, is_signed=is_signed)
    return formats.money(cents, is_signed=is_signed)


def _purse(holding: BookHolding, tables: TableLines) -> Purse:
    book = holding.book
    return Purse(
        name=str(BOOKS[book]),
        wallet=in_book(book, holding.wallet_cents),
        on_tables=in_book(book, holding.on_tables_cents),
        pending=in_book(book, holding.pending_cents) if holding.pending_cents else "",
        stacks=tuple(
            TableStack(f"/tables/{table}", _name(table, tables), in_book(book, cents))
            for table, cents in holding.stacks_cents.items()
        ),
        is_empty=not (holding.wallet_cents or holding.on_tables_cents or holding.pending_cents),
    )


def _row(entry: WalletEntry, tables: TableLines) -> EntryRow:
    table = entry.table_id
    return EntryRow(
        at=entry.at,
        what=gettext(KIND_WORDS.get(entry.kind, OTHER_KIND)),
        table_path=f"/tables/{table}" if table is not None else "",
        table_name=_name(table, tables) if table is not None else "",
        amount=in_book(entry.book, entry.amount_cents, is_signed=True),
        is_gain=entry.amount_cents > 0,
        balance=in_book(entry.book, entry.balance_cents),
        is_play_money=entry.book is Book.PLAY,
    )


def _name(table: TableId, tables: TableLines) -> str:
    return str(tables[table]["name"]) if table in tables else gettext("Table")

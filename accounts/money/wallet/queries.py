"""What a player has, off the tables and on them, and what moved his wallets."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection
from msgspec import Struct

from accounts.money.ledger.balances import balance_of
from accounts.money.ledger.chart import Book, wallet, withdrawal
from pokerhouse.common.ids import PlayerId, TableId


class BookHolding(Struct, frozen=True, kw_only=True):
    """What a player has in one book, in minor units."""

    book: Book
    wallet_cents: int
    pending_cents: int
    """Withdrawals that he has asked for and not yet been paid."""
    stacks_cents: Mapping[TableId, int]
    """His chips by table, those in a running hand included."""

    @property
    def on_tables_cents(self) -> int:
        """Return all his stacks together."""
        return sum(self.stacks_cents.values())


class WalletEntry(Struct, frozen=True, kw_only=True):
    """What came into a wallet (positive) or left it, and what was in it then."""

    transaction_id: UUID
    at: datetime
    book: Book
    kind: str
    amount_cents: int
    balance_cents: int
    table_id: TableId | None
    """Where the chips went or came from."""


class WalletPage(Struct, frozen=True):
    """Some entries of a player's wallets, and how many there are on all pages."""

    entries: tuple[WalletEntry, ...]
    total_count: int


_STACKS = """
SELECT a.book, a.within, b.balance
FROM ledger_account a JOIN ledger_balance b ON b.account = a.id
WHERE a.owner = %s AND a.code = 2020 AND b.balance > 0
ORDER BY b.balance DESC, a.within
"""


def holdings_of(player: PlayerId) -> tuple[BookHolding, ...]:
    """Return what the player has, book by book."""
    stacks: dict[Book, dict[TableId, int]] = {book: {} for book in Book}
    with connection.cursor() as cursor:
        cursor.execute(_STACKS, [player])
        for book, table, balance in cursor.fetchall():
            stacks[Book(book)][TableId(table)] = balance
    return tuple(
        BookHolding(
            book=book,
            wallet_cents=balance_of(wallet(player, book)),
            pending_cents=balance_of(withdrawal(player, book)),
            stacks_cents=stacks[book],
        )
        for book in Book
    )


# The balance is summed up before kinds are chosen, so that it is what was in the wallet.
_MINE = """
WITH mine AS (
    SELECT e.transaction, e.line, t.effective_at, t.book, t.kind, -e.amount AS amount,
        sum(-e.amount) OVER (PARTITION BY e.account ORDER BY e.transaction, e.line)::bigint
            AS balance
    FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction
    WHERE e.account = ANY(%s)
), chosen AS (SELECT * FROM mine WHERE %s::boolean OR kind = ANY(%s))
"""
_COUNT: Final = _MINE + "SELECT count(*) FROM chosen"  # noqa: S608  both are written here
_PAGE = """
, page AS (SELECT * FROM chosen ORDER BY {order} OFFSET %s LIMIT %s)
SELECT page.transaction, effective_at, book, kind, amount, balance, (
    SELECT a.within FROM ledger_entry o JOIN ledger_account a ON a.id = o.account
    WHERE o.transaction = page.transaction AND a.code = 2020 LIMIT 1
)
FROM page ORDER BY {order}
"""
_ORDERS: Final = {
    "at": "page.transaction, page.line",
    "-at": "page.transaction DESC, page.line DESC",
    "amount": "page.amount, page.transaction",
    "-amount": "page.amount DESC, page.transaction DESC",
}
_STATEMENTS: Final = {
    name: _MINE + _PAGE.replace("{order}", order.replace("page.", ""), 1).replace("{order}", order)
    for name, order in _ORDERS.items()
}
ORDERS: Final = tuple(_ORDERS)
"""How entries may stand: by time or amount, with `-` the latest or largest first."""


def wallet_entries(
    player: PlayerId,
    *,
    books: Collection[Book] = tuple(Book),
    kinds: Collection[str] = (),
    order: str = "-at",
    offset: int = 0,
    limit: int,
) -> WalletPage:
    """Return a page of what moved the player's wallets; no kinds are all of them."""
    accounts = [wallet(player, book).id for book in books]
    chosen: list[Any] = [accounts, not kinds, list(kinds)]
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, chosen)
        (total_count,) = cursor.fetchone()
        cursor.execute(_STATEMENTS[order], [*chosen, offset, limit])
        rows = cursor.fetchall()
    return WalletPage(tuple(map(_entry, rows)), total_count)


def _entry(row: tuple[UUID, datetime, str, str, int, int, UUID | None]) -> WalletEntry:
    transaction, at, book, kind, amount, balance, table = row
    return WalletEntry(
        transaction_id=transaction,
        at=at,
        book=Book(book),
        kind=kind,
        amount_cents=amount,
        balance_cents=balance,
        table_id=TableId(table) if table is not None else None,
    )

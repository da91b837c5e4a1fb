"""The balances of accounts, and their entries."""

from collections.abc import Collection
from datetime import date, datetime
from uuid import UUID

from django.db import connection
from msgspec import Struct

from accounts.money.ledger import chart
from accounts.money.ledger.chart import AccountRef, Book, Side
from accounts.money.ledger.errors import UnknownTransaction
from accounts.money.ledger.posting import Line, Source, Transaction
from pokerhouse.common.ids import HandId, PlayerId, TableId

MAX_ENTRIES = 1_000
"""Entries that one page of an account's statement may have."""


class Place(Struct, frozen=True):
    """The place of an entry in the ledger, after which the next page of a statement begins."""

    transaction_id: UUID
    line: int


class Entry(Place, frozen=True):
    """One line of an account's statement; debit positive, credit negative, in minor units."""

    amount_cents: int
    kind: str
    gaming_day: date
    effective_at: datetime
    posted_at: datetime
    memo: str


def balance_of(account: AccountRef) -> int:
    """Return the account's balance on its normal side; 0 if nothing was ever posted to it."""
    if account.type.has_balance_row:
        found = _one("SELECT balance FROM ledger_balance WHERE account = %s", account.id)
        return found or 0
    total = _one("SELECT sum(amount)::bigint FROM ledger_entry WHERE account = %s", account.id) or 0
    return total if account.type.side is Side.DEBIT else -total


def wallet_of(player: PlayerId, book: Book) -> int:
    """Return the player's money off the tables."""
    return balance_of(chart.wallet(player, book))


def stack_of(player: PlayerId, table: TableId, book: Book) -> int:
    """Return the player's chips at the table, including those in the running hand."""
    return balance_of(chart.stack(player, table, book))


_STACKS_AT = """
SELECT a.owner, b.balance
FROM ledger_account a JOIN ledger_balance b ON b.account = a.id
WHERE a.within = %s AND a.code = 2020 AND a.book = %s AND b.balance > 0
"""


def stacks_at(table: TableId, book: Book) -> dict[PlayerId, int]:
    """Return the stacks of all players who have chips at the table."""
    with connection.cursor() as cursor:
        cursor.execute(_STACKS_AT, [table, book])
        return {PlayerId(player): stack for player, stack in cursor.fetchall()}


_ENTRIES_OF = """
SELECT e.transaction, e.line, e.amount, t.kind, t.gaming_day, t.effective_at, t.posted_at, t.memo
FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction
WHERE e.account = %s AND (e.transaction, e.line) > (%s::uuid, %s)
ORDER BY e.transaction, e.line
LIMIT %s
"""


def entries_of(
    account: AccountRef, *, after: Place | None = None, limit: int = MAX_ENTRIES
) -> tuple[Entry, ...]:
    """
    Return a page of the account's entries, oldest first, beginning after `after`.

    `limit` is cut to MAX_ENTRIES; a shorter page is the last.
    """
    begin = (after.transaction_id, after.line) if after else (UUID(int=0), 0)
    with connection.cursor() as cursor:
        cursor.execute(_ENTRIES_OF, [account.id, *begin, min(limit, MAX_ENTRIES)])
        return tuple(Entry(*row) for row in cursor.fetchall())


_NETS = """
SELECT t.source_stream, sum(-e.amount)::bigint
FROM ledger_transaction t
    JOIN ledger_entry e ON e.transaction = t.id
    JOIN ledger_account a ON a.id = e.account
WHERE t.source_stream = ANY(%s) AND t.kind = 'hand' AND a.code = 2020 AND a.owner = %s
GROUP BY t.source_stream
"""


def nets_of(player: PlayerId, hands: Collection[HandId]) -> dict[HandId, int]:
    """Return what the player won (positive) or lost in those of `hands` that moved his stack."""
    with connection.cursor() as cursor:
        cursor.execute(_NETS, [list(hands), player])
        return {HandId(hand): net for hand, net in cursor.fetchall()}


_HEADER = """
SELECT kind, book, source_stream, source_version, reverses, memo
FROM ledger_transaction WHERE id = %s
"""
_LINES = """
SELECT a.book, a.code, a.owner, a.within, e.amount
FROM ledger_entry e JOIN ledger_account a ON a.id = e.account
WHERE e.transaction = %s
ORDER BY e.line
"""


_POSTED_FOR = "SELECT id FROM ledger_transaction WHERE source_stream = %s AND source_version = %s"


def posted_for(source: Source) -> UUID:
    """
    Return the id of the transaction that was posted for an event.

    :raises UnknownTransaction: if none was posted for it.
    """
    with connection.cursor() as cursor:
        cursor.execute(_POSTED_FOR, [source.stream, source.version])
        row = cursor.fetchone()
    if row is None:
        raise UnknownTransaction("Nothing was posted for this event.", stream=str(source.stream))
    found: UUID = row[0]
    return found


def transaction_of(transaction_id: UUID) -> Transaction:
    """
    Return the transaction with this id, for a reversal.

    :raises UnknownTransaction: if there is none.
    """
    with connection.cursor() as cursor:
        cursor.execute(_HEADER, [transaction_id])
        header = cursor.fetchone()
        if header is None:
            raise UnknownTransaction("No such transaction.", transaction=str(transaction_id))
        cursor.execute(_LINES, [transaction_id])
        lines = tuple(
            Line(AccountRef(Book(book), code, owner, within), amount)
            for book, code, owner, within, amount in cursor.fetchall()
        )
    kind, book, stream, version, reverses, memo = header
    source = Source(stream, version) if stream else None
    return Transaction(kind, Book(book), lines, source=source, reverses=reverses, memo=memo)


def _one(statement: str, value: UUID) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, [value])
        row = cursor.fetchone()
    return row[0] if row else None

"""What the ledger's tests share: a whole look at the books, and small acts in them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from django.db import connection, connections, transaction

from accounts.ledger import posting
from accounts.ledger.chart import Book
from accounts.ledger.posting import Source, Transaction
from accounts.services.ledger import post
from pokerhouse.common.ids import HandId, PlayerId, TableId, new_id

AT = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
DAY = date(2026, 11, 30)
ACTOR = "cashier"
TABLES = (
    "gaming_day",
    "shift",
    "ledger_account",
    "ledger_transaction",
    "ledger_entry",
    "ledger_balance",
)


def new_player() -> PlayerId:
    return PlayerId(new_id())


def new_table() -> TableId:
    return TableId(new_id())


def new_hand() -> HandId:
    return HandId(new_id())


def do_post(draft: Transaction, **how: Any) -> UUID:
    """Post `draft` in a transaction of its own and return its id."""
    with transaction.atomic():
        return post(draft, **{"at": AT, "actor": ACTOR, "idem_key": str(new_id()), **how}).transaction_id


def give(player: PlayerId, amount: int, book: Book = Book.MAIN) -> None:
    """Put `amount` into the player's wallet."""
    do_post(posting.deposit(player=player, drawer=new_id(), amount_cents=amount, book=book))


def sit(player: PlayerId, table: TableId, amount: int, book: Book = Book.MAIN) -> None:
    """Give the player a stack of `amount` at `table`, and nothing else."""
    give(player, amount, book)
    do_post(posting.buy_in(player=player, table=table, amount_cents=amount, book=book))


def settle(table: TableId, net_chips: Mapping[PlayerId, int], rake: int = 0) -> UUID:
    """Post a hand's settlement and return the transaction's id."""
    source = Source(new_hand(), 9)
    return do_post(
        posting.hand_settlement(source=source, table=table, net_chips=net_chips, rake=rake)
    )


def run_sql(statement: str, values: Sequence[object] = (), alias: str = "default") -> None:
    """Run one statement, and let what it says at commit count too."""
    with transaction.atomic(using=alias), connections[alias].cursor() as cursor:
        cursor.execute(statement, values or None)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def rows(statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
    """Return all rows of a query."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def books() -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of the ledger's tables, to compare before and after a refusal."""
    return {
        name: [row[0] for row in rows(f"SELECT t::text FROM {name} t ORDER BY 1")]
        for name in TABLES
    }

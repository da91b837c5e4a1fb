"""What the ledger's tests share: a whole look at the books, and small acts in them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import DatabaseError, ProgrammingError, connection, connections, transaction

from accounts.money.ledger import posting
from accounts.money.ledger.chart import AccountRef, Book
from accounts.money.ledger.errors import LedgerRefusal
from accounts.money.ledger.posting import Source, Transaction
from accounts.money.ledger.services import post
from pokerhouse.common.ids import HandId, PlayerId, TableId, new_id

MAIN = Book.MAIN

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
        return post(
            draft, **{"at": AT, "actor": ACTOR, "idem_key": str(new_id()), **how}
        ).transaction_id


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
        posting.hand_settlement(
            source=source, table=table, net_chips=net_chips, rake=rake, book=MAIN
        )
    )


def run_sql(*statements: str, alias: str = "default") -> None:
    """Run statements in one transaction and commit it."""
    with transaction.atomic(using=alias), connections[alias].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def pose_as_a_replica() -> None:
    """Put ordinary triggers of the owner's session to sleep; one who is no superuser may not."""
    with suppress(ProgrammingError):
        run_sql("SET session_replication_role = replica", alias="owner")


def rows(statement: str) -> list[tuple[Any, ...]]:
    """Return all rows of a query."""
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


def books() -> dict[str, list[str]]:
    """Return every row of the ledger's tables, to compare before and after a refusal."""
    return {
        name: [text for (text,) in rows(f"SELECT t::text FROM {name} t ORDER BY 1")]
        for name in TABLES
    }


@contextmanager
def refused_by_database(reason: str) -> Iterator[None]:
    """
    Expect that the database refuses what follows, and that the books stay as they were.

    `reason` is the name of the constraint, or the SQLSTATE where none is named.
    """
    before = books()
    with pytest.raises(DatabaseError) as caught:
        yield
    cause = caught.value.__cause__
    assert isinstance(cause, psycopg.Error)
    assert reason in (cause.diag.constraint_name, cause.sqlstate), cause
    assert books() == before


@contextmanager
def refused(refusal: type[LedgerRefusal], **facts: object) -> Iterator[None]:
    """Expect this refusal with these facts, and that the books stay as they were."""
    before = books()
    with pytest.raises(refusal) as caught:
        yield
    assert facts.items() <= caught.value.facts.items(), caught.value.facts
    assert books() == before


def close_day(day: date = DAY) -> None:
    """Roll and close a gaming day."""
    run_sql(
        f"UPDATE gaming_day SET state = 'rolled' WHERE day = '{day}'",
        f"UPDATE gaming_day SET state = 'closed' WHERE day = '{day}'",
    )


def header(line_count: int = 2, **columns: object) -> tuple[str, str]:
    """Return a new transaction's id and the statement that inserts its header."""
    values = {
        "id": new_id(),
        "book": "main",
        "kind": "manual",
        "gaming_day": DAY,
        "idem_key": new_id(),
        "idem_hash": "\\x" + "00" * 32,
        "line_count": line_count,
        "effective_at": "2026-11-30 20:15+00",
        "actor": "tester",
        **columns,
    }
    names = ", ".join(values)
    literals = ", ".join(f"'{value}'" for value in values.values())
    return str(values["id"]), f"INSERT INTO ledger_transaction ({names}) VALUES ({literals})"


def lines(transaction: str, *pairs: tuple[AccountRef, int], first: int = 1) -> str:
    """Return the one statement that inserts these lines."""
    values = ", ".join(
        f"('{transaction}', {number}, '{account.id}', {amount})"
        for number, (account, amount) in enumerate(pairs, first)
    )
    return f"INSERT INTO ledger_entry (transaction, line, account, amount) VALUES {values}"


def account_row(account: AccountRef, **columns: object) -> str:
    """Return the statement that opens an account."""
    values = {
        "id": account.id,
        "book": account.book.value,
        "code": account.code,
        "owner": account.owner,
        "within": account.within,
        **columns,
    }
    literals = ", ".join(f"'{value}'" if value else "NULL" for value in values.values())
    return f"INSERT INTO ledger_account ({', '.join(values)}) VALUES ({literals})"

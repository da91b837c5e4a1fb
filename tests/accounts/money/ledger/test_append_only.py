"""What is posted stays: nobody changes it, and nobody opens an account that the chart lacks."""

import pytest

from accounts.money.ledger import chart
from accounts.money.ledger.chart import CHART, AccountRef, Book
from pokerhouse.common.ids import new_id
from tests.support.ledger import (
    DAY,
    MAIN,
    account_row,
    books,
    give,
    header,
    lines,
    new_player,
    new_table,
    pose_as_a_replica,
    refused_by_database,
    rows,
    run_sql,
    sit,
)

CAROL, DAVE = new_player(), new_player()
WALLET, OTHER_WALLET = chart.wallet(CAROL, book=MAIN), chart.wallet(DAVE, book=MAIN)
MOVE_100 = ((WALLET, 100), (OTHER_WALLET, -100))


@pytest.fixture
def two_wallets(house_db: str) -> None:
    """Carol and Dave have 500 each."""
    give(CAROL, 500)
    give(DAVE, 500)


CHANGES = {
    "UPDATE": "UPDATE {} SET {} = {}",
    "DELETE": "DELETE FROM {}",
    "TRUNCATE": "TRUNCATE {} CASCADE",
}
APPEND_ONLY = {
    "ledger_transaction": "memo",
    "ledger_entry": "amount",
    "ledger_account": "book",
}


@pytest.mark.usefixtures("two_wallets")
@pytest.mark.parametrize("table", APPEND_ONLY)
@pytest.mark.parametrize("change", CHANGES)
def test_the_application_may_not_change_what_is_posted(table: str, change: str) -> None:
    column = APPEND_ONLY[table]
    with refused_by_database("42501"):
        run_sql(CHANGES[change].format(table, column, column))


@pytest.mark.usefixtures("two_wallets")
@pytest.mark.parametrize("table", APPEND_ONLY)
@pytest.mark.parametrize("change", CHANGES)
def test_nor_may_the_owner_even_as_a_replica(table: str, change: str) -> None:
    column = APPEND_ONLY[table]
    statement = CHANGES[change].format(table, column, column)
    with refused_by_database("23001"):
        run_sql(statement, alias="owner")
    pose_as_a_replica()
    with refused_by_database("23001"):
        run_sql(statement, alias="owner")


@pytest.mark.usefixtures("two_wallets")
@pytest.mark.parametrize("table", ["gaming_day", "shift", "ledger_balance"])
@pytest.mark.parametrize("change", ["DELETE", "TRUNCATE"])
def test_days_shifts_and_balance_rows_never_go(table: str, change: str) -> None:
    statement = CHANGES[change].format(table)
    with refused_by_database("42501"):
        run_sql(statement)
    pose_as_a_replica()
    with refused_by_database("23001"):
        run_sql(statement, alias="owner")


@pytest.mark.usefixtures("two_wallets")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledger_balance SET balance = balance + 1",
        f"INSERT INTO ledger_balance (account, code, balance) VALUES ('{new_id()}', 2010, 5)",
        f"INSERT INTO gaming_day (day, state) VALUES ('{DAY}', 'closed')",
        "UPDATE gaming_day SET closed_at = now()",
    ],
)
def test_the_application_may_not_write_what_the_triggers_keep(statement: str) -> None:
    with refused_by_database("42501"):
        run_sql(statement)


@pytest.mark.usefixtures("two_wallets")
def test_the_time_of_posting_is_the_databases_own() -> None:
    _, insert = header(line_count=0, kind="hand", posted_at="2020-01-01")
    with refused_by_database("42501"):
        run_sql(insert)


def test_the_database_knows_the_whole_chart_and_opens_balance_rows_as_it_says(
    house_db: str,
) -> None:
    for code, row in CHART.items():
        keys = [new_id() for _ in row.keys]
        account = AccountRef(Book.MAIN, code, *keys)
        run_sql(account_row(account))
        assert rows(f"SELECT code, balance FROM ledger_balance WHERE account = '{account.id}'") == (
            [(code, 0)] if row.has_balance_row else []
        )
    assert len(books()["ledger_account"]) == len(CHART)


@pytest.mark.parametrize(
    "columns",
    [
        {"code": 2011},
        {"owner": None},
        {"within": new_id()},
        {"within": new_id(), "owner": None},
    ],
)
def test_an_account_that_is_not_in_the_chart_is_refused(
    house_db: str, columns: dict[str, object]
) -> None:
    with refused_by_database("ledger_account_chart"):
        run_sql(account_row(WALLET, **columns))


def test_an_account_under_a_foreign_id_or_of_a_third_book_is_refused(house_db: str) -> None:
    with refused_by_database("ledger_account_digest"):
        run_sql(account_row(WALLET, id=new_id()))
    with refused_by_database("ledger_account_book"):
        run_sql(account_row(WALLET, book="third"))


def test_a_temporary_table_does_not_stand_in_for_the_real_one(house_db: str) -> None:
    """The triggers' functions run with the owner's rights and must read the owner's tables."""
    sit(CAROL, new_table(), 100)
    made, insert = header(gaming_day="2026-12-24")
    with refused_by_database("ledger_day_open"):
        run_sql(
            "CREATE TEMPORARY TABLE gaming_day (day, state) AS VALUES ('2026-12-24'::date, 'open')",
            insert.replace("ledger_transaction", "public.ledger_transaction"),
            lines(made, *MOVE_100),
        )

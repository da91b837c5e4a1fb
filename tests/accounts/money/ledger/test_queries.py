"""Statements, the trial balance and its command, and the integrity checks with planted faults."""

import json
from datetime import date
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from accounts.money.ledger import chart, posting
from accounts.money.ledger.balances import balance_of, entries_of, stacks_at, transaction_of
from accounts.money.ledger.chart import AccountRef, Book
from accounts.money.ledger.models import LedgerBalance
from accounts.money.ledger.statements import TrialRow
from accounts.money.reconciliation import integrity
from accounts.money.reports.trial import trial_balance
from pokerhouse.common.ids import new_id
from tests.support.ledger import (
    DAY,
    MAIN,
    close_day,
    do_post,
    give,
    header,
    lines,
    new_player,
    new_table,
    rows,
    run_sql,
    settle,
)

pytestmark = pytest.mark.usefixtures("house_db")

A, B = new_player(), new_player()
TABLE = new_table()
NEXT_DAY = date(2026, 12, 1)


@pytest.fixture
def evening(house_db: str) -> UUID:
    """A and B bring 500 each, sit with 200, and play one hand; its transaction's id."""
    for player in (A, B):
        give(player, 500)
        do_post(posting.buy_in(player=player, table=TABLE, amount_cents=200, book=MAIN))
    return settle(TABLE, {A: 94, B: -100}, rake=6)


def test_an_account_that_was_never_used_holds_nothing() -> None:
    assert balance_of(chart.wallet(A, book=MAIN)) == 0
    assert balance_of(chart.rake(TABLE, book=MAIN)) == 0
    assert stacks_at(TABLE, book=MAIN) == {}
    assert entries_of(chart.wallet(A, book=MAIN)) == ()


def test_an_accounts_statement_comes_in_pages_oldest_first(evening: UUID) -> None:
    account = chart.stack(A, TABLE, book=MAIN)
    first, second = entries_of(account)
    assert (first.kind, first.amount_cents, first.gaming_day) == ("buy_in", -200, DAY)
    assert (second.kind, second.amount_cents, second.transaction_id) == ("hand", -94, evening)
    assert entries_of(account, limit=1) == (first,)
    assert entries_of(account, after=first) == (second,)
    assert entries_of(account, after=second) == ()


@pytest.mark.usefixtures("evening")
def test_income_and_expense_have_their_balance_from_the_entries() -> None:
    wallet, promotions = chart.wallet(A, book=MAIN), AccountRef(Book.MAIN, 5010)
    do_post(
        posting.Transaction(
            "manual", Book.MAIN, (posting.Line(promotions, 7), posting.Line(wallet, -7))
        )
    )
    assert balance_of(chart.rake(TABLE, book=MAIN)) == 6
    assert balance_of(promotions) == 7


@pytest.mark.usefixtures("evening")
def test_the_trial_balance_sums_each_code() -> None:
    balance = trial_balance(book=MAIN)
    assert balance.rows == (
        TrialRow(1010, 1000, 0),
        TrialRow(2010, 400, 1000),
        TrialRow(2020, 100, 494),
        TrialRow(4010, 0, 6),
    )
    assert balance.totals == (1500, 1500, 1000, 1000)


@pytest.mark.usefixtures("evening")
def test_the_trial_balance_of_a_day_or_of_the_play_book_shows_that_alone() -> None:
    do_post(posting.leave(player=A, table=TABLE, amount_cents=294, book=MAIN), gaming_day=NEXT_DAY)
    give(A, 7, Book.PLAY)
    assert trial_balance(day=NEXT_DAY, book=MAIN).rows == (
        TrialRow(2010, 0, 294),
        TrialRow(2020, 294, 0),
    )
    assert trial_balance(Book.PLAY).rows == (TrialRow(1010, 7, 0), TrialRow(2010, 0, 7))
    assert trial_balance(Book.PLAY, NEXT_DAY).rows == ()


WHOLE = "every transaction is whole and balanced within its book"
COVERED = "what players are owed is covered by what the house holds"
VOIDS_REVERSE = "a void takes back exactly what its hand posted"
ROWS_MATCH = "balance rows equal the sums of their entries"
STAYS_CLOSED = "no entry in a closed day after its closing"


def run_command(*arguments: str) -> tuple[int, str]:
    """Return exit code and output of `manage.py trial_balance`."""
    out = StringIO()
    code = 0
    try:
        call_command("trial_balance", *arguments, stdout=out)
    except SystemExit as end:
        code = int(end.code or 0)
    return code, out.getvalue()


@pytest.mark.usefixtures("evening")
def test_the_command_prints_a_table_with_equal_totals() -> None:
    code, text = run_command("--day", "2026-11-30")
    assert code == 0
    assert text.splitlines() == [
        "Trial balance · book main · gaming day 2026-11-30 · minor units",
        "",
        "Code  Account       Dr     Cr  Balance Dr  Balance Cr",
        "----  ---------  -----  -----  ----------  ----------",
        "1010  cage cash  1,000              1,000",
        "2010  wallet       400  1,000                     600",
        "2020  stack        100    494                     394",
        "4010  rake                  6                       6",
        "----  ---------  -----  -----  ----------  ----------",
        "      Total      1,500  1,500       1,000       1,000",
        "",
        "Whole ledger",
        "every transaction is whole and balanced within its book: ok",
        "what players are owed is covered by what the house holds: ok",
        "a void takes back exactly what its hand posted: ok",
        "balance rows equal the sums of their entries: ok",
        "no entry in a closed day after its closing: ok",
    ]


def test_the_command_says_no_activity() -> None:
    code, text = run_command("--book", "play")
    assert code == 0
    assert text.splitlines()[:3] == [
        "Trial balance · book play · since the books began · minor units",
        "",
        "No activity",
    ]


@pytest.mark.usefixtures("evening")
def test_the_command_prints_json() -> None:
    code, text = run_command("--json")
    report: dict[str, Any] = json.loads(text)
    assert code == 0
    assert report["rows"][1] == {
        "code": 2010,
        "name": "wallet",
        "debit_cents": 400,
        "credit_cents": 1000,
        "balance_debit_cents": 0,
        "balance_credit_cents": 600,
    }
    assert report["totals"] == {
        "debit_cents": 1500,
        "credit_cents": 1500,
        "balance_debit_cents": 1000,
        "balance_credit_cents": 1000,
    }
    assert (report["book"], report["day"]) == ("main", None)
    assert report["is_balanced"] is True
    assert report["whole_ledger"] == [
        {"number": 1, "check": WHOLE, "is_ok": True, "difference_count": 0},
        {"number": 4, "check": COVERED, "is_ok": True, "difference_count": 0},
        {"number": 5, "check": VOIDS_REVERSE, "is_ok": True, "difference_count": 0},
        {"number": 8, "check": ROWS_MATCH, "is_ok": True, "difference_count": 0},
        {"number": 10, "check": STAYS_CLOSED, "is_ok": True, "difference_count": 0},
    ]
    assert report["differences"] == []


def test_the_command_checks_the_whole_ledger_whatever_book_and_day_it_prints(evening: UUID) -> None:
    plant(f"UPDATE ledger_transaction SET gaming_day = '2019-01-01' WHERE id = '{evening}'")
    code, text = run_command("--book", "play", "--day", "2020-01-01", "--json")
    report: dict[str, Any] = json.loads(text)
    assert code == 1
    assert (report["rows"], report["is_balanced"]) == ([], True)
    assert [check["check"] for check in report["whole_ledger"] if not check["is_ok"]] == [
        STAYS_CLOSED
    ]
    assert f"transaction {evening} " in report["differences"][0]
    assert "into 2019-01-01, which was never opened" in report["differences"][0]


@pytest.mark.parametrize("day", ["2026-13-01", "today", ""])
def test_the_command_says_what_a_day_is(day: str) -> None:
    with pytest.raises(CommandError, match=f"a day of the calendar as YYYY-MM-DD, not {day}"):
        call_command("trial_balance", f"--day={day}")


def test_the_command_exits_1_and_names_the_account_when_a_balance_row_differs(
    evening: UUID,
) -> None:
    plant(
        f"UPDATE ledger_balance SET balance = 1 WHERE account = '{chart.wallet(A, book=MAIN).id}'"
    )
    code, text = run_command()
    assert code == 1
    assert (
        f"account {chart.wallet(A, book=MAIN).id} (main 2010, owner {A}, within ): balance row 1"
        in text
    )


def test_the_command_exits_1_and_names_the_transaction_when_an_entry_was_changed(
    evening: UUID,
) -> None:
    plant(
        f"UPDATE ledger_entry SET amount = amount + 1 WHERE transaction = '{evening}' AND line = 1"
    )
    code, text = run_command("--json")
    report: dict[str, Any] = json.loads(text)
    assert code == 1
    assert report["is_balanced"] is False
    assert f"transaction {evening} " in report["differences"][0]


def plant(*statements: str) -> None:
    """Do as the owner what no trigger would allow."""
    tables = ("ledger_transaction", "ledger_entry", "ledger_account", "ledger_balance")
    off = [f"ALTER TABLE {table} DISABLE TRIGGER USER" for table in tables]
    names = {
        "ledger_transaction": ("append_only", "check_header", "check_lines"),
        "ledger_entry": ("append_only", "apply_entries"),
        "ledger_account": ("append_only", "open_balances"),
        "ledger_balance": ("append_only",),
    }
    on = [
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}"
        for table in tables
        for name in names[table]
    ]
    run_sql(*off, *statements, *on, alias="owner")


def differences(number: int) -> tuple[str, ...]:
    return integrity.check(number).differences


def void(posted: UUID) -> UUID:
    """Reverse a settled hand; return the reversal's id."""
    return do_post(posting.void(settled=transaction_of(posted), reverses=posted))


def test_sound_books_have_no_findings(evening: UUID) -> None:
    void(evening)
    give(A, 7, Book.PLAY)
    settle(TABLE, {A: 0, B: 0})
    close_day()
    found = [(finding.number, finding.differences) for finding in integrity.check_all()]
    assert found == [(1, ()), (4, ()), (5, ()), (8, ()), (10, ())]


def test_invariant_1_finds_a_changed_line(evening: UUID) -> None:
    plant(
        f"UPDATE ledger_entry SET amount = amount - 5 WHERE transaction = '{evening}' AND line = 2"
    )
    (found,) = differences(1)
    assert found.startswith(f"transaction {evening} (hand, book main, day 2026-11-30, stream ")
    assert found.endswith("): 3 of 3 lines, off by -5")


def test_invariant_1_finds_a_line_that_was_taken_away_with_its_counterpart(evening: UUID) -> None:
    plant(f"DELETE FROM ledger_entry WHERE transaction = '{evening}'")
    (found,) = differences(1)
    assert found.endswith("): 0 of 3 lines, off by 0")


def test_invariant_1_finds_lines_without_a_header(evening: UUID) -> None:
    plant(f"DELETE FROM ledger_transaction WHERE id = '{evening}'")
    (found,) = differences(1)
    assert found.startswith(f"transaction {evening} (")


def test_invariant_1_finds_a_line_on_an_account_of_the_other_book(evening: UUID) -> None:
    give(A, 7, Book.PLAY)
    plant(
        f"UPDATE ledger_entry SET account = '{chart.wallet(A, Book.PLAY).id}'"
        f" WHERE transaction = '{evening}' AND line = 2"
    )
    (found,) = differences(1)
    assert found.startswith(f"transaction {evening} (")


@pytest.mark.usefixtures("evening")
def test_invariant_4_finds_that_players_are_owed_more_than_the_house_holds() -> None:
    """600 in wallets and 394 in stacks are owed; of the 1,000 in the drawers 10 are spent."""
    drawer = rows("SELECT owner FROM ledger_account WHERE code = 1010 ORDER BY id LIMIT 1")[0][0]
    cash, promotions = chart.drawer_cash(drawer, book=MAIN), AccountRef(Book.MAIN, 5010)
    assert differences(4) == ()
    for amount in (6, 4):
        pair = (posting.Line(promotions, amount), posting.Line(cash, -amount))
        do_post(posting.Transaction("manual", Book.MAIN, pair))
    assert differences(4) == ("players are owed 994, the house holds 990: 4 short",)


def test_invariant_5_finds_a_void_that_takes_back_something_else(evening: UUID) -> None:
    reversal, rake, winner = (
        void(evening),
        chart.rake(TABLE, book=MAIN).id,
        chart.stack(A, TABLE, book=MAIN).id,
    )
    assert differences(5) == ()
    plant(
        f"UPDATE ledger_entry SET amount = amount - 2"
        f" WHERE transaction = '{reversal}' AND account = '{rake}'",
        f"UPDATE ledger_entry SET amount = amount + 2"
        f" WHERE transaction = '{reversal}' AND account = '{winner}'",
    )
    named = f"transaction {reversal}, void of {evening} (hand): account"
    assert sorted(differences(5)) == sorted(
        (f"{named} {rake} is off by -2", f"{named} {winner} is off by 2")
    )


def test_invariant_5_finds_a_void_of_what_is_no_hand(evening: UUID) -> None:
    reversal = void(evening)
    plant(f"UPDATE ledger_transaction SET kind = 'tip' WHERE id = '{evening}'")
    found = differences(5)
    assert len(found) == 3
    assert all(f"transaction {reversal}, void of {evening} (tip): " in line for line in found)


def test_invariant_8_finds_a_changed_a_missing_and_a_stray_balance_row(evening: UUID) -> None:
    wallet, stack, stray = (
        chart.wallet(A, book=MAIN).id,
        chart.stack(B, TABLE, book=MAIN).id,
        new_id(),
    )
    plant(f"UPDATE ledger_balance SET balance = 301 WHERE account = '{wallet}'")
    assert differences(8) == (
        f"account {wallet} (main 2010, owner {A}, within ): balance row 301, entries 300",
    )
    plant(
        f"UPDATE ledger_balance SET balance = 300 WHERE account = '{wallet}'",
        f"DELETE FROM ledger_balance WHERE account = '{stack}'",
    )
    assert differences(8) == (
        f"account {stack} (main 2020, owner {B}, within {TABLE}): balance row missing, entries 100",
    )
    plant(
        f"INSERT INTO ledger_balance (account, code, balance) VALUES ('{stack}', 2020, 100)",
        f"INSERT INTO ledger_balance (account, code, balance) VALUES ('{stray}', 2010, 0)",
    )
    (found,) = differences(8)
    assert found.startswith(f"account {stray} (")


def test_invariant_8_finds_a_balance_row_that_was_taken_out_of_the_rule(evening: UUID) -> None:
    """Under code 1040 a wallet could go below 0."""
    wallet = chart.wallet(A, book=MAIN).id
    plant(f"UPDATE ledger_balance SET code = 1040 WHERE account = '{wallet}'")
    (found,) = differences(8)
    assert found.startswith(f"account {wallet} (")


@pytest.mark.usefixtures("evening")
def test_invariant_10_finds_an_entry_in_a_closed_day() -> None:
    close_day()
    made, insert = header()
    plant(insert, lines(made, (chart.wallet(A, book=MAIN), 1), (chart.wallet(B, book=MAIN), -1)))
    (found,) = differences(10)
    assert found.startswith(f"transaction {made} (manual, stream ): posted ")
    assert "into 2026-11-30, which closed 2" in found


@pytest.mark.usefixtures("evening")
def test_invariant_10_finds_an_entry_in_a_day_that_never_was() -> None:
    made, insert = header(gaming_day="2026-12-24")
    plant(insert, lines(made, (chart.wallet(A, book=MAIN), 1), (chart.wallet(B, book=MAIN), -1)))
    (found,) = differences(10)
    assert found.endswith("into 2026-12-24, which was never opened")


@pytest.mark.usefixtures("evening")
def test_a_check_names_at_most_a_hundred_differences_and_counts_all() -> None:
    for _ in range(60):
        give(new_player(), 1)
    plant("UPDATE ledger_balance SET balance = balance + 1")
    found = integrity.check(8)
    code, text = run_command()
    assert (code, f"\n  and {found.count - 100} more: {found.count} in all\n" in text) == (1, True)
    assert len(found.differences) == integrity.MAX_NAMED == 100
    assert found.count == LedgerBalance.objects.count() > 100

"""The trial balance as people read it."""

from datetime import date

from accounts.money.ledger.chart import Book
from accounts.money.ledger.statements import TrialBalance, TrialRow, trial_balance_text

ROWS = (TrialRow(1010, 1500, 0), TrialRow(2010, 344, 1500), TrialRow(2020, 0, 344))


def test_a_trial_balance_shows_turnover_and_balances_with_equal_totals() -> None:
    balance = TrialBalance(Book.MAIN, date(2026, 11, 30), ROWS)
    assert balance.totals == (1844, 1844, 1500, 1500)
    assert balance.is_balanced
    assert trial_balance_text(balance).splitlines() == [
        "Trial balance · book main · gaming day 2026-11-30 · minor units",
        "",
        "Code  Account       Dr     Cr  Balance Dr  Balance Cr",
        "----  ---------  -----  -----  ----------  ----------",
        "1010  cage cash  1,500              1,500",
        "2010  wallet       344  1,500                   1,156",
        "2020  stack               344                     344",
        "----  ---------  -----  -----  ----------  ----------",
        "      Total      1,844  1,844       1,500       1,500",
    ]


def test_a_trial_balance_that_does_not_balance_says_so() -> None:
    assert not TrialBalance(Book.MAIN, None, (*ROWS, TrialRow(4010, 0, 5))).is_balanced


def test_an_empty_trial_balance_says_no_activity() -> None:
    assert trial_balance_text(TrialBalance(Book.PLAY, None, ())) == (
        "Trial balance · book play · since the books began · minor units\n\nNo activity"
    )
    assert TrialBalance(Book.PLAY, None, ()).totals == (0, 0, 0, 0)

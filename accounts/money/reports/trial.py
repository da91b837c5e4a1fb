"""The trial balance, from the entries."""

from datetime import date

from django.db import connection

from accounts.money.ledger.chart import Book
from accounts.money.ledger.statements import TrialBalance, TrialRow

_TRIAL = """
SELECT a.code,
       coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0)::bigint,
       coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0), 0)::bigint
FROM ledger_entry e
JOIN ledger_transaction t ON t.id = e.transaction
JOIN ledger_account a ON a.id = e.account
WHERE t.book = %s AND (%s::date IS NULL OR t.gaming_day = %s::date)
    AND (%s::date IS NULL OR t.gaming_day <= %s::date)
GROUP BY a.code
ORDER BY a.code
"""


def trial_balance(
    book: Book, day: date | None = None, *, as_of: date | None = None
) -> TrialBalance:
    """Return debits and credits of each code with entries in `day`, or up to the end of `as_of`."""
    with connection.cursor() as cursor:
        cursor.execute(_TRIAL, [book, day, day, as_of, as_of])
        rows = tuple(TrialRow(*row) for row in cursor.fetchall())
    return TrialBalance(book, day, rows)

"""The invariants that the ledger can check by itself, each with one query and one report line."""

from collections.abc import Mapping
from types import MappingProxyType

from django.db import connection
from msgspec import Struct

MAX_NAMED = 100
"""How many differences a check lists; it counts all of them."""


class Finding(Struct, frozen=True):
    """What the query of one invariant found; the number is that of docs/ledger.md#integrity."""

    number: int
    title: str
    differences: tuple[str, ...]
    """At most MAX_NAMED of them."""
    count: int
    """How many there are."""

    @property
    def is_ok(self) -> bool:
        return not self.differences


class _Check(Struct, frozen=True):
    """`query` returns one sentence for each difference, and no row if there is none."""

    title: str
    query: str


_BALANCED = """
SELECT format('transaction %s (%s, book %s, day %s, stream %s): %s of %s lines, off by %s',
              coalesce(t.id, e.transaction), t.kind, t.book, t.gaming_day, t.source_stream,
              count(e.line), t.line_count, coalesce(sum(e.amount), 0))
FROM ledger_transaction t
FULL JOIN ledger_entry e ON e.transaction = t.id
LEFT JOIN ledger_account a ON a.id = e.account
GROUP BY t.id, e.transaction
HAVING t.id IS NULL OR count(e.line) <> t.line_count OR coalesce(sum(e.amount), 0) <> 0
    OR count(*) FILTER (WHERE e.line IS NOT NULL AND a.book IS DISTINCT FROM t.book) > 0
ORDER BY 1
"""

# Only for real money: play money is owed to nobody. Payment clearing (1040) does not count.
_COVERED = """
SELECT format('players are owed %s, the house holds %s: %s short', owed, held, owed - held)
FROM (
    SELECT coalesce(-sum(e.amount) FILTER (WHERE a.code IN (
               2010, 2020, 2040, 2050, 2055, 2060, 2061, 2065, 2066, 2070, 2095, 2099)), 0) AS owed,
           coalesce(sum(e.amount) FILTER (WHERE a.code IN (
               1005, 1010, 1020, 1030, 1050)), 0) AS held
    FROM ledger_entry e JOIN ledger_account a ON a.id = e.account
    WHERE a.book = 'main'
) sums
WHERE owed > held
"""

# The ledger's part of invariant 5; `tables.audit` compares rake with the events.
_VOIDS_REVERSE = """
SELECT format('transaction %s, void of %s (%s): account %s is off by %s',
              v.id, v.reverses, coalesce(t.kind, 'missing'), e.account, sum(e.amount))
FROM ledger_transaction v
LEFT JOIN ledger_transaction t ON t.id = v.reverses
LEFT JOIN ledger_entry e ON e.transaction IN (v.id, v.reverses)
WHERE v.kind = 'void'
GROUP BY v.id, t.kind, e.account
HAVING t.kind IS DISTINCT FROM 'hand' OR coalesce(sum(e.amount), 1) <> 0
ORDER BY 1
"""

_ROWS_MATCH = """
SELECT format('account %s (%s %s, owner %s, within %s): balance row %s, entries %s',
              coalesce(a.id, b.account, e.account), a.book, a.code, a.owner, a.within,
              coalesce(b.balance::text, 'missing'),
              CASE WHEN a.code < 2000 THEN coalesce(e.total, 0) ELSE -coalesce(e.total, 0) END)
FROM ledger_account a
FULL JOIN ledger_balance b ON b.account = a.id
FULL JOIN (
    SELECT account, sum(amount) AS total FROM ledger_entry GROUP BY account
) e ON e.account = a.id
WHERE a.id IS NULL
    OR a.code < 3000 AND (
        b.code IS DISTINCT FROM a.code
        OR b.balance IS DISTINCT FROM
            CASE WHEN a.code < 2000 THEN coalesce(e.total, 0) ELSE -coalesce(e.total, 0) END)
    OR a.code >= 3000 AND b.account IS NOT NULL
ORDER BY 1
"""

_CLOSED_STAYS_CLOSED = """
SELECT format('transaction %s (%s, stream %s): posted %s into %s, which %s',
              t.id, t.kind, t.source_stream, t.posted_at, t.gaming_day,
              coalesce('closed ' || d.closed_at, 'was never opened'))
FROM ledger_transaction t LEFT JOIN gaming_day d ON d.day = t.gaming_day
WHERE d.day IS NULL OR t.posted_at > d.closed_at
ORDER BY 1
"""

_CHECKS: Mapping[int, _Check] = MappingProxyType(
    {
        1: _Check("every transaction is whole and balanced within its book", _BALANCED),
        4: _Check("what players are owed is covered by what the house holds", _COVERED),
        5: _Check("a void takes back exactly what its hand posted", _VOIDS_REVERSE),
        8: _Check("balance rows equal the sums of their entries", _ROWS_MATCH),
        10: _Check("no entry in a closed day after its closing", _CLOSED_STAYS_CLOSED),
    }
)
NUMBERS = tuple(_CHECKS)
"""The numbers of the invariants that are checked here."""


_COUNTED = """
SELECT sentence, count(*) OVER () FROM ({}) AS found (sentence) ORDER BY sentence LIMIT {}
"""


def check(number: int) -> Finding:
    """Return up to MAX_NAMED differences from the invariant of this number, and how many exist."""
    invariant = _CHECKS[number]
    with connection.cursor() as cursor:
        cursor.execute(_COUNTED.format(invariant.query, MAX_NAMED))
        rows = cursor.fetchall()
    differences = tuple(sentence for sentence, _ in rows)
    return Finding(number, invariant.title, differences, rows[0][1] if rows else 0)


def check_all() -> tuple[Finding, ...]:
    """Return all findings, by number."""
    return tuple(check(number) for number in NUMBERS)

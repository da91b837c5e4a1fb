"""
The only writer of the ledger.

A posting is one statement: header and lines, or nothing. If the database refuses it, the caller's
transaction is aborted. Let the error leave the `atomic` block, so that the events of the block are
rolled back too. After a refusal nothing more may be posted in the same transaction, unless the
refused posting was in a savepoint (an inner `atomic`).
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from uuid import UUID

import msgspec
import psycopg
from django.db import DatabaseError, connection
from msgspec import Struct

from accounts.money.days.days import gaming_day_of
from accounts.money.ledger import errors
from accounts.money.ledger.chart import AccountRef
from accounts.money.ledger.posting import VOID, Transaction
from pokerhouse.common.ids import new_id


class Posted(Struct, frozen=True):
    """The posted transaction; a repeat gets the same answer."""

    transaction_id: UUID


class _Header(Struct, frozen=True):
    """A posting without its lines, ready for the statement."""

    transaction: Transaction
    gaming_day: date
    shift: UUID | None
    idem_key: str
    effective_at: datetime
    actor: str


def post(
    transaction: Transaction,
    *,
    at: datetime,
    actor: str,
    idem_key: str = "",
    gaming_day: date | None = None,
    shift: UUID | None = None,
) -> Posted:
    """
    Post `transaction` inside the caller's database transaction, once for each `idem_key`.

    Without `idem_key` the source event is the key. Without `gaming_day` the day is that of `at`.
    Accounts and the day's row are created when they are first used. A repeat with the same key and
    content gets the first answer, even after its day has closed.

    :raises InsufficientFunds: if an account would go below 0; it has the account and the balance.
    :raises BalanceTooLarge: if an account would hold more than MAX_AMOUNT.
    :raises DayClosed, ShiftClosed: if the day or the shift is closed.
    :raises KeyReused: if the key was used for another posting.
    :raises AlreadyPosted, AlreadyVoided: if another key posted this event or this reversal.
    :raises UnknownTransaction: if the transaction that it reverses is not in its book.
    :raises LedgerBusy: on a lock time-out or a deadlock. `commands.retry.execute` handles both: it
        tries again after a deadlock, and raises FeedBusy for a lock time-out.
    """
    assert connection.in_atomic_block, "a posting belongs to the transaction of its event"
    source = transaction.source
    assert idem_key or source, "a posting without an event needs a key"
    header = _Header(
        transaction=transaction,
        gaming_day=gaming_day or gaming_day_of(at),
        shift=shift,
        idem_key=idem_key or (f"{source.stream}:{source.version}" if source else ""),
        effective_at=at,
        actor=actor,
    )
    with _refusals_named():
        posted = _insert(header) or _find_earlier(header)
        if posted is None:
            _open_missing(header)
            posted = _insert(header) or _find_earlier(header)
    assert posted is not None, "day and accounts are open and nobody has this key"
    return posted


# It returns no row and writes nothing if the key or the event is known, or if the row of the day or
# of an account is missing. The statement is the same for any number of lines, so it stays prepared.
_INSERT = """
WITH header AS (
    INSERT INTO ledger_transaction (
        id, book, kind, gaming_day, shift, source_stream, source_version, idem_key, idem_hash,
        reverses, line_count, effective_at, actor, memo)
    SELECT %s::uuid, %s::text, %s::text, %s::date, %s::uuid, %s::uuid, %s::integer, %s::text,
           %s::bytea, %s::uuid, %s::smallint, %s::timestamptz, %s::text, %s::text
    WHERE EXISTS (SELECT FROM gaming_day WHERE day = %s::date)
        AND (SELECT count(*) FROM ledger_account WHERE id = ANY (%s::uuid[])) = %s::integer
    ON CONFLICT DO NOTHING
    RETURNING id
), entries AS (
    INSERT INTO ledger_entry (transaction, line, account, amount)
    SELECT header.id, l.line, l.account, l.amount
    FROM header,
         unnest(%s::uuid[], %s::bigint[]) WITH ORDINALITY AS l (account, amount, line)
)
SELECT id FROM header
"""


def _insert(header: _Header) -> Posted | None:
    draft = header.transaction
    accounts = [line.account.id for line in draft.lines]
    source = draft.source
    values = (
        new_id(),
        draft.book,
        draft.kind,
        header.gaming_day,
        header.shift,
        source.stream if source else None,
        source.version if source else None,
        header.idem_key,
        draft.digest,
        draft.reverses,
        len(accounts),
        header.effective_at,
        header.actor,
        draft.memo,
        header.gaming_day,
        _array(accounts),
        len(set(accounts)),
        _array(accounts),
        _array(line.amount for line in draft.lines),
    )
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, values)
        row = cursor.fetchone()
    return Posted(row[0]) if row else None


_EARLIER = """
SELECT id, idem_key, idem_hash, reverses
FROM ledger_transaction
WHERE idem_key = %s
    OR (source_stream = %s::uuid AND source_version = %s::integer)
    OR (kind = 'void' AND reverses = %s::uuid)
ORDER BY idem_key = %s DESC
LIMIT 1
"""


def _find_earlier(header: _Header) -> Posted | None:
    draft = header.transaction
    source = draft.source
    values = (
        header.idem_key,
        source.stream if source else None,
        source.version if source else None,
        draft.reverses if draft.kind == VOID else None,
        header.idem_key,
    )
    with connection.cursor() as cursor:
        cursor.execute(_EARLIER, values)
        row = cursor.fetchone()
    if row is None:
        return None
    earlier, key, digest, reverses = row
    if key == header.idem_key:
        if bytes(digest) == draft.digest:
            return Posted(earlier)
        raise errors.KeyReused(
            "This key was used for another posting.", key=key, transaction=str(earlier)
        )
    if draft.reverses and reverses == draft.reverses:
        raise errors.AlreadyVoided("This hand was voided before.", transaction=str(earlier))
    raise errors.AlreadyPosted("This event was posted before.", transaction=str(earlier))


_OPEN_DAY = "INSERT INTO gaming_day (day) VALUES (%s) ON CONFLICT DO NOTHING"

# In the order of the ids, so that two transactions with the same accounts cannot deadlock.
_OPEN_ACCOUNTS = """
INSERT INTO ledger_account (id, book, code, owner, within)
SELECT a.id, %s::text, a.code, a.owner, a.within
FROM unnest(%s::uuid[], %s::smallint[], %s::uuid[], %s::uuid[]) AS a (id, code, owner, within)
ORDER BY a.id
ON CONFLICT DO NOTHING
"""


def _open_missing(header: _Header) -> None:
    refs: list[AccountRef] = list({line.account for line in header.transaction.lines})
    with connection.cursor() as cursor:
        cursor.execute(_OPEN_DAY, [header.gaming_day])
        cursor.execute(
            _OPEN_ACCOUNTS,
            [
                header.transaction.book,
                _array(ref.id for ref in refs),
                _array(ref.code for ref in refs),
                _array(ref.owner for ref in refs),
                _array(ref.within for ref in refs),
            ],
        )


def _array(values: Iterable[UUID | int | None]) -> str:
    """Return an array as PostgreSQL's text; psycopg takes many times as long to convert a list."""
    return "{" + ",".join("NULL" if value is None else str(value) for value in values) + "}"


_SENTENCES: dict[str, tuple[type[errors.LedgerRefusal], str]] = {
    "ledger_balance_not_negative": (errors.InsufficientFunds, "The account does not hold that."),
    "ledger_balance_in_range": (errors.BalanceTooLarge, "The account would hold too much."),
    "ledger_day_open": (errors.DayClosed, "The gaming day is closed."),
    "ledger_shift_open": (errors.ShiftClosed, "The shift is not open."),
    "ledger_reverses_known": (errors.UnknownTransaction, "The book has no such transaction."),
}


@contextmanager
def _refusals_named() -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        cause = error.__cause__
        if isinstance(cause, psycopg.errors.LockNotAvailable | psycopg.errors.DeadlockDetected):
            raise errors.LedgerBusy("Others are posting to these accounts.") from error
        if not isinstance(cause, psycopg.Error):
            raise
        known = _SENTENCES.get(cause.diag.constraint_name or "")
        if known is None:
            raise
        refusal, sentence = known
        raise refusal(sentence, **_facts(cause.diag.message_detail)) from error


def _facts(detail: str | None) -> dict[str, object]:
    """Return the facts that the trigger wrote into the error's DETAIL, as JSON."""
    return msgspec.json.decode(detail, type=dict[str, object]) if detail else {}

"""
Laws between a table's events and the books: what the house took of its hands, day by day, and
that a hand which was taken back has its reversal.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from uuid import UUID

from django.db import connection
from msgspec import Struct

from pokerhouse.common.ids import TableId
from tables.engine.hand.events import HandFinished
from tables.engine.rules.terms import Chips

RAKE, JACKPOT = 4010, 2050


class Result(Struct, frozen=True):
    """What a hand's end means for the books."""

    day: date
    """The gaming day in which it began."""
    rake_chips: Chips
    jackpot_chips: Chips
    has_moved: bool
    """Whether anybody's stack changed, so that its posting has lines."""


class Hands(Struct):
    """The hands of a table that were settled, and the table's events that took some back."""

    settled: dict[UUID, Result] = {}
    taken_back: dict[int, UUID] = {}
    """By the version of the event in the table's stream."""


class _Void(Struct, frozen=True):
    """A reversal in the books, and the hand that it reverses."""

    day: date
    hand: UUID | None


def result_of(finished: HandFinished, gaming_day: str) -> Result:
    """Return what has to be remembered of a hand's end."""
    return Result(
        day=date.fromisoformat(gaming_day),
        rake_chips=finished.rake_chips,
        jackpot_chips=finished.jackpot_chips,
        has_moved=any(result.net_chips for result in finished.results),
    )


def unreversed(table_id: TableId, hands: Hands) -> Iterator[str]:
    """Name hands that were taken back without their one reversal, and reversals of no such hand."""
    expected = {
        version: hand for version, hand in hands.taken_back.items() if hands.settled[hand].has_moved
    }
    found = {version: void.hand for version, void in _voids(table_id).items()}
    for version in sorted(expected.keys() | found.keys()):
        hand, reversed_hand = expected.get(version), found.get(version)
        if hand != reversed_hand:
            yield f"table {table_id}, event {version}: {hand} taken back, {reversed_hand} reversed"


def untaken(table_id: TableId, hands: Hands) -> Iterator[str]:
    """Yield the days on which rake or drop in the books differ from the table's hands."""
    voids = _voids(table_id)
    expected: Counter[tuple[date, int]] = Counter()
    for result in hands.settled.values():
        expected[result.day, RAKE] += result.rake_chips
        expected[result.day, JACKPOT] += result.jackpot_chips
    for version, hand in hands.taken_back.items():
        if version in voids:
            expected[voids[version].day, RAKE] -= hands.settled[hand].rake_chips
            expected[voids[version].day, JACKPOT] -= hands.settled[hand].jackpot_chips
    found = _takes(table_id)
    for day, code in sorted(expected.keys() | found.keys()):
        said, held = expected[day, code], found.get((day, code), 0)
        if said != held:
            yield f"table {table_id}, day {day}, account {code}: {said} by its hands, {held} there"


_VOIDS = """
SELECT v.source_version, v.gaming_day, t.source_stream
FROM ledger_transaction v LEFT JOIN ledger_transaction t ON t.id = v.reverses
WHERE v.kind = 'void' AND v.source_stream = %s
"""


def _voids(table_id: TableId) -> dict[int, _Void]:
    with connection.cursor() as cursor:
        cursor.execute(_VOIDS, [table_id])
        return {version: _Void(day, hand) for version, day, hand in cursor.fetchall()}


_TAKES = """
SELECT t.gaming_day, a.code, -sum(e.amount)::bigint
FROM ledger_account a
JOIN ledger_entry e ON e.account = a.id
JOIN ledger_transaction t ON t.id = e.transaction AND t.kind IN ('hand', 'void')
WHERE a.code = 4010 AND a.owner = %(table)s OR a.code = 2050 AND a.within = %(table)s
GROUP BY t.gaming_day, a.code
"""


def _takes(table_id: TableId) -> dict[tuple[date, int], int]:
    with connection.cursor() as cursor:
        cursor.execute(_TAKES, {"table": table_id})
        return {(day, code): chips for day, code, chips in cursor.fetchall()}

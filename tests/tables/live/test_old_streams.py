"""
A table's stream as an older house wrote it still says the same.

`tests/data/streams/<name>.txt` has an event a line: its schema, then the bytes that were stored.
Such a file is never edited. In this one all that waited stands in the batch of the hand's end, seat
by seat; today it follows in a batch of its own, step by step.
"""

from uuid import UUID

from pokerhouse.eventstore.store import StoredEvent
from tables.engine.table import events as ev
from tables.engine.table.decide import NEW_TABLE, evolve_table
from tables.engine.table.state import Departure, SeatStatus, Table, TableState
from tables.engine.table.waiting import is_owed
from tables.live import codec
from tests.support.folders import DATA
from tests.support.tables import player

STREAM = DATA / "streams" / "table_settled_in_one_step.txt"
NOWHERE = UUID(int=0)


def read(line: bytes) -> ev.TableEvent:
    """Return the event of a line in today's shape."""
    schema, data = line.split(b" ", 1)
    type_ = data.rpartition(b'"type":"')[2].split(b'"')[0].decode()
    stored = StoredEvent(NOWHERE, 1, "", NOWHERE, 1, type_, int(schema), data, b"{}", b"", b"")
    return codec.table_event(stored)


def tables() -> list[tuple[ev.TableEvent, Table]]:
    """Return each event of the stream and the table after it."""
    table, found = NEW_TABLE, []
    for line in STREAM.read_bytes().splitlines():
        event = read(line)
        table = evolve_table(table, event)
        found.append((event, table))
    return found


def test_nothing_is_owed_where_the_end_of_a_hand_and_what_waited_were_one_step() -> None:
    befores = [table for _, table in tables()]
    starts = [n for n, (event, _) in enumerate(tables()) if isinstance(event, ev.HandStarted)]

    assert len(starts) == 5
    assert [is_owed(befores[start - 1]) for start in starts] == [False] * 5
    assert not is_owed(befores[-1])


def test_an_old_stream_folds_to_the_stacks_and_seats_that_it_did_then() -> None:
    before_the_last_hand = [
        table for event, table in tables() if isinstance(event, ev.PlayerBusted)
    ][-1]

    assert [
        (number, seat.player, seat.stack_chips, seat.status, seat.consecutive_timeout_count)
        for number, seat in before_the_last_hand.occupied()
    ] == [
        (1, player(1), 0, SeatStatus.SITTING_OUT, 1),
        (2, player(2), 300, SeatStatus.IN, 0),
        (3, player(3), 1_000, SeatStatus.SITTING_OUT, 0),
        (6, player(6), 3_245, SeatStatus.IN, 0),
        (7, player(7), 500, SeatStatus.IN, 0),
    ]


def test_an_old_stream_ends_with_everybody_paid_out() -> None:
    table = tables()[-1][1]

    assert (table.state, table.occupied(), table.hand_no) == (TableState.CLOSED, [], 5)
    assert table.departures == (
        Departure(player(5), 1_000, 60_000),
        Departure(player(4), 1_000, 62_000),
        Departure(player(1), 0, 68_000),
        Departure(player(2), 300, 68_000),
        Departure(player(3), 1_000, 68_000),
        Departure(player(6), 3_245, 68_000),
        Departure(player(7), 500, 68_000),
    )

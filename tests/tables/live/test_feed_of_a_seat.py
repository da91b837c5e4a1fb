"""What concerns one seat is for whoever sat there then, not for whoever sits there today."""

from datetime import UTC, datetime
from typing import Any

import pytest

from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.eventstore.store import read_feed
from tables.engine.table.state import EntryChoice
from tables.live.feed import sitting_before
from tables.live.frames import read_event_frames, read_frames
from tests.support import seating
from tests.support.rooms import (
    AT,
    check_down,
    deposit,
    manage_seats,
    meta,
    open_table,
    player,
    start_hand,
)

FORMER, LATER = player(3), player(7)
REQUEST = "table.leave_requested"


@pytest.fixture
def table_id(house_db: str, no_cached_tables: None) -> TableId:
    """A table whose seat 3 was left on request and taken by another."""
    table_id = open_table(3)
    start_hand(table_id)
    seating.leave(table_id=table_id, seat=3, meta=meta())
    check_down(table_id)
    manage_seats(table_id)
    deposit(LATER, 2000)
    seating.take_seat(
        table_id=table_id,
        seat=3,
        player=LATER,
        buy_in_chips=1000,
        entry=EntryChoice.POST,
        meta=meta(),
    )
    return table_id


def request_seq(table_id: TableId) -> int:
    return next(event.seq for event in read_feed(table_id) if event.type == REQUEST)


def frame_at(table_id: TableId, who: PlayerId | None, seq: int) -> dict[str, Any]:
    """Read that one number, from right before it."""
    (frame,) = read_frames(table_id, who, after_seq=seq - 1, limit=1, at=AT)
    return frame


def test_a_later_occupant_of_the_seat_never_sees_the_former_ones_request(table_id: TableId) -> None:
    seq = request_seq(table_id)
    assert frame_at(table_id, FORMER, seq)["t"] == REQUEST
    for other in (LATER, player(1), player(9), None):
        assert frame_at(table_id, other, seq) == {
            "t": "skip",
            "ch": f"table:{table_id}",
            "ep": 1,
            "from": seq,
            "to": seq,
        }


def test_the_same_holds_where_the_feed_is_read_from_its_beginning(table_id: TableId) -> None:
    seen = {
        who: [
            f["seq"]
            for f in read_frames(table_id, who, after_seq=0, limit=500, at=AT)
            if f["t"] == REQUEST
        ]
        for who in (FORMER, LATER, player(1))
    }
    assert seen == {FORMER: [request_seq(table_id)], LATER: [], player(1): []}


def test_the_same_holds_for_sockets_which_read_for_several_at_once(table_id: TableId) -> None:
    seq = request_seq(table_id)
    (seen,) = read_event_frames(
        table_id,
        {FORMER, LATER},
        after_seq=seq - 1,
        limit=1,
        epoch=1,
        at=datetime(2026, 11, 30, tzinfo=UTC),
    )
    assert seen.public is None
    assert {who: body["t"] for who, body in seen.own.items() if body} == {FORMER: REQUEST}


def test_who_sat_in_a_seat_is_read_backwards_from_any_event_of_the_table(table_id: TableId) -> None:
    own = [event for event in read_feed(table_id) if event.stream == table_id]
    last = own[-1].version
    version = next(event.version for event in own if event.type == REQUEST)
    left = next(event.version for event in own if event.type == "table.player_left")
    assert sitting_before(table_id, 3, version) == FORMER
    assert sitting_before(table_id, 3, left + 1) is None
    assert sitting_before(table_id, 3, last + 1) == LATER
    assert sitting_before(table_id, 6, last + 1) is None

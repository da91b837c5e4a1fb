"""A table that a process does not know yet is folded from a tenth of its feed, and is the same."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from msgspec.structs import replace

from pokerhouse.common.ids import TableId
from pokerhouse.eventstore.store import Head, StoredEvent, read_feed, read_head
from tables.lab.simulation.session import SessionPlan, play_session
from tables.lab.simulation.stored import StoredTable
from tables.live import feed
from tables.live import table as live_tables
from tables.live.frames import frames_between, read_event_frames
from tables.live.table import LiveTable, blank, fold_in
from tables.services import clock
from tests.support.rooms import AT, CONFIG, act, meta, open_table, player, start_hand

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")


@contextmanager
def no_reads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let nobody read a feed."""
    with monkeypatch.context() as patched:
        for module in (live_tables, feed):
            patched.delattr(module, "read_feed")
        yield


def folded_whole(events: list[StoredEvent], epoch: int) -> LiveTable:
    """Return what every event of the feed folds to."""
    live = fold_in(blank(TableId(events[0].shard)), events)
    return replace(live, head=replace(live.head, epoch=epoch))


def assert_every_beginning_folds_alike(table_id: TableId, step: int) -> None:
    """Compare both ways at every `step`th event of the feed and at its end."""
    events, epoch = read_feed(table_id), read_head(table_id).epoch
    for count in [*range(1, len(events), step), len(events)]:
        last = events[count - 1]
        head = Head(table_id, last.seq, last.hash, epoch)
        assert live_tables._folded(head) == folded_whole(events[:count], epoch), count


def test_a_session_is_the_same_by_its_streams_as_by_its_feed() -> None:
    table = StoredTable(replace(CONFIG, turn_ms=5000))
    play_session(table, SessionPlan(players=4, hands=25, seed=3, buy_in_chips=400))

    assert_every_beginning_folds_alike(table.table_id, step=5)


def test_a_clock_that_was_extended_in_the_hand_is_the_one_that_runs() -> None:
    table_id = open_table()
    for _ in range(2):
        live = start_hand(table_id)
        assert live.hand_id is not None
        clock.extend(table_id=table_id, hand_id=live.hand_id, turn=1, by_ms=5000, meta=meta())
        act(table_id, "call")
        act(table_id, "fold")
        act(table_id, "check")
        clock.extend(table_id=table_id, hand_id=live.hand_id, turn=4, by_ms=700, meta=meta())
        assert_every_beginning_folds_alike(table_id, step=1)
        act(table_id, "bet", 20)
        act(table_id, "fold")


def test_what_a_table_was_before_its_first_hand_is_folded_too() -> None:
    table_id = open_table()
    assert_every_beginning_folds_alike(table_id, step=1)


def test_a_table_that_is_kept_is_not_folded_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table_id = open_table()
    start_hand(table_id)
    live_tables.evict_all()
    live = live_tables.get(table_id)
    with no_reads(monkeypatch):
        assert live_tables.get(table_id) is live


def test_what_this_process_did_is_shown_without_a_query(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table_id = open_table()
    live = start_hand(table_id)
    seq = live.head.seq
    act(table_id, "call")
    with no_reads(monkeypatch):
        seen = read_event_frames(
            table_id, (), after_seq=seq, limit=100, epoch=live.head.epoch, at=AT
        )
        frames = frames_between(table_id, player(1), seq + 1, live_tables.get(table_id).head.seq)
    live_tables.evict_all()
    fresh = read_event_frames(table_id, (), after_seq=seq, limit=100, epoch=live.head.epoch, at=AT)
    assert [one.seq for one in seen] == [seq + 1, seq + 2] == [one.seq for one in fresh]
    assert [(one.public, one.own) for one in seen] == [(one.public, one.own) for one in fresh]
    assert [frame["t"] for frame in frames] == ["hand.called", "hand.turn_started"]

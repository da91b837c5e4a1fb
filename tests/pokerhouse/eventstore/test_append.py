"""Appending: one statement, all of it or nothing (docs/architecture.md#the-event-store)."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, connection, transaction

from pokerhouse.agenda.agenda import plan
from pokerhouse.agenda.models import Agenda
from pokerhouse.common.ids import new_id
from pokerhouse.eventstore import store
from pokerhouse.eventstore.chain import GENESIS, event_hash
from pokerhouse.eventstore.commands import find_record, identify
from pokerhouse.eventstore.errors import (
    AppendTooLarge,
    DuplicateCommand,
    FeedClosed,
    FeedExists,
    LostRace,
    UnknownFeed,
)
from pokerhouse.eventstore.models import Command, Event
from pokerhouse.eventstore.store import Head, append, open_feed, read_feed, read_head, read_stream
from pokerhouse.eventstore.verify import verify
from tests.support.feeds import META, counted, filled_feed

DUE_AT = datetime(2026, 11, 30, 18, 0, 15, tzinfo=UTC)

pytestmark = pytest.mark.django_db


def everything_written() -> tuple[int, int, int]:
    return Event.objects.count(), Command.objects.count(), Agenda.objects.count()


def test_a_new_feed_starts_before_its_first_event() -> None:
    shard = new_id()

    assert open_feed(shard) == Head(shard, 0, GENESIS, 1)
    assert read_head(shard) == Head(shard, 0, GENESIS, 1)
    assert read_feed(shard) == []


def test_a_feed_is_opened_once() -> None:
    head, _ = filled_feed()

    with pytest.raises(FeedExists):
        open_feed(head.shard)

    assert read_head(head.shard) == head


def test_events_are_read_back_as_they_were_written() -> None:
    shard, hand = new_id(), new_id()
    events = counted(hand, 1, 2, note="ß♠")

    head = append(open_feed(shard), events)

    first_hash = event_hash(GENESIS, shard, 1, events[0])
    second_hash = event_hash(first_hash, shard, 2, events[1])
    assert head == Head(shard, 2, second_hash, 1) == read_head(shard)
    assert read_feed(shard) == [
        store.StoredEvent(
            shard, 1, "hand", hand, 1, "test.counted", 1, events[0].data, META, GENESIS, first_hash
        ),
        store.StoredEvent(
            shard,
            2,
            "hand",
            hand,
            2,
            "test.counted",
            1,
            events[1].data,
            META,
            first_hash,
            second_hash,
        ),
    ]


def test_a_feed_is_read_from_a_number_on_and_up_to_a_limit() -> None:
    head, _ = filled_feed(hands=2, events=3)

    assert [event.seq for event in read_feed(head.shard, after_seq=2)] == [3, 4, 5, 6]
    assert [event.seq for event in read_feed(head.shard, after_seq=2, limit=3)] == [3, 4, 5]


def test_a_stream_is_read_without_the_others_of_its_feed() -> None:
    head, hands = filled_feed(hands=2, events=3)

    events = read_stream(head.shard, hands[1], after_version=1)

    assert [(event.seq, event.version) for event in events] == [(5, 2), (6, 3)]
    assert {event.stream for event in events} == {hands[1]}


def test_positions_follow_the_numbers_within_the_longest_append() -> None:
    head = open_feed(new_id())

    append(head, counted(new_id(), 1, store.MAX_EVENTS_PER_APPEND))

    by_position = Event.objects.filter(shard=head.shard).order_by("position")
    assert [event.seq for event in by_position] == list(range(1, 65))
    assert verify(head.shard) == []


def test_command_and_agenda_are_written_with_the_events() -> None:
    head = open_feed(new_id())
    command = identify(shard=head.shard, actor="player:1", key="k-1", body=b"{}")
    clock = plan(key="turn", task="tables.expire_turn", args={"turn": 1}, due_at=DUE_AT)

    append(head, counted(new_id(), 1), command=command.record(b'{"seq":1}'), agenda=clock)

    assert find_record(head.shard, "player:1", "k-1") == command.record(b'{"seq":1}')
    row = Agenda.objects.get(shard=head.shard, key="turn")
    assert (row.generation, row.task, row.args) == (1, "tables.expire_turn", {"turn": 1})
    assert (row.due_at, row.sent_at, row.attempts, row.done_generation) == (DUE_AT, None, 0, 0)


def test_planning_again_moves_the_row_and_raises_its_generation() -> None:
    hand = new_id()
    head = open_feed(new_id())
    first = plan(key="turn", task="tables.expire_turn", args={"turn": 1}, due_at=DUE_AT)
    head = append(head, counted(hand, 1), agenda=first)
    Agenda.objects.filter(shard=head.shard).update(sent_at=DUE_AT, attempts=2, done_generation=1)
    later = datetime(2026, 11, 30, 18, 1, tzinfo=UTC)

    append(
        head,
        counted(hand, 2),
        agenda=plan(key="turn", task="tables.start_next_hand", args={"hand": 2}, due_at=later),
    )

    row = Agenda.objects.get(shard=head.shard)
    assert (row.generation, row.task, row.args) == (2, "tables.start_next_hand", {"hand": 2})
    assert (row.due_at, row.sent_at, row.attempts, row.done_generation) == (later, None, 0, 1)


def test_a_stale_head_loses_the_race_and_writes_nothing() -> None:
    head, (hand, *_) = filled_feed(hands=1)
    stale = Head(head.shard, head.seq - 1, read_feed(head.shard)[-2].hash, head.epoch)
    command = identify(shard=head.shard, actor="player:1", key="k-1", body=b"{}")
    before = everything_written()

    with pytest.raises(LostRace):
        append(
            stale,
            counted(hand, 4),
            command=command.record(b"{}"),
            agenda=plan(key="turn", task="t", args={}, due_at=DUE_AT),
        )

    assert everything_written() == before
    assert read_head(head.shard) == head


@pytest.mark.parametrize("wrong", [{"hash": bytes(32)}, {"epoch": 2}, {"seq": 4}])
def test_a_head_that_differs_in_anything_loses_the_race(wrong: dict[str, object]) -> None:
    head, (hand, *_) = filled_feed(hands=1)
    fields = {"shard": head.shard, "seq": head.seq, "hash": head.hash, "epoch": head.epoch}
    before = everything_written()

    with pytest.raises(LostRace):
        append(Head(**(fields | wrong)), counted(hand, 4))  # type: ignore[arg-type]

    assert everything_written() == before
    assert read_head(head.shard) == head


def test_a_feed_that_was_never_opened_is_unknown() -> None:
    before = everything_written()
    shard = new_id()

    with pytest.raises(UnknownFeed):
        append(Head(shard, 0, GENESIS, 1), counted(new_id(), 1))
    with pytest.raises(UnknownFeed):
        read_head(shard)

    assert everything_written() == before


def test_a_closed_feed_takes_nothing_more() -> None:
    head, (hand, *_) = filled_feed(hands=1)
    store.close_feed(head)

    with pytest.raises(FeedClosed):
        append(head, counted(hand, 4))
    with pytest.raises(FeedClosed):
        store.close_feed(head)

    assert read_head(head.shard) == head
    assert len(read_feed(head.shard)) == 3


def test_a_feed_that_moved_on_is_not_closed() -> None:
    stale = open_feed(new_id())
    hand = new_id()
    head = append(stale, counted(hand, 1))

    with pytest.raises(LostRace):
        store.close_feed(stale)

    assert append(head, counted(hand, 2)).seq == 2


def test_a_command_has_one_effect() -> None:
    hand = new_id()
    head = open_feed(new_id())
    record = identify(shard=head.shard, actor="player:1", key="k-1", body=b"{}").record(b"first")
    head = append(head, counted(hand, 1), command=record)

    with pytest.raises(DuplicateCommand), transaction.atomic():
        append(head, counted(hand, 2), command=record)

    assert read_head(head.shard) == head
    assert len(read_feed(head.shard)) == 1


def test_a_version_that_is_taken_is_djangos_integrity_error() -> None:
    head, (hand, *_) = filled_feed(hands=1)

    with pytest.raises(IntegrityError, match="event_stream_version"), transaction.atomic():
        append(head, counted(hand, 3))

    assert read_head(head.shard) == head


def test_more_events_or_bytes_than_the_limits_are_refused() -> None:
    head = open_feed(new_id())
    hand = new_id()

    with pytest.raises(AppendTooLarge) as too_many:
        append(head, counted(hand, 1, store.MAX_EVENTS_PER_APPEND + 1))
    with pytest.raises(AppendTooLarge) as too_long:
        append(head, counted(hand, 1, text="x" * store.MAX_EVENT_BYTES))

    assert too_many.value.facts == {"max_events": 64}
    assert too_long.value.facts == {"max_bytes": 1_048_576}
    assert read_head(head.shard) == head


def test_an_append_is_part_of_the_callers_transaction() -> None:
    head = open_feed(new_id())

    with transaction.atomic():
        append(head, counted(new_id(), 1))
        transaction.set_rollback(True)

    assert read_head(head.shard) == head
    assert read_feed(head.shard) == []


def test_numbers_beyond_two_bytes_use_the_same_statement() -> None:
    head = open_feed(new_id())
    hand = new_id()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE feed_head SET seq = 4000000000 WHERE shard = %s", [head.shard])

    head = append(Head(head.shard, 4_000_000_000, GENESIS, 1), counted(hand, 2_000_000_000))

    assert head.seq == 4_000_000_001
    assert [event.version for event in read_stream(head.shard, hand)] == [2_000_000_000]


def test_an_append_runs_as_one_prepared_statement_with_a_generic_plan() -> None:
    head = open_feed(new_id())
    hand = new_id()
    for number in range(1, 9):
        command = identify(shard=head.shard, actor="a", key=str(number), body=b"")
        clock = plan(key="turn", task="t", args={}, due_at=DUE_AT)
        head = append(head, counted(hand, number), command=command.record(b""), agenda=clock)

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), sum(generic_plans) FROM pg_prepared_statements"
            " WHERE statement LIKE '%INSERT INTO agenda%'"
            " AND array_length(parameter_types, 1) = 20"
        )
        count, generic_plans = cursor.fetchone()
    assert (count, generic_plans) == (1, 1)  # 8 runs: 2 unprepared, 5 planned anew, then generic


def test_a_broken_transaction_is_not_written_into() -> None:
    head = open_feed(new_id())

    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(transaction.TransactionManagementError):
            append(head, counted(new_id(), 1))

    assert read_feed(head.shard) == []

"""Whoever gets past the guards is found: `verify` names the first wrong event."""

from collections.abc import Iterator
from io import StringIO
from uuid import UUID

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from pokerhouse.common.ids import new_id
from pokerhouse.eventstore.chain import event_hash
from pokerhouse.eventstore.errors import UnknownFeed
from pokerhouse.eventstore.store import append, open_feed, read_feed
from pokerhouse.eventstore.verify import Fault, FaultKind, verify, verify_all, verify_feed
from tests.support.feeds import counted
from tests.support.tampering import INSERT, WHERE, Feed, middle_of_three, tamper


@pytest.fixture
def feed(house_db: str) -> Iterator[Feed]:
    """Two hands of four events each; another feed stands on either side of it."""
    yield middle_of_three()
    connections["owner"].close()


def test_an_untouched_house_has_no_fault(feed: Feed) -> None:
    reports = list(verify_all())

    assert [(report.event_count, report.fault) for report in reports] == [(8, None)] * 3
    assert [report.shard for report in reports] == sorted(report.shard for report in reports)


@pytest.mark.parametrize(
    "change",
    [
        """data = '{"number":9}'""",
        "data = data || ' '",
        """meta = '{"actor":"player:2"}'""",
        "type = 'test.other'",
        "schema = 2",
        "stream_kind = 'table'",
    ],
)
def test_an_edited_event_is_named(feed: Feed, change: str) -> None:
    head, (hand, _) = feed

    tamper(head, f"UPDATE event SET {change}{WHERE}3")

    assert verify() == [Fault(head.shard, 3, hand, FaultKind.HASH, "it is not what was hashed")]


def test_an_edited_event_with_a_hash_that_fits_breaks_the_chain_behind_it(feed: Feed) -> None:
    head, (hand, _) = feed
    edited = msgspec.structs.replace(read_feed(head.shard)[2], data=b'{"number":9}')
    new_hash = event_hash(edited.prev_hash, head.shard, 3, edited)

    tamper(
        head,
        f"UPDATE event SET data = %(data)s, hash = %(hash)s{WHERE}3",
        data=edited.data,
        hash=new_hash,
    )

    assert verify() == [
        Fault(head.shard, 4, hand, FaultKind.CHAIN, "it does not follow the event before it")
    ]


def test_a_last_event_edited_with_a_hash_that_fits_disagrees_with_the_head(feed: Feed) -> None:
    head, _ = feed
    edited = msgspec.structs.replace(read_feed(head.shard)[7], data=b'{"number":9}')
    new_hash = event_hash(edited.prev_hash, head.shard, 8, edited)

    tamper(
        head,
        f"UPDATE event SET data = %(data)s, hash = %(hash)s{WHERE}8",
        data=edited.data,
        hash=new_hash,
    )

    assert verify() == [Fault(head.shard, 8, None, FaultKind.HEAD, "the head has another hash")]


@pytest.mark.parametrize("seq", [1, 4, 7])
def test_a_deleted_event_is_named(feed: Feed, seq: int) -> None:
    head, _ = feed

    tamper(head, f"DELETE FROM event{WHERE}{seq}")

    assert verify() == [
        Fault(head.shard, seq, None, FaultKind.MISSING, f"the next stored is {seq + 1}")
    ]


def test_a_deleted_event_whose_gap_was_closed_is_named(feed: Feed) -> None:
    head, (_, hand) = feed

    tamper(
        head,
        f"DELETE FROM event{WHERE}4",
        "UPDATE event SET seq = seq - 1 WHERE shard = %(shard)s AND seq = 5",
        "UPDATE event SET seq = seq - 1 WHERE shard = %(shard)s AND seq = 6",
        "UPDATE event SET seq = seq - 1 WHERE shard = %(shard)s AND seq = 7",
        "UPDATE event SET seq = seq - 1 WHERE shard = %(shard)s AND seq = 8",
    )

    assert verify() == [
        Fault(head.shard, 4, hand, FaultKind.CHAIN, "it does not follow the event before it")
    ]


def test_two_swapped_events_are_named_at_the_first(feed: Feed) -> None:
    head, (hand, _) = feed

    tamper(
        head,
        f"UPDATE event SET seq = 99{WHERE}2",
        f"UPDATE event SET seq = 2{WHERE}3",
        f"UPDATE event SET seq = 3{WHERE}99",
    )

    assert verify() == [
        Fault(head.shard, 2, hand, FaultKind.CHAIN, "it does not follow the event before it")
    ]


def test_the_contents_of_two_swapped_events_are_named_at_the_first(feed: Feed) -> None:
    head, (hand, _) = feed

    tamper(
        head,
        "UPDATE event SET data = other.data FROM event AS other"
        " WHERE event.shard = %(shard)s AND other.shard = %(shard)s"
        " AND (event.seq, other.seq) IN ((2, 3), (3, 2))",
    )

    assert verify() == [Fault(head.shard, 2, hand, FaultKind.HASH, "it is not what was hashed")]


def test_an_inserted_event_is_named(feed: Feed) -> None:
    """In the middle: those behind it make room."""
    head, (hand, _) = feed

    tamper(
        head,
        *(f"UPDATE event SET seq = {seq + 1}{WHERE}{seq}" for seq in range(8, 2, -1)),
        INSERT.format(seq=3, stream="stream", version=9) + WHERE + "2",
    )

    assert verify() == [
        Fault(head.shard, 3, hand, FaultKind.CHAIN, "it does not follow the event before it")
    ]


def test_an_event_inserted_behind_the_head_is_named(feed: Feed) -> None:
    """The application's own role can do this much: INSERT is all it has."""
    head, (_, hand) = feed
    with connections["default"].cursor() as cursor:
        cursor.execute(
            INSERT.format(seq=9, stream="stream", version=5) + WHERE + "8",
            {"shard": head.shard},
        )

    assert verify() == [Fault(head.shard, 9, hand, FaultKind.BEYOND_HEAD, "the head is at 8")]


def test_a_tail_that_was_cut_off_is_named(feed: Feed) -> None:
    head, _ = feed

    tamper(head, "DELETE FROM event WHERE shard = %(shard)s AND seq > 6")

    assert verify() == [Fault(head.shard, 7, None, FaultKind.TAIL, "the head is at 8")]


def test_a_feed_that_was_emptied_is_named(feed: Feed) -> None:
    head, _ = feed

    tamper(head, "DELETE FROM event WHERE shard = %(shard)s")

    assert verify() == [Fault(head.shard, 1, None, FaultKind.TAIL, "the head is at 8")]


def test_a_head_set_back_over_a_tail_is_named(feed: Feed) -> None:
    head, (_, hand) = feed
    sixth = read_feed(head.shard)[5]

    tamper(
        head,
        "UPDATE feed_head SET seq = 6, hash = %(hash)s WHERE shard = %(shard)s",
        hash=sixth.hash,
    )

    assert verify() == [Fault(head.shard, 7, hand, FaultKind.BEYOND_HEAD, "the head is at 6")]


def test_a_feed_without_its_head_is_named(feed: Feed) -> None:
    head, (hand, _) = feed

    tamper(head, "DELETE FROM feed_head WHERE shard = %(shard)s")

    assert verify() == [Fault(head.shard, 1, hand, FaultKind.NO_HEAD, "its feed has no head")]


def test_an_event_moved_to_another_stream_is_named(feed: Feed) -> None:
    head, _ = feed
    elsewhere = new_id()

    tamper(head, f"UPDATE event SET stream = %(stream)s, version = 1{WHERE}8", stream=elsewhere)

    assert verify() == [
        Fault(head.shard, 8, elsewhere, FaultKind.HASH, "it is not what was hashed")
    ]


def test_an_event_moved_to_another_feed_is_named_in_both(feed: Feed) -> None:
    head, _ = feed
    there = append(open_feed(new_id()), counted(new_id(), 1))

    tamper(
        head,
        f"UPDATE event SET shard = %(there)s, seq = 2{WHERE}8",
        there=there.shard,
    )

    assert [(fault.shard, fault.seq, fault.kind) for fault in verify(head.shard)] == [
        (head.shard, 8, FaultKind.TAIL)
    ]
    assert [(fault.shard, fault.seq, fault.kind) for fault in verify(there.shard)] == [
        (there.shard, 2, FaultKind.BEYOND_HEAD)
    ]


def test_a_stream_with_a_gap_in_its_versions_is_named_though_the_chain_holds(
    house_db: str,
) -> None:
    hand = new_id()
    head = append(open_feed(new_id()), [*counted(hand, 1, 2), *counted(hand, 4, 2)])

    assert verify(head.shard) == [
        Fault(head.shard, 3, hand, FaultKind.VERSION, "version 4 of its stream where 3 is next")
    ]


def test_a_stream_that_runs_backwards_is_named_though_the_chain_holds(house_db: str) -> None:
    hand = new_id()
    head = append(open_feed(new_id()), [*counted(hand, 2), *counted(hand, 1)])

    assert [(fault.seq, fault.kind) for fault in verify(head.shard)] == [(1, FaultKind.VERSION)]


def test_the_first_of_several_faults_is_named(feed: Feed) -> None:
    head, (hand, _) = feed

    tamper(head, f"UPDATE event SET data = ''{WHERE}6", f"UPDATE event SET data = ''{WHERE}2")

    assert [(fault.seq, fault.stream) for fault in verify()] == [(2, hand)]


def test_a_feed_longer_than_a_page_is_verified_whole(house_db: str) -> None:
    hand = new_id()
    head = open_feed(new_id())
    for version in range(1, 1100, 50):
        head = append(head, counted(hand, version, 50))

    assert verify_feed(head.shard).event_count == 1100
    tamper(head, f"UPDATE event SET data = ''{WHERE}1050")
    assert [(fault.seq, fault.kind) for fault in verify(head.shard)] == [(1050, FaultKind.HASH)]
    connections["owner"].close()


def test_the_feed_with_the_first_of_all_numbers_is_verified_with_the_others(feed: Feed) -> None:
    shard, hand = UUID(int=0), new_id()
    head = append(open_feed(shard), counted(hand, 1, 2))

    assert next(verify_all()).shard == shard
    tamper(head, f"UPDATE event SET data = ''{WHERE}2")
    assert verify() == [Fault(shard, 2, hand, FaultKind.HASH, "it is not what was hashed")]


def test_a_feed_that_is_not_there_is_unknown(house_db: str) -> None:
    with pytest.raises(UnknownFeed):
        verify_feed(new_id())


def test_the_command_counts_what_it_verified(feed: Feed) -> None:
    out = StringIO()

    call_command("verify_chain", stdout=out)

    assert out.getvalue() == "3 feeds, 24 events verified, 0 faults\n"


def test_the_command_names_each_fault_and_fails(feed: Feed) -> None:
    head, (hand, _) = feed
    tamper(head, f"UPDATE event SET data = ''{WHERE}3")
    out, json_out = StringIO(), StringIO()

    with pytest.raises(CommandError, match="1 of 3 feeds are not what was written"):
        call_command("verify_chain", stdout=out)
    with pytest.raises(CommandError) as failure:
        call_command("verify_chain", f"--feed={head.shard}", "--json", stdout=json_out)

    assert out.getvalue().splitlines() == [
        f"feed {head.shard} event 3 (stream {hand}): hash: it is not what was hashed",
        "3 feeds, 18 events verified, 1 faults",
    ]
    assert [msgspec.json.decode(line) for line in json_out.getvalue().splitlines()] == [
        {
            "shard": str(head.shard),
            "seq": 3,
            "stream": str(hand),
            "kind": "hash",
            "detail": "it is not what was hashed",
        },
        {"feeds": 1, "events": 2, "faults": 1},
    ]
    assert failure.value.returncode == 1

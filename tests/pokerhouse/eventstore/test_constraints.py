"""The owner can drop constraints: `verify` takes none of them for granted."""

from collections.abc import Iterator

import pytest
from django.db import connections

from pokerhouse.eventstore.verify import Fault, FaultKind, verify
from tests.support.tampering import INSERT, WHERE, Feed, middle_of_three, tamper


@pytest.fixture
def feed(house_db: str) -> Iterator[Feed]:
    """Two hands of four events each; another feed stands on either side of it."""
    yield middle_of_three()
    connections["owner"].close()


@pytest.mark.parametrize("seq", [0, -1, -(2**63)])
def test_an_event_inserted_before_the_first_is_named(feed: Feed, seq: int) -> None:
    """The owner drops the CHECK first."""
    head, (hand, _) = feed

    tamper(
        head,
        "ALTER TABLE event DROP CONSTRAINT event_form",
        INSERT.format(seq=seq, stream="stream", version=0) + WHERE + "1",
    )

    assert verify() == [Fault(head.shard, seq, hand, FaultKind.NUMBER, "stored where 1 is next")]


def test_an_event_inserted_with_the_largest_number_is_named(feed: Feed) -> None:
    head, _ = feed

    tamper(head, INSERT.format(seq=2**63 - 1, stream="stream", version=9) + WHERE + "1")

    assert verify() == [
        Fault(head.shard, 9, None, FaultKind.MISSING, "the next stored is 9223372036854775807")
    ]


def test_a_second_event_of_a_number_is_named(feed: Feed) -> None:
    """The owner drops the keys first. The last number, which no other event is behind."""
    head, (_, hand) = feed

    tamper(
        head,
        "ALTER TABLE event DROP CONSTRAINT event_pkey",
        "ALTER TABLE event DROP CONSTRAINT event_stream_version",
        INSERT.format(seq=8, stream="stream", version="version") + WHERE + "8",
    )

    assert verify() == [Fault(head.shard, 8, hand, FaultKind.NUMBER, "stored where 9 is next")]


def test_an_event_without_a_number_is_named(feed: Feed) -> None:
    head, (_, hand) = feed

    tamper(
        head,
        "ALTER TABLE event DROP CONSTRAINT event_pkey",
        "ALTER TABLE event ALTER seq DROP NOT NULL",
        f"UPDATE event SET seq = NULL{WHERE}8",
    )

    assert verify() == [Fault(head.shard, 8, hand, FaultKind.NUMBER, "stored where 8 is next")]


@pytest.mark.parametrize(
    "column",
    ["data", "meta", "type", "schema", "stream_kind", "version", "prev_hash", "hash"],
)
def test_an_event_with_a_part_set_to_null_is_named(feed: Feed, column: str) -> None:
    head, (hand, _) = feed

    tamper(
        head,
        f"ALTER TABLE event ALTER {column} DROP NOT NULL",
        f"UPDATE event SET {column} = NULL{WHERE}3",
    )

    assert verify() == [Fault(head.shard, 3, hand, FaultKind.HASH, "a part of it is NULL")]


@pytest.mark.parametrize(
    "changes",
    [
        (
            "ALTER TABLE feed_head ALTER hash DROP NOT NULL",
            "UPDATE feed_head SET hash = NULL WHERE shard = %(shard)s",
        ),
        (
            "ALTER TABLE feed_head DROP CONSTRAINT feed_head_pkey",
            "INSERT INTO feed_head SELECT * FROM feed_head WHERE shard = %(shard)s",
        ),
    ],
    ids=["null", "twice"],
)
def test_a_spoilt_head_is_named(feed: Feed, changes: tuple[str, ...]) -> None:
    head, _ = feed

    tamper(head, *changes)

    detail = "the head is there twice or has a NULL"
    assert verify() == [Fault(head.shard, 0, None, FaultKind.HEAD, detail)]

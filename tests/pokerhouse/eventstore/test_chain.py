"""The hash chain's bytes (docs/architecture.md#the-event-store, docs/security.md#history)."""

from hashlib import sha256
from uuid import UUID

import msgspec
import pytest

from pokerhouse.eventstore.chain import GENESIS, event_hash
from pokerhouse.eventstore.store import NewEvent

SHARD = UUID("01900000-0000-7000-8000-000000000001")
STREAM = UUID("01900000-0000-7000-8000-000000000002")
EVENT = NewEvent("hand", STREAM, 3, "hand.raised", 2, b'{"seat":1}', b'{"actor":"a"}')


def prefixed(field: bytes) -> bytes:
    return len(field).to_bytes(4, "big") + field


def test_the_hash_is_sha256_over_prev_hash_and_length_prefixed_fields() -> None:
    fields = [
        SHARD.bytes,
        (7).to_bytes(8, "big"),
        b"hand",
        STREAM.bytes,
        (3).to_bytes(4, "big"),
        b"hand.raised",
        (2).to_bytes(2, "big"),
        b'{"seat":1}',
        b'{"actor":"a"}',
    ]
    expected = sha256(GENESIS + b"".join(map(prefixed, fields))).digest()

    assert event_hash(GENESIS, SHARD, 7, EVENT) == expected


def test_the_hash_of_a_known_event_never_changes() -> None:
    """A change here would make every stored chain look forged."""
    assert event_hash(GENESIS, SHARD, 7, EVENT).hex() == (
        "93ba47857318164e8e16a03590164d5378de68e74b5dce7daf17bfa2789c4b5b"
    )


@pytest.mark.parametrize(
    "change",
    [
        {"stream_kind": "table"},
        {"stream": SHARD},
        {"version": 4},
        {"type": "hand.called"},
        {"schema": 3},
        {"data": b'{"seat":2}'},
        {"meta": b'{"actor":"b"}'},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_field_changes_the_hash(change: dict[str, object]) -> None:
    changed = msgspec.structs.replace(EVENT, **change)

    assert event_hash(GENESIS, SHARD, 7, changed) != event_hash(GENESIS, SHARD, 7, EVENT)


def test_the_place_in_the_feed_changes_the_hash() -> None:
    hashes = {
        event_hash(GENESIS, SHARD, 7, EVENT),
        event_hash(GENESIS, SHARD, 8, EVENT),
        event_hash(GENESIS, STREAM, 7, EVENT),
        event_hash(bytes(31) + b"\1", SHARD, 7, EVENT),
    }

    assert len(hashes) == 4


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"data": b"ab", "meta": b"c"}, {"data": b"a", "meta": b"bc"}),
        ({"stream_kind": "hand", "type": ""}, {"stream_kind": "", "type": "hand"}),
    ],
)
def test_bytes_cannot_be_moved_from_one_field_to_its_neighbour(
    one: dict[str, object], other: dict[str, object]
) -> None:
    first, second = (msgspec.structs.replace(EVENT, **change) for change in (one, other))

    assert event_hash(GENESIS, SHARD, 1, first) != event_hash(GENESIS, SHARD, 1, second)

"""
Feeds that an older house wrote fold and verify as they did then.

`tests/data/feeds` holds the first hands of two tables as the house of November 2026 stored them,
and the states that it folded them to. They are never written anew: a change that breaks this test
needs an upcaster.
"""

import json
from itertools import groupby
from typing import Any
from uuid import UUID

import pytest

from pokerhouse.common.ids import TableId
from pokerhouse.eventstore.chain import GENESIS, event_hash
from pokerhouse.eventstore.store import NewEvent, StoredEvent
from tables.engine.hand.invariants import problems
from tables.live.snapshot import state_of
from tables.live.table import blank, fold_in
from tests.support.folders import DATA

FEEDS = DATA / "feeds"


def stored(line: str) -> StoredEvent:
    row: dict[str, Any] = json.loads(line)
    ids = {name: UUID(row[name]) for name in ("shard", "stream")}
    texts = {name: row[name].encode() for name in ("data", "meta")}
    hashes = {name: bytes.fromhex(row[name]) for name in ("prev_hash", "hash")}
    return StoredEvent(**{**row, **ids, **texts, **hashes})


def feeds() -> dict[UUID, list[StoredEvent]]:
    found: dict[UUID, list[StoredEvent]] = {}
    for line in (FEEDS / "two_tables.jsonl").read_text().splitlines():
        event = stored(line)
        found.setdefault(event.shard, []).append(event)
    return found


STATES = json.loads((FEEDS / "two_tables.states.json").read_text())


def test_there_are_two_feeds_of_several_hands() -> None:
    hands = [sum(event.type == "hand.started" for event in events) for events in feeds().values()]
    assert len(hands) == len(STATES) == 2
    assert min(hands) >= 5


@pytest.mark.parametrize("stored", STATES, ids=lambda stored: stored["shard"])
def test_a_stored_feed_folds_to_the_state_that_it_had(stored: dict[str, Any]) -> None:
    shard = UUID(stored["shard"])
    live = fold_in(blank(TableId(shard)), feeds()[shard])
    assert live.head.seq == stored["seq"]
    assert json.loads(json.dumps(state_of(live, None, ""))) == stored["state"]


@pytest.mark.parametrize("shard", feeds(), ids=str)
def test_every_command_of_a_stored_feed_keeps_the_engines_laws(shard: UUID) -> None:
    live, checked = blank(TableId(shard)), 0
    for _, events in groupby(feeds()[shard], key=lambda event: event.meta):
        live = fold_in(live, events)
        if live.hand is not None:
            assert list(problems(live.hand)) == [], live.head.seq
            checked += 1
    assert checked > 30


@pytest.mark.parametrize("shard", feeds(), ids=str)
def test_the_chain_of_a_stored_feed_holds_and_finds_a_changed_byte(shard: UUID) -> None:
    before = GENESIS
    for seq, event in enumerate(feeds()[shard], start=1):
        new = NewEvent(**{name: getattr(event, name) for name in NewEvent.__struct_fields__})
        assert (event.seq, event.prev_hash) == (seq, before)
        assert event_hash(before, shard, seq, new) == event.hash
        changed = NewEvent(
            **{
                **{name: getattr(event, name) for name in NewEvent.__struct_fields__},
                "data": event.data.replace(b"{", b"{ ", 1),
            }
        )
        assert event_hash(before, shard, seq, changed) != event.hash
        before = event.hash

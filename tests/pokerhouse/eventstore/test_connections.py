"""Appending across connections and transactions."""

import pytest
from django.db import connection, transaction

from pokerhouse.common.ids import new_id
from pokerhouse.eventstore.errors import FeedBusy, LostRace
from pokerhouse.eventstore.models import Event
from pokerhouse.eventstore.store import append, open_feed, read_feed, read_head
from tests.support.feeds import counted
from tests.support.threads import elsewhere


def test_a_connection_that_was_closed_is_opened_again(house_db: str) -> None:
    hand = new_id()
    head = append(open_feed(new_id()), counted(hand, 1))

    connection.close()

    assert append(head, counted(hand, 2)).seq == 2


def test_an_append_outside_a_transaction_is_committed_at_once(house_db: str) -> None:
    head = append(open_feed(new_id()), counted(new_id(), 1))

    assert elsewhere(lambda: read_head(head.shard)) == head
    assert elsewhere(lambda: len(read_feed(head.shard))) == 1


def test_a_transaction_older_than_the_feeds_last_one_loses_the_race(house_db: str) -> None:
    """Otherwise its events would stand before earlier ones in the order that subscribers read."""
    head = open_feed(new_id())
    hand = new_id()

    with transaction.atomic():
        open_feed(new_id())  # writes, so the transaction has its number now
        moved = elsewhere(lambda: append(head, counted(hand, 1)))
        assert read_head(head.shard) == moved
        with pytest.raises(LostRace):
            append(moved, counted(hand, 2))

    append(moved, counted(hand, 2))
    in_order = Event.objects.filter(shard=head.shard).order_by("tx", "position")
    assert [event.seq for event in in_order] == [1, 2]


def test_a_feed_that_is_held_beyond_the_lock_time_limit_is_busy(house_db: str) -> None:
    head = open_feed(new_id())
    hand = new_id()

    with transaction.atomic():
        held = append(head, counted(hand, 1))
        with pytest.raises(FeedBusy):
            elsewhere(lambda: append(head, counted(hand, 1)))

    assert read_head(head.shard) == held
    assert len(read_feed(head.shard)) == 1

"""Subscribers: every event once, in each feed's order, whatever is still being written."""

import pytest
from django.db import connections, transaction

from pokerhouse.common.ids import new_id
from pokerhouse.eventstore.models import Subscription
from pokerhouse.eventstore.store import StoredEvent, append, open_feed, read_feed
from pokerhouse.eventstore.subscriptions import Subscriber
from tests.support.feeds import counted, filled_feed, follow
from tests.support.threads import elsewhere


def ignore(_event: StoredEvent) -> None:
    """Read on."""


def test_a_new_subscriber_starts_with_the_first_event(house_db: str) -> None:
    first, _ = filled_feed(hands=1, events=2)
    second, _ = filled_feed(hands=1, events=1)
    seen: list[StoredEvent] = []

    follow(Subscriber("test"), seen.append, 3)

    assert seen == [*read_feed(first.shard), *read_feed(second.shard)]


def test_a_subscriber_goes_on_where_it_was(house_db: str) -> None:
    head, (hand,) = filled_feed(hands=1, events=2)
    subscriber = Subscriber("test")
    seen: list[int] = []

    follow(subscriber, lambda event: seen.append(event.seq), 2)
    assert subscriber.run_once(ignore) == 0
    append(head, counted(hand, 3))
    follow(subscriber, lambda event: seen.append(event.seq), 1)

    assert seen == [1, 2, 3]


def test_a_limit_is_met_within_an_append(house_db: str) -> None:
    filled_feed(hands=1, events=5)
    subscriber = Subscriber("test")
    seen: list[int] = []

    counts = follow(subscriber, lambda event: seen.append(event.seq), 5, limit=2)

    assert counts == [2, 2, 1]
    assert seen == [1, 2, 3, 4, 5]


def test_two_subscribers_read_apart(house_db: str) -> None:
    filled_feed(hands=1, events=2)

    seen: list[tuple[str, int]] = []

    for name in ("one", "two"):
        follow(Subscriber(name), lambda event, name=name: seen.append((name, event.seq)), 2)  # type: ignore[misc]

    assert seen == [("one", 1), ("one", 2), ("two", 1), ("two", 2)]


def test_what_a_handler_raises_undoes_its_effects_and_keeps_the_place(house_db: str) -> None:
    filled_feed(hands=1, events=2)
    effect = new_id()
    subscriber = Subscriber("test")
    follow(subscriber, ignore, 1, limit=1)

    def fail(_event: StoredEvent) -> None:
        open_feed(effect)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        follow(subscriber, fail, 1)

    seen: list[int] = []
    follow(subscriber, lambda event: seen.append(event.seq), 1)
    assert seen == [2]
    assert open_feed(effect).seq == 0  # free again: the handler's effect was undone


def test_an_event_is_not_read_past_a_transaction_that_is_still_writing(house_db: str) -> None:
    """The number that it drew may be smaller: reading on would skip its events for ever."""
    early, late = open_feed(new_id()), open_feed(new_id())
    subscriber = Subscriber("test")
    seen: list[StoredEvent] = []

    with transaction.atomic():
        append(early, counted(new_id(), 1))
        elsewhere(lambda: append(late, counted(new_id(), 1)))
        count_while_writing = elsewhere(lambda: subscriber.run_once(seen.append))

    assert count_while_writing == 0
    follow(subscriber, seen.append, 2)
    assert [event.shard for event in seen] == [early.shard, late.shard]


def test_two_readers_of_one_subscription_exclude_one_another(house_db: str) -> None:
    filled_feed(hands=1, events=2)
    subscriber = Subscriber("test")
    follow(subscriber, ignore, 1, limit=1)
    seen: list[int] = []
    counts: list[int] = []

    def handle(event: StoredEvent) -> None:
        counts.append(elsewhere(lambda: subscriber.run_once(ignore)))
        seen.append(event.seq)

    follow(subscriber, handle, 1)

    assert (counts, seen) == ([0], [2])


def test_the_cursor_says_how_far_it_is(house_db: str) -> None:
    filled_feed(hands=1, events=2)

    follow(Subscriber("test"), ignore, 2)

    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT tx::text, position FROM event ORDER BY seq DESC LIMIT 1")
        tx, position = cursor.fetchone()
    row = Subscription.objects.get(name="test")
    assert (row.tx, row.position) == (int(tx), position)


def test_after_a_logical_restore_every_event_is_read_again_in_its_feeds_order(
    house_db: str,
) -> None:
    """The steps that the module's docstring gives the owner; effects drop what they have by seq."""
    head, (hand,) = filled_feed(hands=1, events=2)
    other, _ = filled_feed(hands=1, events=2)
    applied: dict[tuple[object, int], int] = {}
    subscriber = Subscriber("test")
    with connections["owner"].cursor() as cursor:
        guard = "ALTER TABLE event {} TRIGGER append_only"
        cursor.execute(guard.format("DISABLE"))
        # as restored into a young cluster: numbers of transactions that are yet to come
        cursor.execute("UPDATE event SET tx = '9000000000'")
        cursor.execute("UPDATE feed_head SET tx = '9000000000'")
        assert subscriber.run_once(ignore) == 0
        with transaction.atomic(using="owner"):
            cursor.execute("UPDATE event SET tx = pg_current_xact_id()")
            cursor.execute("UPDATE feed_head SET tx = pg_current_xact_id()")
            cursor.execute("TRUNCATE subscription")
        cursor.execute(guard.format("ENABLE ALWAYS"))
    connections["owner"].close()
    append(head, counted(hand, 3))

    def apply(event: StoredEvent) -> None:
        assert event.seq == max((s for f, s in applied if f == event.shard), default=0) + 1
        applied[event.shard, event.seq] = 1

    follow(subscriber, apply, 5)
    assert set(applied) == {
        *((head.shard, seq) for seq in (1, 2, 3)),
        *((other.shard, seq) for seq in (1, 2)),
    }


@pytest.mark.django_db
def test_inside_a_tests_own_transaction_its_events_are_not_read() -> None:
    filled_feed()

    assert Subscriber("test").run_once(ignore) == 0

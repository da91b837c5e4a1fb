"""Races on the event store: real threads, a connection each."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from threading import Event as Signal
from time import monotonic
from uuid import UUID

import pytest
from django.db import connections, transaction

from pokerhouse.commands.answer import Answer
from pokerhouse.commands.retry import execute
from pokerhouse.common.ids import new_id
from pokerhouse.eventstore.commands import CommandIdentity, identify
from pokerhouse.eventstore.errors import FeedBusy, IdempotencyMismatch
from pokerhouse.eventstore.models import Command as CommandRow
from pokerhouse.eventstore.models import Event
from pokerhouse.eventstore.store import StoredEvent, append, open_feed, read_feed, read_head
from pokerhouse.eventstore.subscriptions import Subscriber
from pokerhouse.eventstore.verify import verify
from tests.support.feeds import counted
from tests.support.threads import together

WRITERS = 8
COMMANDS_EACH = 25

pytestmark = pytest.mark.race


def count_on(shard: UUID, hand: UUID, command: CommandIdentity, size: int = 1) -> bytes:
    """Load, decide (the next versions), append."""
    head = read_head(shard)
    receipt = b'{"from":%d,"to":%d}' % (head.seq + 1, head.seq + size)
    append(head, counted(hand, head.seq + 1, size), command=command.record(receipt))
    return receipt


def insist(command: CommandIdentity, attempt: Callable[[], bytes]) -> Answer:
    """Send the command again, under its key, for as long as the feed is busy: as a client does."""
    patience_ends = monotonic() + 60
    while True:
        try:
            return execute(command, attempt)
        except FeedBusy:
            assert monotonic() < patience_ends


def test_eight_writers_on_one_feed_lose_nothing_double_nothing_and_leave_no_gap(
    house_db: str,
) -> None:
    shard, hand = new_id(), new_id()
    open_feed(shard)

    def write(writer: int) -> list[Answer]:
        answers = []
        for number in range(COMMANDS_EACH):
            command = identify(shard=shard, actor=f"player:{writer}", key=str(number), body=b"")
            attempt = partial(count_on, shard, hand, command, size=1 + number % 3)
            answers.append(insist(command, attempt))
        return answers

    answers = together([partial(write, writer) for writer in range(WRITERS)])

    events_each = sum(1 + number % 3 for number in range(COMMANDS_EACH))
    events = read_feed(shard)
    assert [event.seq for event in events] == list(range(1, WRITERS * events_each + 1))
    assert [event.version for event in events] == [event.seq for event in events]
    assert CommandRow.objects.filter(shard=shard).count() == WRITERS * COMMANDS_EACH
    receipts = Counter(answer.receipt for of_writer in answers for answer in of_writer)
    assert set(receipts.values()) == {1}
    assert len(receipts) == WRITERS * COMMANDS_EACH
    assert verify(shard) == []


def test_a_subscriber_sees_every_event_of_eight_writers_once_and_in_its_feeds_order(
    house_db: str,
) -> None:
    """Every third append stays uncommitted for a while, in a transaction that began early."""
    feeds = [(new_id(), new_id()) for _ in range(WRITERS * 2)]
    for shard, _ in feeds:
        open_feed(shard)
    is_written = [Signal() for _ in range(WRITERS)]

    def write(writer: int) -> list[StoredEvent]:
        try:
            for number in range(COMMANDS_EACH * 2):
                shard, hand = feeds[(writer * 5 + number) % len(feeds)]
                command = identify(shard=shard, actor=f"w:{writer}", key=str(number), body=b"")
                attempt = partial(count_on, shard, hand, command, size=2)
                insist(command, partial(slowly, attempt) if number % 3 == 0 else attempt)
        finally:
            is_written[writer].set()
        return []

    def follow() -> list[StoredEvent]:
        seen: list[StoredEvent] = []
        expected = WRITERS * COMMANDS_EACH * 2 * 2
        subscriber = Subscriber("test")
        patience_ends = monotonic() + 60
        while not all(signal.is_set() for signal in is_written) or len(seen) < expected:
            assert monotonic() < patience_ends, f"{len(seen)} of {expected} events"
            subscriber.run_once(seen.append, limit=50)
        subscriber.run_once(seen.append)
        return seen

    jobs: list[Callable[[], list[StoredEvent]]] = [
        partial(write, writer) for writer in range(WRITERS)
    ]
    *_, seen = together([*jobs, follow])

    stored = {(event.shard, event.seq) for event in Event.objects.all()}
    assert Counter((event.shard, event.seq) for event in seen) == Counter(stored)
    for shard, _ in feeds:
        numbers = [event.seq for event in seen if event.shard == shard]
        assert numbers == list(range(1, len(numbers) + 1))
    assert verify() == []


def slowly(attempt: Callable[[], bytes]) -> bytes:
    """Draw a transaction's number first, append later, and commit later still."""
    with transaction.atomic(), connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()::text")
        cursor.execute("SELECT pg_sleep(0.005)::text")
        receipt = attempt()
        cursor.execute("SELECT pg_sleep(0.005)::text")
    return receipt


def test_reading_by_position_alone_skips_what_is_committed_late(house_db: str) -> None:
    """The negative control: the same load, laid out so that the naive cursor must miss an event."""
    early, late = open_feed(new_id()), open_feed(new_id())
    is_appended, is_read = Signal(), Signal()

    def write_slowly() -> list[int]:
        with transaction.atomic():
            append(early, counted(new_id(), 1))  # draws its position …
            is_appended.set()
            assert is_read.wait(timeout=30)
        return []  # … and is seen from here on

    def read_naively() -> list[int]:
        assert is_appended.wait(timeout=30)
        append(late, counted(new_id(), 1))
        seen = positions_after(0)
        is_read.set()
        return seen

    _, first_read = together([write_slowly, read_naively])
    second_read = positions_after(first_read[-1])

    assert len(first_read) == 1
    assert second_read == []
    assert Event.objects.count() == 2


def positions_after(position: int) -> list[int]:
    after = Event.objects.filter(position__gt=position).order_by("position")
    return [event.position for event in after]


def test_equal_commands_at_the_same_instant_have_one_effect_and_the_same_answer(
    house_db: str,
) -> None:
    for _ in range(20):
        shard, hand = new_id(), new_id()
        open_feed(shard)
        command = identify(shard=shard, actor="player:1", key="k-1", body=b"call")
        send = partial(insist, command, partial(count_on, shard, hand, command))

        answers = together([send] * 4)

        assert {answer.receipt for answer in answers} == {b'{"from":1,"to":1}'}
        assert sorted(answer.is_repeat for answer in answers) == [False, True, True, True]
        assert [event.seq for event in read_feed(shard)] == [1]


def test_equal_keys_with_different_bodies_at_the_same_instant_have_one_effect(
    house_db: str,
) -> None:
    shard, hand = new_id(), new_id()
    open_feed(shard)

    def send(body: bytes) -> bytes:
        command = identify(shard=shard, actor="player:1", key="k-1", body=body)
        try:
            return insist(command, partial(count_on, shard, hand, command)).receipt
        except IdempotencyMismatch as refusal:
            return refusal.code.encode()

    answers = together([partial(send, b"call"), partial(send, b"fold")])

    assert sorted(answers) == [b"idempotency_mismatch", b'{"from":1,"to":1}']
    assert [event.seq for event in read_feed(shard)] == [1]


def test_a_repeat_while_others_move_the_feed_gets_the_first_answer(house_db: str) -> None:
    shard, hand = new_id(), new_id()
    open_feed(shard)
    first = identify(shard=shard, actor="player:1", key="first", body=b"")
    execute(first, partial(count_on, shard, hand, first))

    def repeat() -> list[Answer]:
        return [insist(first, partial(count_on, shard, hand, first)) for _ in range(20)]

    def move_on(writer: int) -> list[Answer]:
        commands = [
            identify(shard=shard, actor=f"w:{writer}", key=str(number), body=b"")
            for number in range(20)
        ]
        return [insist(command, partial(count_on, shard, hand, command)) for command in commands]

    others: list[Callable[[], list[Answer]]] = [partial(move_on, writer) for writer in range(3)]
    repeats, *_ = together([repeat, *others])

    assert repeats == [Answer(b'{"from":1,"to":1}', is_repeat=True)] * 20
    assert [event.seq for event in read_feed(shard)] == list(range(1, 62))


def test_two_processes_under_one_subscription_see_every_event_once_between_them(
    house_db: str,
) -> None:
    shard, hand = new_id(), new_id()
    head = open_feed(shard)
    for version in range(1, 201, 10):
        head = append(head, counted(hand, version, 10))
    seen: list[int] = []

    def follow() -> None:
        subscriber = Subscriber("test")
        patience_ends = monotonic() + 60
        while len(seen) < 200:
            assert monotonic() < patience_ends, f"{len(seen)} of 200 events"
            subscriber.run_once(lambda event: seen.append(event.seq), limit=7)

    together([follow, follow])

    assert seen == list(range(1, 201))

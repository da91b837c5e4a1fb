"""Repeats, refusals and lost races: `execute` gives a command its effect once."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, transaction

from pokerhouse.commands.answer import Answer
from pokerhouse.commands.retry import MAX_TRIES, execute
from pokerhouse.common.errors import DomainError
from pokerhouse.common.ids import new_id
from pokerhouse.eventstore.commands import CommandIdentity, find_receipt, find_record, identify
from pokerhouse.eventstore.errors import (
    CommandKeyInvalid,
    FeedBusy,
    IdempotencyMismatch,
    LostRace,
)
from pokerhouse.eventstore.store import append, open_feed, read_feed, read_head
from tests.support.feeds import counted


class TurnPassed(DomainError):
    """The turn that the command named has been played."""

    code = "turn_passed"


class RuleBroken(Exception):
    """An engine's refusal: no DomainError."""


class Table:
    """A feed on which turns are counted: each command names the turn that it is for."""

    def __init__(self) -> None:
        self.shard, self.hand = new_id(), new_id()
        open_feed(self.shard)
        self.attempts = 0

    def command(self, key: str = "k-1", turn: int = 1) -> CommandIdentity:
        return identify(shard=self.shard, actor="player:1", key=key, body=str(turn).encode())

    def play(self, command: CommandIdentity, turn: int) -> Callable[[], bytes]:
        """Return the attempt that plays `turn`, and is refused if that has passed."""

        def attempt() -> bytes:
            self.attempts += 1
            head = read_head(self.shard)
            if head.seq + 1 != turn:
                raise TurnPassed(turn=turn)
            receipt = b'{"seq":%d}' % turn
            append(head, counted(self.hand, turn), command=command.record(receipt))
            return receipt

        return attempt

    def events(self) -> int:
        return len(read_feed(self.shard))


@pytest.fixture
def table(house_db: str) -> Table:
    return Table()


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerhouse.commands.retry.sleep", lambda _seconds: None)


def test_a_command_is_answered_with_its_receipt(table: Table) -> None:
    command = table.command()

    assert execute(command, table.play(command, 1)) == Answer(b'{"seq":1}', is_repeat=False)

    assert find_receipt(command) == b'{"seq":1}'
    assert table.events() == 1


def test_a_repeat_after_the_feed_moved_on_gets_the_first_answer(table: Table) -> None:
    """Not the refusal that a new command for that turn would get."""
    first, second = table.command("k-1", 1), table.command("k-2", 2)
    execute(first, table.play(first, 1))
    execute(second, table.play(second, 2))

    answer = execute(first, table.play(first, 1))

    assert answer == Answer(b'{"seq":1}', is_repeat=True)
    assert table.events() == 2


def test_a_repeat_that_would_be_accepted_again_has_no_second_effect(table: Table) -> None:
    command = table.command()
    execute(command, table.play(command, 1))

    answer = execute(command, table.play(command, 2))

    assert answer == Answer(b'{"seq":1}', is_repeat=True)
    assert table.events() == 1


def test_a_refused_command_is_refused_and_leaves_nothing(table: Table) -> None:
    command = table.command(turn=7)

    with pytest.raises(TurnPassed) as refusal:
        execute(command, table.play(command, 7))

    assert refusal.value.facts == {"turn": 7}
    assert table.attempts == 1
    assert table.events() == 0
    assert find_record(table.shard, "player:1", "k-1") is None


def test_a_refusal_of_the_engine_is_looked_up_as_well(table: Table) -> None:
    command = table.command()
    execute(command, table.play(command, 1))

    def refuse() -> bytes:
        raise RuleBroken

    assert execute(command, refuse, refusals=(RuleBroken,)) == Answer(b'{"seq":1}', is_repeat=True)
    with pytest.raises(RuleBroken):
        execute(table.command("k-2"), refuse, refusals=(RuleBroken,))


def test_an_error_that_is_no_refusal_goes_through_untouched(table: Table) -> None:
    command = table.command()
    execute(command, table.play(command, 1))

    def fail() -> bytes:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        execute(command, fail)


@pytest.mark.parametrize("turn", [1, 2, 9], ids=["refused", "accepted", "refused too"])
def test_an_equal_key_with_another_body_is_a_mismatch(table: Table, turn: int) -> None:
    first = table.command("k-1", 1)
    execute(first, table.play(first, 1))
    other = identify(shard=table.shard, actor="player:1", key="k-1", body=b"other")

    with pytest.raises(IdempotencyMismatch) as refusal:
        execute(other, table.play(other, turn))

    assert refusal.value.facts == {"key": "k-1"}
    assert table.events() == 1
    assert find_receipt(first) == b'{"seq":1}'


def test_the_same_key_of_another_actor_or_feed_is_another_command(table: Table) -> None:
    first = table.command("k-1", 1)
    execute(first, table.play(first, 1))
    other_actor = identify(shard=table.shard, actor="player:2", key="k-1", body=b"2")
    elsewhere = Table()
    other_feed = elsewhere.command("k-1", 1)

    assert not execute(other_actor, table.play(other_actor, 2)).is_repeat
    assert not execute(other_feed, elsewhere.play(other_feed, 1)).is_repeat
    assert (table.events(), elsewhere.events()) == (2, 1)


def test_a_lost_race_is_decided_again_on_the_feed_as_it_is_now(table: Table) -> None:
    command, rival = table.command("mine"), table.command("rival")
    seen = []

    def attempt() -> bytes:
        head = read_head(table.shard)
        seen.append(head.seq)
        if len(seen) == 1:
            append(head, counted(table.hand, 1), command=rival.record(b"rival"))
        append(head, counted(table.hand, head.seq + 1), command=command.record(b"mine"))
        return b"mine"

    assert execute(command, attempt) == Answer(b"mine", is_repeat=False)
    assert seen == [0, 1]
    assert table.events() == 2


def test_a_race_lost_to_the_same_command_gets_its_answer(table: Table) -> None:
    command = table.command()
    attempts = 0

    def attempt() -> bytes:
        nonlocal attempts
        attempts += 1
        head = read_head(table.shard)
        append(head, counted(table.hand, 1), command=command.record(b"first"))
        append(head, counted(table.hand, 1), command=command.record(b"second"))
        raise AssertionError

    assert execute(command, attempt) == Answer(b"first", is_repeat=True)
    assert attempts == 1
    assert table.events() == 1


def test_after_its_tries_a_command_that_keeps_losing_finds_the_feed_busy(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("pokerhouse.commands.retry.sleep", pauses.append)
    attempts = 0

    def lose() -> bytes:
        nonlocal attempts
        attempts += 1
        raise LostRace

    with pytest.raises(FeedBusy):
        execute(table.command(), lose)

    assert attempts == MAX_TRIES == 8
    assert len(pauses) == 7  # none before the first try
    bounds_ms = (4, 8, 16, 32, 64, 128, 250)
    for pause_s, bound_ms in zip(pauses, bounds_ms, strict=True):
        assert 0 <= pause_s * 1000 <= bound_ms
    assert table.events() == 0


@pytest.mark.parametrize(
    "cause", [psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure]
)
def test_a_deadlock_is_a_lost_race(table: Table, cause: type[Exception]) -> None:
    command = table.command()
    causes = [cause()]

    def attempt() -> bytes:
        if causes:
            raise OperationalError from causes.pop()
        return table.play(command, 1)()

    assert execute(command, attempt) == Answer(b'{"seq":1}', is_repeat=False)


def test_a_lock_time_out_anywhere_in_the_attempt_is_a_busy_feed(table: Table) -> None:
    def attempt() -> bytes:
        raise OperationalError from psycopg.errors.LockNotAvailable()

    with pytest.raises(FeedBusy) as refusal:
        execute(table.command(), attempt)

    assert refusal.value.facts == {"shard": str(table.shard)}


def test_a_lost_connection_is_not_retried(table: Table) -> None:
    """Its outcome is unknown; the sender repeats the command and is answered then."""
    attempts = 0

    def attempt() -> bytes:
        nonlocal attempts
        attempts += 1
        raise OperationalError from psycopg.errors.AdminShutdown()

    with pytest.raises(OperationalError):
        execute(table.command(), attempt)

    assert attempts == 1


def test_the_attempt_may_post_in_a_transaction_of_its_own(table: Table) -> None:
    command = table.command()
    other = new_id()

    def attempt() -> bytes:
        with transaction.atomic():
            receipt = table.play(command, 1)()
            open_feed(other)
        return receipt

    execute(command, attempt)
    again = execute(command, attempt)

    assert again == Answer(b'{"seq":1}', is_repeat=True)
    assert read_head(other).seq == 0
    assert table.events() == 1


def test_execute_inside_a_transaction_is_a_programming_error(table: Table) -> None:
    command = table.command()

    with transaction.atomic(), pytest.raises(AssertionError, match="inside a transaction"):
        execute(command, table.play(command, 1))

    assert table.attempts == 0


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("key", {"key": "", "actor": "a"}),
        ("key", {"key": "k" * 201, "actor": "a"}),
        ("key", {"key": "ß" * 101, "actor": "a"}),
        ("actor", {"key": "k", "actor": ""}),
        ("actor", {"key": "k", "actor": "a" * 201}),
        ("key", {"key": "k\0", "actor": "a"}),
        ("actor", {"key": "k", "actor": "\0"}),
        ("key", {"key": "k\ud800", "actor": "a"}),
        ("actor", {"key": "k", "actor": "\udfff"}),
        ("key", {"key": 7, "actor": "a"}),
        ("key", {"key": b"k", "actor": "a"}),
        ("actor", {"key": "k", "actor": None}),
    ],
)
def test_a_key_or_actor_that_cannot_be_stored_is_refused(field: str, names: dict[str, Any]) -> None:
    with pytest.raises(CommandKeyInvalid) as refusal:
        identify(shard=new_id(), body=b"", **names)

    assert refusal.value.facts == {"field": field, "max_bytes": 200}


def test_a_receipt_is_small() -> None:
    command = identify(shard=new_id(), actor="a", key="k", body=b"")

    assert command.record(b"x" * 2000).receipt == b"x" * 2000
    with pytest.raises(AssertionError, match="a receipt of 2001 bytes"):
        command.record(b"x" * 2001)

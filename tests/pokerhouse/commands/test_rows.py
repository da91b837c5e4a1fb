"""Commands whose effect is rows: once, whole or not at all, and what a key means."""

from datetime import UTC, datetime, timedelta
from typing import ClassVar
from uuid import UUID

import pytest
from django.db import connections
from msgspec import Struct

from accounts.audit_trail.models import AuditEntry
from accounts.audit_trail.services import audited
from accounts.people.inbox import services as inbox
from accounts.people.inbox.models import InboxItem
from pokerhouse.commands.answer import Answer
from pokerhouse.commands.effects import Effect, Kind
from pokerhouse.commands.identity import HOUSE, CommandRequest, identity_of
from pokerhouse.commands.meta import ByStaff, BySystem, Meta
from pokerhouse.commands.outcome import Outcome
from pokerhouse.commands.rows import CommandRunning, run_on_rows
from pokerhouse.common.errors import DomainError
from pokerhouse.eventstore.commands import find_record
from pokerhouse.eventstore.errors import CommandKeyInvalid, IdempotencyMismatch, TooLate
from tests.support.threads import together

pytestmark = pytest.mark.usefixtures("house_db")

AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
BOSS = UUID(int=7)
ANNA = UUID(int=8)


class Greet(CommandRequest, frozen=True):
    """What is asked for in these tests: a notice for somebody."""

    NAME: ClassVar[str] = "test.greet"

    person: UUID
    words: str


class Wave(CommandRequest, frozen=True):
    """Another command with the same fields."""

    NAME: ClassVar[str] = "test.wave"

    person: UUID
    words: str


class Receipt(Struct, frozen=True):
    """What a repeat is answered with."""

    words: str


class NotInTheMood(DomainError):
    """A refusal."""

    code = "not_in_the_mood"


def meta(key: str = "k-1", **more: datetime) -> Meta:
    return Meta(ByStaff(BOSS), key, more.pop("at", AT), **more)


def greet(request: CommandRequest, how: Meta) -> Answer:
    """Put a notice into the inbox, with an audit row."""

    def decide() -> Outcome:
        put = Effect(Kind.NOTIFY, lambda: inbox.put(person=ANNA, kind="test.greet", at=how.at))
        note = audited(how, request.NAME, f"person:{ANNA}", {})
        return Outcome(receipt=Receipt("done"), effects=(put, *note))

    return run_on_rows(request=request, meta=how, decide=decide)


def refuse() -> Outcome:
    raise NotInTheMood("No.")


def written() -> tuple[int, int, int]:
    """Return how many notices, audit rows and remembered commands there are."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM command")
        (commands,) = cursor.fetchone()
    return InboxItem.objects.count(), AuditEntry.objects.count(), commands


HELLO = Greet(ANNA, "hello")


def test_a_command_has_its_effect_once_and_a_repeat_the_first_answer() -> None:
    first = greet(HELLO, meta())
    again = greet(HELLO, meta(at=AT + timedelta(days=3)))
    assert (first.is_repeat, again.is_repeat) == (False, True)
    assert first.read(Receipt) == again.read(Receipt) == Receipt("done")
    assert written() == (1, 1, 1)


def test_a_key_belongs_to_one_command_from_its_effect_on() -> None:
    greet(HELLO, meta())
    for other in (Greet(ANNA, "hello!"), Wave(ANNA, "hello")):
        with pytest.raises(IdempotencyMismatch):
            greet(other, meta())
    assert written() == (1, 1, 1)


def test_a_refusal_leaves_nothing_and_the_key_free_for_any_command() -> None:
    """A refusal is no effect: who asks for less under the same key gets it."""
    with pytest.raises(NotInTheMood):
        run_on_rows(request=HELLO, meta=meta(), decide=refuse)
    assert written() == (0, 0, 0)
    assert not greet(Greet(ANNA, "bye"), meta()).is_repeat
    assert written() == (1, 1, 1)


def test_what_an_effect_refuses_has_not_happened_at_all() -> None:
    def decide() -> Outcome:
        put = Effect(Kind.AUDIT, lambda: inbox.put(person=ANNA, kind="test.greet", at=AT))
        return Outcome(receipt=Receipt("done"), effects=(Effect(Kind.NOTIFY, refuse), put))

    with pytest.raises(NotInTheMood):
        run_on_rows(request=HELLO, meta=meta(), decide=decide)
    assert written() == (0, 0, 0)


def test_effects_happen_in_the_order_of_their_locks() -> None:
    happened: list[str] = []

    def effect(kind: Kind, order: str = "") -> Effect:
        return Effect(kind, lambda: happened.append(f"{kind.name}{order}"), order)

    def decide() -> Outcome:
        given = (
            effect(Kind.NOTIFY),
            effect(Kind.POST, "b"),
            effect(Kind.AUDIT),
            effect(Kind.POST, "a"),
            effect(Kind.PROJECT),
        )
        return Outcome(receipt=Receipt("done"), effects=given)

    run_on_rows(request=HELLO, meta=meta(), decide=decide)
    assert happened == ["PROJECT", "POSTa", "POSTb", "AUDIT", "NOTIFY"]


def test_what_comes_too_late_is_refused_and_a_repeat_is_answered_all_the_same() -> None:
    end = AT + timedelta(seconds=1)
    late = meta(at=AT + timedelta(seconds=2), not_after=end)
    with pytest.raises(TooLate):
        greet(HELLO, late)
    assert written() == (0, 0, 0)
    greet(HELLO, meta(not_after=end))
    assert greet(HELLO, late).is_repeat


def test_eight_at_once_have_one_effect() -> None:
    answers = together([lambda: greet(HELLO, meta())] * 8)
    assert sorted(answer.is_repeat for answer in answers) == [False] + [True] * 7
    assert written() == (1, 1, 1)


def test_who_finds_the_first_request_still_running_is_told_so() -> None:
    def hold_on() -> Outcome:
        with pytest.raises(CommandRunning):
            together([lambda: greet(HELLO, meta())])
        return Outcome(receipt=Receipt("done"))

    run_on_rows(request=HELLO, meta=meta(), decide=hold_on)
    assert written() == (0, 0, 1)


def test_hints_are_given_after_the_commit_and_not_for_a_repeat() -> None:
    states: list[bool] = []

    def publish() -> None:
        states.append(connections["default"].in_atomic_block)

    def decide() -> Outcome:
        return Outcome(receipt=Receipt("done"), publish=(publish,))

    for _ in range(2):
        run_on_rows(request=HELLO, meta=meta(), decide=decide)
    assert states == [False]


def test_the_system_leaves_no_row_in_the_audit_trail() -> None:
    greet(HELLO, Meta(BySystem("house"), "k-1", AT))
    assert written() == (1, 0, 1)


@pytest.mark.parametrize("key", ["", "x" * 201, "a\0b", "\ud800"])
def test_a_key_that_cannot_be_kept_is_refused(key: str) -> None:
    with pytest.raises(CommandKeyInvalid):
        greet(HELLO, meta(key))
    assert written() == (0, 0, 0)


def same(first: CommandRequest, second: CommandRequest) -> bool:
    return identity_of(first, meta()).body_hash == identity_of(second, meta()).body_hash


def test_the_hash_is_taken_from_name_and_fields() -> None:
    assert same(HELLO, Greet(ANNA, "hello"))
    assert not same(HELLO, Greet(ANNA, "hello "))
    assert not same(HELLO, Wave(ANNA, "hello"))


def test_the_command_is_remembered_under_the_house_and_its_actor() -> None:
    greet(HELLO, meta("once"))
    row = find_record(HOUSE, str(BOSS), "once")
    assert row is not None
    assert row.body_hash == identity_of(HELLO, meta("once")).body_hash


def names_of(base: type[CommandRequest]) -> list[str]:
    return [kind.NAME for kind in base.__subclasses__() if not kind.__module__.startswith("tests.")]


def test_no_two_commands_of_the_house_have_one_name() -> None:
    import accounts.urls  # noqa: F401  every service is loaded with the paths
    import tables.urls  # noqa: F401

    names = names_of(CommandRequest)
    assert len(names) > 15
    assert len(set(names)) == len(names)

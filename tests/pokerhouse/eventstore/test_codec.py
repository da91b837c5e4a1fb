"""Canonical JSON and meta."""

from datetime import UTC, datetime, timedelta, timezone

import msgspec
import pytest

from pokerhouse.agenda.agenda import AgendaMove, plan
from pokerhouse.eventstore import codec


class Shown(msgspec.Struct, frozen=True, tag="test.shown"):
    zebra: int
    apple: tuple[str, ...]


def test_equal_values_give_equal_bytes_whatever_their_order() -> None:
    assert codec.encode({"b": 1, "a": {"d": 2, "c": 3}}) == b'{"a":{"c":3,"d":2},"b":1}'
    assert codec.encode({"a": {"c": 3, "d": 2}, "b": 1}) == b'{"a":{"c":3,"d":2},"b":1}'


def test_a_struct_is_sorted_by_field_name() -> None:
    assert codec.encode(Shown(zebra=1, apple=("As", "Td"))) == (
        b'{"apple":["As","Td"],"type":"test.shown","zebra":1}'
    )


def test_meta_says_who_by_which_command_and_when_in_milliseconds_utc() -> None:
    at = datetime(2026, 11, 30, 19, 0, 0, 123_999, tzinfo=timezone(timedelta(hours=1)))

    meta = codec.encode_meta(actor="player:7", command="k-1", at=at)

    assert meta == b'{"actor":"player:7","at":"2026-11-30T18:00:00.123Z","command":"k-1"}'
    assert codec.decode_meta(meta) == codec.EventMeta("player:7", "k-1", "2026-11-30T18:00:00.123Z")


def test_meta_of_what_no_command_caused_has_no_command() -> None:
    meta = codec.encode_meta(actor="house", command=None, at=datetime(2026, 11, 30, tzinfo=UTC))

    assert meta == b'{"actor":"house","at":"2026-11-30T00:00:00.000Z","command":null}'


def test_meta_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `card`"):
        codec.decode_meta(b'{"actor":"a","at":"x","command":null,"card":"As"}')


def test_a_plan_is_data() -> None:
    due_at = datetime(2026, 11, 30, 18, 0, 15, tzinfo=UTC)

    move = plan(key="turn", task="tables.expire_turn", args={"turn": 5}, due_at=due_at)

    assert move == AgendaMove("turn", "tables.expire_turn", '{"turn":5}', due_at)


def test_a_plan_without_a_time_zone_is_a_programming_error() -> None:
    with pytest.raises(AssertionError, match="without a time zone"):
        plan(key="turn", task="t", args={}, due_at=datetime(2026, 11, 30))  # noqa: DTZ001

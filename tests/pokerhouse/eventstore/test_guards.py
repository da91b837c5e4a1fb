"""Append-only by roles and triggers: each refusal is tried, by each who might."""

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from io import StringIO

import msgspec
import pytest
from django.core.management import call_command
from django.db import IntegrityError, ProgrammingError, connections

from pokerhouse.common.ids import new_id
from pokerhouse.eventstore.commands import identify
from pokerhouse.eventstore.forgetting import forget_expired_commands
from pokerhouse.eventstore.store import append, open_feed
from pokerhouse.ops.scratch.databases import Cluster
from tests.support.feeds import counted

LESS = import_module("pokerhouse.eventstore.migrations.0002_less_for_the_application")

CHANGES = [
    ("event", "UPDATE event SET data = ''"),
    ("event", "DELETE FROM event"),
    ("event", "TRUNCATE event"),
    ("command", "UPDATE command SET receipt = ''"),
    ("command", "DELETE FROM command"),
    ("command", "TRUNCATE command CASCADE"),
]


@pytest.fixture
def feed(house_db: str) -> Iterator[None]:
    """A feed of two events by one command."""
    head = open_feed(new_id())
    command = identify(shard=head.shard, actor="player:1", key="k-1", body=b"{}")
    append(head, counted(new_id(), 1, 2), command=command.record(b"first"))
    yield
    connections["owner"].close()


def run(alias: str, *statements: str) -> None:
    with connections[alias].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def contents() -> list[tuple[object, ...]]:
    with connections["owner"].cursor() as cursor:
        rows = []
        for table in ("event", "command", "feed_head"):
            cursor.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
            rows += cursor.fetchall()
    assert len(rows) == 4
    return [tuple(bytes(v) if isinstance(v, memoryview) else v for v in row) for row in rows]


def test_the_application_may_not_change_history(feed: None) -> None:
    before = contents()

    for table, statement in CHANGES:
        with pytest.raises(ProgrammingError, match=f"permission denied for table {table}"):
            run("default", statement)

        assert contents() == before


def test_the_owner_may_not_change_history(feed: None) -> None:
    before = contents()

    for table, statement in CHANGES:
        with pytest.raises(IntegrityError, match=f"{table} is append-only: "):
            run("owner", statement)

        assert contents() == before


def test_the_owner_may_not_change_history_as_a_replica(feed: None) -> None:
    """Ordinary triggers sleep under session_replication_role=replica; these are ALWAYS."""
    before = contents()
    with suppress(ProgrammingError):  # an owner who is no superuser may not even ask
        run("owner", "SET session_replication_role = replica")

    for table, statement in CHANGES:
        with pytest.raises(IntegrityError, match=f"{table} is append-only: "):
            run("owner", statement)

        assert contents() == before


def test_the_application_may_not_reach_beyond_its_grants(feed: None) -> None:
    before = contents()

    for statement in (
        "DELETE FROM feed_head",
        "TRUNCATE feed_head",
        "DELETE FROM subscription",
        "DELETE FROM agenda",
        "UPDATE feed_head SET epoch = 2",
        "SELECT * FROM event_readable",
        "DROP TABLE event",
        "ALTER TABLE event DISABLE TRIGGER ALL",
        "ALTER TABLE command DISABLE TRIGGER ALL",
        "SET session_replication_role = replica",
        "CREATE TABLE mine (id int)",
    ):
        with pytest.raises(ProgrammingError, match=r"permission denied|must be owner"):
            run("default", statement)

        assert contents() == before


def test_the_application_has_the_grants_that_are_written_down_and_no_more(feed: None) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT table_name, string_agg(privilege_type, ' ' ORDER BY privilege_type)"
            " FROM information_schema.role_table_grants WHERE grantee = %s AND table_name = ANY(%s)"
            " GROUP BY table_name",
            [
                connections["default"].settings_dict["USER"],
                ["event", "command", "feed_head", "subscription", "agenda", "event_readable"],
            ],
        )
        grants = dict(cursor.fetchall())
    assert grants == {
        "event": "INSERT SELECT",
        "command": "INSERT SELECT",
        "feed_head": "INSERT SELECT",  # and UPDATE of the columns below
        "subscription": "INSERT SELECT UPDATE",
        "agenda": "INSERT SELECT UPDATE",
    }


def test_of_a_head_the_application_may_change_what_an_append_changes(feed: None) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT column_name FROM information_schema.role_column_grants"
            " WHERE grantee = %s AND table_name = 'feed_head' AND privilege_type = 'UPDATE'"
            " ORDER BY column_name",
            [connections["default"].settings_dict["USER"]],
        )
        assert cursor.fetchall() == [("closed_at",), ("hash",), ("seq",), ("tx",)]


def test_the_application_may_make_no_temporary_table_that_hides_the_true_one(feed: None) -> None:
    """A clone has its template's tables and not its privileges: the migration's words once more."""
    run("owner", LESS.NO_TEMPORARY_TABLES)

    for statement in ("CREATE TEMP TABLE event (id int)", "CREATE TABLE pg_temp.event (id int)"):
        with pytest.raises(ProgrammingError, match="permission denied"):
            run("default", statement)
    run("owner", "CREATE TEMP TABLE mine (id int)")


def test_the_migrated_database_lets_nobody_but_its_owner_make_temporary_tables(
    cluster: Cluster, house_db: str
) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT has_database_privilege(%s, %s, 'TEMPORARY')",
            [cluster.app_role, cluster.template],
        )
        assert cursor.fetchone() == (False,)
    connections["owner"].close()


def test_the_owner_may_delete_commands_that_expired_after_30_days_and_no_others(
    feed: None,
) -> None:
    insert = (
        "INSERT INTO command (shard, actor, key, body_hash, receipt, recorded_at)"
        " VALUES (gen_random_uuid(), 'a', '{key}', '', '', now() - interval '{age}')"
    )
    run("owner", insert.format(key="old", age="31 days"), insert.format(key="new", age="29 days"))

    run("owner", "DELETE FROM command WHERE key = 'old'")
    with pytest.raises(IntegrityError, match="command is append-only: DELETE refused"):
        run("owner", "DELETE FROM command WHERE key = 'new'")

    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT key FROM command ORDER BY key")
        assert cursor.fetchall() == [("k-1",), ("new",)]


@pytest.mark.parametrize("batch", [1, 2, 3, 100])
def test_forgetting_takes_every_expired_command_and_nothing_else(feed: None, batch: int) -> None:
    run(
        "owner",
        "INSERT INTO command (shard, actor, key, body_hash, receipt, recorded_at)"
        " SELECT gen_random_uuid(), 'a', 'd-' || age, '', '', now() - age * interval '1 day'"
        " FROM unnest(ARRAY[28, 29, 31, 32, 400]) AS age",
    )

    assert forget_expired_commands(batch) == 3

    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT key FROM command ORDER BY key")
        assert cursor.fetchall() == [("d-28",), ("d-29",), ("k-1",)]
    assert forget_expired_commands(batch) == 0


def test_the_command_that_forgets_says_how_many(feed: None) -> None:
    said = StringIO()
    call_command("forget_commands", stdout=said)
    call_command("forget_commands", "--json", stdout=said)

    assert said.getvalue().splitlines() == ["0 commands forgotten", '{"forgotten":0}']


def test_an_event_out_of_form_is_refused_by_the_database(feed: None) -> None:
    good = {
        "shard": "gen_random_uuid()",
        "seq": "1",
        "stream_kind": "'hand'",
        "stream": "gen_random_uuid()",
        "version": "1",
        "type": "'t'",
        "schema": "1",
        "data": "'{}'",
        "meta": "'{}'",
        "prev_hash": "sha256('')",
        "hash": "sha256('')",
    }
    before = contents()

    for column, value in (
        ("seq", "0"),
        ("version", "0"),
        ("schema", "0"),
        ("hash", "'\\x00'"),
        ("prev_hash", "'\\x00'"),
        ("data", "NULL"),
    ):
        event = good | {column: value}
        with pytest.raises(IntegrityError, match=f'event_form|null value in column "{column}"'):
            run(
                "default",
                f"INSERT INTO event ({', '.join(event)}) VALUES ({', '.join(event.values())})",
            )

        assert contents() == before


def test_people_read_events_as_json(feed: None) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT type, data ->> 'number', meta ->> 'actor' FROM event_readable ORDER BY seq"
        )
        assert cursor.fetchall() == [
            ("test.counted", "1", "player:1"),
            ("test.counted", "2", "player:1"),
        ]


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        (b'{"memo":"a\\u0000b"}', '{"memo":"a\\\\u0000b"}'),
        (b'{"memo":"\\ud800"}', '{"memo":"\\\\ud800"}'),
        (b'{"number":1e999999}', '{"number":1e999999}'),
        (b"[" * 50_000, "[" * 50_000),
        (b"", ""),
        (b"\xff\0", "\\377\\000"),
    ],
    ids=["NUL", "half a character", "number", "nesting", "nothing", "no text"],
)
def test_an_event_that_jsonb_cannot_hold_is_shown_escaped_and_the_others_as_ever(
    feed: None, stored: bytes, shown: str
) -> None:
    """JSON allows all but the last two; those are for forgers."""
    before, after = counted(new_id(), 1, 2)
    hand = new_id()
    head = append(open_feed(hand), [before])
    head = append(head, [msgspec.structs.replace(after, data=stored, meta=stored)])

    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT seq, data ->> 'number', data ->> 'unreadable', meta ->> 'unreadable'"
            " FROM event_readable WHERE shard = %s ORDER BY seq",
            [hand],
        )
        assert cursor.fetchall() == [(1, "1", None, None), (2, None, shown, shown)]
        cursor.execute("SELECT count(*) FROM event_readable")
        assert cursor.fetchone() == (4,)

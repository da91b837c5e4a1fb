"""Events, heads, commands and subscriptions; who may do what to them; a view for people."""

from django.db import migrations, models

from pokerhouse.common.guards import Grant, append_only, append_only_sql
from pokerhouse.eventstore.models import Xid8Field

# PostgreSQL prepares a CHECK anew for every statement (2 µs each, a tenth of an append for five), so
# `event` has one, and the tables that only the store writes beside it have types and NOT NULL alone.
EVENT = """
CREATE TABLE event (
    shard uuid NOT NULL,
    seq bigint NOT NULL,
    stream_kind text NOT NULL,
    stream uuid NOT NULL,
    version integer NOT NULL,
    type text NOT NULL,
    schema smallint NOT NULL,
    data bytea NOT NULL,
    meta bytea NOT NULL,
    tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
    position bigint GENERATED ALWAYS AS IDENTITY,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    prev_hash bytea NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT event_pkey PRIMARY KEY (shard, seq),
    CONSTRAINT event_stream_version UNIQUE (shard, stream, version),
    CONSTRAINT event_form CHECK (
        seq > 0 AND version > 0 AND schema > 0
        AND octet_length(prev_hash) = 32 AND octet_length(hash) = 32
    )
)
"""

SUBSCRIBERS_INDEX = "CREATE INDEX event_tx_position ON event (tx, position)"

# A third of each page stays free, so that moving a head does not touch the index (HOT).
FEED_HEAD = """
CREATE TABLE feed_head (
    shard uuid NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    epoch integer NOT NULL,
    closed_at timestamptz,
    tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
    CONSTRAINT feed_head_pkey PRIMARY KEY (shard)
) WITH (fillfactor = 66)
"""

COMMAND = """
CREATE TABLE command (
    shard uuid NOT NULL,
    actor varchar(200) COLLATE "C" NOT NULL,
    key varchar(200) COLLATE "C" NOT NULL,
    body_hash bytea NOT NULL,
    receipt bytea NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT command_pkey PRIMARY KEY (shard, actor, key)
)
"""

# Commands are kept for 30 days and then forgotten by the owner's role: the application has no DELETE
# at all, and the owner may delete what has expired, never a row that can still answer a repeat.
KEEP_COMMANDS = (
    """
    CREATE TRIGGER keep_30_days BEFORE DELETE ON command FOR EACH ROW
        WHEN (OLD.recorded_at > now() - interval '30 days') EXECUTE FUNCTION refuse_change()
    """,
    "ALTER TABLE command ENABLE ALWAYS TRIGGER keep_30_days",
)

SUBSCRIPTION = """
CREATE TABLE subscription (
    name varchar(200) NOT NULL,
    tx xid8 NOT NULL,
    position bigint NOT NULL,
    moved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT subscription_pkey PRIMARY KEY (name)
)
"""

# For people with psql. The bytes stay the evidence: never hash what this shows.
READABLE = """
CREATE VIEW event_readable WITH (security_invoker = true) AS
SELECT shard, seq, stream_kind, stream, version, type, schema,
       convert_from(data, 'UTF8')::jsonb AS data, convert_from(meta, 'UTF8')::jsonb AS meta,
       recorded_at, encode(hash, 'hex') AS hash
FROM event
"""


def composite_key(*fields: str) -> models.CompositePrimaryKey:
    return models.CompositePrimaryKey(
        *fields, blank=True, editable=False, primary_key=True, serialize=False
    )


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL([EVENT, SUBSCRIBERS_INDEX], reverse_sql="DROP TABLE event"),
                append_only("event"),
                Grant("event", ["SELECT", "INSERT"]),
                migrations.RunSQL(FEED_HEAD, reverse_sql="DROP TABLE feed_head"),
                Grant("feed_head", ["SELECT", "INSERT", "UPDATE"]),
                migrations.RunSQL(
                    [COMMAND, *append_only_sql("command", ["UPDATE", "TRUNCATE"]), *KEEP_COMMANDS],
                    reverse_sql="DROP TABLE command",
                ),
                Grant("command", ["SELECT", "INSERT"]),
                migrations.RunSQL(SUBSCRIPTION, reverse_sql="DROP TABLE subscription"),
                Grant("subscription", ["SELECT", "INSERT", "UPDATE"]),
                # A process may ask whether its database is migrated (`makemigrations --check` does).
                Grant("django_migrations", ["SELECT"]),
                migrations.RunSQL(READABLE, reverse_sql="DROP VIEW event_readable"),
            ],
            state_operations=[
                migrations.CreateModel(
                    name="Event",
                    fields=[
                        ("pk", composite_key("shard", "seq")),
                        ("shard", models.UUIDField()),
                        ("seq", models.BigIntegerField()),
                        ("stream_kind", models.TextField()),
                        ("stream", models.UUIDField()),
                        ("version", models.IntegerField()),
                        ("type", models.TextField()),
                        ("schema", models.SmallIntegerField()),
                        ("data", models.BinaryField()),
                        ("meta", models.BinaryField()),
                        ("tx", Xid8Field()),
                        ("position", models.BigIntegerField()),
                        ("recorded_at", models.DateTimeField()),
                        ("prev_hash", models.BinaryField()),
                        ("hash", models.BinaryField()),
                    ],
                    options={"db_table": "event"},
                ),
                migrations.CreateModel(
                    name="FeedHead",
                    fields=[
                        ("shard", models.UUIDField(primary_key=True, serialize=False)),
                        ("seq", models.BigIntegerField(default=0)),
                        ("hash", models.BinaryField()),
                        ("epoch", models.IntegerField(default=1)),
                        ("closed_at", models.DateTimeField(null=True)),
                        ("tx", Xid8Field()),
                    ],
                    options={"db_table": "feed_head"},
                ),
                migrations.CreateModel(
                    name="Command",
                    fields=[
                        ("pk", composite_key("shard", "actor", "key")),
                        ("shard", models.UUIDField()),
                        ("actor", models.CharField(max_length=200)),
                        ("key", models.CharField(max_length=200)),
                        ("body_hash", models.BinaryField()),
                        ("receipt", models.BinaryField()),
                        ("recorded_at", models.DateTimeField()),
                    ],
                    options={"db_table": "command"},
                ),
                migrations.CreateModel(
                    name="Subscription",
                    fields=[
                        (
                            "name",
                            models.CharField(max_length=200, primary_key=True, serialize=False),
                        ),
                        ("tx", Xid8Field()),
                        ("position", models.BigIntegerField(default=0)),
                        ("moved_at", models.DateTimeField()),
                    ],
                    options={"db_table": "subscription"},
                ),
            ],
        )
    ]

"""
A view that one unreadable event does not break; less of what the application never needs.

It appends, so of a head it changes all but the epoch, which rises with a restore, by the owner. It
makes no temporary tables: one named `event` would come before the true one for its whole session.
"""

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from psycopg import sql

from pokerhouse.common.guards import Grant

# JSON can hold what jsonb cannot: a NUL in a text, half a character, a number of a million digits.
# Forged bytes may be anything. They are shown as they are, escaped.
READABLE_JSON = """
CREATE FUNCTION readable_json(bytes bytea) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    RETURN convert_from(bytes, 'UTF8')::jsonb;
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
    RETURN jsonb_build_object('unreadable', encode(bytes, 'escape'));
END $$
"""
READABLE = """
CREATE OR REPLACE VIEW event_readable WITH (security_invoker = true) AS
SELECT shard, seq, stream_kind, stream, version, type, schema,
       {data} AS data, {meta} AS meta,
       recorded_at, encode(hash, 'hex') AS hash
FROM event
"""
READABLE_NOW = READABLE.format(data="readable_json(data)", meta="readable_json(meta)")
READABLE_BEFORE = READABLE.format(
    data="convert_from(data, 'UTF8')::jsonb", meta="convert_from(meta, 'UTF8')::jsonb"
)

# Who migrates without owning the database cannot take it away; ADR 0004 says what that leaves open.
NO_TEMPORARY_TABLES = """
DO $$
DECLARE database_owner oid := (SELECT datdba FROM pg_database WHERE datname = current_database());
BEGIN
    IF pg_has_role(database_owner, 'USAGE') THEN
        EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    END IF;
END $$
"""
TEMPORARY_TABLES = """
DO $$
DECLARE database_owner oid := (SELECT datdba FROM pg_database WHERE datname = current_database());
BEGIN
    IF pg_has_role(database_owner, 'USAGE') THEN
        EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO PUBLIC', current_database());
    END IF;
END $$
"""


def revoke_update_of_heads(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    change_update_of_heads(schema_editor, "REVOKE UPDATE ON feed_head FROM {}")


def grant_update_of_heads(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    change_update_of_heads(schema_editor, "GRANT UPDATE ON feed_head TO {}")


def change_update_of_heads(schema_editor: BaseDatabaseSchemaEditor, form: str) -> None:
    role = settings.DATABASES["default"].get("USER")
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT current_user::text")
        if role and [role] != list(cursor.fetchone()):
            cursor.execute(sql.SQL(form).format(sql.Identifier(role)))


class Migration(migrations.Migration):
    dependencies = [("eventstore", "0001_event_store")]
    operations = [
        migrations.RunSQL(READABLE_JSON, reverse_sql="DROP FUNCTION readable_json"),
        migrations.RunSQL(READABLE_NOW, reverse_sql=READABLE_BEFORE),
        migrations.RunPython(revoke_update_of_heads, grant_update_of_heads),
        Grant("feed_head", ["UPDATE (seq, hash, closed_at, tx)"]),
        migrations.RunSQL(NO_TEMPORARY_TABLES, reverse_sql=TEMPORARY_TABLES),
    ]

"""
What the database itself refuses: append-only tables and the app's role, as migrations' helpers.

The application's role gets what `Grant` names and nothing else. Triggers refuse changes by
everybody, also by the owner and under `session_replication_role=replica` (that is what ENABLE
ALWAYS is for); they are statement triggers, because a row trigger does not see TRUNCATE.
"""

from collections.abc import Sequence

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from psycopg import sql

CHANGES = ("UPDATE", "DELETE", "TRUNCATE")


def append_only_sql(table: str, changes: Sequence[str] = CHANGES) -> tuple[str, ...]:
    """
    Return the statements that make `table` refuse `changes` from everybody.

    The refusal is SQLSTATE 23001 (restrict_violation): Django's IntegrityError.
    """
    return (
        """
        CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
                USING ERRCODE = 'restrict_violation';
        END $$
        """,
        f"""
        CREATE TRIGGER append_only BEFORE {" OR ".join(changes)} ON "{table}"
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
        """,
        f'ALTER TABLE "{table}" ENABLE ALWAYS TRIGGER append_only',
    )


def append_only(table: str) -> migrations.RunSQL:
    """Return the migration's operation that makes `table` append-only."""
    return migrations.RunSQL(
        append_only_sql(table), reverse_sql=f'DROP TRIGGER append_only ON "{table}"'
    )


class Grant(migrations.RunPython):
    """
    Give the application's role `privileges` on `table`.

    The role is the user of the `default` connection at the time of migrating. Where it owns the
    tables itself (a house with one role) there is nothing to give.
    """

    def __init__(self, table: str, privileges: Sequence[str]) -> None:
        self.table = table
        self.privileges = tuple(privileges)
        super().__init__(self._give, self._take)

    def deconstruct(self) -> tuple[str, Sequence[object], dict[str, object]]:
        return ("Grant", [self.table, self.privileges], {})

    def describe(self) -> str:
        return f"Grant {', '.join(self.privileges)} on {self.table} to the application's role"

    def _give(self, _apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        self._run(schema_editor, "GRANT {} ON {} TO {}")

    def _take(self, _apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        self._run(schema_editor, "REVOKE {} ON {} FROM {}")

    def _run(self, schema_editor: BaseDatabaseSchemaEditor, form: str) -> None:
        role = settings.DATABASES["default"].get("USER")
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT current_user::text")
            (owner,) = cursor.fetchone()
            if role and role != owner:
                cursor.execute(
                    sql.SQL(form).format(
                        sql.SQL(", ").join(map(sql.SQL, self.privileges)),
                        sql.Identifier(self.table),
                        sql.Identifier(role),
                    )
                )

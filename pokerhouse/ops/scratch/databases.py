"""
The tests' databases: one migrated template a run, cloned for every test that commits.

Triggers refuse the flush of committing tests, so those get a database of their own
(`CREATE DATABASE … TEMPLATE`) and never flush. All tests connect as the application's role.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from psycopg import sql


@dataclass(frozen=True)
class Cluster:
    """A server that the tests may make databases and roles on."""

    owner: dict[str, Any]
    app_role: str
    app_password: str
    template: str

    def execute(self, statement: sql.Composed | sql.SQL) -> None:
        """Run one statement as the owner, outside any transaction."""
        with psycopg.connect(**self.owner, autocommit=True) as connection:
            connection.execute(statement)

    def create(self, name: str, template: str) -> None:
        self.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                sql.Identifier(name), sql.Identifier(template)
            )
        )

    def drop(self, name: str) -> None:
        self.execute(
            sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
        )


def open_cluster() -> Cluster:
    """Make the application's role and the migrated template."""
    given = settings.DATABASES["owner"]
    names = {
        "HOST": "host",
        "PORT": "port",
        "USER": "user",
        "PASSWORD": "password",
        "NAME": "dbname",
    }
    owner = {theirs: given[ours] for ours, theirs in names.items() if given.get(ours)}
    tag = f"{os.getpid()}_{secrets.token_hex(4)}"
    cluster = Cluster(
        owner=owner,
        app_role=f"pokerhouse_app_{tag}",
        app_password=secrets.token_hex(16),
        template=f"pokerhouse_template_{tag}",
    )
    cluster.execute(
        sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(
            sql.Identifier(cluster.app_role), sql.Literal(cluster.app_password)
        )
    )
    settings.DATABASES["default"].update(USER=cluster.app_role, PASSWORD=cluster.app_password)
    connections["default"].settings_dict.update(
        USER=cluster.app_role, PASSWORD=cluster.app_password
    )
    cluster.create(cluster.template, "template0")
    use_database(cluster.template)
    call_command("migrate", database="owner", verbosity=0, interactive=False)
    close_connections()
    return cluster


def close_cluster(cluster: Cluster) -> None:
    """Drop what `open_cluster` made."""
    close_connections()
    cluster.drop(cluster.template)
    cluster.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(cluster.app_role)))


@contextmanager
def cloned(cluster: Cluster, before: str | None = None) -> Iterator[str]:
    """Give this thread and all that it starts a fresh database; go back to `before` afterwards."""
    name = f"{cluster.template}_{secrets.token_hex(4)}"
    cluster.create(name, cluster.template)
    use_database(name)
    try:
        yield name
    finally:
        use_database(before or cluster.template)
        cluster.drop(name)


def use_database(name: str) -> None:
    """Point both of Django's connections, and the threads' to come, at database `name`."""
    close_connections()
    for alias in ("default", "owner"):
        connections[alias].settings_dict["NAME"] = name
        settings.DATABASES[alias]["NAME"] = name
    for alias in ("default", "owner"):
        host = {key: settings.DATABASES["owner"][key] for key in ("HOST", "PORT")}
        connections[alias].settings_dict.update(host)


def close_connections() -> None:
    """Close this thread's connections and the pool that all threads share."""
    for alias in ("default", "owner"):
        connections[alias].close()
    close_pool = getattr(connections["default"], "close_pool", None)
    if close_pool is not None:
        close_pool()

"""What all commands share: a database to work on, and errors as one sentence."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import environ
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError, connections
from django.db.migrations.executor import MigrationExecutor

from pokerhouse.common.broker import use_broker
from pokerhouse.common.errors import DomainError
from pokerhouse.ops.command.edge import INTERRUPTED, OUTSIDE, end, one_line, sentence_of
from pokerhouse.ops.embedded.folders import state_folder
from pokerhouse.ops.embedded.house import open_house
from pokerhouse.ops.embedded.supervisor import APP, OWNER, Address
from pokerhouse.ops.embedded.valkey import live_url

MIGRATION_LOCK = 0x706F6B65  # "poke", for pg_advisory_lock
ALIASES = ("default", "owner")


class HouseCommand(BaseCommand):
    """
    A command inside the house.

    Without DATABASE_URL that is the checkout's own embedded one, started if need be and stopped
    with its last user. `handle` finds `connections["default"]` and `["owner"]` ready and migrated.
    """

    is_open = False  # one for all: a command called by a command is inside already
    is_from_shell = False

    def needs_database(self, options: dict[str, Any]) -> bool:  # noqa: ARG002  for subclasses
        """Return whether this call needs the house; most commands do."""
        return True

    def is_outside(self) -> bool:
        """Return whether Django has no database yet: no test and no calling command gave one."""
        is_called = "DATABASE_URL" in os.environ and not self.is_from_shell
        return not (HouseCommand.is_open or is_called)

    def run_from_argv(self, argv: list[str]) -> None:
        """Remember that a person called, who gets an error as a sentence."""
        self.is_from_shell = True
        super().run_from_argv(argv)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run inside the house; end with one sentence where the error is an expected one."""
        try:
            with ExitStack() as stack:
                if self.needs_database(options) and self.is_outside():
                    stack.enter_context(inside_house())
                return super().execute(*args, **options)
        except (DomainError, CommandError, *OUTSIDE) as error:
            if not self.is_from_shell or options.get("traceback"):
                raise
            if isinstance(error, DomainError | CommandError):
                end(str(error), getattr(error, "returncode", 1))
            end(sentence_of(error))
        except KeyboardInterrupt:
            if not self.is_from_shell:
                raise
            sys.exit(INTERRUPTED)


@contextmanager
def inside_house() -> Iterator[None]:
    """Point Django at a migrated database while the context lasts."""
    with ExitStack() as stack:
        if "DATABASE_URL" not in os.environ:
            address = stack.enter_context(open_house(state_folder()))
            use_embedded(address)
        HouseCommand.is_open = True
        try:
            migrate_if_needed()
            yield
        finally:
            HouseCommand.is_open = False
            close_connections()


def use_embedded(address: Address) -> None:
    """Point Django's two connections at the embedded house, and give it the house's master key."""
    for alias, role in zip(ALIASES, (APP, OWNER), strict=True):
        given = environ.Env.db_url_config(address.url(role))
        settings.DATABASES[alias].update(given)
        connections[alias].settings_dict.update(given)
    os.environ["PATH"] = address.binaries + os.pathsep + os.environ.get("PATH", os.defpath)
    if not settings.MASTER_KEY:
        settings.MASTER_KEY = (state_folder() / "master.key").read_text()
    broker = live_url(state_folder())  # a house that is up has one; its sockets hear this command
    if broker is not None and "REDIS_URL" not in os.environ:
        use_broker(broker)


def migrate_if_needed() -> None:
    """
    Migrate as the owner, one process at a time.

    :raises CommandError: if the server cannot be reached or the owner may not migrate.
    """
    owner = connections["owner"]
    try:
        if not is_behind():
            return
        with owner.cursor() as cursor:
            cursor.execute("SET lock_timeout = '60s'")
            cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
        if is_behind():  # another command may have been first
            call_command("migrate", database="owner", verbosity=0, interactive=False)
    except OperationalError as error:
        sentence = f"The database does not answer ({one_line(error)})."
        raise CommandError(sentence) from error
    except ProgrammingError as error:
        sentence = (
            f"The database is not migrated and its role may not do it ({one_line(error)}): "
            "set DATABASE_OWNER_URL to the role that owns it."
        )
        raise CommandError(sentence) from error
    finally:
        owner.close()  # gives the lock back


def is_behind() -> bool:
    """Return whether the database lacks a migration."""
    executor = MigrationExecutor(connections["owner"])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def close_connections() -> None:
    """Close this thread's connections and the pool that all threads share."""
    for alias in ALIASES:
        connections[alias].close()
    close_pool = getattr(connections["default"], "close_pool", None)
    if close_pool is not None:
        close_pool()

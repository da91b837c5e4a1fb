"""
The keeper of an embedded house: a small process that owns its PostgreSQL while anyone needs it.

It is started by the first client and ends, server included, as soon as no client holds the lock any
more. Locks are the kernel's (flock): a client that is killed lets go of its own at that moment.

    clients.lock   each client shares it; the keeper takes it whole to see that nobody is left
    keeper.lock    held by the one keeper of this folder
    address.json   where the server is; locked by its keeper, so an unlocked one is a dead one's
"""

import fcntl
import json
import os
import secrets
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType

from pokerhouse.ops.embedded.binaries import find_binaries
from pokerhouse.ops.embedded.errors import EmbeddedError, explain
from pokerhouse.ops.embedded.postgres import HOST, SUPERUSER, Server, make_data_folder

OWNER = "pokerhouse_owner"
APP = "pokerhouse_app"
DATABASE = "pokerhouse"
POLL_S = 0.1
TAKE_OVER_TIMEOUT_S = 60


@dataclass(frozen=True)
class Address:
    """Where a running house is and how to get in; kept in files of mode 0600 only."""

    keeper_pid: int
    port: int
    binaries: str
    passwords: dict[str, str]

    def url(self, role: str, database: str = DATABASE) -> str:
        """Return the database URL of `role`."""
        return f"postgres://{role}:{self.passwords[role]}@{HOST}:{self.port}/{database}"


# --- files ---------------------------------------------------------------------------------------


def try_lock(handle: int, how: int) -> bool:
    """Return whether the lock was free; take it then."""
    try:
        fcntl.flock(handle, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def write_private(path: Path, text: str) -> int:
    """Write a file of mode 0600, whole or not at all; return it open and locked."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    fcntl.flock(handle, fcntl.LOCK_EX)
    os.write(handle, text.encode())
    os.fsync(handle)
    draft.rename(path)
    return handle


def live_address(state: Path) -> Address | None:
    """Return the address of the house in `state` if its keeper lives."""
    try:
        handle = os.open(state / "address.json", os.O_RDONLY)
    except FileNotFoundError:
        return None
    with os.fdopen(handle) as file:
        if try_lock(handle, fcntl.LOCK_SH):
            return None
        return Address(**json.load(file))


def kept_secret(path: Path, made: str) -> str:
    """Return what the private file `path` holds; where there is none, keep `made` in it."""
    try:
        return path.read_text()
    except FileNotFoundError:
        os.close(write_private(path, made))
        return made


# --- the keeper ----------------------------------------------------------------------------------


@contextmanager
def keepership(state: Path) -> Iterator[bool]:
    """Give True while this process is the keeper; False if another one is and its house is open."""
    handle = os.open(state / "keeper.lock", os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + TAKE_OVER_TIMEOUT_S
    try:
        while not try_lock(handle, fcntl.LOCK_EX):
            if live_address(state) is not None:
                yield False
                return
            if time.monotonic() > deadline:
                sentence = f"Another house in {state} neither opens nor closes: end its process."
                raise EmbeddedError(sentence)
            time.sleep(POLL_S)
        yield True
    finally:
        os.close(handle)


@contextmanager
def serving(state: Path, cache: Path, *, is_durable: bool) -> Iterator[Server]:
    """Run the server of `state`, made first where there is none yet, with its roles."""
    kept_secret(state / "master.key", secrets.token_hex(32))
    fresh = {role: secrets.token_hex(24) for role in (SUPERUSER, OWNER, APP)}
    passwords = json.loads(kept_secret(state / "passwords.json", json.dumps(fresh)))
    binaries = find_binaries(cache)
    data = state / "data"
    if not data.exists():
        make_data_folder(data, binaries, passwords[SUPERUSER], is_durable=is_durable)
    server = Server(data, binaries, state / "postgres.log", is_durable=is_durable)
    try:
        server.start()
        address = Address(os.getpid(), server.port, str(binaries), passwords)
        make_roles(address)
        handle = write_private(state / "address.json", json.dumps(asdict(address)))
        try:
            yield server
        finally:
            (state / "address.json").unlink(missing_ok=True)
            os.close(handle)
    finally:
        server.stop(signal.SIGINT if is_durable else signal.SIGQUIT)


def make_roles(address: Address) -> None:
    """Make the two roles and the database, whichever is missing."""
    import psycopg  # after the first errors that a user may meet
    from psycopg import sql

    superuser = address.url(SUPERUSER, "postgres")
    with psycopg.connect(superuser, autocommit=True) as connection:
        roles = {name for (name,) in connection.execute("SELECT rolname FROM pg_roles")}
        for role, rights in ((OWNER, "CREATEDB"), (APP, "NOCREATEDB")):
            if role not in roles:
                password = sql.Literal(address.passwords[role])
                statement = sql.SQL("CREATE ROLE {} LOGIN {} PASSWORD {}")
                connection.execute(
                    statement.format(sql.Identifier(role), sql.SQL(rights), password)
                )
        named = "SELECT 1 FROM pg_database WHERE datname = %s"
        if connection.execute(named, [DATABASE]).fetchone() is None:
            names = sql.Identifier(DATABASE), sql.Identifier(OWNER)
            connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(*names))


def keep(state: Path, cache: Path, *, is_throwaway: bool, report: int) -> None:
    """Open the house, report "" or what is wrong to `report`, and close when nobody is left."""
    clients = os.open(state / "clients.lock", os.O_RDWR | os.O_CREAT, 0o600)
    with keepership(state) as is_keeper:
        if not is_keeper:
            os.close(report)
            return
        (state / "address.json").unlink(missing_ok=True)
        try:
            with serving(state, cache, is_durable=not is_throwaway) as server:
                os.close(report)
                port = server.port
                while not try_lock(clients, fcntl.LOCK_EX):
                    if not server.is_running():
                        server.start()  # it was killed: clients find it again where it was
                    if server.port != port:
                        break  # or, where that port is taken, with the next keeper
                    time.sleep(POLL_S)
        finally:
            if is_throwaway:
                shutil.rmtree(state, ignore_errors=True)


def finish(_signal_number: int, _frame: FrameType | None) -> None:
    """Turn SIGTERM into an exception, so that the server is stopped on the way out."""
    sys.exit(0)


def detach(log: Path) -> None:
    """Leave the terminal to the client: from here on all output goes to a file."""
    signal.signal(signal.SIGTERM, finish)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    for stream in (1, 2):
        os.dup2(output, stream)
    os.close(output)


def main(state: Path, cache: Path, *, is_throwaway: bool) -> int:
    """Be the keeper; close stdout when the house is open, or say there why it cannot be."""
    report = os.dup(1)
    try:
        detach(state / "keeper.log")
        keep(state, cache, is_throwaway=is_throwaway, report=report)
    except EmbeddedError as error:
        os.write(report, str(error).encode())
        return 1
    except OSError as error:
        os.write(report, explain(str(error), state).encode())
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), is_throwaway="--throwaway" in sys.argv[3:]))

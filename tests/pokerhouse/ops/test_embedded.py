"""The embedded house, with real servers: it lasts, is shared, and leaves nothing behind."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from pokerhouse.ops.embedded import postgres
from pokerhouse.ops.embedded.errors import EmbeddedError, explain
from pokerhouse.ops.embedded.folders import CHECKOUT, make_temporary_folder, state_folder
from pokerhouse.ops.embedded.house import open_house, throwaway_house
from pokerhouse.ops.embedded.postgres import SUPERUSER, pid_file_lines
from pokerhouse.ops.embedded.processes import is_running_as
from pokerhouse.ops.embedded.supervisor import APP, OWNER, Address, live_address

CLIENT = """
import sys, time
from pathlib import Path
from pokerhouse.ops.embedded.house import open_house
with open_house(Path(sys.argv[1])):
    print("open", flush=True)
    sys.stdin.read()
"""
BUSY_PORT = """
import socket, sys
from pathlib import Path
from pokerhouse.ops.embedded import postgres
from pokerhouse.ops.embedded.binaries import find_binaries
from pokerhouse.ops.embedded.folders import state_folder
state, free_port = Path(sys.argv[1]), postgres.free_port
busy = socket.socket()
busy.bind((postgres.HOST, 0))
busy.listen()
ports = [busy.getsockname()[1]] * int(sys.argv[2]) + [free_port()]
postgres.free_port = lambda: ports.pop(0)
server = postgres.Server(state / "data", find_binaries(state_folder()), state / "postgres.log")
try:
    server.start()
    print("started", len(ports))
except postgres.EmbeddedError as error:
    print(error)
finally:
    server.stop()
"""


@pytest.fixture(scope="module")
def state() -> Iterator[Path]:
    """The folder of a lasting house of this module's own, with a space in its path."""
    folder = make_temporary_folder()
    folder.chmod(0o711)  # root's server runs as nobody
    yield folder / "a house"
    shutil.rmtree(folder)


@pytest.fixture
def client(state: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that has the house open, until it is killed or its input ends."""
    command = [sys.executable, "-c", CLIENT, str(state)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=CHECKOUT, stdin=pipe, stdout=pipe) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"open\n"
        yield process
        process.kill()


def wait_until(is_true: Callable[[], bool]) -> None:
    """Return when it is so; fail after long enough."""
    deadline = time.monotonic() + 30
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def server_pid(state: Path) -> int:
    return int(pid_file_lines(state / "data")[0])


def serves(state: Path, pid: int) -> bool:
    return is_running_as(pid, ("postgres", "-D", str(state / "data")))


def ask(address: Address, role: str, question: str) -> object:
    """Return the first column of the answer that `role` gets."""
    with psycopg.connect(address.url(role)) as connection:
        row = connection.execute(question).fetchone()
    assert row is not None
    return row[0]


# --- a lasting house -----------------------------------------------------------------------------


def test_a_house_keeps_its_data_and_stops_its_server(state: Path) -> None:
    with open_house(state) as address, psycopg.connect(address.url(OWNER)) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS number")
        pid = server_pid(state)
        assert serves(state, pid)
    assert not serves(state, pid)
    assert live_address(state) is None
    with open_house(state) as address:
        assert ask(address, OWNER, "SELECT number FROM kept") == 42
        assert ask(address, OWNER, "SHOW fsync") == "on"
        assert ask(address, OWNER, "SHOW synchronous_commit") == "on"


def test_neither_role_is_a_superuser_and_only_the_owner_may_create_tables(state: Path) -> None:
    with open_house(state) as address:
        for role in (OWNER, APP):
            assert ask(address, role, "SELECT current_setting('is_superuser')") == "off"
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            ask(address, APP, "CREATE TABLE mine (number int)")


def test_secrets_are_private_and_the_server_trusts_nobody(state: Path) -> None:
    with open_house(state) as address:
        files = ["passwords.json", "address.json", "master.key", "postgres.log", "keeper.log"]
        modes = {name: (state / name).stat().st_mode & 0o777 for name in files}
        assert modes == dict.fromkeys(files, 0o600)
        assert state.stat().st_mode & 0o777 == (0o711 if os.geteuid() == 0 else 0o700)
        assert (state / "data").stat().st_mode & 0o777 == 0o700
        assert len(bytes.fromhex((state / "master.key").read_text())) == 32
        rules = (state / "data" / "pg_hba.conf").read_text().splitlines()
        methods = {rule.split()[-1] for rule in rules if rule.strip() and rule[0] != "#"}
        assert methods == {"scram-sha-256"}
        assert ask(address, OWNER, "SHOW listen_addresses") == "127.0.0.1"
        assert ask(address, SUPERUSER, "SHOW unix_socket_directories") == ""
        wrong = Address(0, address.port, "", {SUPERUSER: "wrong"})
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            ask(wrong, SUPERUSER, "SELECT 1")
        master_key = (state / "master.key").read_text()
    with open_house(state):
        assert (state / "master.key").read_text() == master_key


def test_two_clients_share_one_server_and_the_first_leaves_it_to_the_second(
    state: Path, client: subprocess.Popen[bytes]
) -> None:
    pid = server_pid(state)
    with open_house(state) as address:
        assert server_pid(state) == pid
        client.communicate(b"")
        assert client.returncode == 0
        assert ask(address, APP, "SELECT 1") == 1
        assert server_pid(state) == pid
    assert not serves(state, pid)


def test_a_killed_client_leaves_no_server_and_the_next_start_works(
    state: Path, client: subprocess.Popen[bytes]
) -> None:
    pid = server_pid(state)
    assert serves(state, pid)
    client.send_signal(signal.SIGKILL)
    wait_until(lambda: not serves(state, pid))
    with open_house(state) as address:
        assert ask(address, APP, "SELECT 1") == 1


def test_a_killed_keeper_and_its_killed_server_are_replaced(
    state: Path, client: subprocess.Popen[bytes]
) -> None:
    """Both by SIGKILL: address, locks and pid file stay behind and count for nothing."""
    pid, address = server_pid(state), live_address(state)
    assert address is not None
    os.kill(pid, signal.SIGKILL)
    os.kill(address.keeper_pid, signal.SIGKILL)
    wait_until(lambda: live_address(state) is None)
    with open_house(state) as address:
        assert server_pid(state) != pid
        assert ask(address, APP, "SELECT 1") == 1


def test_a_killed_server_is_started_again_where_it_was_with_what_was_committed(
    state: Path,
) -> None:
    with open_house(state) as address:
        with psycopg.connect(address.url(OWNER), autocommit=True) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS survives (n int)")
            connection.execute("INSERT INTO survives VALUES (7)")
        server_pid = int(pid_file_lines(state / "data")[0])
        os.kill(server_pid, signal.SIGKILL)

        def answers() -> bool:
            try:
                with psycopg.connect(address.url(OWNER)) as connection:
                    return connection.execute("SELECT n FROM survives").fetchone() == (7,)
            except psycopg.OperationalError:
                return False

        wait_until(lambda: pid_file_lines(state / "data")[:1] not in ([], [str(server_pid)]))
        wait_until(answers)
        assert live_address(state) == address


def test_a_pid_file_that_names_another_program_does_not_stop_the_start(state: Path) -> None:
    with open_house(state):
        pass
    (state / "data" / "postmaster.pid").write_text(f"{os.getpid()}\n{state / 'data'}\n")
    with open_house(state) as address:
        assert ask(address, APP, "SELECT 1") == 1


@pytest.mark.parametrize(
    ("busy", "said"),
    [
        (2, "started 0\n"),
        (postgres.PORT_TRIES, "PostgreSQL did not start (could not create any TCP/IP sockets): "),
    ],
)
def test_a_busy_port_is_tried_again_but_not_for_ever(state: Path, busy: int, said: str) -> None:
    with open_house(state):
        pass
    command = [sys.executable, "-c", BUSY_PORT, str(state), str(busy)]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(said)
    assert done.stdout.count("\n") == 1


# --- a throwaway house ---------------------------------------------------------------------------


def test_a_throwaway_house_is_forgetful_and_leaves_no_folder() -> None:
    with throwaway_house() as address:
        assert ask(address, SUPERUSER, "SHOW fsync") == "off"
        data = Path(str(ask(address, SUPERUSER, "SHOW data_directory")))
        assert data.parent != state_folder()
    assert not data.parent.exists()


# --- leftovers and failures ----------------------------------------------------------------------


def test_a_leftover_server_of_the_same_folder_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "LEFTOVER_TIMEOUT_S", 0.1)
    words = ["postgres", "-c", "import signal; signal.pause()", "-D", str(tmp_path)]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(words, executable=sys.executable, stderr=quiet) as leftover:
        wait_until(lambda: is_running_as(leftover.pid, ("postgres", "-D", str(tmp_path))))
        (tmp_path / "postmaster.pid").write_text(f"{leftover.pid}\n")
        postgres.clear_leftover(tmp_path)
        assert not (tmp_path / "postmaster.pid").exists()
        assert leftover.wait(60) != 0


def test_a_server_of_another_folder_is_left_alone(tmp_path: Path) -> None:
    words = ["postgres", "-c", "import signal; signal.pause()", "-D", str(tmp_path / "other")]
    with subprocess.Popen(words, executable=sys.executable) as other:
        wait_until(lambda: is_running_as(other.pid, ("postgres", *words[1:])))
        (tmp_path / "postmaster.pid").write_text(f"{other.pid}\n")
        postgres.clear_leftover(tmp_path)
        assert not (tmp_path / "postmaster.pid").exists()
        assert other.poll() is None
        other.kill()


def test_a_house_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EmbeddedError) as refused, open_house(tmp_path / "file" / "house"):
        pass
    assert str(refused.value) == (
        f"{tmp_path}/file/house cannot be made (Not a directory): make room or give this user the "
        "right, or set DATABASE_URL to a PostgreSQL of your own."
    )


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        (
            "postgres: error while loading shared libraries: libz.so.1: cannot open shared object",
            (
                "PostgreSQL needs the library libz.so.1, which this machine lacks: install it "
                "(Debian, Ubuntu: apt install zlib1g) and run this again, or set DATABASE_URL."
            ),
        ),
        (
            'initdb: error: could not write to file "/x/pg_wal": No space left on device',
            "The disk of /x is full: free some space and run this again.",
        ),
        (
            (
                "2026-01-01 [7] FATAL:  database files are incompatible with server\n"
                "2026-01-01 [7] DETAIL:  The data directory was initialized by version 17.\n"
            ),
            (
                "PostgreSQL did not start (database files are incompatible with server The data "
                "directory was initialized by version 17.): see /x, or set DATABASE_URL."
            ),
        ),
        ("", "PostgreSQL did not start (it said nothing): see /x, or set DATABASE_URL."),
    ],
)
def test_what_postgresql_says_becomes_one_sentence(output: str, sentence: str) -> None:
    assert explain(output, Path("/x")) == sentence

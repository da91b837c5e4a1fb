"""The embedded Valkey, with real servers: private, forgetful, found again, gone with its parent."""

import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from pokerhouse.ops.embedded import valkey as embedded
from pokerhouse.ops.embedded.errors import EmbeddedError
from pokerhouse.ops.embedded.folders import CHECKOUT, make_temporary_folder, state_folder
from pokerhouse.ops.embedded.postgres import free_port
from pokerhouse.ops.embedded.processes import is_running_as
from pokerhouse.ops.embedded.valkey import Valkey, find_server, live_url, serving_valkey

PARENT = """
import sys
from pathlib import Path
from pokerhouse.ops.embedded.folders import state_folder
from pokerhouse.ops.embedded.valkey import serving_valkey
with serving_valkey(Path(sys.argv[1]), state_folder()) as valkey:
    print(valkey.process.pid, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def state() -> Iterator[Path]:
    """A folder of the test's own."""
    folder = make_temporary_folder()
    yield folder
    shutil.rmtree(folder)


def client_of(server: Valkey) -> redis.Redis:
    """Return a client that asks once and does not wait for long."""
    return redis.Redis.from_url(server.url, socket_timeout=5)


def wait_until(is_true: Callable[[], bool]) -> None:
    """Return when it is so; fail after long enough."""
    deadline = time.monotonic() + 30
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_it_answers_keeps_nothing_on_disk_and_stops(state: Path) -> None:
    with serving_valkey(state, state_folder()) as server, client_of(server) as client:
        assert client.set("a", "1") is True
        assert client.config_get("save") == {"save": ""}
        assert client.config_get("appendonly") == {"appendonly": "no"}
        assert client.config_get("bind") == {"bind": "127.0.0.1"}
        assert live_url(state) == server.url
        process = server.process
        assert process is not None

    assert process.poll() == 0
    assert live_url(state) is None
    assert sorted(path.name for path in state.iterdir()) == ["valkey.log"]


def test_nobody_gets_in_without_the_password_which_only_the_owner_can_read(state: Path) -> None:
    with serving_valkey(state, state_folder()) as server:
        once = Retry(NoBackoff(), 0)
        stranger = redis.Redis(host="127.0.0.1", port=server.port, socket_timeout=5, retry=once)
        with stranger, pytest.raises(redis.AuthenticationError):
            stranger.ping()
        assert (state / "valkey.json").stat().st_mode & 0o777 == 0o600
        assert (state / "valkey.log").stat().st_mode & 0o777 == 0o600
        assert server.password not in (state / "valkey.log").read_text()
        assert server.process is not None
        command = Path(f"/proc/{server.process.pid}/cmdline")
        assert not command.exists() or server.password.encode() not in command.read_bytes()


def test_a_killed_server_starts_again_where_it_was_and_has_forgotten(state: Path) -> None:
    with serving_valkey(state, state_folder()) as server, client_of(server) as client:
        client.set("a", "1")
        url = server.url
        assert server.process is not None
        server.process.kill()
        server.process.wait(60)

        server.start()

        assert server.url == url
        assert client.get("a") is None


def test_a_server_dies_with_a_parent_that_was_killed_and_the_next_one_starts(state: Path) -> None:
    command = [sys.executable, "-c", PARENT, str(state)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=CHECKOUT, stdin=pipe, stdout=pipe, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert is_running_as(pid, ("valkey-server",))
        parent.send_signal(signal.SIGKILL)

    wait_until(lambda: not is_running_as(pid, ("valkey-server",)))
    assert live_url(state) is None
    with serving_valkey(state, state_folder()) as server:
        assert server.answers()


def test_a_busy_port_is_tried_again_but_not_for_ever(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = find_server(state_folder())
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        taken: int = busy.getsockname()[1]
        server = Valkey(program, state / "valkey.log")
        ports = [taken, taken, free_port()]
        monkeypatch.setattr(embedded, "free_port", lambda: ports.pop(0))
        server.start()
        try:
            assert server.port != taken
            assert ports == []
        finally:
            server.stop()

        monkeypatch.setattr(embedded, "PORT_TRIES", 2)
        monkeypatch.setattr(embedded, "free_port", lambda: taken)
        refused = Valkey(program, state / "valkey.log")
        with pytest.raises(EmbeddedError, match=r"start .Address already in use.: .*valkey\.log"):
            refused.start()
        assert refused.port == 0
        assert not refused.is_running()


def test_a_machine_without_any_server_is_one_sentence(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "wheel_servers", list)
    monkeypatch.setenv("PATH", str(state))

    with pytest.raises(EmbeddedError) as refused:
        find_server(state)

    assert str(refused.value) == (
        "No embedded Valkey fits this machine and none was found on it: install Valkey or Redis, "
        "or set REDIS_URL."
    )


def test_a_server_out_of_reach_is_copied_once(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (program,) = embedded.wheel_servers()
    monkeypatch.setattr(embedded, "runs", lambda path: path.parent == state)

    found = find_server(state)

    assert found.parent == state
    assert found.stat().st_mode & 0o777 == 0o755
    assert found.read_bytes() == program.read_bytes()
    made_at = found.stat().st_mtime_ns
    assert find_server(state) == found
    assert found.stat().st_mtime_ns == made_at

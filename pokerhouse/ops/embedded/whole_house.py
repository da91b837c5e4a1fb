"""
A whole house in one context: database, Valkey, and the processes that `up` watches.

A caller that wants other processes (bots, a demo) adds `Child`ren to the household, and says in
`each_pass` when the house has done enough.
"""

import fcntl
import importlib.util
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

import psycopg
from django.conf import settings
from django.db import Error, connections

from pokerhouse.common.broker import use_broker
from pokerhouse.ops.command.base import use_embedded
from pokerhouse.ops.embedded.errors import EmbeddedError
from pokerhouse.ops.embedded.figures import Gauge, LiveFigures
from pokerhouse.ops.embedded.folders import make_state_folder, state_folder
from pokerhouse.ops.embedded.house import open_house
from pokerhouse.ops.embedded.postgres import HOST, free_port
from pokerhouse.ops.embedded.supervisor import (
    APP,
    OWNER,
    Address,
    kept_secret,
    live_address,
    try_lock,
)
from pokerhouse.ops.embedded.up import WEB, Child, Household, house_children
from pokerhouse.ops.embedded.valkey import Valkey, serving_valkey

PASS_S = 0.1
FIGURES_S = 1.0
ENDINGS = (signal.SIGTERM, signal.SIGHUP)

Say = Callable[[str], None]
EachPass = Callable[[Household, LiveFigures | None], bool]
"""Called ten times a second, with fresh figures once a second; True ends the house."""


@contextmanager
def whole_house(*, host: str = HOST, port: int = 0) -> Iterator[Household]:
    """
    Give a household whose processes are not started yet; on leaving all of them are ended.

    The database is open already (`HouseCommand`). Given servers (DATABASE_URL, REDIS_URL) are used
    instead of embedded ones.

    :raises EmbeddedError: if Valkey cannot be started, or this checkout's house runs already.
    """
    state = state_folder()
    make_state_folder(state)
    with ExitStack() as stack:
        note = stack.enter_context(_only_house(state))
        valkey = None
        if "REDIS_URL" not in os.environ:
            valkey = stack.enter_context(serving_valkey(state, state))
            use_broker(valkey.url)
        port = usable_port(host, port)
        children = house_children(state, host=host, port=port)
        if importlib.util.find_spec("pokerhouse.asgi") is None:
            children = [child for child in children if child.name != WEB]
        household = Household(state, house_environment(valkey), children, valkey)
        household.url = f"http://{host}:{port}"
        os.write(note, household.url.encode())
        stack.callback(household.stop)
        yield household


@contextmanager
def _only_house(state: Path) -> Iterator[int]:
    """
    Keep a second `up` away: it would deal to the same tables behind another Valkey.

    Gives the file in which a second one reads where this one is.
    """
    handle = os.open(state / "up.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not try_lock(handle, fcntl.LOCK_EX):
            where = os.read(handle, 200).decode()
            sentence = f"This house runs already{where and f', at {where}'}: end that one first."
            raise EmbeddedError(sentence)
        os.ftruncate(handle, 0)
        yield handle
    finally:
        os.close(handle)


def house_environment(valkey: Valkey | None) -> dict[str, str]:
    """Return the environment of the house's processes: where its servers are, and its secrets."""
    state = state_folder()
    made = {
        "DJANGO_SETTINGS_MODULE": "pokerhouse.settings",
        "POKERHOUSE_MASTER_KEY": settings.MASTER_KEY,
        "POKERHOUSE_ANCHOR_FILE": str(state / "anchors"),
        "SECRET_KEY": kept_secret(state / "secret.key", os.urandom(32).hex()),
        "COOKIES_NEED_TLS": "0",
        "PYTHONUNBUFFERED": "1",
    }
    environment = {**made, **os.environ}
    address = live_address(state) if "DATABASE_URL" not in os.environ else None
    if address is not None:
        environment |= database_urls(address)
    if valkey is not None:
        environment |= {"REDIS_URL": valkey.url, "CELERY_BROKER_URL": valkey.url}
    return environment


def database_urls(address: Address) -> dict[str, str]:
    """Return where the embedded database is, for each of its two roles."""
    return {"DATABASE_URL": address.url(APP), "DATABASE_OWNER_URL": address.url(OWNER)}


def usable_port(host: str, port: int) -> int:
    """Return `port` if it is free, else one that is."""
    if port:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                return free_port()
            return port
    return free_port()


def keep_house(household: Household, each_pass: EachPass, say: Say) -> None:
    """Tend the house until `each_pass` says that it is enough, or a signal ends it."""
    ending = threading.Event()

    def end(_signal_number: int, _frame: FrameType | None) -> None:
        ending.set()

    before = {number: signal.signal(number, end) for number in (*ENDINGS, signal.SIGINT)}
    gauge, next_figures = Gauge(), 0.0
    try:
        with ExitStack() as stack:
            while not ending.is_set():
                _reopen_database(household, stack, say)
                for sentence in household.tend():
                    say(sentence)
                figures = None
                if time.monotonic() >= next_figures:
                    figures, next_figures = _read(gauge), time.monotonic() + FIGURES_S
                if each_pass(household, figures):
                    break
                ending.wait(PASS_S)
            household.stop()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _read(gauge: Gauge) -> LiveFigures | None:
    """Return the figures; none while the database is away."""
    try:
        return gauge.read()
    except (Error, psycopg.Error):
        connections["default"].close()  # else a lost server's connection would be used for ever
        return None


def _reopen_database(household: Household, stack: ExitStack, say: Say) -> None:
    """Open the embedded database again where its keeper is gone; it may be on another port."""
    if "DATABASE_URL" in os.environ or live_address(state_folder()) is not None:
        return
    try:
        address = stack.enter_context(open_house(state_folder()))
    except EmbeddedError as error:
        say(str(error))
        return
    use_embedded(address)
    household.move(household.environment | database_urls(address))
    say("The database's keeper ended: opened again")


def add_child(household: Household, name: str, arguments: list[str]) -> Child:
    """Add a process to the household, for example bots; `tend` starts it."""
    child = Child(name, arguments)
    household.children.append(child)
    return child

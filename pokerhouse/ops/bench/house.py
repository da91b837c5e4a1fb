"""
A house of its own for a benchmark: a fresh database, a Valkey, real processes, seated players.

People are made and seated in this process, by the house's services; what is measured happens in
the web, which is a process of its own.
"""

import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from os import environ
from pathlib import Path
from shutil import rmtree
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings
from django.db import connections
from django.test import override_settings

from accounts.money.cage.services import AtCage, CageKind, transact
from accounts.money.ledger.chart import Book
from accounts.people import tokens
from accounts.people.models import User
from accounts.people.services import create_person
from pokerhouse.commands.meta import ByStaff, BySystem, Meta
from pokerhouse.common import house_clock
from pokerhouse.common.access import Access, AccessKind, Scope
from pokerhouse.common.ids import HandId, PlayerId, TableId, new_id
from pokerhouse.common.roles import Role
from pokerhouse.ops.embedded.folders import make_temporary_folder, state_folder
from pokerhouse.ops.embedded.postgres import HOST, free_port
from pokerhouse.ops.embedded.up import Child
from pokerhouse.ops.embedded.valkey import serving_valkey
from pokerhouse.ops.scratch import databases as database
from tables.engine.hand.legal import legal
from tables.engine.rules.terms import SeatNo, TurnNo
from tables.engine.table.state import EntryChoice, Stakes, TableConfig
from tables.live import table as live_tables
from tables.services import floor, hands, seats

READY_TIMEOUT_S = 30
BUY_IN_CHIPS = 1000
HAND_PAUSE_MS = 200
FAST_HASH = ["django.contrib.auth.hashers.MD5PasswordHasher"]
"""A cheap hash: nobody signs in with these passwords, and hundreds of people are made."""


@dataclass
class Seated:
    """A player with a seat; his personal token lets him in."""

    user: User
    token: tokens.IssuedToken
    seat: SeatNo = 0

    def ticket(self) -> str:
        """Return a ticket for one socket."""
        access = Access(AccessKind.TOKEN, self.token.token.id, frozenset({Scope.READ, Scope.PLAY}))
        return tokens.issue_ticket(person=self.user.id, access=access, at=house_clock.read())


@dataclass
class OwedDecision:
    """Who owes what: the cheapest legal answer of whoever's turn it is."""

    hand_id: HandId
    player: PlayerId
    turn: TurnNo
    kind: str


@dataclass
class BenchHouse:
    """Where the processes of the benchmark run, and who is there."""

    folder: Path
    environment: dict[str, str]
    port: int
    children: dict[str, Child] = field(default_factory=dict)

    @property
    def socket_url(self) -> str:
        """Return where sockets are."""
        return f"ws://{HOST}:{self.port}"

    def start(self, child: Child) -> None:
        """Start one process; it ends with the house."""
        child.start(self.environment, self.log_of(child.name))
        self.children[child.name] = child

    def pid_of(self, name: str) -> int:
        """Return the process id of a child."""
        process = self.children[name].process
        assert process is not None
        return process.pid

    def stop(self, name: str) -> str:
        """End a child in order and return what it had said."""
        child = self.children.pop(name)
        child.end()
        child.wait(READY_TIMEOUT_S)
        return self.log_of(name).read_text(errors="replace")

    def log_of(self, name: str) -> Path:
        """Return the file with what a child says."""
        return self.folder / f"{name}.log"

    def wait_until_ready(self) -> None:
        """Return when the web answers."""
        deadline = time.monotonic() + READY_TIMEOUT_S
        while True:
            try:
                with urlopen(f"http://{HOST}:{self.port}/api/v1/meta", timeout=1):
                    return
            except (URLError, OSError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)


@contextmanager
def bench_house() -> Iterator[BenchHouse]:
    """Give a house without processes, on the server that the settings point at."""
    folder = make_temporary_folder()
    cluster = database.open_cluster()
    try:
        with (
            database.cloned(cluster) as name,
            serving_valkey(folder, state_folder()) as valkey,
            override_settings(
                REDIS_URL=valkey.url,
                MASTER_KEY=settings.MASTER_KEY or secrets.token_hex(32),
                PASSWORD_HASHERS=FAST_HASH,
            ),
        ):
            house = BenchHouse(folder, _environment(name, valkey.url), free_port())
            try:
                yield house
            finally:
                for child in list(house.children):
                    house.stop(child)
    finally:
        database.close_cluster(cluster)
        rmtree(folder, ignore_errors=True)


def _environment(name: str, redis_url: str) -> dict[str, str]:
    app, owner = (_url_of(alias, name) for alias in ("default", "owner"))
    return {
        **environ,
        "DJANGO_SETTINGS_MODULE": "pokerhouse.settings",
        "DATABASE_URL": app,
        "DATABASE_OWNER_URL": owner,
        "REDIS_URL": redis_url,
        "CELERY_BROKER_URL": redis_url,
        "POKERHOUSE_MASTER_KEY": settings.MASTER_KEY,
        "SECRET_KEY": secrets.token_hex(32),
        "API_RATE_PERSON": "1000000/minute",
        "API_RATE_ADDRESS": "1000000/minute",
    }


def _url_of(alias: str, name: str) -> str:
    given = connections[alias].settings_dict
    password = f":{given['PASSWORD']}" if given.get("PASSWORD") else ""
    return f"postgres://{given['USER']}{password}@{given['HOST']}:{given['PORT']}/{name}"


# --- people and tables ----------------------------------------------------------------------------


def make_person(name: str, *roles: Role) -> Seated:
    """Make a person with a personal token to read and play."""
    at = house_clock.read()
    user = create_person(
        email=f"{name.lower()}@bench.example",
        screen_name=name,
        password=secrets.token_urlsafe(12),
        roles=list(roles or (Role.PLAYER,)),
        actor=None,
        at=at,
    )
    token = tokens.create_token(
        person=user.id,
        name="bench",
        scopes=(Scope.READ, Scope.PLAY),
        expires_at=at + timedelta(days=1),
        at=at,
    )
    return Seated(user, token)


def open_table(label: str, cashier: Seated, players: int) -> tuple[TableId, Sequence[Seated]]:
    """Open a table of hold'em with `players` players who post at once."""
    table_id = TableId(new_id())
    config = TableConfig(
        game="holdem",
        seat_count=6,
        stakes=Stakes(small_blind_chips=5, big_blind_chips=10, lower_limit_chips=10),
        book="play",
        hand_pause_ms=HAND_PAUSE_MS,
    )
    floor.open_table(table_id=table_id, config=config, name=label, meta=_meta())
    seated = []
    for seat in range(1, players + 1):
        person = make_person(f"{label}p{seat}")
        person.seat = seat
        player = PlayerId(person.user.id)
        transact(
            AtCage(kind=CageKind.DEPOSIT, player=player, amount_cents=BUY_IN_CHIPS, book=Book.PLAY),
            meta=Meta(ByStaff(cashier.user.id), f"bench {new_id()}", house_clock.read()),
        )
        seats.buy_in(
            table_id=table_id,
            seat=seat,
            player=player,
            amount_chips=BUY_IN_CHIPS,
            entry=EntryChoice.POST,
            meta=_meta(),
        )
        seated.append(person)
    return table_id, seated


def decisions(table_id: TableId) -> Iterator[OwedDecision]:
    """Deal a hand and yield every decision of it; each must be made before the next is asked."""
    hands.start_next_hand(table_id=table_id, meta=_meta())
    while True:
        live = live_tables.newest(table_id)
        hand, hand_id = live.hand, live.hand_id
        choices = legal(hand) if hand is not None else None
        if hand is None or hand_id is None or hand.actor is None or choices is None:
            return
        player = next(e.player for e in hand.started.seats if e.seat == hand.actor)
        kind = "check" if "check" in choices.kinds else "call"
        yield OwedDecision(HandId(hand_id), PlayerId(player), hand.turn, kind)


def _meta() -> Meta:
    return Meta(BySystem("bench"), key=f"bench {new_id()}", at=house_clock.read())

"""Make the demo's people, their money and its tables; what is there already stays as it is."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from accounts.money.cage.services import AtCage, CageKind, transact
from accounts.money.ledger.balances import wallet_of
from accounts.money.ledger.chart import Book
from accounts.people.models import User
from accounts.people.services import create_person
from pokerhouse.commands.meta import ByStaff, BySystem, Meta
from pokerhouse.common import house_clock
from pokerhouse.common.ids import PlayerId, TableId, new_id
from pokerhouse.common.roles import Role
from pokerhouse.ops.demo.tables import DemoTable
from tables.models import CardTable
from tables.services import floor

PASSWORD = "play-money-only"  # noqa: S105 - for the demo's people, printed when it starts
DOMAIN = "demo.pokerhouse.example"
BANKROLL = 1_000_000

STAFF: dict[str, tuple[Role, ...]] = {
    "floor": (Role.FLOOR,),
    "cage": (Role.CAGE,),
    "accountant": (Role.ACCOUNTANT,),
    "auditor": (Role.AUDITOR,),
    "manager": (Role.MANAGER,),
    "admin": (Role.ADMIN,),
}


class OpenedTable(Struct, frozen=True):
    """A table of the demo and its id."""

    table_id: TableId
    table: DemoTable


class Demo(Struct, frozen=True):
    """Who may sign in, and where bots play."""

    staff: tuple[str, ...]
    players: tuple[str, ...]
    bots: tuple[str, ...]
    tables: tuple[OpenedTable, ...]


def make_demo(*, tables: Sequence[DemoTable], hand_pause_ms: int) -> Demo:
    """
    Return the demo house; what is missing of it is made now.

    A table keeps the pause that it was opened with, so other pauses need tables of other names.
    """
    staff = {name: _person(name, roles) for name, roles in STAFF.items()}
    players = ("alice", "bob")
    bots = sum(table.bot_count for table in tables)
    names = tuple(f"bot{number:02}" for number in range(1, bots + 1))
    for name in (*players, *names):
        _fund(_person(name, (Role.PLAYER,)), staff["cage"])
    return Demo(tuple(STAFF), players, names, _tables(tables, hand_pause_ms))


def mail_of(name: str) -> str:
    """Return the address under which a person of the demo signs in."""
    return f"{name}@{DOMAIN}"


def _person(name: str, roles: Sequence[Role]) -> User:
    found = User.objects.filter(email=mail_of(name)).first()
    if found is not None:
        return found
    return create_person(
        email=mail_of(name),
        screen_name=name,
        password=PASSWORD,
        roles=list(roles),
        actor=None,
        at=house_clock.read(),
    )


def _fund(person: User, cashier: User) -> None:
    """Bring the wallet to the bankroll, as a deposit at the cage."""
    player = PlayerId(person.id)
    missing = BANKROLL - wallet_of(player, Book.PLAY)
    if missing <= BANKROLL // 2:
        return
    transact(
        AtCage(kind=CageKind.DEPOSIT, player=player, amount_cents=missing, book=Book.PLAY),
        meta=Meta(ByStaff(cashier.id), f"demo {new_id()}", house_clock.read()),
    )


def _tables(tables: Sequence[DemoTable], hand_pause_ms: int) -> tuple[OpenedTable, ...]:
    open_now = CardTable.objects.exclude(state="closed")
    names = [table.name for table in tables]
    by_name = {row.name: TableId(row.id) for row in open_now.filter(name__in=names)}
    for table in tables:
        if table.name not in by_name:
            by_name[table.name] = TableId(new_id())
            meta = Meta(BySystem("demo"), f"open {by_name[table.name]}", house_clock.read())
            config = replace(table.config, hand_pause_ms=hand_pause_ms * table.slowness)
            floor.open_table(
                table_id=by_name[table.name], config=config, name=table.name, meta=meta
            )
    return tuple(OpenedTable(by_name[table.name], table) for table in tables)

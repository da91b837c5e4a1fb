"""Make the demo's people, their money and its tables; what is there already stays as it is."""

from collections.abc import Sequence

from msgspec import Struct

from accounts.ledger.chart import Book
from accounts.models import User
from accounts.queries.balances import wallet_of
from accounts.services.cage import AtCage, CageKind, transact
from accounts.services.people import create_person
from pokerhouse import house_clock
from pokerhouse.common.ids import PlayerId, TableId, new_id
from pokerhouse.common.roles import Role
from tables.engine.events import RakePlan
from tables.engine.ruleset import HOUSE
from tables.engine.table_state import Stakes, TableConfig
from tables.models import CardTable
from tables.services import seating
from tables.services.draft import Meta

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
TABLE_NAMES = ("Baden-Baden", "Travemuende")
HURRIED_NAMES = ("Baden-Baden, fast", "Travemuende, fast")


class Demo(Struct, frozen=True):
    """Who may sign in, and where bots play."""

    staff: tuple[str, ...]
    players: tuple[str, ...]
    bots: tuple[str, ...]
    tables: tuple[TableId, ...]


def make_demo(*, bots: int, tables: Sequence[str], hand_pause_ms: int) -> Demo:
    """
    Return the demo house, made now as far as it is not there.

    A table keeps the pause that it was opened with, so other pauses need tables of other names.
    """
    staff = {name: _person(name, roles) for name, roles in STAFF.items()}
    players = ("alice", "bob")
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
        actor=cashier.id,
        key=f"demo {new_id()}",
        at=house_clock.read(),
    )


def _tables(names: Sequence[str], hand_pause_ms: int) -> tuple[TableId, ...]:
    open_now = CardTable.objects.exclude(state="closed")
    by_name = {row.name: TableId(row.id) for row in open_now.filter(name__in=names)}
    config = TableConfig(
        game="holdem",
        seat_count=6,
        stakes=Stakes(small_blind_chips=5, big_blind_chips=10, lower_limit_chips=10),
        rules=HOUSE,
        book="play",
        rake=RakePlan(percent_bp=500, cap_chips=30, jackpot_drop_chips=1),
        hand_pause_ms=hand_pause_ms,
    )
    for name in names:
        if name not in by_name:
            by_name[name] = TableId(new_id())
            meta = Meta("demo", f"open {by_name[name]}", house_clock.read())
            seating.open_table(table_id=by_name[name], config=config, name=name, meta=meta)
    return tuple(by_name[name] for name in names)

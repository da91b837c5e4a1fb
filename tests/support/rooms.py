"""Real tables of the house for tests: players with money, a table, commands with fresh ids."""

from datetime import UTC, datetime
from itertools import count
from uuid import UUID

from django.db import connections, transaction

from accounts.money.ledger import posting
from accounts.money.ledger import services as ledger
from accounts.money.ledger.chart import Book
from pokerhouse.commands.meta import BySystem, Meta
from pokerhouse.common.ids import PlayerId, TableId, new_id
from tables.engine.hand.legal import legal
from tables.engine.rules.terms import SeatNo
from tables.engine.table.state import EntryChoice, Stakes, TableConfig
from tables.live import table as live_tables
from tables.live.table import LiveTable
from tables.services.between_hands import between_hands
from tables.services.unit_of_work import Receipt
from tests.support import play, seating

AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
DRAWER = UUID(int=99)
CONFIG = TableConfig(
    game="holdem",
    seat_count=6,
    stakes=Stakes(small_blind_chips=5, big_blind_chips=10, lower_limit_chips=10),
    book="play",
)
_keys = count(1)


def meta(key: str | None = None) -> Meta:
    """Return a command's meta, with a key of its own unless one is given."""
    return Meta(BySystem("tester"), key=key or f"key-{next(_keys)}", at=AT)


def player(seat: SeatNo) -> PlayerId:
    """Return the player whom the tests put in `seat`."""
    return PlayerId(UUID(int=1000 + seat))


def deposit(who: PlayerId, amount: int, book: Book = Book.PLAY) -> None:
    """Pay money in at the cage."""
    with transaction.atomic():
        ledger.post(
            posting.deposit(player=who, drawer=DRAWER, amount_cents=amount, book=book),
            at=AT,
            actor="cage",
            idem_key=f"deposit {next(_keys)}",
        )


def withdraw(who: PlayerId, amount: int) -> None:
    """Set money aside for a cash-out."""
    with transaction.atomic():
        ledger.post(
            posting.cash_out_requested(player=who, amount_cents=amount, book=Book.PLAY),
            at=AT,
            actor="cage",
            idem_key=f"withdrawal {next(_keys)}",
        )


def open_table(
    players: int = 3, buy_in: int = 1000, wallet: int = 2000, config: TableConfig = CONFIG
) -> TableId:
    """Return a table with `players` players, each with `wallet` before he bought in."""
    table_id = TableId(new_id())
    seating.open_table(table_id=table_id, config=config, meta=meta())
    for seat in range(1, players + 1):
        deposit(player(seat), wallet)
        seating.take_seat(
            table_id=table_id,
            seat=seat,
            player=player(seat),
            buy_in_chips=buy_in,
            entry=EntryChoice.POST,
            meta=meta(),
        )
    return table_id


def start_hand(table_id: TableId) -> LiveTable:
    """Deal the next hand and return the room."""
    play.start_hand(table_id=table_id, meta=meta(), seed=bytes(32))
    return live_tables.get(table_id)


def act(table_id: TableId, kind: str, to: int | None = None, key: str | None = None) -> Receipt:
    """Let whoever owes a decision act."""
    hand = live_tables.get(table_id).hand
    assert hand is not None
    assert hand.actor is not None
    return play.act(
        table_id=table_id,
        seat=hand.actor,
        turn=hand.turn,
        kind=kind,  # type: ignore[arg-type]
        to_chips=to,
        meta=meta(key),
    )


def check_down(table_id: TableId) -> LiveTable:
    """Call and check to the end of the hand."""
    while True:
        live = live_tables.get(table_id)
        choices = legal(live.hand) if live.hand is not None else None
        if choices is None:
            return live
        act(table_id, "check" if "check" in choices.kinds else "call")


def manage_seats(table_id: TableId) -> LiveTable:
    """Let happen what waited for the end of the last hand, as the worker does."""
    hand_no = live_tables.newest(table_id).table.hand_no
    between_hands(table_id=table_id, hand_no=hand_no, meta=meta())
    return live_tables.get(table_id)


def everything(database: str = "owner") -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of events, heads, commands and books: what "nothing changed" compares."""
    tables = (
        "event",
        "feed_head",
        "command",
        "ledger_transaction",
        "ledger_entry",
        "ledger_balance",
    )
    found: dict[str, list[tuple[object, ...]]] = {}
    with connections[database].cursor() as cursor:
        for table in tables:
            cursor.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
            found[table] = cursor.fetchall()
    return found

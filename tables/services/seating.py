"""Tables and seats: open, pause, close, sit down, add chips, sit out and in, leave."""

from typing import ClassVar

import msgspec

from accounts.money.ledger.balances import wallet_of
from accounts.money.ledger.errors import InsufficientFunds
from pokerhouse.common.errors import DomainError
from pokerhouse.common.ids import PlayerId, TableId
from tables.engine.rules import terms
from tables.engine.rules.terms import Chips, SeatNo
from tables.engine.table import commands as table_commands
from tables.engine.table.commands import TableCommand
from tables.engine.table.events import TopUpQueued
from tables.engine.table.state import EntryChoice, SitOutWhen, Stakes, TableConfig
from tables.live.directory import is_name_taken
from tables.services.running import Receipt, checked, run, run_first
from tables.services.unit_of_work import Meta, UnitOfWork


class NameTaken(DomainError):
    """Names tell tables apart in the lobby."""

    code: ClassVar[str] = "table_name_taken"


def open_table(*, table_id: TableId, config: TableConfig, name: str = "", meta: Meta) -> Receipt:
    """
    Open a table with a feed of its own; `name` is how the lobby calls it.

    :raises FeedExists: if there is one under this id.
    :raises NameTaken: if another table is called so.
    :raises Refused: if the configuration is impossible.
    """
    command = checked(table_commands.OpenTable(config))

    def decide(work: UnitOfWork) -> None:
        work.name = name
        work.at_table(command)

    if name and is_name_taken(name, table_id):
        raise NameTaken("Another table is called so.", name=name)
    return run_first(table_id=table_id, meta=meta, body=[*_body(command), name], decide=decide)


def pause_table(*, table_id: TableId, meta: Meta) -> Receipt:
    """
    Deal no further hand until the table is resumed.

    :raises Refused: if it is not open.
    """
    return _at_table(table_id, meta, table_commands.PauseTable())


def resume_table(*, table_id: TableId, meta: Meta) -> Receipt:
    """
    Go on after a pause.

    :raises Refused: if it is not paused.
    """
    return _at_table(table_id, meta, table_commands.ResumeTable())


def close_table(*, table_id: TableId, meta: Meta) -> Receipt:
    """
    End the table, after the running hand if there is one; everybody is paid out.

    :raises Refused: if it is not open.
    """
    return _at_table(table_id, meta, table_commands.CloseTable(meta.at_ms))


def change_stakes(*, table_id: TableId, stakes: Stakes, meta: Meta) -> Receipt:
    """
    Play for other stakes from the next hand on.

    :raises Refused: if they are impossible.
    """
    return _at_table(table_id, meta, table_commands.ChangeStakes(stakes))


def take_seat(
    *,
    table_id: TableId,
    seat: SeatNo,
    player: PlayerId,
    buy_in_chips: Chips,
    entry: EntryChoice,
    meta: Meta,
) -> Receipt:
    """
    Seat a player with chips from the wallet.

    :raises Refused: below the minimum, seat taken, and what else the rules say.
    :raises InsufficientFunds: if the wallet is too small.
    """
    command = table_commands.TakeSeat(
        seat=seat,
        player=terms.PlayerId(player),
        buy_in_chips=buy_in_chips,
        at_ms=meta.at_ms,
        entry=entry,
    )
    return _at_table(table_id, meta, command)


def top_up(*, table_id: TableId, seat: SeatNo, added_chips: Chips, meta: Meta) -> Receipt:
    """
    Add chips from the wallet to the stack: now between hands, or queued where the rules allow it.

    What was queued and is no longer covered when the hand ends is dropped, and says so.

    :raises Refused: in a hand, or short of the minimum (R-STK-3, R-STK-4).
    :raises InsufficientFunds: if the wallet is too small.
    """
    command = checked(table_commands.TopUp(seat, added_chips))

    def decide(work: UnitOfWork) -> None:
        for event in work.at_table(command):
            if isinstance(event, TopUpQueued):
                require_cover(work, event)

    return run(table_id=table_id, meta=meta, body=_body(command), decide=decide)


def sit_out(*, table_id: TableId, seat: SeatNo, when: SitOutWhen, meta: Meta) -> Receipt:
    """
    Take no cards for a while and keep the seat.

    :raises Refused: if nobody sits there, or he sits out already.
    """
    return _at_table(table_id, meta, table_commands.SitOut(seat, when))


def sit_in(*, table_id: TableId, seat: SeatNo, entry: EntryChoice, meta: Meta) -> Receipt:
    """
    Take cards again; `entry` says whether owed blinds are posted now or the big blind is awaited.

    :raises Refused: if nobody sits there, or without chips.
    """
    return _at_table(table_id, meta, table_commands.SitIn(seat, entry))


def leave(*, table_id: TableId, seat: SeatNo, meta: Meta) -> Receipt:
    """
    End the player's game; in a hand, when it has ended. The whole stack goes to the wallet.

    :raises Refused: if nobody sits there.
    """
    return _at_table(table_id, meta, table_commands.Leave(seat, meta.at_ms))


def _at_table(table_id: TableId, meta: Meta, given: TableCommand) -> Receipt:
    command = checked(given)

    def decide(work: UnitOfWork) -> None:
        work.at_table(command)

    return run(table_id=table_id, meta=meta, body=_body(command), decide=decide)


def _body(command: TableCommand) -> list[object]:
    """Return what was asked for, without the time: a repeat comes later and is the same."""
    fields = msgspec.structs.asdict(command)
    fields.pop("at_ms", None)
    return [type(command).__name__, fields]


def require_cover(work: UnitOfWork, queued: TopUpQueued) -> None:
    """
    Refuse to queue what the wallet does not hold now.

    :raises InsufficientFunds: if it does not.
    """
    seat = work.live.table.seat(queued.seat)
    assert seat is not None
    balance = wallet_of(PlayerId(seat.player), work.live.book)
    if balance < queued.queued_chips:
        raise InsufficientFunds(
            "The wallet does not hold what would be queued.",
            balance=balance,
            queued=queued.queued_chips,
        )

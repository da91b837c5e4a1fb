"""
Seats of a real table by their number: whoever sits there does it, through the house's services.

A service knows players, who name no seat; tests think in seats.
"""

from uuid import uuid4

from pokerhouse.commands.meta import Meta
from pokerhouse.common.ids import PlayerId, TableId
from tables.engine.rules.terms import Chips, SeatNo
from tables.engine.table.state import EntryChoice, SitOutWhen, Stakes, TableConfig, TableState
from tables.live import table as live_tables
from tables.services import floor, seats
from tables.services.unit_of_work import Receipt


def player_in(table_id: TableId, seat: SeatNo) -> PlayerId:
    """Return who sits in `seat`; somebody who sits nowhere where nobody does."""
    sitting = live_tables.newest(table_id).table.seat(seat)
    return PlayerId(sitting.player if sitting is not None else uuid4())


def open_table(*, table_id: TableId, config: TableConfig, name: str = "", meta: Meta) -> Receipt:
    """Open a table under this id."""
    return floor.open_table(table_id=table_id, config=config, name=name, meta=meta)[1]


def pause_table(*, table_id: TableId, meta: Meta) -> Receipt:
    """Deal no further hand until the table is resumed."""
    return floor.move_table(table_id=table_id, to=TableState.PAUSED, meta=meta)


def resume_table(*, table_id: TableId, meta: Meta) -> Receipt:
    """Go on after a pause."""
    return floor.move_table(table_id=table_id, to=TableState.PLAYING, meta=meta)


def close_table(*, table_id: TableId, meta: Meta) -> Receipt:
    """End the table, after the running hand if there is one."""
    return floor.move_table(table_id=table_id, to=TableState.CLOSED, meta=meta)


def change_stakes(*, table_id: TableId, stakes: Stakes, meta: Meta) -> Receipt:
    """Play for other stakes from the next hand on."""
    return floor.change_stakes(table_id=table_id, stakes=stakes, meta=meta)


def take_seat(
    *,
    table_id: TableId,
    seat: SeatNo,
    player: PlayerId,
    buy_in_chips: Chips,
    entry: EntryChoice,
    meta: Meta,
) -> Receipt:
    """Seat a player with chips from the wallet."""
    return seats.buy_in(
        table_id=table_id,
        seat=seat,
        player=player,
        amount_chips=buy_in_chips,
        entry=entry,
        meta=meta,
    )


def top_up(*, table_id: TableId, seat: SeatNo, added_chips: Chips, meta: Meta) -> Receipt:
    """Add chips from the wallet."""
    player = player_in(table_id, seat)
    return seats.top_up(table_id=table_id, player=player, amount_chips=added_chips, meta=meta)


def sit_out(*, table_id: TableId, seat: SeatNo, when: SitOutWhen, meta: Meta) -> Receipt:
    """Take no cards for a while."""
    player = player_in(table_id, seat)
    return seats.sit_out(table_id=table_id, player=player, when=when, meta=meta)


def sit_in(*, table_id: TableId, seat: SeatNo, entry: EntryChoice, meta: Meta) -> Receipt:
    """Take cards again."""
    player = player_in(table_id, seat)
    return seats.sit_in(table_id=table_id, player=player, entry=entry, meta=meta)


def leave(*, table_id: TableId, seat: SeatNo, meta: Meta) -> Receipt:
    """End the game of whoever sits there."""
    return seats.leave(table_id=table_id, player=player_in(table_id, seat), meta=meta)

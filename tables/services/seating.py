"""Tables and seats: open, sit down, add chips, sit out and in, leave."""

from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.eventstore.store import open_feed
from tables.engine import table_commands, terms
from tables.engine.table_commands import TableCommand
from tables.engine.table_state import EntryChoice, TableConfig
from tables.engine.terms import Chips, SeatNo
from tables.services.draft import Draft, Meta
from tables.services.running import Receipt, run


def open_table(*, table_id: TableId, config: TableConfig, meta: Meta) -> Receipt:
    """
    Open a table with a feed of its own.

    :raises FeedExists: if there is one under this id.
    :raises Refused: if the configuration is impossible.
    """
    open_feed(table_id)
    return _at_table(table_id, meta, table_commands.OpenTable(config))


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
    Add chips from the wallet to the stack, between hands (R-STK-3, R-STK-4).

    :raises Refused: in a hand, or short of the minimum.
    :raises InsufficientFunds: if the wallet is too small.
    """
    return _at_table(table_id, meta, table_commands.TopUp(seat, added_chips))


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


def _at_table(table_id: TableId, meta: Meta, command: TableCommand) -> Receipt:
    def think(draft: Draft) -> None:
        draft.at_table(command)

    return run(table_id=table_id, meta=meta, body=[type(command).__name__, command], think=think)

"""
What a player asks of his own seat: he names the table, never the seat that he has.

The seat is looked up in the state that the command is decided on, so a command that comes late
never reaches whoever sits there now.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import ClassVar

from pokerhouse.common.ids import PlayerId, TableId
from tables.engine.rules.errors import RuleViolation, echoed
from tables.engine.rules.terms import MAX_SEATS, Chips, SeatNo
from tables.engine.table import commands as table_commands
from tables.engine.table.commands import TableCommand
from tables.engine.table.events import TopUpQueued
from tables.engine.table.state import EntryChoice, SitOutWhen
from tables.live.feed import seat_now
from tables.services import seating
from tables.services.actions import HandOver
from tables.services.running import Receipt, Refused, run
from tables.services.unit_of_work import Meta, UnitOfWork


class NotSeated(Refused):
    """The player does not sit at this table."""

    code: ClassVar[str] = "not_seated"


class SeatTaken(Refused):
    """Somebody sits there."""

    code: ClassVar[str] = "seat_taken"


class SeatEmpty(Refused):
    """Nobody sits there."""

    code: ClassVar[str] = "seat_empty"


class AlreadySeated(Refused):
    """The player sits at this table already; `seat` says where."""

    code: ClassVar[str] = "already_seated"


class NoSuchSeat(Refused):
    """The table has no seat with that number."""

    code: ClassVar[str] = "no_such_seat"


class TableClosed(Refused):
    """The table is closed, or closes after this hand."""

    code: ClassVar[str] = "table_closed"


class TopUpMidHand(Refused):
    """Chips are added between hands only (R-STK-3)."""

    code: ClassVar[str] = "top_up_mid_hand"


_BY_RULE: Mapping[str, type[Refused]] = {
    "hand_over": HandOver,
    "no_such_seat": NoSuchSeat,
    "not_seated": NotSeated,
    "player_seated": AlreadySeated,
    "seat_empty": SeatEmpty,
    "seat_taken": SeatTaken,
    "table_closed": TableClosed,
    "topup_midhand": TopUpMidHand,
}


def buy_in(
    *,
    table_id: TableId,
    seat: SeatNo,
    player: PlayerId,
    amount_chips: Chips,
    entry: EntryChoice,
    meta: Meta,
) -> Receipt:
    """
    Sit down with chips from the wallet.

    :raises SeatTaken, AlreadySeated, NoSuchSeat, TableClosed, Refused: by the table's rules.
    :raises InsufficientFunds: if the wallet is too small.
    """
    with named():
        check_number(seat)
        return seating.take_seat(
            table_id=table_id,
            seat=seat,
            player=player,
            buy_in_chips=amount_chips,
            entry=entry,
            meta=meta,
        )


def top_up(*, table_id: TableId, player: PlayerId, amount_chips: Chips, meta: Meta) -> Receipt:
    """
    Add chips from the wallet: now between hands, or queued where the rules allow it.

    :raises NotSeated, TopUpMidHand, Refused: by the table's rules.
    :raises InsufficientFunds: if the wallet is too small.
    """

    def decide(work: UnitOfWork) -> None:
        command = table_commands.TopUp(_seat(work, player), amount_chips)
        for event in work.at_table(command):
            if isinstance(event, TopUpQueued):
                seating.require_cover(work, event)

    return _run(table_id, meta, ["my_top_up", amount_chips], decide)


def sit_out(*, table_id: TableId, player: PlayerId, when: SitOutWhen, meta: Meta) -> Receipt:
    """
    Take no cards for a while and keep the seat.

    :raises NotSeated, Refused: by the table's rules.
    """
    return _at_seat(
        table_id, meta, ["my_sit_out", when], player, lambda seat: table_commands.SitOut(seat, when)
    )


def sit_in(*, table_id: TableId, player: PlayerId, entry: EntryChoice, meta: Meta) -> Receipt:
    """
    Take cards again.

    :raises NotSeated, Refused: by the table's rules.
    """
    return _at_seat(
        table_id, meta, ["my_sit_in", entry], player, lambda seat: table_commands.SitIn(seat, entry)
    )


def set_seat_options(
    *,
    table_id: TableId,
    player: PlayerId,
    straddle: bool | None,
    run_it: bool | None,
    meta: Meta,
) -> Receipt:
    """
    Say what one's seat does of its own accord; None leaves it as it is.

    :raises NotSeated, Refused: by the table's rules; `option_not_in_game` if it is not offered.
    """
    return _at_seat(
        table_id,
        meta,
        ["my_seat_options", straddle, run_it],
        player,
        lambda seat: table_commands.SetSeatOptions(seat, straddle, run_it),
    )


def leave(*, table_id: TableId, player: PlayerId, meta: Meta) -> Receipt:
    """
    End one's game, after the hand in which one has cards; the stack goes to the wallet.

    :raises NotSeated, Refused: by the table's rules.
    """
    return _at_seat(
        table_id, meta, ["my_leave"], player, lambda seat: table_commands.Leave(seat, meta.at_ms)
    )


def check_number(seat: SeatNo) -> None:
    """Refuse a number that no table has, before it is written down as what was asked for."""
    if not 1 <= seat <= MAX_SEATS:
        raise Refused(RuleViolation("no_such_seat", seat=echoed(seat)))


@contextmanager
def named(more: Mapping[str, type[Refused]] = MappingProxyType({})) -> Iterator[None]:
    """Give the refusals that clients tell apart a code of their own; `more` are the caller's."""
    try:
        yield
    except Refused as refused:
        facts = {**refused.facts}
        rule = str(facts.pop("rule"))
        kind = more.get(rule) or _BY_RULE.get(rule)
        if kind is None:
            raise
        raise kind(RuleViolation(rule, **facts)) from refused


def _at_seat(
    table_id: TableId,
    meta: Meta,
    body: list[object],
    player: PlayerId,
    command: Callable[[SeatNo], TableCommand],
) -> Receipt:
    def decide(work: UnitOfWork) -> None:
        work.at_table(command(_seat(work, player)))

    return _run(table_id, meta, body, decide)


def _run(
    table_id: TableId, meta: Meta, body: list[object], decide: Callable[[UnitOfWork], None]
) -> Receipt:
    with named():
        return run(table_id=table_id, meta=meta, body=body, decide=decide)


def _seat(work: UnitOfWork, player: PlayerId) -> SeatNo:
    seat = seat_now(work.live, player)
    if seat is None:
        raise RuleViolation("not_seated")
    return seat

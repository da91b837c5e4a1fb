"""
A player's seat: sit down, add chips, sit out and in, say what it does by itself, leave.

The player names the table, never the seat that he has: it is looked up in the state that the
command is decided on, so a command that comes late never reaches whoever sits there now.
"""

from collections.abc import Callable
from typing import ClassVar, TypeAlias

from accounts.money.ledger.balances import wallet_of
from accounts.money.ledger.errors import InsufficientFunds
from pokerhouse.commands.identity import CommandRequest
from pokerhouse.commands.meta import Meta
from pokerhouse.common.ids import PlayerId, TableId
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import Chips, SeatNo
from tables.engine.table import commands as table_commands
from tables.engine.table.commands import TableCommand
from tables.engine.table.events import TopUpQueued
from tables.engine.table.state import EntryChoice, SitOutWhen
from tables.live.feed import seat_now
from tables.services.bounds import Amount
from tables.services.refusals import check_seat_number, named
from tables.services.run import checked, run
from tables.services.silence import end_turn_of_leaver
from tables.services.unit_of_work import Receipt, UnitOfWork


class BuyInRequest(CommandRequest, frozen=True):
    """What is asked for: a seat, with chips from the wallet."""

    NAME: ClassVar[str] = "seat.buy_in"

    seat: SeatNo
    player: PlayerId
    amount_chips: Amount
    entry: EntryChoice = EntryChoice.WAIT


class TopUpRequest(CommandRequest, frozen=True):
    """What is asked for: more chips from the wallet."""

    NAME: ClassVar[str] = "seat.top_up"

    player: PlayerId
    amount_chips: Amount


class SitOutRequest(CommandRequest, frozen=True):
    """What is asked for: no cards for a while."""

    NAME: ClassVar[str] = "seat.sit_out"

    player: PlayerId
    when: SitOutWhen = SitOutWhen.NOW


class SitInRequest(CommandRequest, frozen=True):
    """What is asked for: cards again."""

    NAME: ClassVar[str] = "seat.sit_in"

    player: PlayerId
    entry: EntryChoice = EntryChoice.WAIT


class SeatOptionsRequest(CommandRequest, frozen=True):
    """What is asked for: what the seat does by itself; None leaves it as it is."""

    NAME: ClassVar[str] = "seat.set_options"

    player: PlayerId
    straddle: bool | None
    run_it: bool | None


class LeaveRequest(CommandRequest, frozen=True):
    """What is asked for: the end of the player's game."""

    NAME: ClassVar[str] = "seat.leave"

    player: PlayerId


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
    check_seat_number(seat)
    asked = checked(BuyInRequest(seat, player, amount_chips, entry))
    command = table_commands.TakeSeat(
        seat=asked.seat,
        player=asked.player,
        buy_in_chips=asked.amount_chips,
        at_ms=meta.at_ms,
        entry=asked.entry,
    )

    def decide(work: UnitOfWork) -> None:
        work.at_table(command)

    with named():
        return run(table_id=table_id, meta=meta, asked=asked, decide=decide)


def top_up(*, table_id: TableId, player: PlayerId, amount_chips: Chips, meta: Meta) -> Receipt:
    """
    Add chips from the wallet: now between hands, or queued where the rules allow it.

    What was queued and is no longer covered when the hand has ended is dropped, and says so.

    :raises NotSeated, TopUpMidHand, Refused: by the table's rules (R-STK-3, R-STK-4).
    :raises InsufficientFunds: if the wallet is too small.
    """
    asked = checked(TopUpRequest(player, amount_chips))

    def decide(work: UnitOfWork) -> None:
        seat = _seat_of(work, player)
        for event in work.at_table(table_commands.TopUp(seat, asked.amount_chips)):
            if isinstance(event, TopUpQueued):
                _require_cover(work, event)

    with named():
        return run(table_id=table_id, meta=meta, asked=asked, decide=decide)


def sit_out(*, table_id: TableId, player: PlayerId, when: SitOutWhen, meta: Meta) -> Receipt:
    """
    Take no cards for a while and keep the seat.

    :raises NotSeated, Refused: by the table's rules.
    """
    asked = checked(SitOutRequest(player, when))
    return _at_seat(table_id, meta, asked, lambda seat: table_commands.SitOut(seat, asked.when))


def sit_in(*, table_id: TableId, player: PlayerId, entry: EntryChoice, meta: Meta) -> Receipt:
    """
    Take cards again; `entry` says whether owed blinds are posted now or the big blind is awaited.

    :raises NotSeated, Refused: by the table's rules.
    """
    asked = checked(SitInRequest(player, entry))
    return _at_seat(table_id, meta, asked, lambda seat: table_commands.SitIn(seat, asked.entry))


def set_options(
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
    asked = checked(SeatOptionsRequest(player, straddle, run_it))
    return _at_seat(
        table_id,
        meta,
        asked,
        lambda seat: table_commands.SetSeatOptions(seat, asked.straddle, asked.run_it),
    )


def leave(*, table_id: TableId, player: PlayerId, meta: Meta) -> Receipt:
    """
    End one's game; in a hand, when it has ended. The whole stack goes to the wallet.

    In one's own turn it ends the turn at once, as its clock would: nobody waits for who is gone.

    :raises NotSeated, Refused: by the table's rules.
    """
    asked = checked(LeaveRequest(player))

    def decide(work: UnitOfWork) -> None:
        seat = _seat_of(work, player)
        work.at_table(table_commands.Leave(seat, meta.at_ms))
        end_turn_of_leaver(work, seat)

    with named():
        return run(table_id=table_id, meta=meta, asked=asked, decide=decide)


SeatRequest: TypeAlias = SitOutRequest | SitInRequest | SeatOptionsRequest


def _at_seat(
    table_id: TableId, meta: Meta, asked: SeatRequest, command: Callable[[SeatNo], TableCommand]
) -> Receipt:
    def decide(work: UnitOfWork) -> None:
        work.at_table(command(_seat_of(work, asked.player)))

    with named():
        return run(table_id=table_id, meta=meta, asked=asked, decide=decide)


def _seat_of(work: UnitOfWork, player: PlayerId) -> SeatNo:
    seat = seat_now(work.live, player)
    if seat is None:
        raise RuleViolation("not_seated")
    return seat


def _require_cover(work: UnitOfWork, queued: TopUpQueued) -> None:
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

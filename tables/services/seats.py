"""
A player's seat: sit down, add chips, sit out, sit in, set options, leave.

A seated player names the table but not his seat. The seat is looked up in the state on which the
command is decided, so a late command cannot affect somebody else who sits there now.
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
    """A request for a seat, with chips from the wallet."""

    NAME: ClassVar[str] = "seat.buy_in"

    seat: SeatNo
    player: PlayerId
    amount_chips: Amount
    entry: EntryChoice = EntryChoice.WAIT


class TopUpRequest(CommandRequest, frozen=True):
    """A request for more chips from the wallet."""

    NAME: ClassVar[str] = "seat.top_up"

    player: PlayerId
    amount_chips: Amount


class SitOutRequest(CommandRequest, frozen=True):
    """A request to sit out."""

    NAME: ClassVar[str] = "seat.sit_out"

    player: PlayerId
    when: SitOutWhen = SitOutWhen.NOW


class SitInRequest(CommandRequest, frozen=True):
    """A request to take cards again."""

    NAME: ClassVar[str] = "seat.sit_in"

    player: PlayerId
    entry: EntryChoice = EntryChoice.WAIT


class SeatOptionsRequest(CommandRequest, frozen=True):
    """A request to change the seat's options; None leaves an option as it is."""

    NAME: ClassVar[str] = "seat.set_options"

    player: PlayerId
    straddle: bool | None
    run_it: bool | None


class LeaveRequest(CommandRequest, frozen=True):
    """A request to leave the table."""

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
    request = checked(BuyInRequest(seat, player, amount_chips, entry))
    command = table_commands.TakeSeat(
        seat=request.seat,
        player=request.player,
        buy_in_chips=request.amount_chips,
        at_ms=meta.at_ms,
        entry=request.entry,
    )

    def decide(work: UnitOfWork) -> None:
        work.at_table(command)

    with named():
        return run(table_id=table_id, meta=meta, request=request, decide=decide)


def top_up(*, table_id: TableId, player: PlayerId, amount_chips: Chips, meta: Meta) -> Receipt:
    """
    Add chips from the wallet: at once between hands, or queued where the rules allow it.

    A queued top-up that the wallet does not hold when the hand has ended is dropped, with a notice.

    :raises NotSeated, TopUpMidHand, Refused: by the table's rules (R-STK-3, R-STK-4).
    :raises InsufficientFunds: if the wallet is too small.
    """
    request = checked(TopUpRequest(player, amount_chips))

    def decide(work: UnitOfWork) -> None:
        seat = _seat_of(work, player)
        for event in work.at_table(table_commands.TopUp(seat, request.amount_chips)):
            if isinstance(event, TopUpQueued):
                _require_cover(work, event)

    with named():
        return run(table_id=table_id, meta=meta, request=request, decide=decide)


def sit_out(*, table_id: TableId, player: PlayerId, when: SitOutWhen, meta: Meta) -> Receipt:
    """
    Sit out: take no cards, and keep the seat.

    :raises NotSeated, Refused: by the table's rules.
    """
    request = checked(SitOutRequest(player, when))
    return _at_seat(table_id, meta, request, lambda seat: table_commands.SitOut(seat, request.when))


def sit_in(*, table_id: TableId, player: PlayerId, entry: EntryChoice, meta: Meta) -> Receipt:
    """
    Take cards again; `entry` says whether owed blinds are posted now or the big blind is awaited.

    :raises NotSeated, Refused: by the table's rules.
    """
    request = checked(SitInRequest(player, entry))
    return _at_seat(table_id, meta, request, lambda seat: table_commands.SitIn(seat, request.entry))


def set_options(
    *,
    table_id: TableId,
    player: PlayerId,
    straddle: bool | None,
    run_it: bool | None,
    meta: Meta,
) -> Receipt:
    """
    Set the seat's options, which act without being asked; None leaves an option as it is.

    :raises NotSeated, Refused: by the table's rules; `option_not_in_game` if it is not offered.
    """
    request = checked(SeatOptionsRequest(player, straddle, run_it))
    return _at_seat(
        table_id,
        meta,
        request,
        lambda seat: table_commands.SetSeatOptions(seat, request.straddle, request.run_it),
    )


def leave(*, table_id: TableId, player: PlayerId, meta: Meta) -> Receipt:
    """
    Leave the table, in a hand after its end; the whole stack goes to the wallet.

    A player who leaves in his own turn ends it at once, as his clock would, so that nobody waits.

    :raises NotSeated, Refused: by the table's rules.
    """
    request = checked(LeaveRequest(player))

    def decide(work: UnitOfWork) -> None:
        seat = _seat_of(work, player)
        work.at_table(table_commands.Leave(seat, meta.at_ms))
        end_turn_of_leaver(work, seat)

    with named():
        return run(table_id=table_id, meta=meta, request=request, decide=decide)


SeatRequest: TypeAlias = SitOutRequest | SitInRequest | SeatOptionsRequest


def _at_seat(
    table_id: TableId, meta: Meta, request: SeatRequest, command: Callable[[SeatNo], TableCommand]
) -> Receipt:
    def decide(work: UnitOfWork) -> None:
        work.at_table(command(_seat_of(work, request.player)))

    with named():
        return run(table_id=table_id, meta=meta, request=request, decide=decide)


def _seat_of(work: UnitOfWork, player: PlayerId) -> SeatNo:
    seat = seat_now(work.live, player)
    if seat is None:
        raise RuleViolation("not_seated")
    return seat


def _require_cover(work: UnitOfWork, queued: TopUpQueued) -> None:
    """
    Refuse to queue more chips than the wallet holds now.

    :raises InsufficientFunds: if it holds too little.
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

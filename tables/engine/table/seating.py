"""Decisions about one seat: sitting down, chips, sitting out, leaving, being moved."""

from collections.abc import Iterator
from uuid import UUID

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import SeatNo
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.stakes import (
    binding_departure,
    check_amount,
    check_buy_in,
    check_top_up,
)
from tables.engine.table.state import (
    EntryChoice,
    Seat,
    SeatStatus,
    SitOutWhen,
    Table,
    TableConfig,
    TableState,
)
from tables.engine.table.waiting import is_owed, sits_out_next


def config_of(table: Table) -> TableConfig:
    """Return what the table was opened with. :raises RuleViolation: `table_not_open`."""
    if table.config is None:
        raise RuleViolation("table_not_open")
    return table.config


def config_of_going(table: Table) -> TableConfig:
    """Return the same, if the table is not closing. :raises RuleViolation: also `table_closed`."""
    if table.state in {TableState.CLOSING, TableState.CLOSED}:
        raise RuleViolation("table_closed")
    return config_of(table)


def _cash_config_of(table: Table) -> TableConfig:
    """
    Return what a cash table was opened with.

    An event's chips are neither bought nor sold at its tables (R-TRN-ADD-1): its players come and
    go as moves of the house.
    :raises RuleViolation: `table_not_open`, `not_cash`.
    """
    config = config_of(table)
    if config.is_tournament:
        raise RuleViolation("not_cash")
    return config


def seated(table: Table, number: SeatNo) -> Seat:
    """Return who sits there. :raises RuleViolation: `no_such_seat`, `seat_empty`."""
    _check_number(table, number)
    seat = table.seat(number)
    if seat is None:
        raise RuleViolation("seat_empty")
    return seat


def _check_number(table: Table, number: SeatNo) -> None:
    if type(number) is not int or not 1 <= number <= len(table.seats):
        raise RuleViolation("no_such_seat", seat_count=len(table.seats))


def _check_free(table: Table, number: SeatNo, player: UUID) -> None:
    _check_number(table, number)
    if table.seat(number) is not None:
        raise RuleViolation("seat_taken")
    for taken, seat in table.occupied():
        if seat.player == player:
            raise RuleViolation("player_seated", seat=taken)


def take_seat(table: Table, command: cmd.TakeSeat) -> tuple[ev.TableEvent, ...]:
    """Sit down with a buy-in (R-STK-2, R-STK-6)."""
    config_of_going(table)
    config = _cash_config_of(table)
    _check_free(table, command.seat, command.player)
    _check_entry(config, command.entry)
    departure = binding_departure(
        table, config, command.player, command.left_elsewhere, command.at_ms
    )
    check_buy_in(table, config, departure, command.buy_in_chips)
    return (
        ev.PlayerSeated(
            seat=command.seat,
            player=command.player,
            buy_in_chips=command.buy_in_chips,
            entry=command.entry,
            at_ms=command.at_ms,
        ),
    )


def top_up(table: Table, command: cmd.TopUp) -> tuple[ev.TableEvent, ...]:
    """
    Add chips: at once to a seat without cards, else refused or queued (R-STK-3).

    Whether queued chips reach the buy-in is judged when the hand has ended (R-STK-4). While some
    still wait after it, more of them join these: they are judged together.
    """
    config_of_going(table)
    config = _cash_config_of(table)
    seat = seated(table, command.seat)
    if seat.is_leaving:
        raise RuleViolation("already_leaving")
    if not table.has_cards(command.seat) and not seat.queued_top_up_chips:
        check_top_up(table, config, seat, command.added_chips)
        return (topped_up(command.seat, seat, command.added_chips),)
    if not config.rules.stakes_queue_top_up:
        raise RuleViolation("topup_midhand")
    check_amount(table, command.added_chips)
    queued = seat.queued_top_up_chips + command.added_chips
    return (ev.TopUpQueued(command.seat, command.added_chips, queued),)


def topped_up(number: SeatNo, seat: Seat, added_chips: int) -> ev.ToppedUp:
    """Return the event that adds `added_chips` to the seat's stack."""
    return ev.ToppedUp(
        seat=number,
        player=seat.player,
        added_chips=added_chips,
        stack_chips=seat.stack_chips + added_chips,
    )


def remove_chips(table: Table, command: cmd.RemoveChips) -> tuple[ev.TableEvent, ...]:
    """Refuse: chips leave the table only with their player (R-STK-5)."""
    config_of(table)
    seated(table, command.seat)
    raise RuleViolation("chips_off_table")


def sit_out(table: Table, command: cmd.SitOut) -> tuple[ev.TableEvent, ...]:
    """Take no cards from now, from the next hand, or from the next big blind."""
    config = config_of(table)
    seat = seated(table, command.seat)
    when = SitOutWhen.NEXT_HAND if config.is_tournament else command.when
    if seat.status is SeatStatus.SITTING_OUT or seat.sit_out_request is when:
        raise RuleViolation("already_sitting_out")
    if when is SitOutWhen.NEXT_BIG_BLIND:
        return (ev.SitOutRequested(command.seat, when),)
    if table.has_cards(command.seat):
        if seat.sit_out_request in {SitOutWhen.NOW, SitOutWhen.NEXT_HAND}:
            raise RuleViolation("already_sitting_out")
        return (ev.SitOutRequested(command.seat, when),)
    return (ev.SatOut(command.seat),)


def sit_in(table: Table, command: cmd.SitIn) -> tuple[ev.TableEvent, ...]:
    """Take cards again, withdraw a request to sit out, or choose another way to come in."""
    config = config_of_going(table)
    seat = seated(table, command.seat)
    _check_entry(config, command.entry)
    if seat.is_leaving:
        raise RuleViolation("already_leaving")
    has_chips = seat.stack_chips + seat.queued_top_up_chips > 0
    if not has_chips and not table.has_cards(command.seat):
        raise RuleViolation("no_chips")
    is_as_asked = seat.is_settled or seat.entry is command.entry
    stays_in = seat.sit_out_request is None and not sits_out_next(config, seat)
    if seat.status is SeatStatus.IN and stays_in and is_as_asked:
        raise RuleViolation("already_in")
    return (ev.SatIn(command.seat, command.entry),)


def _check_entry(config: TableConfig, entry: EntryChoice) -> None:
    if entry is EntryChoice.BUY_BUTTON and not config.options.may_buy_button:
        raise RuleViolation("option_not_in_game", option="may_buy_button")


def set_options(table: Table, command: cmd.SetSeatOptions) -> tuple[ev.TableEvent, ...]:
    """Set what one's seat does without being asked, if the table offers it."""
    options = config_of_going(table).options
    seat = seated(table, command.seat)
    if command.straddle and options.straddle == "off":
        raise RuleViolation("option_not_in_game", option="straddle")
    if command.run_it and options.run_it_times < 2:
        raise RuleViolation("option_not_in_game", option="run_it")
    straddle = seat.wants_straddle if command.straddle is None else command.straddle
    run_it = seat.runs_it if command.run_it is None else command.run_it
    if (straddle, run_it) == (seat.wants_straddle, seat.runs_it):
        raise RuleViolation("already_set")
    return (ev.SeatOptionsChanged(command.seat, straddle, run_it),)


def leave(table: Table, command: cmd.Leave) -> tuple[ev.TableEvent, ...]:
    """Leave with the whole stack: at once, or when the running hand has ended (R-STK-5)."""
    _cash_config_of(table)
    seat = seated(table, command.seat)
    if seat.is_leaving:
        raise RuleViolation("already_leaving")
    if table.has_cards(command.seat):
        return (ev.LeaveRequested(command.seat),)
    return tuple(departs(command.seat, seat, command.at_ms))


def departs(
    number: SeatNo, seat: Seat, at_ms: int, *, is_closing: bool = False
) -> Iterator[ev.TopUpDropped | ev.PlayerLeft]:
    """Yield what pays the seat's whole stack out; chips that he queued stay in the wallet."""
    if seat.queued_top_up_chips:
        is_put_out = is_closing and not seat.is_leaving
        code = "table_closed" if is_put_out else "already_leaving"
        yield ev.TopUpDropped(number, seat.queued_top_up_chips, code)
    yield ev.PlayerLeft(
        seat=number, player=seat.player, paid_out_chips=seat.stack_chips, at_ms=at_ms
    )


def move_in(table: Table, command: cmd.ForceMoveIn) -> tuple[ev.TableEvent, ...]:
    """Seat a moved player with his stack, whatever the buy-in range (R-STK-7)."""
    config_of_going(table)
    _check_free(table, command.seat, command.player)
    check_amount(table, command.stack_chips)
    return (ev.PlayerMovedIn(command.seat, command.player, command.stack_chips),)


def move_out(table: Table, command: cmd.ForceMoveOut) -> tuple[ev.TableEvent, ...]:
    """Move a player away with his stack; never out of a hand, nor before what waits is done."""
    config_of(table)
    seat = seated(table, command.seat)
    if table.has_cards(command.seat):
        raise RuleViolation("hand_running")
    if is_owed(table):
        raise RuleViolation("something_waits")
    return (ev.PlayerMovedOut(command.seat, seat.player, seat.stack_chips),)

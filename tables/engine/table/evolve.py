"""
What an event makes of a table. Total: every event has a handler, none raises, and what cannot be
applied (a seat that does not exist, a hand that is not running) changes nothing.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tables.engine.rules.terms import MAX_SEATS, Chips, SeatNo
from tables.engine.table import events as ev
from tables.engine.table.rotation import progress_after, progress_without
from tables.engine.table.stakes import after_departure
from tables.engine.table.state import (
    Departure,
    Lineup,
    Progress,
    Seat,
    SeatNet,
    SeatStatus,
    SettledHand,
    Standing,
    Table,
    TableState,
)


def evolve_table(table: Table, event: ev.TableEvent) -> Table:
    """Return the table after `event`."""
    return HANDLERS[type(event)](table, event)


def _opened(table: Table, event: ev.TableOpened) -> Table:
    if table.state is not TableState.NEW:
        return table
    seats = (None,) * min(max(0, event.config.seat_count), MAX_SEATS)
    return replace(table, state=TableState.OPEN, config=event.config, seats=seats)


def _paused(table: Table, _: ev.TablePaused) -> Table:
    return replace(table, state=TableState.PAUSED)


def _resumed(table: Table, _: ev.TableResumed) -> Table:
    state = TableState.PLAYING if table.hand_no else TableState.OPEN
    return replace(table, state=state)


def _closing(table: Table, _: ev.TableClosing) -> Table:
    return replace(table, state=TableState.CLOSING)


def _closed(table: Table, _: ev.TableClosed) -> Table:
    return replace(table, state=TableState.CLOSED)


def _stakes_changed(table: Table, event: ev.StakesChanged) -> Table:
    if table.config is None:
        return table
    rotation = event.rotation or table.config.rotation
    return replace(table, config=replace(table.config, stakes=event.stakes, rotation=rotation))


def _seated(table: Table, event: ev.PlayerSeated) -> Table:
    if table.seat(event.seat) is not None:
        return table
    seat = Seat(
        player=event.player,
        stack_chips=event.buy_in_chips,
        buy_in_chips=event.buy_in_chips,
        entry=event.entry,
    )
    return table.with_seat(event.seat, seat)


def _moved_in(table: Table, event: ev.PlayerMovedIn) -> Table:
    if table.seat(event.seat) is not None:
        return table
    seat = Seat(
        player=event.player,
        stack_chips=event.stack_chips,
        buy_in_chips=event.stack_chips,
        standing=Standing.MOVED,
        has_played=True,
    )
    return table.with_seat(event.seat, seat)


def _moved_out(table: Table, event: ev.PlayerMovedOut) -> Table:
    return table.with_seat(event.seat, None)


def _left(table: Table, event: ev.PlayerLeft) -> Table:
    seat = table.seat(event.seat)
    if seat is None:
        return table
    # A player who left without being dealt in keeps his older record (R-STK-6).
    if seat.has_played and table.config is not None:
        departure = Departure(event.player, event.paid_out_chips, event.at_ms)
        window_min = table.config.rules.stakes_rejoin_window_min
        departures = after_departure(table.departures, departure, window_min)
        table = replace(table, departures=departures)
    return table.with_seat(event.seat, None)


def _changed(table: Table, number: SeatNo, **changes: object) -> Table:
    seat = table.seat(number)
    return table if seat is None else table.with_seat(number, replace(seat, **changes))


def _leave_requested(table: Table, event: ev.LeaveRequested) -> Table:
    return _changed(table, event.seat, is_leaving=True)


def _busted(table: Table, event: ev.PlayerBusted) -> Table:
    seat = table.seat(event.seat)
    if seat is None:
        return table
    if seat.status is SeatStatus.SITTING_OUT:  # new chips do not bring him back in
        return table.with_seat(event.seat, replace(seat, is_bust_known=True))
    changed = replace(seat, status=SeatStatus.BUSTED, sit_out_request=None, is_bust_known=True)
    return table.with_seat(event.seat, changed)


def _topped_up(table: Table, event: ev.ToppedUp) -> Table:
    table = _changed(table, event.seat, queued_top_up_chips=0)
    return _with_chips(table, event.seat, event.stack_chips)


def _with_chips(table: Table, number: SeatNo, stack_chips: Chips) -> Table:
    """A busted player who has chips again takes cards again."""
    seat = table.seat(number)
    if seat is None:
        return table
    is_back = seat.status is SeatStatus.BUSTED and stack_chips > 0
    status = SeatStatus.IN if is_back else seat.status
    is_bust_known = seat.is_bust_known and stack_chips <= 0
    changed = replace(seat, stack_chips=stack_chips, status=status, is_bust_known=is_bust_known)
    return table.with_seat(number, changed)


def _top_up_queued(table: Table, event: ev.TopUpQueued) -> Table:
    return _changed(table, event.seat, queued_top_up_chips=event.queued_chips)


def _top_up_dropped(table: Table, event: ev.TopUpDropped) -> Table:
    return _changed(table, event.seat, queued_top_up_chips=0)


def _sit_out_requested(table: Table, event: ev.SitOutRequested) -> Table:
    return _changed(table, event.seat, sit_out_request=event.when)


def _sat_out(table: Table, event: ev.SatOut) -> Table:
    return _changed(table, event.seat, status=SeatStatus.SITTING_OUT, sit_out_request=None)


def _sat_in(table: Table, event: ev.SatIn) -> Table:
    return _changed(
        table,
        event.seat,
        status=SeatStatus.IN,
        entry=event.entry,
        sit_out_request=None,
        consecutive_timeout_count=0,
    )


def _seat_options_changed(table: Table, event: ev.SeatOptionsChanged) -> Table:
    return _changed(table, event.seat, wants_straddle=event.straddle, runs_it=event.run_it)


def _bomb_pot_requested(table: Table, _: ev.BombPotRequested) -> Table:
    return replace(table, progress=replace(table.progress, is_bomb_pot_requested=True))


def _button_drawn(table: Table, event: ev.ButtonDrawn) -> Table:
    return replace(table, drawn_button=event.button, last=None)


def _hand_started(table: Table, event: ev.HandStarted) -> Table:
    if table.hand is not None:
        return table
    state = TableState.PLAYING if table.state is TableState.OPEN else table.state
    return replace(table, state=state, hand_no=event.hand_no, hand=event.lineup)


def _hand_settled(table: Table, event: ev.HandSettled) -> Table:
    hand = table.hand
    if hand is None:
        return table
    stacks = {stack.seat: stack.stack_chips for stack in event.stacks}
    for number in hand.dealt_seats:
        table = _after_hand(
            table, number, stacks.get(number), is_timed_out=number in event.timed_out
        )
        if number not in hand.still_owing:
            table = _without_debts(table, number)
    for number in hand.missed_small:
        table = _after_missing(table, number, "missed_small")
    for number in hand.missed_big:
        table = _after_missing(table, number, "missed_big")
    has_button = hand.positions is not None
    return replace(
        table,
        hand=None,
        last=hand.positions if has_button else table.last,
        settled=_settled(hand, event, table.progress),
        drawn_button=None if has_button else table.drawn_button,
        progress=progress_after(table.progress, hand, event.winner, event.pot_chips),
    )


def _settled(hand: Lineup, event: ev.HandSettled, before: Progress) -> SettledHand:
    stacks = {stack.seat: stack.stack_chips for stack in event.stacks}
    nets = tuple(
        SeatNet(
            dealt.seat, dealt.player, stacks.get(dealt.seat, dealt.stack_chips) - dealt.stack_chips
        )
        for dealt in hand.dealt
    )
    return SettledHand(
        hand_no=event.hand_no, nets=nets, taken_chips=event.taken_chips, before=before
    )


def _after_hand(
    table: Table, number: SeatNo, stack_chips: int | None, *, is_timed_out: bool
) -> Table:
    seat = table.seat(number)
    if seat is None:
        return table
    changed = replace(
        seat,
        stack_chips=seat.stack_chips if stack_chips is None else stack_chips,
        has_played=True,
        consecutive_timeout_count=seat.consecutive_timeout_count + 1 if is_timed_out else 0,
    )
    return table.with_seat(number, changed)


def _without_debts(table: Table, number: SeatNo) -> Table:
    """Players who were dealt in have paid what they owed, by a post or the big blind (R-MIS-2)."""
    return _changed(
        table, number, standing=Standing.ESTABLISHED, missed_small=False, missed_big=False
    )


def _after_missing(table: Table, number: SeatNo, mark: str) -> Table:
    """A mark is a flag, so obligations never pile up (R-MIS-3); a new player has none."""
    seat = table.seat(number)
    if seat is None or seat.standing is not Standing.ESTABLISHED:
        return table
    return _changed(table, number, **{mark: True})


def _clock_extended(table: Table, _: ev.ClockExtended) -> Table:
    return table  # the rules between hands know no time


def _hand_voided(table: Table, _: ev.HandVoided) -> Table:
    return replace(table, hand=None)


def _hand_taken_back(table: Table, event: ev.HandTakenBack) -> Table:
    settled = table.settled
    if settled is None:
        return table
    for stack in event.stacks:
        table = _with_chips(table, stack.seat, stack.stack_chips)
    return replace(
        table,
        settled=replace(settled, is_taken_back=True),
        progress=progress_without(table.progress, settled.before),
    )


HANDLERS: dict[type, Callable[[Table, Any], Table]] = {
    ev.TableOpened: _opened,
    ev.TablePaused: _paused,
    ev.TableResumed: _resumed,
    ev.TableClosing: _closing,
    ev.TableClosed: _closed,
    ev.StakesChanged: _stakes_changed,
    ev.PlayerSeated: _seated,
    ev.PlayerMovedIn: _moved_in,
    ev.PlayerMovedOut: _moved_out,
    ev.PlayerLeft: _left,
    ev.LeaveRequested: _leave_requested,
    ev.PlayerBusted: _busted,
    ev.ToppedUp: _topped_up,
    ev.TopUpQueued: _top_up_queued,
    ev.TopUpDropped: _top_up_dropped,
    ev.SitOutRequested: _sit_out_requested,
    ev.SatOut: _sat_out,
    ev.SatIn: _sat_in,
    ev.SeatOptionsChanged: _seat_options_changed,
    ev.BombPotRequested: _bomb_pot_requested,
    ev.ButtonDrawn: _button_drawn,
    ev.HandStarted: _hand_started,
    ev.HandSettled: _hand_settled,
    ev.HandVoided: _hand_voided,
    ev.HandTakenBack: _hand_taken_back,
    ev.ClockExtended: _clock_extended,
}
"""Every event has its handler; a test walks the union."""

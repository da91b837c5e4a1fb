"""
Between two hands: what waited for the end of the last one happens, by a command of its own.

In this order, each step for the lowest seat first and on what the steps before it left:

1. leaves; everybody's, where the table closes;
2. sit-outs, asked for or by time-out (R-TIM-8);
3. queued top-ups and rebuys (R-STK-3, R-STK-4);
4. busts: who has no chips after all that;
5. the table's end, where it closes.

Who leaves is neither sat out nor topped up; who bought more in the hand is not busted by it.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import SeatNo
from tables.engine.table import events as ev
from tables.engine.table.commands import BetweenHands
from tables.engine.table.evolve import evolve_table
from tables.engine.table.seating import config_of, departs, topped_up
from tables.engine.table.stakes import check_top_up, queued_part_chips
from tables.engine.table.state import Seat, Table, TableState
from tables.engine.table.waiting import has_lost_all, is_owed, sits_out_next


def between_hands(table: Table, command: BetweenHands) -> tuple[ev.TableEvent, ...]:
    """
    Return all that had waited for the end of the hand, which may be settled or void.

    :raises RuleViolation: `hand_running`, `nothing_waits`; so a repeat changes nothing.
    """
    config_of(table)
    if table.hand is not None:
        raise RuleViolation("hand_running")
    if not is_owed(table):
        raise RuleViolation("nothing_waits")
    events: list[ev.TableEvent] = []
    for step in _STEPS:
        for event in tuple(step(table, command)):
            events.append(event)
            table = evolve_table(table, event)
    return tuple(events)


def _leaves(table: Table, command: BetweenHands) -> Iterator[ev.TableEvent]:
    is_closing = table.state is TableState.CLOSING
    for number, seat in table.occupied():
        if seat.is_leaving or is_closing:
            yield from departs(number, seat, command.at_ms, is_closing=is_closing)


def _sit_outs(table: Table, _: BetweenHands) -> Iterator[ev.TableEvent]:
    config = config_of(table)
    for number, seat in table.occupied():
        if sits_out_next(config, seat):
            yield ev.SatOut(number)


def _top_ups(table: Table, command: BetweenHands) -> Iterator[ev.TableEvent]:
    for number, seat in table.occupied():
        queued_chips = seat.queued_top_up_chips
        if not queued_chips:
            continue
        if number in command.uncovered:
            yield ev.TopUpDropped(number, queued_chips, "insufficient_funds")
        else:
            yield from _top_up(table, number, seat)


def _top_up(table: Table, number: SeatNo, seat: Seat) -> Iterator[ev.ToppedUp | ev.TopUpDropped]:
    """Yield what fits below the maximum, unless it would not reach the buy-in (R-STK-4)."""
    config, queued_chips = config_of(table), seat.queued_top_up_chips
    added_chips = queued_part_chips(config, seat)
    if not added_chips:
        yield ev.TopUpDropped(number, queued_chips, "buyin_max")
        return
    unqueued = replace(seat, queued_top_up_chips=0)
    try:
        check_top_up(table.with_seat(number, unqueued), config, unqueued, added_chips)
    except RuleViolation as refusal:
        yield ev.TopUpDropped(number, queued_chips, refusal.code)
        return
    yield topped_up(number, seat, added_chips)
    if added_chips < queued_chips:
        yield ev.TopUpDropped(number, queued_chips - added_chips, "buyin_max")


def _busts(table: Table, _: BetweenHands) -> Iterator[ev.TableEvent]:
    for number, seat in table.occupied():
        if has_lost_all(seat):
            yield ev.PlayerBusted(number, seat.player)


def _end(table: Table, _: BetweenHands) -> Iterator[ev.TableEvent]:
    if table.state is TableState.CLOSING:
        yield ev.TableClosed()


_STEPS: tuple[Callable[[Table, BetweenHands], Iterator[ev.TableEvent]], ...] = (
    _leaves,
    _sit_outs,
    _top_ups,
    _busts,
    _end,
)

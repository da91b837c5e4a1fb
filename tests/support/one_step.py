"""
What houses did until they got a command for it: the hand's end and all that waited, in one step.

An oracle. Stored streams hold such batches, and the command of today leads to the same table.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import SeatNo
from tables.engine.table import events as ev
from tables.engine.table.evolve import evolve_table
from tables.engine.table.seating import config_of, topped_up
from tables.engine.table.stakes import check_top_up, queued_part_chips
from tables.engine.table.state import Seat, SeatStatus, SitOutWhen, Table, TableState


def all_at_once(
    table: Table, ended: ev.HandSettled | ev.HandVoided, *, at_ms: int
) -> tuple[ev.TableEvent, ...]:
    """Return `ended` and all that had waited for the end of the running hand, by seat."""
    hand = table.hand
    assert hand is not None
    events: list[ev.TableEvent] = [ended]
    table = evolve_table(table, ended)
    timed_out = ended.timed_out if isinstance(ended, ev.HandSettled) else ()
    for number, seat in table.occupied():
        if seat.is_leaving or table.state is TableState.CLOSING:
            events += _departs(number, seat, at_ms)
        elif number in hand.dealt_seats:
            events += _stays(table, number, seat, is_timed_out=number in timed_out)
            events += _adds_chips(table, number, seat)
    if table.state is TableState.CLOSING:
        events.append(ev.TableClosed())
    return tuple(events)


def _departs(number: SeatNo, seat: Seat, at_ms: int) -> Iterator[ev.TableEvent]:
    if seat.queued_top_up_chips:
        code = "already_leaving" if seat.is_leaving else "table_closed"
        yield ev.TopUpDropped(number, seat.queued_top_up_chips, code)
    yield ev.PlayerLeft(
        seat=number, player=seat.player, paid_out_chips=seat.stack_chips, at_ms=at_ms
    )


def _stays(
    table: Table, number: SeatNo, seat: Seat, *, is_timed_out: bool
) -> Iterator[ev.TableEvent]:
    if seat.status is SeatStatus.SITTING_OUT:
        return
    limit = config_of(table).rules.timeout_sit_out_after
    is_silent = is_timed_out and 0 < limit <= seat.consecutive_timeout_count
    if is_silent or seat.sit_out_request in {SitOutWhen.NOW, SitOutWhen.NEXT_HAND}:
        yield ev.SatOut(number)


def _adds_chips(table: Table, number: SeatNo, seat: Seat) -> Iterator[ev.TableEvent]:
    stack_chips = seat.stack_chips
    for event in _queued_top_up(table, number, seat):
        if isinstance(event, ev.ToppedUp):
            stack_chips = event.stack_chips
        yield event
    if stack_chips <= 0:
        yield ev.PlayerBusted(number, seat.player)


def _queued_top_up(
    table: Table, number: SeatNo, seat: Seat
) -> Iterator[ev.ToppedUp | ev.TopUpDropped]:
    """Yield what fits below the maximum, unless it would not reach the buy-in (R-STK-4)."""
    queued_chips = seat.queued_top_up_chips
    if not queued_chips:
        return
    config = config_of(table)
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

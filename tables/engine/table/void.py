"""A settled hand is taken back: all of its chips return, or none of them."""

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import Chips
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.events import SeatStack
from tables.engine.table.seating import config_of_going
from tables.engine.table.stakes import check_amount
from tables.engine.table.state import SeatNet, SettledHand, Table


def take_back(table: Table, command: cmd.TakeBackHand) -> tuple[ev.TableEvent, ...]:
    """
    Give back what the last settled hand won and lost, and what the house took of it.

    Only chips move. Button, blinds, debts and the hand's number stay as the hand left them, as in a
    live room, because the deal took place; so does what followed from its end: top-ups, sit-outs.
    A winner who has left took his chips along; then the correction is made in the books.
    """
    config_of_going(table)
    settled = _last_settled(table, command.hand_no)
    without = {net.seat: _stack_without(table, net) for net in settled.nets if net.net_chips}
    gone = sorted(seat for seat, chips in without.items() if chips <= 0)
    if gone:
        raise RuleViolation("player_gone", seats=gone)
    if settled.taken_chips:  # others may have filled the table since
        check_amount(table, settled.taken_chips)
    return (
        ev.HandTakenBack(
            hand_no=settled.hand_no,
            stacks=tuple(SeatStack(seat, chips) for seat, chips in without.items()),
            returned_chips=settled.taken_chips,
        ),
    )


def _last_settled(table: Table, hand_no: int) -> SettledHand:
    settled = table.settled
    if settled is None:
        raise RuleViolation("no_hand_settled")
    if not hand_no == settled.hand_no == table.hand_no:
        raise RuleViolation("hand_over")
    if settled.is_taken_back:
        raise RuleViolation("already_taken_back")
    return settled


def _stack_without(table: Table, net: SeatNet) -> Chips:
    """
    Return what the player would have without the hand; 0 if he has left.

    He was dealt in with chips, so a player who stayed has some left.
    """
    seat = table.seat(net.seat)
    if seat is None or seat.player != net.player:
        return 0
    return seat.stack_chips - net.net_chips

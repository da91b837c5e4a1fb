"""
Life between hands, pure: `decide_table` turns a command into events, `evolve_table` folds them.

Seats, chips, who is in, the draw, button and blinds of the next hand, what is owed. The hand
itself is `decide` and `evolve`; `HandStarted` carries all that it needs to begin.
"""

from collections.abc import Callable
from itertools import chain
from typing import Any

from msgspec.structs import replace

from tables.engine.rules.errors import RuleViolation
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table import seating
from tables.engine.table.between import between_hands
from tables.engine.table.button_draw import button_of_draw
from tables.engine.table.evolve import evolve_table
from tables.engine.table.lineup import big_blind_sit_outs, next_lineup, ready_seats
from tables.engine.table.opening_checks import check_config, check_stakes
from tables.engine.table.options import check_bomb_pot, check_options
from tables.engine.table.plan import players_needed
from tables.engine.table.seating import config_of, config_of_going
from tables.engine.table.state import NEW_TABLE, Lineup, Table, TableConfig, TableState
from tables.engine.table.void import take_back
from tables.engine.table.waiting import is_owed

__all__ = ["NEW_TABLE", "decide_table", "evolve_table", "fold_table", "next_lineup"]


def decide_table(table: Table, command: cmd.TableCommand) -> tuple[ev.TableEvent, ...]:
    """
    Return the events of `command`, with all that follows without a further decision.

    :raises RuleViolation: with a code of `TABLE_REFUSALS`; the table is then as it was.
    """
    decision = _DECISIONS.get(type(command))
    if decision is None:
        raise RuleViolation("unknown_command", command=type(command).__name__)
    return decision(table, command)


def fold_table(table: Table, events: tuple[ev.TableEvent, ...]) -> Table:
    """Return the table after `events`."""
    for event in events:
        table = evolve_table(table, event)
    return table


def _open(table: Table, command: cmd.OpenTable) -> tuple[ev.TableEvent, ...]:
    if table.state is not TableState.NEW:
        raise RuleViolation("table_already_open")
    check_config(command.config)
    return (ev.TableOpened(command.config),)


def _pause(table: Table, _: cmd.PauseTable) -> tuple[ev.TableEvent, ...]:
    config_of_going(table)
    if table.state is TableState.PAUSED:
        raise RuleViolation("table_paused")
    return (ev.TablePaused(),)


def _resume(table: Table, _: cmd.ResumeTable) -> tuple[ev.TableEvent, ...]:
    config_of_going(table)
    if table.state is not TableState.PAUSED:
        raise RuleViolation("not_paused")
    return (ev.TableResumed(),)


def _close(table: Table, command: cmd.CloseTable) -> tuple[ev.TableEvent, ...]:
    config = config_of_going(table)
    if config.is_tournament and table.occupied():
        raise RuleViolation("table_occupied")
    if table.hand is not None:
        return (ev.TableClosing(),)
    paid_out = chain.from_iterable(
        seating.departs(number, seat, command.at_ms, is_closing=True)
        for number, seat in table.occupied()
    )
    return (*paid_out, ev.TableClosed())


def _change_stakes(table: Table, command: cmd.ChangeStakes) -> tuple[ev.TableEvent, ...]:
    config = config_of_going(table)
    games = [leg.game for leg in config.rotation]
    if [leg.game for leg in command.rotation] != games:
        raise RuleViolation("rotation_mismatch", games=games)
    changed = replace(config, stakes=command.stakes, rotation=command.rotation)
    check_stakes(changed)
    check_options(changed)
    return (ev.StakesChanged(command.stakes, command.rotation),)


def _check_between_hands(table: Table) -> TableConfig:
    config = config_of_going(table)
    if table.hand is not None:
        raise RuleViolation("hand_running")
    if is_owed(table):
        raise RuleViolation("something_waits")
    if table.state is TableState.PAUSED:
        raise RuleViolation("table_paused")
    return config


def _draw_button(table: Table, command: cmd.DrawButton) -> tuple[ev.TableEvent, ...]:
    config = _check_between_hands(table)
    ready = ready_seats(table)
    needed = players_needed(table, config)
    if len(ready) < needed:
        raise RuleViolation("too_few_players", ready=len(ready), needed=needed)
    return (ev.ButtonDrawn(command.cards, button_of_draw(command.cards, ready)),)


def _request_bomb_pot(table: Table, _: cmd.RequestBombPot) -> tuple[ev.TableEvent, ...]:
    check_bomb_pot(config_of_going(table))
    if table.progress.is_bomb_pot_requested:
        raise RuleViolation("already_requested")
    return (ev.BombPotRequested(),)


def _start_hand(table: Table, command: cmd.StartHand) -> tuple[ev.TableEvent, ...]:
    config = _check_between_hands(table)
    at_ms = command.at_ms
    sat_out = tuple(ev.SatOut(number) for number in big_blind_sit_outs(table, at_ms))
    table = fold_table(table, sat_out)
    if sat_out and len(ready_seats(table)) < players_needed(table, config):
        return sat_out
    return (*sat_out, ev.HandStarted(table.hand_no + 1, next_lineup(table, at_ms)))


def _running(table: Table, hand_no: int) -> Lineup:
    config_of(table)
    if table.hand is None or hand_no != table.hand_no:
        raise RuleViolation("no_hand_running", hand_no=table.hand_no)
    return table.hand


def _settle(table: Table, command: cmd.SettleHand) -> tuple[ev.TableEvent, ...]:
    hand = _running(table, command.hand_no)
    numbers = [stack.seat for stack in command.stacks]
    if sorted(numbers) != sorted(hand.dealt_seats) or not {*command.timed_out} <= {*numbers}:
        raise RuleViolation("seats_mismatch", dealt=sorted(hand.dealt_seats))
    expected = sum(dealt.stack_chips for dealt in hand.dealt)
    amounts = [command.taken_chips, *(stack.stack_chips for stack in command.stacks)]
    are_whole = all(type(amount) is int and amount >= 0 for amount in amounts)
    if not are_whole or sum(amounts) != expected:
        raise RuleViolation("chips_not_conserved", expected=expected)
    is_won = command.winner is None or command.winner in numbers
    if not is_won or type(command.pot_chips) is not int or not 0 <= command.pot_chips <= expected:
        raise RuleViolation("pot_mismatch", expected=expected)
    return (
        ev.HandSettled(
            hand_no=command.hand_no,
            stacks=command.stacks,
            timed_out=command.timed_out,
            taken_chips=command.taken_chips,
            winner=command.winner,
            pot_chips=command.pot_chips,
        ),
    )


def _void(table: Table, command: cmd.VoidHand) -> tuple[ev.TableEvent, ...]:
    _running(table, command.hand_no)
    return (ev.HandVoided(command.hand_no),)


_DECISIONS: dict[type, Callable[[Table, Any], tuple[ev.TableEvent, ...]]] = {
    cmd.OpenTable: _open,
    cmd.PauseTable: _pause,
    cmd.ResumeTable: _resume,
    cmd.CloseTable: _close,
    cmd.ChangeStakes: _change_stakes,
    cmd.TakeSeat: seating.take_seat,
    cmd.TopUp: seating.top_up,
    cmd.RemoveChips: seating.remove_chips,
    cmd.SitOut: seating.sit_out,
    cmd.SitIn: seating.sit_in,
    cmd.SetSeatOptions: seating.set_options,
    cmd.Leave: seating.leave,
    cmd.ForceMoveIn: seating.move_in,
    cmd.ForceMoveOut: seating.move_out,
    cmd.DrawButton: _draw_button,
    cmd.RequestBombPot: _request_bomb_pot,
    cmd.StartHand: _start_hand,
    cmd.SettleHand: _settle,
    cmd.VoidHand: _void,
    cmd.BetweenHands: between_hands,
    cmd.TakeBackHand: take_back,
}

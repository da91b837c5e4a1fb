"""
Life between hands, pure: `decide_table` turns a command into events, `evolve_table` folds them.

Seats, chips, who is in, the draw, button and blinds of the next hand, what is owed. The hand
itself is `decide` and `evolve`; `HandStarted` carries all that it needs to begin.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import astuple, replace

from tables.engine import seating
from tables.engine import table_commands as cmd
from tables.engine import table_events as ev
from tables.engine.drawing import button_of_draw
from tables.engine.errors import RuleViolation
from tables.engine.games import GAMES
from tables.engine.lineup import big_blind_sit_outs, next_lineup, ready_seats
from tables.engine.seating import config_of, config_of_going
from tables.engine.settling import after_hand
from tables.engine.stakes import min_buy_in_chips
from tables.engine.table_evolve import evolve_table
from tables.engine.table_state import (
    NEW_TABLE,
    Lineup,
    Stakes,
    Table,
    TableConfig,
    TableState,
)
from tables.engine.taking_back import take_back
from tables.engine.terms import MAX_CHIPS

__all__ = ["NEW_TABLE", "decide_table", "evolve_table", "fold_table", "next_lineup"]


def decide_table(table: Table, command: cmd.TableCommand) -> tuple[ev.TableEvent, ...]:
    """
    Return what `command` makes happen, with all that follows without a further decision.

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
    _check_size(command.config)
    _check_house(command.config)
    _check_stakes(command.config.stakes, command.config)
    return (ev.TableOpened(command.config),)


def _check_size(config: TableConfig) -> None:
    """Refuse a number of seats that the game does not have (R-TAB-1 to R-TAB-3)."""
    game = GAMES.get(config.game)
    if game is None:
        raise RuleViolation("unknown_game", game=config.game)
    minimum = game.min_seats
    if config.is_tournament or (game.code == "omaha" and config.rules.omaha_seats == "2-10"):
        minimum = 2
    is_whole = type(config.seat_count) is int
    if not is_whole or not minimum <= config.seat_count <= game.max_seats:
        raise RuleViolation("table_size", min=minimum, max=game.max_seats)


def _check_house(config: TableConfig) -> None:
    """Refuse figures of the rules and the house that no table can be run with."""
    problem = config.rules.problem()
    if problem is not None:
        raise RuleViolation("rules_out_of_range", switch=problem)
    at_least = (("chip_unit", 1), ("turn_ms", 1000), ("hand_pause_ms", 0))
    for field, least in at_least:
        value = getattr(config, field)
        if type(value) is not int or not least <= value <= MAX_CHIPS:
            raise RuleViolation("amount_out_of_range", field=field, min=least, max=MAX_CHIPS)


def _check_stakes(stakes: Stakes, config: TableConfig) -> None:
    """Refuse what no hand could post; a limit game's ratio is not the engine's (R-BLD-2)."""
    amounts = astuple(stakes)
    is_valid = (
        all(type(amount) is int and amount <= MAX_CHIPS for amount in amounts)
        and 0 <= stakes.small_blind_chips <= stakes.big_blind_chips
        and stakes.big_blind_chips > 0
        and stakes.lower_limit_chips > 0
        and min(stakes.ante_chips, stakes.big_blind_ante_chips) >= 0
    )
    if not is_valid or not (config.is_tournament or _can_be_bought_into(stakes, config)):
        raise RuleViolation("stakes_invalid")


def _can_be_bought_into(stakes: Stakes, config: TableConfig) -> bool:
    """The smallest buy-in is an amount, and pays for one hand's blind and antes."""
    minimum = min_buy_in_chips(replace(config, stakes=stakes))
    posted = stakes.big_blind_chips + stakes.ante_chips + stakes.big_blind_ante_chips
    return posted <= minimum <= MAX_CHIPS


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
    paid_out = (seating.left(number, seat, command.at_ms) for number, seat in table.occupied())
    return (*paid_out, ev.TableClosed())


def _change_stakes(table: Table, command: cmd.ChangeStakes) -> tuple[ev.TableEvent, ...]:
    _check_stakes(command.stakes, config_of_going(table))
    return (ev.StakesChanged(command.stakes),)


def _check_between_hands(table: Table) -> TableConfig:
    config = config_of_going(table)
    if table.hand is not None:
        raise RuleViolation("hand_running")
    if table.state is TableState.PAUSED:
        raise RuleViolation("table_paused")
    return config


def _draw_button(table: Table, command: cmd.DrawButton) -> tuple[ev.TableEvent, ...]:
    config = _check_between_hands(table)
    ready = ready_seats(table)
    needed = max(2, config.rules.table_min_to_open)
    if len(ready) < needed:
        raise RuleViolation("too_few_players", ready=len(ready), needed=needed)
    return (ev.ButtonDrawn(command.cards, button_of_draw(command.cards, ready)),)


def _start_hand(table: Table, _: cmd.StartHand) -> tuple[ev.TableEvent, ...]:
    _check_between_hands(table)
    sat_out = tuple(ev.SatOut(number) for number in big_blind_sit_outs(table))
    table = fold_table(table, sat_out)
    if sat_out and len(ready_seats(table)) < 2:
        return sat_out
    return (*sat_out, ev.HandStarted(table.hand_no + 1, next_lineup(table)))


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
    settled = ev.HandSettled(
        hand_no=command.hand_no,
        stacks=command.stacks,
        timed_out=command.timed_out,
        taken_chips=command.taken_chips,
    )
    return after_hand(table, hand, settled, command)


def _void(table: Table, command: cmd.VoidHand) -> tuple[ev.TableEvent, ...]:
    hand = _running(table, command.hand_no)
    return after_hand(table, hand, ev.HandVoided(command.hand_no), command)


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
    cmd.Leave: seating.leave,
    cmd.ForceMoveIn: seating.move_in,
    cmd.ForceMoveOut: seating.move_out,
    cmd.DrawButton: _draw_button,
    cmd.StartHand: _start_hand,
    cmd.SettleHand: _settle,
    cmd.VoidHand: _void,
    cmd.TakeBackHand: take_back,
}

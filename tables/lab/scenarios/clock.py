"""Scenarios of the action clock (`type` = clock, timeout_followup)."""

from typing import Literal
from uuid import UUID

import msgspec

from tables.engine.hand.commands import StartHand, TimeOut
from tables.engine.hand.dealing import Cards
from tables.engine.hand.decide import advance
from tables.engine.hand.events import SeatAtStart, TimedOut
from tables.engine.hand.state import Hand
from tables.engine.rules.clock import clock_face, is_protected
from tables.engine.rules.limits import NoLimit
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import Post, PostKind
from tables.engine.stacked_deck import filled, stacked_deck
from tables.engine.table import commands as table_commands
from tables.engine.table.button_draw import DrawnCard
from tables.engine.table.commands import (
    BetweenHands,
    DrawButton,
    OpenTable,
    SettleHand,
    TableCommand,
    TakeSeat,
)
from tables.engine.table.decide import decide_table, fold_table
from tables.engine.table.events import SeatStack
from tables.engine.table.state import NEW_TABLE, SeatStatus, Stakes, Table, TableConfig
from tables.engine.table.waiting import is_owed
from tables.lab.scenarios.config import rules_of
from tables.lab.scenarios.hand_schema import Strict


class ClockExpected(Strict):
    """What the player sees."""

    clock_visible: bool
    expired: bool
    shows: int | None = None


class ClockScenario(Strict):
    """A turn's clock at one moment."""

    id: str
    type: Literal["clock"]
    rule_ids: list[str]
    elapsed_s: int
    expect: ClockExpected
    note: str = ""


class FollowupExpected(Strict):
    """What becomes of a player whose clock ran out."""

    next_hand: Literal["sitting_out", "in"]
    second_timeout: Literal["all_in", "fold", "check"]


class FollowupScenario(Strict):
    """Two time-outs of one player on one day."""

    id: str
    type: Literal["timeout_followup"]
    rule_ids: list[str]
    config: dict[str, object]
    expect: FollowupExpected
    note: str = ""


def run_clock(raw: dict[str, object]) -> list[str]:
    """Return how the clock differs from the scenario; nothing if it does not."""
    scenario = msgspec.convert(raw, ClockScenario)
    face = clock_face(scenario.elapsed_s * 1000)
    got = ClockExpected(clock_visible=face.is_visible, expired=face.is_expired, shows=face.shows_s)
    return [] if got == scenario.expect else [f"got {got}, expected {scenario.expect}"]


def run_timeout_followup(raw: dict[str, object]) -> list[str]:
    """Return how two time-outs of one day differ from the scenario; nothing if they do not."""
    scenario = msgspec.convert(raw, FollowupScenario)
    rules = rules_of(scenario.config)
    got = FollowupExpected(
        next_hand=_status_after_time_out(rules), second_timeout=_outcome(rules, used_today=1)
    )
    return [] if got == scenario.expect else [f"got {got}, expected {scenario.expect}"]


_OUTCOMES: dict[str, Literal["all_in", "fold", "check"]] = {
    "all_in": "all_in",
    "folded": "fold",
    "checked": "check",
}


def _outcome(rules: RuleSet, used_today: int) -> Literal["all_in", "fold", "check"]:
    """Return what becomes of the small blind who faces the big blind and says nothing."""
    hand, deck = _headsup_hand(rules)
    assert hand.actor is not None
    command = TimeOut(hand.actor, hand.turn, is_protected(rules, used_today))
    event = advance(hand, command, deck)[0][0]
    assert isinstance(event, TimedOut)
    return _OUTCOMES[event.outcome]


def _status_after_time_out(rules: RuleSet) -> Literal["sitting_out", "in"]:
    """Return where a player stands at a real table after a hand in which his clock ran out."""
    table = _table_of_two(rules)
    lineup = table.hand
    assert lineup is not None
    settled = SettleHand(
        hand_no=table.hand_no,
        stacks=tuple(SeatStack(entry.seat, entry.stack_chips) for entry in lineup.dealt),
        timed_out=(1,),
    )
    table = fold_table(table, decide_table(table, settled))
    if is_owed(table):
        table = fold_table(table, decide_table(table, BetweenHands(at_ms=0)))
    seat = table.seat(1)
    assert seat is not None
    return "sitting_out" if seat.status is SeatStatus.SITTING_OUT else "in"


def _table_of_two(rules: RuleSet) -> Table:
    stakes = Stakes(small_blind_chips=5, big_blind_chips=10, lower_limit_chips=10)
    config = TableConfig(game="holdem", seat_count=2, stakes=stakes, rules=rules)
    table = NEW_TABLE
    commands: tuple[TableCommand, ...] = (
        OpenTable(config),
        *(
            TakeSeat(seat=seat, player=UUID(int=seat), buy_in_chips=1000, at_ms=0)
            for seat in (1, 2)
        ),
        DrawButton((DrawnCard(1, 51), DrawnCard(2, 0))),
        table_commands.StartHand(),
    )
    for command in commands:
        table = fold_table(table, decide_table(table, command))
    return table


def _headsup_hand(rules: RuleSet) -> tuple[Hand, Cards]:
    command = StartHand(
        hand_no=1,
        game="holdem",
        structure=NoLimit(small_blind=5, big_blind=10),
        rules=rules,
        seats=tuple(SeatAtStart(seat, UUID(int=seat), 1000) for seat in (1, 2)),
        button=1,
        big_blind=2,
        posts=(Post(1, PostKind.SMALL_BLIND, 5), Post(2, PostKind.BIG_BLIND, 10)),
    )
    deck = filled(stacked_deck(command, {}, ()))
    return advance(None, command, deck)[1], deck

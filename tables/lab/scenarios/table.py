"""
Scenarios of life between hands (`type` = button_draw, button_draw_cards, next_positions, entry,
stakes, table_config), played on the engine's own `decide_table` and `next_lineup`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec import UNSET

from tables.engine.rules.cards import DECK_SIZE, card_of
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import PostKind
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.button_draw import DrawnCard
from tables.engine.table.lineup import next_lineup
from tables.engine.table.state import (
    EntryChoice,
    Lineup,
    Positions,
    Seat,
    SeatStatus,
    SitOutWhen,
    Standing,
    TableState,
)
from tables.lab.scenarios.config import UnknownSwitch, rules_of
from tables.lab.scenarios.hand_schema import Strict
from tables.lab.scenarios.table_config import refusal_of
from tables.lab.scenarios.table_play import PlayedTable, player_at
from tables.lab.scenarios.table_schema import (
    ConfigScenario,
    DrawCardsScenario,
    DrawScenario,
    EntryScenario,
    PositionsScenario,
    SeatCard,
    StakesGiven,
    StakesScenario,
)

S = TypeVar("S", bound=Strict)
Runner = Callable[[dict[str, object]], list[str]]

_MS_PER_MINUTE = 60_000
_LIVE_KINDS = {PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.LIVE}


def _draw(deal: list[SeatCard]) -> tuple[PlayedTable, Lineup]:
    """Seat a player for each card, draw, and start the first hand."""
    table = PlayedTable(rules_of({}), small=5, big=10)
    for drawn in deal:
        table.sit(drawn.seat)
    table.do(cmd.DrawButton(tuple(DrawnCard(drawn.seat, card_of(drawn.card)) for drawn in deal)))
    return table, table.start_hand()


def _run_draw(scenario: DrawScenario) -> list[str]:
    _, lineup = _draw(scenario.deal)
    return differences(
        scenario.expect, button=lineup.button, sb=lineup.small_blind, bb=lineup.big_blind
    )


def _run_draw_cards(scenario: DrawCardsScenario) -> list[str]:
    table, lineup = _draw(scenario.deal)
    # The state keeps who won the draw and no card, so nothing is missing from the hand's deck.
    held = msgspec.json.encode(table.state).count(b'"card"')
    return differences(
        scenario.expect,
        deck_size_first_hand=DECK_SIZE - held,
        first_hand_button=lineup.button,
    )


def _seat_in(number: int, state: str) -> Seat:
    return Seat(
        player=player_at(number),
        stack_chips=1_000,
        buy_in_chips=1_000,
        status=SeatStatus.SITTING_OUT if state == "out" else SeatStatus.IN,
        standing=Standing.NEWCOMER if state.startswith("new_") else Standing.ESTABLISHED,
        entry=EntryChoice.POST if state == "new_post" else EntryChoice.WAIT,
    )


def _run_positions(scenario: PositionsScenario) -> list[str]:
    rules = rules_of(scenario.config, scenario.mode)
    table = PlayedTable(rules, small=5, big=10, is_tournament=scenario.mode == "tournament")
    prev = scenario.prev
    state = msgspec.structs.replace(
        table.state,
        state=TableState.PLAYING,
        hand_no=1,
        last=Positions(prev.button, prev.sb, prev.bb),
    )
    for taken in scenario.seats:
        state = state.with_seat(taken.seat, _seat_in(taken.seat, taken.state))
    lineup = next_lineup(state)
    positions, dealt = lineup.positions, lineup.dealt_seats
    assert positions is not None
    return differences(
        scenario.expect,
        button=positions.button,
        sb=positions.small_blind,
        bb=positions.big_blind,
        dealt=sorted(dealt),
        posts=_extra_posts(lineup, big=10),
        refused={entry.seat: error_word(entry.code) for entry in lineup.refused},
        dead_button=positions.button not in dealt,
        dead_sb=lineup.small_blind is None,
    )


def _extra_posts(lineup: Lineup, big: int) -> dict[int, str]:
    names = {
        (PostKind.LIVE, True): "live_bb",
        (PostKind.LIVE, False): "live_sb",
        (PostKind.DEAD, False): "dead_sb",
    }
    return {
        post.seat: names[post.kind, post.amount_chips == big]
        for post in lineup.posts
        if post.kind in {PostKind.LIVE, PostKind.DEAD}
    }


_ENTRANT = 5
"""The seat whose entry is watched; four others play on."""


def _run_entry(scenario: EntryScenario) -> list[str]:
    given = scenario.given
    table = PlayedTable(rules_of(scenario.config), scenario.blinds.sb, scenario.blinds.bb)
    choice = EntryChoice.POST if given.choice == "post" else EntryChoice.WAIT
    others = [1, 2, 3, 4]
    if given.kind == "new":
        table.begin(others)
        table.sit(_ENTRANT, choice)
    else:
        table.begin([*others, _ENTRANT])
        _miss(table, given.missed)
        table.do(cmd.SitIn(_ENTRANT, choice))
    lineup = table.play_hand()
    while _ENTRANT not in lineup.dealt_seats:
        lineup = table.play_hand()
    own = [post for post in lineup.posts if post.seat == _ENTRANT]
    live = sum(post.amount_chips for post in own if post.kind in _LIVE_KINDS)
    return differences(
        scenario.expect,
        live=live,
        dead=sum(post.amount_chips for post in own if post.kind is PostKind.DEAD),
        dealt=True,
        option=live > 0,
    )


def _miss(table: PlayedTable, missed: Sequence[str]) -> None:
    """Play on without the entrant until the blinds have passed him as often as `missed` says."""
    is_small_alone = "bb" not in missed
    if is_small_alone:
        while table.play_hand().big_blind != _ENTRANT:  # he pays it, then sits out
            pass
        table.do(cmd.SitOut(_ENTRANT, SitOutWhen.NOW))
    else:
        table.do(cmd.SitOut(_ENTRANT, SitOutWhen.NEXT_BIG_BLIND))
    smalls = bigs = 0
    while smalls < missed.count("sb") or bigs < missed.count("bb"):
        lineup = table.play_hand()
        smalls += _ENTRANT in lineup.missed_small
        bigs += _ENTRANT in lineup.missed_big


def _run_stakes(scenario: StakesScenario) -> list[str]:
    given = scenario.given
    table = PlayedTable(
        rules_of(scenario.config, scenario.mode),
        small=given.lower // 2,
        big=given.lower,
        is_tournament=scenario.mode == "tournament",
    )
    table.begin([2, 3, 4])
    at_ms = 0
    if given.left_with is not None:
        table.sit_with(1, given.left_with)
        table.do(cmd.Leave(1, at_ms))
        at_ms = (given.minutes_since_leave or 0) * _MS_PER_MINUTE
    elif given.op in {"top_up", "remove", "leave"}:
        table.sit_with(1, given.stack)
    while given.in_hand and not table.state.has_cards(1):
        table.play_hand()
    try:
        events = table.do(_stakes_command(given, at_ms))
    except RuleViolation as refusal:
        facts = {"ok": False, "error": error_word(refusal.code), **refusal.facts}
        return differences(scenario.expect, **facts)
    seat = table.state.seat(1)
    paid_out = [event.paid_out_chips for event in events if isinstance(event, ev.PlayerLeft)]
    return differences(
        scenario.expect,
        ok=True,
        error=None,
        stack=seat.stack_chips if seat else None,
        paid_out=sum(paid_out),
    )


def _run_config(scenario: ConfigScenario) -> list[str]:
    code = refusal_of(scenario)
    error = None if code is None else error_word(code)
    return differences(scenario.expect, ok=code is None, error=error)


def _stakes_command(given: StakesGiven, at_ms: int) -> cmd.TableCommand:
    player = player_at(1)
    commands: dict[str, cmd.TableCommand] = {
        "buy_in": cmd.TakeSeat(seat=1, player=player, buy_in_chips=given.amount, at_ms=at_ms),
        "top_up": cmd.TopUp(1, given.amount),
        "remove": cmd.RemoveChips(1, given.amount),
        "leave": cmd.Leave(1, at_ms),
        "forced_move": cmd.ForceMoveIn(1, player, given.stack),
    }
    return commands[given.op]


def error_word(code: str) -> str:
    """Return a refusal's code as scenarios write it (R-ACT-9)."""
    return f"E_{code.upper()}"


def differences(expected: Strict, **got: object) -> list[str]:
    """Return a sentence for every expected value that is not what came; unset ones are free."""
    wanted: Mapping[str, object] = msgspec.structs.asdict(expected)
    return [
        f"{name}: expected {value}, got {got.get(name)}"
        for name, value in wanted.items()
        if value is not UNSET and got.get(name) != value
    ]


def _runner(schema: type[S], run: Callable[[S], list[str]]) -> Runner:
    """Return `run` behind its schema; what the schema or the rules do not know is a difference."""

    def checked(raw: dict[str, object]) -> list[str]:
        try:
            return run(msgspec.convert(raw, schema, str_keys=True))
        except msgspec.ValidationError as error:
            return [str(error)]
        except UnknownSwitch as error:
            return [f"unknown switch {error}"]
        except RuleViolation as refusal:
            return [f"refused: {refusal}"]

    return checked


RUNNERS: dict[str, Runner] = {
    "button_draw": _runner(DrawScenario, _run_draw),
    "button_draw_cards": _runner(DrawCardsScenario, _run_draw_cards),
    "next_positions": _runner(PositionsScenario, _run_positions),
    "entry": _runner(EntryScenario, _run_entry),
    "stakes": _runner(StakesScenario, _run_stakes),
    "table_config": _runner(ConfigScenario, _run_config),
}
"""Scenario type → what runs it; each returns its differences, nothing if there are none."""

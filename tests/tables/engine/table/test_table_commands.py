"""What holds of a table whatever is asked of it, and whatever its stream says."""

from dataclasses import dataclass
from typing import Any, get_args

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.ruleset import HOUSE, STANDARD, RuleSet
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.decide import NEW_TABLE, decide_table, evolve_table, fold_table
from tables.engine.table.lineup import next_lineup
from tables.engine.table.refusals import TABLE_REFUSALS
from tables.engine.table.state import (
    EntryChoice,
    SitOutWhen,
    Table,
    TableConfig,
    TableOptions,
    TableState,
)
from tables.engine.table.waiting import is_owed
from tests.support.one_step import all_at_once
from tests.support.structs import copy_of, values_of
from tests.support.tables import TestTable, player, refusal_code

_EVENTS = st.one_of([values_of(member) for member in get_args(ev.TableEvent)])
_COMMANDS = st.one_of([values_of(member) for member in get_args(cmd.TableCommand)])
_RULES = st.sampled_from(
    [
        HOUSE,
        STANDARD,
        replace(HOUSE, stakes_queue_top_up=True, stakes_max_buy_in=300),
        replace(HOUSE, stakes_queue_top_up=True, stakes_top_up_target="own_buy_in"),
    ]
)
_OPTIONS = st.sampled_from(
    [
        TableOptions(),
        TableOptions(straddle="button", may_buy_button=True, run_it_times=2),
        TableOptions(straddle="utg", max_straddles=2, bomb_pot_every_hands=2, board_count=2),
    ]
)
_SEATS = st.integers(min_value=0, max_value=6)
_AMOUNTS = st.sampled_from([-5, 0, 1, 60, 99, 100, 150, 400])
_AT = st.integers(min_value=0, max_value=3).map(lambda hours: hours * 3_600_000)
_LATER_MS = 1
_PLAYERS = st.integers(min_value=1, max_value=6).map(player)
_LIKELY: st.SearchStrategy[cmd.TableCommand | str] = st.one_of(
    st.sampled_from(["draw", "settle", "settle"]),
    st.sampled_from(["play", "take back", "end"]),
    st.builds(cmd.StartHand),
    st.builds(
        cmd.TakeSeat,
        seat=_SEATS,
        player=_PLAYERS,
        buy_in_chips=_AMOUNTS,
        at_ms=_AT,
        entry=st.sampled_from(EntryChoice),
    ),
    st.builds(cmd.TopUp, _SEATS, _AMOUNTS),
    st.builds(cmd.SitOut, _SEATS, st.sampled_from(SitOutWhen)),
    st.builds(cmd.SitIn, _SEATS, st.sampled_from(EntryChoice)),
    st.builds(cmd.Leave, _SEATS, _AT),
    st.builds(cmd.ForceMoveIn, _SEATS, _PLAYERS, _AMOUNTS),
    st.builds(cmd.ForceMoveOut, _SEATS),
    st.builds(cmd.SetSeatOptions, _SEATS, st.booleans(), st.booleans()),
    st.builds(cmd.RequestBombPot),
    st.builds(cmd.VoidHand, st.integers(min_value=0, max_value=4)),
    st.builds(cmd.BetweenHands, _AT),
    st.sampled_from([cmd.PauseTable(), cmd.ResumeTable(), cmd.CloseTable(0)]),
)


@dataclass(frozen=True)
class _Step:
    """What one wish made happen: nothing, if it was refused."""

    table: Table
    events: tuple[ev.TableEvent, ...]


@dataclass(frozen=True)
class _End:
    """The end of one hand: the table with it running, settled, and after what had waited."""

    running: Table
    settled_by: ev.TableEvent
    settled: Table
    after: Table


class _Session:
    """A table that is asked for anything; refusals are checked on the way."""

    def __init__(self, rules: RuleSet, options: TableOptions, draw: st.DrawFn) -> None:
        self.at = TestTable(1, 2, 3, rules=rules, seat_count=5, stack=200, options=options)
        self.steps: list[_Step] = []
        self.ends: list[_End] = []
        self._draw = draw
        self.ask("draw")

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.at.table

    def ask(self, wish: cmd.TableCommand | str) -> None:
        """Try it; a refusal has a known code and changes nothing."""
        before, known = self.at.bytes(), len(self.at.stream)
        code = refusal_code(lambda: self._try(wish))
        assert code is None or code in TABLE_REFUSALS
        assert code is None or self.at.bytes() == before
        self.steps.append(_Step(self.table, tuple(self.at.stream[known:])))

    def _try(self, wish: cmd.TableCommand | str) -> None:
        if wish == "draw":
            self.at.draw(1)
        elif wish == "settle":
            self._settle()
        elif wish == "end":
            self._end_hand()
        elif wish == "play":
            self.at.do(cmd.StartHand())
            self._settle()
        elif wish == "take back":
            self.at.do(cmd.TakeBackHand(self.table.hand_no))
        else:
            assert not isinstance(wish, str)
            self.at.do(wish)

    def _settle(self) -> None:
        """End the running hand, and let happen what waited for it."""
        running = self.table
        ended = self._end_hand()
        settled = self.table
        self.at.between(_LATER_MS)
        if ended:
            self.ends.append(_End(running, ended[0], settled, self.table))

    def _end_hand(self) -> tuple[ev.TableEvent, ...]:
        """Settle the running hand: one seat loses, another one wins it but for the rake."""
        hand = self.table.hand
        if hand is None:
            return ()
        loser, winner = hand.dealt[0], hand.dealt[-1]
        lost = self._draw(st.sampled_from([0, 1, loser.stack_chips // 2, loser.stack_chips]))
        rake = self._draw(st.integers(min_value=0, max_value=min(lost, 3)))
        stacks = {
            loser.seat: loser.stack_chips - lost,
            winner.seat: winner.stack_chips + lost - rake,
        }
        timed_out = self._draw(st.sampled_from([(), (loser.seat,)]))
        return self.at.end_hand(stacks, timed_out=timed_out, taken=rake)


@st.composite
def _sessions(draw: st.DrawFn) -> _Session:
    session = _Session(draw(_RULES), draw(_OPTIONS), draw)
    for wish in draw(st.lists(_LIKELY, max_size=30)):
        session.ask(wish)
        if wish in ("settle", "play") and draw(st.booleans()):
            session.ask("take back")
    return session


def _moved_chips(event: ev.TableEvent) -> int:
    """Return what an event brings to the table, or takes from it."""
    if isinstance(event, ev.PlayerSeated):
        return event.buy_in_chips
    if isinstance(event, ev.ToppedUp):
        return event.added_chips
    if isinstance(event, ev.PlayerMovedIn):
        return event.stack_chips
    if isinstance(event, ev.PlayerMovedOut):
        return -event.stack_chips
    if isinstance(event, ev.PlayerLeft):
        return -event.paid_out_chips
    if isinstance(event, ev.HandTakenBack):
        return event.returned_chips
    return -event.taken_chips if isinstance(event, ev.HandSettled) else 0


@given(_sessions())
def test_chips_come_and_go_only_by_the_events_that_say_so(session: _Session) -> None:
    """R-STK-3, R-STK-5: buy-in, top-up, moves, leaving, what the house takes and returns."""
    chips = 600
    for step in session.steps:
        chips += sum(map(_moved_chips, step.events))
        assert step.table.stacks_chips() == chips
        assert all(seat.stack_chips >= 0 for _, seat in step.table.occupied())


_NOBODY_MOVES: tuple[type[ev.Event], ...] = (
    ev.HandSettled,
    ev.PlayerBusted,
    ev.SatIn,
    ev.SatOut,
    ev.SitOutRequested,
    ev.TopUpDropped,
)


def _dealt_with(stream: list[ev.TableEvent]) -> dict[int, int] | None:
    """Return what the last hand's seats were dealt in with or added; None if somebody moved."""
    chips: dict[int, int] = {}
    for event in reversed(stream):
        if isinstance(event, ev.ToppedUp):
            chips[event.seat] = chips.get(event.seat, 0) + event.added_chips
        elif isinstance(event, ev.HandStarted):
            dealt = {entry.seat: entry.stack_chips for entry in event.lineup.dealt}
            return {seat: stack + chips.get(seat, 0) for seat, stack in dealt.items()}
        elif not isinstance(event, _NOBODY_MOVES):
            return None
    return None


@given(_sessions())
def test_a_hand_that_was_taken_back_left_everybody_what_he_brought_to_it(session: _Session) -> None:
    """And what he added since, where nobody came or went."""
    stream: list[ev.TableEvent] = []
    for step in session.steps:
        is_taken_back = any(isinstance(event, ev.HandTakenBack) for event in step.events)
        dealt_with = _dealt_with(stream) if is_taken_back else None
        stream += step.events
        if dealt_with is not None:
            stacks = {number: seat.stack_chips for number, seat in step.table.occupied()}
            assert {seat: stacks[seat] for seat in dealt_with} == dealt_with


@given(_sessions())
def test_a_hand_is_taken_back_at_most_once_and_only_the_last(session: _Session) -> None:
    last: int | None = None
    for event in session.at.stream:
        if isinstance(event, ev.HandSettled):
            last = event.hand_no
        elif isinstance(event, ev.HandTakenBack):
            assert event.hand_no == last
            last = None
        elif isinstance(event, ev.HandStarted):
            last = None


@given(_sessions())
def test_the_stored_stream_folds_to_the_same_table(session: _Session) -> None:
    at = session.at
    stored = tuple(copy_of(event, ev.TableEvent) for event in at.stream)

    assert stored == tuple(at.stream)
    assert fold_table(NEW_TABLE, stored) == at.table
    assert copy_of(at.table, Table) == at.table


@given(_sessions())
def test_nobody_sits_twice_and_nobody_with_cards_is_gone(session: _Session) -> None:
    for step in session.steps:
        players = [seat.player for _, seat in step.table.occupied()]
        assert len(players) == len(set(players))
        for dealt in step.table.hand.dealt if step.table.hand else ():
            seat = step.table.seat(dealt.seat)
            assert seat is not None
            assert (seat.player, seat.stack_chips) == (dealt.player, dealt.stack_chips)


@given(_sessions())
def test_a_hand_and_what_waited_for_it_make_the_same_table_as_in_one_step(
    session: _Session,
) -> None:
    """Houses used to settle both at once; their streams and these fold alike."""
    for end in session.ends:
        assert isinstance(end.settled_by, ev.HandSettled)
        at_once = all_at_once(end.running, end.settled_by, at_ms=_LATER_MS)

        assert fold_table(end.running, at_once) == end.after
        assert not is_owed(end.after)
        taken = end.settled_by.taken_chips
        assert end.settled.stacks_chips() == end.running.stacks_chips() - taken


def _code(table: Table, command: cmd.TableCommand) -> str | None:
    return refusal_code(lambda: decide_table(table, command))


@given(_sessions())
def test_no_hand_begins_while_something_waits(session: _Session) -> None:
    before = NEW_TABLE
    for step in session.steps:
        if is_owed(before):
            is_closing = before.state is TableState.CLOSING
            expected = "table_closed" if is_closing else "something_waits"
            assert _code(before, cmd.StartHand()) == expected
            after = fold_table(before, decide_table(before, cmd.BetweenHands(0)))
            assert not is_owed(after)
            assert _code(after, cmd.BetweenHands(0)) == "nothing_waits"
        before = step.table


@given(_sessions())
def test_where_nothing_is_owed_between_hands_nothing_waits(session: _Session) -> None:
    """R-STK-3: queued chips and leaves are done with before the next hand; so are sit-outs."""
    for step in session.steps:
        if step.table.hand is None and not is_owed(step.table):
            for _, seat in step.table.occupied():
                assert (seat.is_leaving, seat.queued_top_up_chips) == (False, 0)
                assert seat.sit_out_request in {None, SitOutWhen.NEXT_BIG_BLIND}


@given(_sessions(), _COMMANDS)
def test_any_command_is_decided_or_refused_with_a_documented_code(
    session: _Session, command: Any
) -> None:
    table = session.table
    before = msgspec.json.encode(table)
    code = refusal_code(lambda: decide_table(table, command))

    assert code is None or code in TABLE_REFUSALS
    assert msgspec.json.encode(table) == before


@given(values_of(TableConfig))
def test_any_table_is_opened_or_refused_with_a_documented_code(config: TableConfig) -> None:
    code = refusal_code(lambda: decide_table(NEW_TABLE, cmd.OpenTable(config)))

    assert code is None or code in TABLE_REFUSALS


@given(_sessions())
def test_the_next_lineup_is_the_one_that_the_next_hand_gets(session: _Session) -> None:
    table = session.table
    try:
        started = decide_table(table, cmd.StartHand())[-1]
    except RuleViolation:
        return
    if isinstance(started, ev.HandStarted):
        assert started == ev.HandStarted(table.hand_no + 1, next_lineup(table))


@given(st.lists(_EVENTS, max_size=15))
def test_evolve_never_raises_and_keeps_to_its_seats(events: list[ev.TableEvent]) -> None:
    table = NEW_TABLE
    for event in events:
        table = evolve_table(table, event)
        assert len(table.seats) <= 10


@given(_sessions(), st.lists(_EVENTS, max_size=5))
def test_evolve_never_raises_on_a_table_in_play(
    session: _Session,
    events: list[ev.TableEvent],
) -> None:
    table = fold_table(session.table, tuple(events))

    assert len(table.seats) == 5

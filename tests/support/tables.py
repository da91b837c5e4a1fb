"""Tables for tests, played through commands alone."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.ruleset import HOUSE, RuleSet
from tables.engine.rules.terms import Chips, SeatNo
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.button_draw import DrawnCard
from tables.engine.table.decide import NEW_TABLE, decide_table, fold_table
from tables.engine.table.events import SeatStack
from tables.engine.table.lineup import ready_seats
from tables.engine.table.state import EntryChoice, Lineup, Seat, Stakes, TableConfig, TableState
from tables.engine.table.waiting import is_owed

MINUTE_MS = 60_000
STAKES = Stakes(small_blind_chips=5, big_blind_chips=10, lower_limit_chips=10)


def player(number: int) -> UUID:
    """Return a player; by habit the one who sits in seat `number`."""
    return UUID(int=number)


def refusal_code(call: Callable[[], object]) -> str | None:
    """Return the code with which the rules refuse `call`, None if they allow it."""
    try:
        call()
    except RuleViolation as refusal:
        return refusal.code
    return None


class TestTable:
    """A table with its whole stream; `table` is what the stream folds to."""

    __test__ = False

    def __init__(
        self,
        *seats: SeatNo,
        rules: RuleSet = HOUSE,
        stakes: Stakes = STAKES,
        stack: Chips = 1_000,
        seat_count: int = 10,
        is_tournament: bool = False,
        **more: Any,
    ) -> None:
        """Open a table with `seats` taken; seat n is player n's. `more` goes into its config."""
        self.table = NEW_TABLE
        self.stream: list[ev.TableEvent] = []
        self.do(
            cmd.OpenTable(
                TableConfig(
                    game=more.pop("game", "holdem"),
                    seat_count=seat_count,
                    stakes=stakes,
                    rules=rules,
                    is_tournament=is_tournament,
                    **more,
                )
            )
        )
        for seat in seats:
            if is_tournament:
                self.do(cmd.ForceMoveIn(seat, player(seat), stack))
            else:
                self.sit(seat, buy_in=stack)

    def do(self, command: cmd.TableCommand) -> tuple[ev.TableEvent, ...]:
        """Decide and fold; a refusal leaves table and stream as they were."""
        events = decide_table(self.table, command)
        self.table = fold_table(self.table, events)
        self.stream += events
        return events

    def sit(
        self,
        seat: SeatNo,
        *,
        who: int | None = None,
        buy_in: Chips = 1_000,
        entry: EntryChoice = EntryChoice.WAIT,
        at_ms: int = 0,
    ) -> tuple[ev.TableEvent, ...]:
        """Take a seat."""
        return self.do(
            cmd.TakeSeat(
                seat=seat,
                player=player(seat if who is None else who),
                buy_in_chips=buy_in,
                at_ms=at_ms,
                entry=entry,
            )
        )

    def draw(self, winner: SeatNo) -> "TestTable":
        """Draw for the button so that `winner` gets it."""
        ready = ready_seats(self.table)
        cards = {seat: 51 if seat == winner else place for place, seat in enumerate(ready)}
        self.do(cmd.DrawButton(tuple(DrawnCard(seat, card) for seat, card in cards.items())))
        return self

    def start(self, at_ms: int = 0) -> Lineup:
        """Start a hand and return its lineup."""
        started = self.do(cmd.StartHand(at_ms))[-1]
        assert isinstance(started, ev.HandStarted)
        return started.lineup

    def settle(
        self, stacks: dict[SeatNo, Chips] | None = None, *, at_ms: int = 0, **more: Any
    ) -> tuple[ev.TableEvent, ...]:
        """End the running hand as `end_hand` does, and let happen what waited for it."""
        return (*self.end_hand(stacks, **more), *self.between(at_ms))

    def between(
        self, at_ms: int = 0, *, uncovered: tuple[SeatNo, ...] = ()
    ) -> tuple[ev.TableEvent, ...]:
        """Let happen what waits, if anything does."""
        if not is_owed(self.table):
            return ()
        return self.do(cmd.BetweenHands(at_ms, uncovered))

    def end_hand(
        self,
        stacks: dict[SeatNo, Chips] | None = None,
        *,
        timed_out: tuple[SeatNo, ...] = (),
        taken: Chips = 0,
        winner: SeatNo | None = None,
        pot: Chips = 0,
    ) -> tuple[ev.TableEvent, ...]:
        """End the running hand, and nothing else; seats that `stacks` leaves out keep theirs."""
        assert self.table.hand is not None
        after = {dealt.seat: dealt.stack_chips for dealt in self.table.hand.dealt}
        after |= stacks or {}
        return self.do(
            cmd.SettleHand(
                hand_no=self.table.hand_no,
                stacks=tuple(SeatStack(seat, chips) for seat, chips in after.items()),
                timed_out=timed_out,
                taken_chips=taken,
                winner=winner,
                pot_chips=pot,
            )
        )

    def void(self, at_ms: int = 0) -> tuple[ev.TableEvent, ...]:
        """Let the running hand count for nothing, and happen what waited for its end."""
        return (*self.do(cmd.VoidHand(self.table.hand_no)), *self.between(at_ms))

    def play(self, *, at_ms: int = 0, winner: SeatNo | None = None, pot: Chips = 0) -> Lineup:
        """Start a hand, settle it with unchanged stacks, and return its lineup."""
        lineup = self.start(at_ms)
        self.settle(winner=winner, pot=pot)
        return lineup

    def state(self) -> TableState:
        """Return where the table is in its life."""
        return self.table.state

    def seat(self, number: SeatNo) -> Seat:
        """Return who sits there."""
        seat = self.table.seat(number)
        assert seat is not None
        return seat

    def bytes(self) -> bytes:
        """Return the table's state in full, to compare."""
        return msgspec.json.encode(self.table)


def positions(lineup: Lineup) -> tuple[SeatNo, SeatNo | None, SeatNo]:
    """Return button, small blind (None when it is dead) and big blind."""
    assert lineup.positions is not None
    return lineup.positions.button, lineup.small_blind, lineup.positions.big_blind


FIXED = Stakes(
    small_blind_chips=5,
    big_blind_chips=10,
    lower_limit_chips=10,
    limit="fixed",
    higher_limit_chips=20,
)
STUD = Stakes(
    small_blind_chips=0,
    big_blind_chips=0,
    lower_limit_chips=10,
    ante_chips=2,
    limit="stud_split",
    higher_limit_chips=20,
    bring_in_chips=3,
)


def posts(lineup: Lineup) -> list[tuple[SeatNo, str, Chips]]:
    """Return the posts as plain tuples, in the order in which they are taken."""
    return [(post.seat, str(post.kind), post.amount_chips) for post in lineup.posts]

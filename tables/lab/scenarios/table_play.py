"""A table that scenarios play hand by hand, through commands alone."""

from uuid import UUID

from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import MAX_SEATS
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.button_draw import DrawnCard
from tables.engine.table.decide import NEW_TABLE, decide_table, fold_table
from tables.engine.table.events import SeatStack
from tables.engine.table.state import EntryChoice, Lineup, Stakes, TableConfig
from tables.engine.table.waiting import is_owed

_STACK_IN_BIG_BLINDS = 1_000
_HIGHEST_CARD = 51


def player_at(number: int) -> UUID:
    """Return the player who sits in seat `number` of every scenario."""
    return UUID(int=number)


class PlayedTable:
    """A ten-seat table; `state` is what its events have made of it."""

    def __init__(
        self, rules: RuleSet, small: int, big: int, *, is_tournament: bool = False
    ) -> None:
        self.state = NEW_TABLE
        self._is_tournament = is_tournament
        self._stack_chips = big * _STACK_IN_BIG_BLINDS
        stakes = Stakes(small_blind_chips=small, big_blind_chips=big, lower_limit_chips=big)
        config = TableConfig(
            game="holdem",
            seat_count=MAX_SEATS,
            stakes=stakes,
            rules=rules,
            is_tournament=is_tournament,
        )
        self.do(cmd.OpenTable(config))

    def do(self, command: cmd.TableCommand) -> tuple[ev.TableEvent, ...]:
        """Decide and fold. :raises RuleViolation: as `decide_table`; the state then stays."""
        events = decide_table(self.state, command)
        self.state = fold_table(self.state, events)
        return events

    def sit(self, number: int, entry: EntryChoice = EntryChoice.WAIT) -> None:
        """Buy in with a deep stack; in a tournament be seated with it."""
        if self._is_tournament:
            self.do(cmd.ForceMoveIn(number, player_at(number), self._stack_chips))
            return
        self.do(
            cmd.TakeSeat(
                seat=number,
                player=player_at(number),
                buy_in_chips=self._stack_chips,
                at_ms=0,
                entry=entry,
            )
        )

    def sit_with(self, number: int, stack_chips: int) -> None:
        """Come in with any stack: moved here, or busted in a hand if it is 0."""
        self.do(cmd.ForceMoveIn(number, player_at(number), stack_chips or 1))
        while not stack_chips and not self.state.has_cards(number):
            self.settle()
            self.start_hand()
        if not stack_chips:
            self.settle(loser=number)

    def begin(self, numbers: list[int]) -> None:
        """Seat deep stacks, give the last of them the button, and start the first hand."""
        for number in numbers:
            self.sit(number)
        cards = range(_HIGHEST_CARD + 1 - len(numbers), _HIGHEST_CARD + 1)
        drawn = zip(numbers, cards, strict=True)
        self.do(cmd.DrawButton(tuple(DrawnCard(seat, card) for seat, card in drawn)))
        self.start_hand()

    def start_hand(self) -> Lineup:
        """Start the next hand and return its lineup."""
        for event in self.do(cmd.StartHand()):
            if isinstance(event, ev.HandStarted):
                return event.lineup
        raise AssertionError("too few players stayed in")

    def settle(self, loser: int | None = None) -> None:
        """
        End the running hand with every stack as it was, or `loser`'s stack gone to another.

        What had waited for its end happens too.
        """
        hand = self.state.hand
        assert hand is not None
        stacks = {dealt.seat: dealt.stack_chips for dealt in hand.dealt}
        if loser is not None:
            winner = next(seat for seat in stacks if seat != loser)
            stacks[winner] += stacks[loser]
            stacks[loser] = 0
        after = tuple(SeatStack(seat, chips) for seat, chips in stacks.items())
        self.do(cmd.SettleHand(hand_no=self.state.hand_no, stacks=after))
        if is_owed(self.state):
            self.do(cmd.BetweenHands(at_ms=0))

    def play_hand(self) -> Lineup:
        """Settle the running hand, start another one, and return its lineup."""
        self.settle()
        return self.start_hand()

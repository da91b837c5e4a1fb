"""A table that lives in memory: the engines and the dealer, nothing kept."""

from collections.abc import Sequence
from uuid import UUID

from tables.dealer import shuffle
from tables.dealer.button import draw_for_button
from tables.engine.hand.commands import Act, StartHand, TimeOut
from tables.engine.hand.decide import advance
from tables.engine.hand.events import HandEvent, HandFinished
from tables.engine.hand.state import Hand
from tables.engine.rules.games import GAMES
from tables.engine.rules.terms import Card, Chips, SeatNo
from tables.engine.table import commands as table_commands
from tables.engine.table.bridge import hand_to_deal, hand_to_settle
from tables.engine.table.commands import TableCommand
from tables.engine.table.decide import decide_table, fold_table
from tables.engine.table.events import TableEvent
from tables.engine.table.state import NEW_TABLE, EntryChoice, TableConfig
from tables.engine.table.waiting import is_owed
from tables.lab.simulation.session import ENTRY_AT_ONCE


class MemoryTable:
    """One table without a database."""

    def __init__(self, config: TableConfig) -> None:
        self.table = NEW_TABLE
        self.hand: Hand | None = None
        self.hand_events: list[HandEvent] = []
        self.deck: Sequence[Card] = ()
        self._do(table_commands.OpenTable(config))

    def seat_player(self, seat: SeatNo, player: UUID, chips: Chips) -> None:
        """Seat a player who posts at once."""
        self._do(
            table_commands.TakeSeat(
                seat=seat, player=player, buy_in_chips=chips, at_ms=0, entry=ENTRY_AT_ONCE
            )
        )

    def top_up(self, seat: SeatNo, chips: Chips) -> None:
        """Add chips between hands."""
        self._do(table_commands.TopUp(seat, chips))

    def sit_in(self, seat: SeatNo) -> None:
        """Take cards again, posting what is owed."""
        self._do(table_commands.SitIn(seat, ENTRY_AT_ONCE))

    def buy_button(self, seat: SeatNo) -> None:
        """Take cards again, with both blinds in the small blind's place."""
        self._do(table_commands.SitIn(seat, EntryChoice.BUY_BUTTON))

    def set_options(self, seat: SeatNo, *, straddle: bool, run_it: bool) -> None:
        """Say what the player does of his own accord."""
        self._do(table_commands.SetSeatOptions(seat, straddle, run_it))

    def leave(self, seat: SeatNo) -> None:
        """End the player's game."""
        self._do(table_commands.Leave(seat, at_ms=0))

    def start_hand(self, seed: bytes) -> None:
        """Draw for the button if need be, then deal."""
        draw = draw_for_button(self.table, seed)
        if draw is not None:
            self._do(draw)
        self._do(table_commands.StartHand())
        lineup = self.table.hand
        if lineup is None:  # the last players asked to sit out
            return
        self.deck = shuffle(seed, faces=GAMES[lineup.game].deck).faces
        self.hand, self.hand_events = None, []
        self.play(hand_to_deal(self.table))

    def play(self, command: Act | TimeOut | StartHand) -> None:
        """Let the hand go on; its end is settled at the table."""
        events, self.hand = advance(self.hand, command, self.deck)
        self.hand_events += events
        last = events[-1]
        if isinstance(last, HandFinished):
            self._do(hand_to_settle(self.hand, last))

    def between_hands(self) -> None:
        """Let happen what waited for the hand's end, if anything did."""
        if is_owed(self.table):
            self._do(table_commands.BetweenHands(at_ms=0))

    def close(self) -> None:
        """Close the table."""
        self._do(table_commands.CloseTable(at_ms=0))

    def check_hand(self) -> None:
        """Nothing stands anywhere else that could differ."""

    def _do(self, command: TableCommand) -> tuple[TableEvent, ...]:
        events = decide_table(self.table, command)
        self.table = fold_table(self.table, events)
        return events

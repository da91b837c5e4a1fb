"""A table of the house: the same session through services, event store, sealed deck and ledger."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import UUID, uuid5

from django.db import transaction

from accounts.money.ledger import posting
from accounts.money.ledger import services as ledger
from accounts.money.ledger.balances import stacks_at
from accounts.money.ledger.chart import Book
from pokerhouse.commands.meta import BySystem, Meta
from pokerhouse.common.clock import now
from pokerhouse.common.ids import HandId, PlayerId, TableId, new_id
from tables.engine.hand.commands import Act, TimeOut
from tables.engine.hand.events import HandEvent
from tables.engine.hand.state import Hand
from tables.engine.rules.terms import Card, Chips, SeatNo
from tables.engine.table.state import EntryChoice, Table, TableConfig, TableState
from tables.lab.simulation.session import ENTRY_AT_ONCE, Broken
from tables.live import table as live_tables
from tables.live.table import LiveTable
from tables.services import actions, clock, floor, hands, seats
from tables.services.actions import Decision
from tables.services.between_hands import between_hands
from tables.services.records import load_hand

_WHO = BySystem("simulation")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DRAWER = uuid5(UUID(int=0), "pokerhouse simulation drawer")


class StoredTable:
    """One table in the play-money book; every call is one command of the house."""

    def __init__(self, config: TableConfig) -> None:
        self.table_id = TableId(new_id())
        self._keys = count(1)
        self._ahead = timedelta(0)
        """How far this table's clock has run ahead: nobody waits for a silent player."""
        floor.open_table(table_id=self.table_id, config=config, meta=self._meta())

    @property
    def table(self) -> Table:
        """As its feed has it."""
        return self._live().table

    @property
    def hand(self) -> Hand | None:
        """The running or last hand."""
        return self._live().hand

    @property
    def hand_events(self) -> list[HandEvent]:
        """The hand's events as they stand in the store."""
        hand_id, _ = self._live().last_hand
        return list(load_hand(self.table_id, hand_id))

    @property
    def deck(self) -> Sequence[Card]:
        """The deck of the hand, for its history."""
        return self._live().faces()

    def seat_player(self, seat: SeatNo, player: UUID, chips: Chips) -> None:
        """Pay the player's money in at the cage, then seat him."""
        self._deposit(player, chips)
        seats.buy_in(
            table_id=self.table_id,
            seat=seat,
            player=PlayerId(player),
            amount_chips=chips,
            entry=ENTRY_AT_ONCE,
            meta=self._meta(),
        )

    def top_up(self, seat: SeatNo, chips: Chips) -> None:
        """Pay in at the cage, then add to the stack."""
        player = self._player_in(seat)
        self._deposit(player, chips)
        seats.top_up(table_id=self.table_id, player=player, amount_chips=chips, meta=self._meta())

    def sit_in(self, seat: SeatNo) -> None:
        """Take cards again, posting what is owed."""
        self._sit_in(seat, ENTRY_AT_ONCE)

    def buy_button(self, seat: SeatNo) -> None:
        """Take cards again, with both blinds in the small blind's place."""
        self._sit_in(seat, EntryChoice.BUY_BUTTON)

    def set_options(self, seat: SeatNo, *, straddle: bool, run_it: bool) -> None:
        """Say what the player does of his own accord."""
        seats.set_options(
            table_id=self.table_id,
            player=self._player_in(seat),
            straddle=straddle,
            run_it=run_it,
            meta=self._meta(),
        )

    def leave(self, seat: SeatNo) -> None:
        """End the player's game."""
        seats.leave(table_id=self.table_id, player=self._player_in(seat), meta=self._meta())

    def start_hand(self, seed: bytes) -> None:
        """Deal the next hand from a sealed deck."""
        hands.start_next_hand(table_id=self.table_id, meta=self._meta(), seed=seed)

    def play(self, command: Act | TimeOut) -> None:
        """Send the decision as a player would."""
        if isinstance(command, Act):
            actions.act(
                decision=self._decision(command),
                player=self._player_dealt(command.seat),
                meta=self._meta(),
            )
        else:
            self._be_silent(command)

    def between_hands(self) -> None:
        """Let happen what waited for the hand's end, if anything did."""
        hand_no = self.table.hand_no
        between_hands(table_id=self.table_id, hand_no=hand_no, meta=self._meta())

    def _decision(self, command: Act) -> Decision:
        hand_id, _ = self._live().last_hand
        return Decision(
            hand=HandId(hand_id),
            turn=command.turn,
            action=command.kind,
            to=command.to_chips,
            cards=command.cards,
            n=command.times,
        )

    def _player_dealt(self, seat: SeatNo) -> PlayerId:
        _, hand = self._live().last_hand
        return PlayerId(hand.started.seats[hand.index[seat]].player)

    def _player_in(self, seat: SeatNo) -> PlayerId:
        seated = self.table.seat(seat)
        assert seated is not None
        return PlayerId(seated.player)

    def _sit_in(self, seat: SeatNo, entry: EntryChoice) -> None:
        player = self._player_in(seat)
        seats.sit_in(table_id=self.table_id, player=player, entry=entry, meta=self._meta())

    def _be_silent(self, command: TimeOut) -> None:
        """Let the turn's time pass, on this table's own clock, and the house act."""
        live = self._live()
        hand_id, _ = live.last_hand
        expires_at = _EPOCH + timedelta(milliseconds=live.expires_ms)
        self._ahead += max(timedelta(0), expires_at - self._now())
        clock.expire_turn(
            table_id=self.table_id,
            hand_id=hand_id,
            turn=command.turn,
            meta=self._meta(),
        )

    def close(self) -> None:
        """Close the table, so that no lobby offers it; a hand that runs is played out first."""
        floor.move_table(table_id=self.table_id, to=TableState.CLOSED, meta=self._meta())

    def check_hand(self) -> None:
        """
        Compare the books with the table.

        :raises Broken: if a player's stack in the ledger is not the one at the table.
        """
        live = self._live()
        stacks = {seat.player: seat.stack_chips for _, seat in live.table.occupied()}
        at_table = {player: chips for player, chips in stacks.items() if chips}
        in_books = stacks_at(self.table_id, Book.PLAY)
        if at_table != in_books:
            raise Broken(live.table.hand_no, f"{at_table} at the table, {in_books} in the books")

    def _live(self) -> LiveTable:
        return live_tables.get(self.table_id)

    def _meta(self) -> Meta:
        return Meta(_WHO, key=str(next(self._keys)), at=self._now())

    def _now(self) -> datetime:
        return now() + self._ahead

    def _deposit(self, player: UUID, chips: Chips) -> None:
        meta = self._meta()
        with transaction.atomic():
            ledger.post(
                posting.deposit(
                    player=PlayerId(player), drawer=_DRAWER, amount_cents=chips, book=Book.PLAY
                ),
                at=meta.at,
                actor=meta.actor,
                idem_key=f"{self.table_id} {meta.key}",
            )

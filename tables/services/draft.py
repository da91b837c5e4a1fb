"""
One command on its way: its events, the state after them, and the money that they move.

`commit` writes all of it in one transaction: events, command row, postings.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from msgspec import Struct
from msgspec.structs import replace

from accounts.ledger import posting
from accounts.ledger.days import gaming_day_of
from accounts.ledger.posting import Source, Transaction
from accounts.services import ledger
from pokerhouse.common.ids import PlayerId
from pokerhouse.eventstore.codec import encode_meta, house_time, time_ms
from pokerhouse.eventstore.commands import CommandRecord
from pokerhouse.eventstore.store import Head, NewEvent, append
from tables import codec
from tables.dealer import DealtDeck
from tables.engine import table_commands
from tables.engine.commands import Command, StartHand
from tables.engine.decide import advance
from tables.engine.events import DeckSealed, HandEvent, HandFinished, HandVoided, TurnStarted
from tables.engine.evolve import fold
from tables.engine.handover import hand_to_settle
from tables.engine.state import Hand
from tables.engine.table import decide_table
from tables.engine.table_commands import TableCommand
from tables.engine.table_events import (
    PlayerLeft,
    PlayerSeated,
    TableEvent,
    ToppedUp,
)
from tables.services.planning import next_move
from tables.services.room import Room, deadline_ms, keep, room_after


class Meta(Struct, frozen=True):
    """Who asks, under which command id, at which time of the house."""

    actor: str
    key: str
    at: datetime

    @property
    def at_ms(self) -> int:
        """The time in milliseconds since 1970."""
        return time_ms(house_time(self.at))


class Draft:
    """What a command will have done; nothing is written before `commit`."""

    def __init__(self, room: Room, meta: Meta) -> None:
        self.room = room
        self.before = room
        self.meta = meta
        self.events: list[NewEvent] = []
        self.postings: list[Transaction] = []
        self._meta_bytes = encode_meta(actor=meta.actor, command=meta.key, at=meta.at)

    def at_table(self, command: TableCommand) -> tuple[TableEvent, ...]:
        """
        Decide a command of the table, and post the money that its events move.

        :raises RuleViolation: if the table's rules forbid it.
        """
        events = decide_table(self.room.table, command)
        for event in events:
            self.record_at_table(event)
        return events

    def start_hand(self, hand_id: UUID, dealt: DealtDeck, command: StartHand) -> None:
        """
        Start a hand in a stream of its own; the sealed deck stands right behind its commitment.

        :raises RuleViolation: if it cannot be started.
        """
        started, *others = advance(None, command, dealt.deck.faces)[0]
        sealed = DeckSealed(dealt.sealed.key_id, dealt.sealed.nonce, dealt.sealed.ciphertext)
        events = (started, sealed, *others)
        self.room = replace(self.room, hand_id=hand_id, hand_version=0, deck=dealt.deck)
        self._record(events, fold(events))

    def in_hand(self, command: Command) -> None:
        """
        Decide a command of the running hand; its end is settled at once, table and books.

        :raises RuleViolation: if the rules of the game forbid it.
        """
        deck = self.room.deck
        self._record(*advance(self.room.hand, command, deck.faces if deck is not None else ()))

    def commit(self, record: CommandRecord | None) -> Head:
        """
        Write everything, in one transaction.

        :raises LostRace: and whatever else the store and the ledger refuse.
        """
        move = next_move(self.before, self.room, self.meta.at_ms)
        if self.postings:
            with transaction.atomic():
                head = append(self.room.head, self.events, command=record, agenda=move)
                for draft in self.postings:
                    ledger.post(
                        draft,
                        at=self.meta.at,
                        actor=self.meta.actor,
                        gaming_day=gaming_day_of(self.meta.at),
                    )
        else:
            head = append(self.room.head, self.events, command=record, agenda=move)
        keep(replace(self.room, head=head))
        return head

    def record_at_table(self, event: TableEvent) -> None:
        """Record an event of the table, and the posting of the money that it moves."""
        version = self.room.table_version + 1
        table_id = self.room.table_id
        self.events.append(
            codec.to_store(
                event,
                stream_kind=codec.TABLE,
                stream=table_id,
                version=version,
                meta=self._meta_bytes,
            )
        )
        self.room = replace(room_after(self.room, event), table_version=version)
        source = Source(table_id, version)
        posted = _money_of(event, self.room, source)
        if posted is not None:
            self.postings.append(posted)

    def _record(self, events: Sequence[HandEvent], hand: Hand | None) -> None:
        version, hand_id = self.room.hand_version, self.room.hand_id
        assert hand_id is not None
        for event in events:
            version += 1
            self.events.append(
                codec.to_store(
                    event,
                    stream_kind=codec.HAND,
                    stream=hand_id,
                    version=version,
                    meta=self._meta_bytes,
                )
            )
        self.room = replace(self.room, hand=hand, hand_version=version)
        if any(type(event) is TurnStarted for event in events):
            self.room = replace(self.room, deadline_ms=deadline_ms(self.room, self.meta.at_ms))
        last = events[-1]
        if type(last) is HandFinished:
            self._settle(last)
        elif type(last) is HandVoided:  # nothing was posted: the books know settled hands only
            hand_no = self.room.table.hand_no
            self.at_table(table_commands.VoidHand(hand_no, self.meta.at_ms))

    def _settle(self, finished: HandFinished) -> None:
        """The hand's end: one posting for its net, and the table's stacks (same transaction)."""
        hand, hand_id = self.room.hand, self.room.hand_id
        assert hand is not None
        assert hand_id is not None
        player_of = {entry.seat: PlayerId(entry.player) for entry in hand.started.seats}
        self.postings.append(
            posting.hand_settlement(
                source=Source(hand_id, self.room.hand_version),
                table=self.room.table_id,
                net_chips={player_of[r.seat]: r.net_chips for r in finished.results},
                rake=finished.rake_chips,
                jackpot_drop=finished.jackpot_chips,
                book=self.room.book,
            )
        )
        self.at_table(hand_to_settle(hand, finished, self.meta.at_ms))


def _money_of(event: TableEvent, room: Room, source: Source) -> Transaction | None:
    """Return the posting of a table event that moves money between wallet and stack."""
    match event:
        case PlayerSeated():
            make, player, chips = posting.buy_in, event.player, event.buy_in_chips
        case ToppedUp():
            make, player, chips = posting.top_up, event.player, event.added_chips
        case PlayerLeft() if event.paid_out_chips:
            make, player, chips = posting.leave, event.player, event.paid_out_chips
        case _:
            return None
    return make(
        player=PlayerId(player),
        table=room.table_id,
        amount_cents=chips,
        source=source,
        book=room.book,
    )

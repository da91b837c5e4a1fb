"""
One command on its way: its events, the state after them, and the money that they move.

`commit` writes all of it in one transaction: events, command row, agenda row, postings.
"""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

from django.db import transaction
from msgspec import Struct
from msgspec.structs import replace

from accounts.audit_trail import services as audit
from accounts.money.days.queries import day_for_correction
from accounts.money.ledger import posting
from accounts.money.ledger import services as ledger
from accounts.money.ledger.balances import posted_for, transaction_of, wallet_of
from accounts.money.ledger.chart import wallet
from accounts.money.ledger.posting import Source, Transaction
from pokerhouse.common.ids import PlayerId
from pokerhouse.eventstore.codec import encode_meta, house_time, since_epoch_ms
from pokerhouse.eventstore.commands import CommandRecord
from pokerhouse.eventstore.store import Head, NewEvent, append
from pokerhouse.realtime.bell import ring
from tables import projections
from tables.dealer import DealtDeck
from tables.engine.hand.commands import Command, StartHand, VoidHand
from tables.engine.hand.decide import advance
from tables.engine.hand.events import DeckSealed, HandEvent, HandFinished, HandVoided, TurnStarted
from tables.engine.hand.evolve import fold
from tables.engine.hand.state import Hand
from tables.engine.rules.terms import SeatNo
from tables.engine.table import commands as table_commands
from tables.engine.table.bridge import hand_to_settle
from tables.engine.table.commands import TableCommand
from tables.engine.table.decide import decide_table
from tables.engine.table.events import PlayerLeft, PlayerSeated, TableEvent, ToppedUp
from tables.live import codec
from tables.live import table as live_tables
from tables.live.codec import AnyEvent, Happened
from tables.live.table import MAX_RECENT, LiveTable, after_event, deadline_ms
from tables.services import notices
from tables.services.planning import next_move


class StaffNote(Struct, frozen=True):
    """What the staff's book says of a command; the row is written in the command's transaction."""

    action: str
    target: str
    facts: dict[str, object]


class Meta(Struct, frozen=True):
    """Who asks, under which command id, at which time of the house."""

    actor: str
    key: str
    at: datetime
    not_after: datetime | None = None
    """After this the sender does not want it any more; a repeat is answered all the same."""
    note: StaffNote | None = None
    """For a staff command, whose actor is a person's id."""

    @property
    def at_ms(self) -> int:
        """The time in milliseconds since 1970."""
        return since_epoch_ms(self.at)


class Posting(Struct, frozen=True):
    """A ledger transaction that the command causes."""

    transaction: Transaction
    gaming_day: date | None = None
    """Of the hand, which belongs to the day in which it began; else the day of the command."""
    wallet: str = ""
    """What it locks behind the table's stacks: wallets are taken in one order everywhere."""


class UnitOfWork:
    """What a command will have done; nothing is written before `commit`."""

    def __init__(self, live: LiveTable, meta: Meta) -> None:
        self.live = live
        self.before = live
        self.meta = meta
        self.events: list[NewEvent] = []
        self.table_events: list[TableEvent] = []
        self.postings: list[Posting] = []
        self.name = ""
        """Of a table that is opened."""
        self.noted: dict[str, object] = {}
        """What the staff's book says beside the note's facts: it is known once it is decided."""
        self.notices: list[notices.Notice] = []
        """What players are told beside what the events say by themselves."""
        self._meta_bytes = encode_meta(actor=meta.actor, command=meta.key, at=meta.at)
        self._at = house_time(meta.at)
        self._recent: list[Happened] = []

    def at_table(self, command: TableCommand) -> tuple[TableEvent, ...]:
        """
        Decide a command of the table, and post the money that its events move.

        :raises RuleViolation: if the table's rules forbid it.
        """
        events = decide_table(self.live.table, command)
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
        self.live = replace(
            self.live, hand_id=hand_id, hand_version=0, sealed=dealt.sealed, deadline_ms=None
        )
        self._record(events, fold(events))

    def in_hand(self, command: Command) -> None:
        """
        Decide a command of the running hand; its end is settled at once, table and books.

        A void needs no card, so that a hand whose key is lost can be taken back.
        :raises RuleViolation: if the rules of the game forbid it.
        """
        cards = () if type(command) is VoidHand else self.live.faces()
        self._record(*advance(self.live.hand, command, cards))

    def take_back(self, reason: str) -> None:
        """
        Take the last hand back, which was settled: its chips at the table, its lines in the books.

        A hand that moved nothing has no lines to reverse.
        :raises RuleViolation: if the table's rules forbid it.
        """
        hand, hand_id = self.live.hand, self.live.hand_id
        assert hand is not None
        assert hand_id is not None
        self.at_table(table_commands.TakeBackHand(hand.started.hand_no))
        posted = posted_for(Source(hand_id, self.live.hand_version))
        settled = transaction_of(posted)
        if not settled.lines:
            return
        taken_back = Source(self.live.table_id, self.live.table_version)
        reversal = posting.void(settled=settled, reverses=posted, source=taken_back, memo=reason)
        day = day_for_correction(date.fromisoformat(hand.started.gaming_day), self.meta.at)
        self.postings.append(Posting(reversal, gaming_day=day))

    def record_at_table(self, event: TableEvent) -> None:
        """Record an event of the table, and the posting of the money that it moves."""
        version = self.live.table_version + 1
        table_id = self.live.table_id
        self._write(event, codec.TABLE, table_id, version)
        self.table_events.append(event)
        self.live = after_event(self.live, event, version)
        posted = _money_of(event, self.live, Source(table_id, version))
        if posted is not None:
            self.postings.append(posted)

    def commit(self, record: CommandRecord) -> Head:
        """
        Write everything, in one transaction; then ring the bell for whoever watches the table.

        :raises LostRace: and whatever else the store and the ledger refuse.
        """
        move = next_move(self.before, self.live, self.meta.at_ms)
        told = [*notices.notices_of(self.before, self.table_events), *self.notices]
        is_more = bool(self.postings or self.meta.note or told)
        if is_more or projections.is_due(self.before, self.live):
            with transaction.atomic():
                head = append(self.live.head, self.events, command=record, agenda=move)
                projections.write(self.before, self.live, self.meta.at, self.name)
                self._post()
                self._write_note()
                notices.send(self.live.table_id, told, self.meta.at)  # inboxes are locked last
        else:
            head = append(self.live.head, self.events, command=record, agenda=move)
        live_tables.put(replace(self.live, head=head, recent=tuple(self._recent[-MAX_RECENT:])))
        transaction.on_commit(lambda: ring(head.shard, head.seq), robust=True)
        if projections.is_news(self.before, self.live):
            transaction.on_commit(notices.ring_lobby, robust=True)
        return head

    def _post(self) -> None:
        """Post in the order of LEDGER's locks: what only touches stacks, then wallets by id."""
        for work in sorted(self.postings, key=lambda work: work.wallet):
            ledger.post(
                work.transaction,
                at=self.meta.at,
                actor=self.meta.actor,
                gaming_day=work.gaming_day,
            )

    def _write_note(self) -> None:
        note = self.meta.note
        if note is not None:
            audit.record(
                actor=UUID(self.meta.actor),
                action=note.action,
                target=note.target,
                at=self.meta.at,
                facts={**note.facts, **self.noted},
            )

    def _record(self, events: Sequence[HandEvent], hand: Hand | None) -> None:
        version, hand_id = self.live.hand_version, self.live.hand_id
        assert hand_id is not None
        for event in events:
            version += 1
            self._write(event, codec.HAND, hand_id, version)
        self.live = replace(self.live, hand=hand, hand_version=version)
        last = events[-1]
        if type(last) is TurnStarted:
            self.live = replace(self.live, deadline_ms=deadline_ms(self.live, self.meta.at_ms))
        elif type(last) is HandFinished:
            self._settle(last)
        elif type(last) is HandVoided:  # nothing was posted: the books know settled hands only
            hand_no = self.live.table.hand_no
            at_ms = self.meta.at_ms
            self.at_table(table_commands.VoidHand(hand_no, at_ms, self._uncovered()))

    def _write(self, event: AnyEvent, kind: str, stream: UUID, version: int) -> None:
        """Add an event to what is stored, and to what whoever watches is shown."""
        meta = self._meta_bytes
        self.events.append(
            codec.to_store(event, stream_kind=kind, stream=stream, version=version, meta=meta)
        )
        seq = self.before.head.seq + len(self.events)
        place = (self.live.table_id, seq, stream, version, self._at)
        self._recent.append(Happened(*place, event))

    def _settle(self, finished: HandFinished) -> None:
        """The hand's end: one posting for its net, and the table's stacks (same transaction)."""
        hand, hand_id = self.live.hand, self.live.hand_id
        assert hand is not None
        assert hand_id is not None
        player_of = {entry.seat: PlayerId(entry.player) for entry in hand.started.seats}
        settled = posting.hand_settlement(
            source=Source(hand_id, self.live.hand_version),
            table=self.live.table_id,
            net_chips={player_of[r.seat]: r.net_chips for r in finished.results},
            rake=finished.rake_chips,
            jackpot_drop=finished.jackpot_chips,
            book=self.live.book,
        )
        day = date.fromisoformat(hand.started.gaming_day)
        self.postings.append(Posting(settled, gaming_day=day))
        at_ms = self.meta.at_ms
        self.at_table(hand_to_settle(hand, finished, at_ms=at_ms, uncovered=self._uncovered()))

    def _uncovered(self) -> tuple[SeatNo, ...]:
        """Return the seats that queued a top-up which their wallet does not hold any more."""
        return tuple(
            number
            for number, seat in self.live.table.occupied()
            if seat.queued_top_up_chips
            and wallet_of(PlayerId(seat.player), self.live.book) < seat.queued_top_up_chips
        )


def _money_of(event: TableEvent, live: LiveTable, source: Source) -> Posting | None:
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
    moved = make(
        player=PlayerId(player),
        table=live.table_id,
        amount_cents=chips,
        source=source,
        book=live.book,
    )
    return Posting(moved, wallet=str(wallet(PlayerId(player), live.book).id))

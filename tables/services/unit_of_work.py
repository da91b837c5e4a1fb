"""
One command on its way: its events, the state after them, and the money that they move.

`outcome` is what the kernel writes in one transaction: events, command row, agenda row, postings.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from accounts.audit_trail.services import audited
from accounts.money.days.queries import day_for_correction
from accounts.money.ledger import posting
from accounts.money.ledger import services as ledger
from accounts.money.ledger.balances import posted_for, transaction_of
from accounts.money.ledger.chart import wallet
from accounts.money.ledger.posting import Source, Transaction
from pokerhouse.agenda import planned
from pokerhouse.commands.effects import Effect, Kind
from pokerhouse.commands.meta import Meta
from pokerhouse.commands.outcome import FeedOutcome
from pokerhouse.common.ids import PlayerId
from pokerhouse.eventstore.codec import encode_meta, house_time
from pokerhouse.eventstore.store import Head, NewEvent
from pokerhouse.realtime.bell import ring
from tables import projections
from tables.dealer import DealtDeck
from tables.engine.hand.commands import Command, StartHand, VoidHand
from tables.engine.hand.decide import advance
from tables.engine.hand.events import DeckSealed, HandEvent, HandFinished, HandVoided, TurnStarted
from tables.engine.hand.evolve import fold
from tables.engine.hand.state import Hand
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
from tables.services.planning import next_move, seats_move


class StaffNote(Struct, frozen=True):
    """What the audit trail says of the command, if staff asked for it."""

    action: str
    target: str
    facts: dict[str, object]


class Receipt(Struct, frozen=True):
    """What a command did: the feed's numbers of its events, and the turn that is owed after it."""

    from_seq: int
    to_seq: int
    turn: int
    is_repeat: bool = False
    staff_version: int = 0
    """The table's after it (`LiveTable.staff_version`); 0 where an older house wrote it."""


class Posting(Struct, frozen=True):
    """A ledger transaction that the command causes."""

    transaction: Transaction
    gaming_day: date | None = None
    """Of the hand, which belongs to the day in which it began; else the day of the command."""
    wallet: str = ""
    """What it locks behind the table's stacks: wallets are taken in one order everywhere."""


class UnitOfWork:
    """What a command will have done; nothing is written before its outcome."""

    def __init__(self, live: LiveTable, meta: Meta) -> None:
        self.live = live
        self.before = live
        self.meta = meta
        self.events: list[NewEvent] = []
        self.table_events: list[TableEvent] = []
        self.postings: list[Posting] = []
        self.name = ""
        """Of a table that is opened."""
        self.note: StaffNote | None = None
        """For the audit trail; a verb of staff sets it, with what is known once it is decided."""
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
        hand_id, hand = self.live.last_hand
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

    def outcome(self) -> FeedOutcome:
        """Return what is written, all of it in one transaction, and what is told after it."""
        first = self.before.head.seq + 1
        last = first + len(self.events) - 1
        publish = [notices.tell_lobby] if projections.is_news(self.before, self.live) else []
        return FeedOutcome(
            head=self.before.head,
            events=self.events,
            agenda=next_move(self.before, self.live, self.meta.at_ms),
            receipt=Receipt(first, last, self.live.turn, staff_version=self.live.staff_version),
            effects=list(self._effects()),
            publish=[lambda: ring(self.live.table_id, last), *publish],
            on_written=self._cache,
        )

    def _cache(self, head: Head) -> None:
        recent = tuple(self._recent[-MAX_RECENT:])
        live_tables.put(replace(self.live, head=head, recent=recent))

    def _effects(self) -> Iterator[Effect]:
        meta = self.meta
        told = [*notices.notices_of(self.before, self.table_events), *self.notices]
        if projections.is_due(self.before, self.live):
            yield Effect(
                Kind.PROJECT,
                lambda: projections.write(self.before, self.live, meta.at, self.name),
            )
        for posted in self.postings:  # stacks, then wallets (docs/ledger.md#locks)
            yield Effect(Kind.POST, partial(self._post, posted), order=posted.wallet)
        seats = seats_move(self.before, self.live, meta.at_ms)
        if seats is not None:
            yield Effect(Kind.PLAN, lambda: planned.write(self.live.table_id, seats))
        if self.note is not None:
            yield from audited(meta, self.note.action, self.note.target, self.note.facts)
        if told:
            yield Effect(Kind.NOTIFY, lambda: notices.send(self.live.table_id, told, meta.at))

    def _post(self, posted: Posting) -> None:
        ledger.post(
            posted.transaction,
            at=self.meta.at,
            actor=self.meta.actor,
            gaming_day=posted.gaming_day,
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
            self.at_table(table_commands.VoidHand(self.live.table.hand_no))

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
        """
        The hand's end: one posting for its net, and the table's stacks (same transaction).

        Nothing else: what waited for it is a command of its own (`between_hands`).
        """
        hand_id, hand = self.live.last_hand
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
        self.at_table(hand_to_settle(hand, finished))


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

"""
What must be true of a house at any moment (docs/security.md#faults): each law one line.

Feeds are read from the store and folded from their first event; no cached state is used.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection
from msgspec import Struct

from accounts.money.ledger.balances import stacks_at
from accounts.money.ledger.chart import Book
from accounts.money.reconciliation import integrity
from accounts.people.inbox import queries as inbox
from pokerhouse.agenda.claims import overdue_count
from pokerhouse.agenda.models import Pulse
from pokerhouse.agenda.pulses import RELAY
from pokerhouse.common.ids import TableId
from pokerhouse.eventstore.codec import decode_meta, time_ms
from pokerhouse.eventstore.store import StoredEvent, read_feed
from pokerhouse.eventstore.verify import snapshot, verify_all
from tables.audit import money as audit_money
from tables.engine.hand.events import (
    Bet,
    BroughtIn,
    Called,
    HandEvent,
    HandFinished,
    HandVoided,
    Posted,
    PotAwarded,
    Raised,
    TimedOut,
    UncalledReturned,
)
from tables.engine.hand.invariants import problems
from tables.engine.table.events import HandTakenBack, LeaveRequested
from tables.engine.table.state import Table
from tables.engine.table.waiting import is_owed
from tables.live import codec
from tables.live.table import LiveTable, blank, fold_in
from tables.models import CardTable, HandEntry

MAX_NAMED = 20
MAX_HAND_AGE = timedelta(minutes=10)
MAX_LATENESS_S = 60
READ_BATCH = 5000
_TAKEN_BACK = codec.type_of(HandTakenBack)
_LEAVE_REQUESTED = codec.type_of(LeaveRequested)


class Law(Struct, frozen=True):
    """One law and where it does not hold: how often, and the first MAX_NAMED places."""

    name: str
    broken: tuple[str, ...]
    broken_count: int

    @property
    def is_kept(self) -> bool:
        """Whether nothing was found."""
        return not self.broken_count

    @property
    def unnamed_count(self) -> int:
        """How many places were found beyond those that are named."""
        return self.broken_count - len(self.broken)


class HouseFigures(Struct):
    """What was looked at."""

    feeds: int = 0
    events: int = 0
    tables: int = 0
    hands: int = 0


def audit(
    at: datetime, progress: Callable[[int], None] | None = None
) -> tuple[list[Law], HouseFigures]:
    """Return every law of the house with what breaks it, and how much was looked at."""
    with snapshot():  # so a house that plays on meanwhile breaks no law
        return _audit(at, progress)


def _audit(at: datetime, progress: Callable[[int], None] | None) -> tuple[list[Law], HouseFigures]:
    figures = HouseFigures()
    found: dict[str, list[str]] = {
        "every chain is valid and every feed gap-free": [],
        "every hand keeps the engine's laws": [],
        "contributions = awards + rake + jackpot + refunds in every hand": [],
        "stacks at the tables are the stacks in the books": [],
        "rows are what the feeds fold to": [],
        "no turn expired before its time": [],
        "no hand is older than ten minutes": [],
        "every settled hand has its one transaction": [],
        "every hand that was taken back has its one reversal": [],
        "rake and drop of a day = those of its hands - those of its reversals": [],
        "every inbox is gap-free": inbox.incomplete(),
        f"no turn waits {MAX_LATENESS_S} s beyond its time": [],
        f"nothing waits {MAX_LATENESS_S} s at a table while no hand runs": [],
    }
    chains, laws, pots, stacks, rows, early, ages, settled, reversed_, taken, _, late, owed = (
        found.values()
    )
    is_relayed = _is_relayed(at)
    for report in verify_all():
        figures.feeds += 1
        figures.events += report.event_count
        if report.fault is not None:
            chains.append(
                f"feed {report.fault.shard}, event {report.fault.seq}: {report.fault.kind}"
            )
    for row in CardTable.objects.order_by("id"):
        walk = _Walk(TableId(row.id), laws, pots, early)
        live = walk.to_the_end()
        figures.tables += 1
        figures.hands += walk.hands
        stacks += _stacks(live)
        rows += _row(row, live.table)
        rows += _voided_rows(walk)
        reversed_ += audit_money.unreversed(walk.table_id, walk.money)
        taken += audit_money.untaken(walk.table_id, walk.money)
        ages += _age(live, walk.last_at_ms, at)
        if is_relayed:  # without a relay the house is closed, and time given back later
            late += _late(live, at)
            owed += _owed(walk, at)
        if progress is not None:
            progress(figures.hands)
    settled += _unsettled()
    books = [
        Law(f"ledger: {finding.title}", finding.differences[:MAX_NAMED], finding.count)
        for finding in integrity.check_all()
    ]
    named = [Law(name, tuple(places[:MAX_NAMED]), len(places)) for name, places in found.items()]
    return [*named, *books, _agenda(at)], figures


class _Walk:
    """A table's feed from its first event, hand by hand."""

    def __init__(
        self, table_id: TableId, laws: list[str], pots: list[str], early: list[str]
    ) -> None:
        self.table_id = table_id
        self.hands = 0
        self.last_at_ms = 0
        self.owed_since_ms: int | None = None
        """When something began to wait that still does."""
        self.money = audit_money.Hands()
        self.voided: set[UUID] = set()
        """Hands that count for nothing, voided while they ran or taken back since."""
        self._laws = laws
        self._pots = pots
        self._early = early
        self._flow = 0
        self._said_gone = b""
        """The mark of the last command by which somebody left in a hand."""

    def to_the_end(self) -> LiveTable:
        live = blank(self.table_id)
        for stored in self._events():
            before, live = live, fold_in(live, (stored,))
            self.last_at_ms = time_ms(decode_meta(stored.meta).at)
            if stored.stream_kind == codec.HAND:
                self._hand_event(before, live, stored)
            else:
                self._table_event(live, stored)
            if live.is_hand_voided and not before.is_hand_voided:
                self.voided.add(live.last_hand[0])
        return live

    def _events(self) -> Iterator[StoredEvent]:
        after = 0
        while batch := read_feed(self.table_id, after, READ_BATCH):
            yield from batch
            after = batch[-1].seq

    def _table_event(self, live: LiveTable, stored: StoredEvent) -> None:
        if stored.type == _TAKEN_BACK:
            self.money.taken_back[stored.version] = live.last_hand[0]
        elif stored.type == _LEAVE_REQUESTED:
            self._said_gone = stored.meta
        if not is_owed(live.table):
            self.owed_since_ms = None
        elif self.owed_since_ms is None:
            self.owed_since_ms = self.last_at_ms

    def _hand_event(self, before: LiveTable, live: LiveTable, stored: StoredEvent) -> None:
        event = codec.hand_event(stored)
        is_early = isinstance(event, TimedOut) and self.last_at_ms < before.expires_ms
        if is_early and stored.meta != self._said_gone:  # who leaves in his turn ends it himself
            self._early.append(f"hand {stored.stream}, event {stored.seq}")
        self._flow += _into_the_middle(event)
        if not isinstance(event, HandFinished | HandVoided):
            return
        _, hand = live.last_hand
        self.hands += 1
        self._laws += [f"hand {stored.stream}: {found}" for found in problems(hand)]
        if isinstance(event, HandFinished):
            gaming_day = hand.started.gaming_day
            self.money.settled[stored.stream] = audit_money.result_of(event, gaming_day)
            if self._flow:
                self._pots.append(f"hand {stored.stream}: {self._flow} chips are not accounted for")
        self._flow = 0


def _into_the_middle(event: HandEvent) -> int:
    match event:
        case Posted():
            return event.chips
        case Called() | Bet() | Raised() | BroughtIn():
            return event.added_chips
        case UncalledReturned():
            return -event.chips
        case PotAwarded():
            shares = sum(share.chips for share in event.shares)
            return -(shares + event.rake_chips + event.jackpot_chips)
        case _:
            return 0


def _stacks(live: LiveTable) -> Iterator[str]:
    config = live.table.config
    if config is None or config.is_tournament:
        return
    stacks = {seat.player: seat.stack_chips for _, seat in live.table.occupied()}
    at_table = {UUID(str(player)): chips for player, chips in stacks.items() if chips}
    in_books = {UUID(str(p)): c for p, c in stacks_at(live.table_id, Book(config.book)).items()}
    for player in at_table.keys() | in_books.keys():
        here, there = at_table.get(player, 0), in_books.get(player, 0)
        if here != there:
            yield f"table {live.table_id}, player {player}: {here} there, {there} in the books"


def _row(row: CardTable, table: Table) -> Iterator[str]:
    folded = (table.state.value, table.hand_no, [seat.player for _, seat in table.occupied()])
    if (row.state, row.hand_no, row.players) != folded:
        yield f"table {row.id}: row {row.state}, hand {row.hand_no}; folded {folded[:2]}"


def _voided_rows(walk: _Walk) -> Iterator[str]:
    rows = HandEntry.objects.filter(table=walk.table_id, voided_at__isnull=False)
    for hand in walk.voided ^ set(rows.values_list("id", flat=True)):
        yield f"hand {hand}: row and feed differ on whether it counts"


def _age(live: LiveTable, last_at_ms: int, at: datetime) -> Iterator[str]:
    if live.hand is None or live.hand.is_over:
        return
    age = timedelta(milliseconds=at.timestamp() * 1000 - last_at_ms)
    if age > MAX_HAND_AGE:
        yield f"hand {live.hand_id} of table {live.table_id} has not moved for {age}"


def _late(live: LiveTable, at: datetime) -> Iterator[str]:
    """Not asked of the agenda: its row may be done while the turn still waits."""
    if live.hand is None or live.hand.actor is None or live.deadline_ms is None:
        return
    late_s = at.timestamp() - live.expires_ms / 1000
    if late_s > MAX_LATENESS_S:
        yield f"hand {live.hand_id} of table {live.table_id}, turn {live.turn}: {late_s:.0f} s"


def _owed(walk: _Walk, at: datetime) -> Iterator[str]:
    """A settled hand's leavers, top-ups and busts; no hand begins before (`between_hands`)."""
    if walk.owed_since_ms is None:
        return
    waits_s = at.timestamp() - walk.owed_since_ms / 1000
    if waits_s > MAX_LATENESS_S:
        yield f"table {walk.table_id}: {waits_s:.0f} s"


_UNSETTLED = """
SELECT format('hand %s, event %s: %s transactions', e.stream, e.version, count(t.id))
FROM event e LEFT JOIN ledger_transaction t
    ON t.source_stream = e.stream AND t.source_version = e.version AND t.kind = 'hand'
WHERE e.type = 'hand.finished' AND e.shard IN (SELECT id FROM card_table)
GROUP BY e.stream, e.version HAVING count(t.id) <> 1
ORDER BY 1
"""


def _unsettled() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(_UNSETTLED)
        return [sentence for (sentence,) in cursor.fetchall()]


def _is_relayed(at: datetime) -> bool:
    lately = at - timedelta(seconds=MAX_LATENESS_S)
    return Pulse.objects.filter(kind=RELAY, at__gte=lately).exists()


def _agenda(at: datetime) -> Law:
    name = f"nothing on the agenda is overdue by {MAX_LATENESS_S} s"
    if not _is_relayed(at):
        return Law(f"{name} (no relay runs: not asked)", (), 0)
    late = overdue_count(late_s=MAX_LATENESS_S)
    return Law(name, (f"{late} rows",) if late else (), 1 if late else 0)

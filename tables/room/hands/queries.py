"""One hand: its events as a viewer may see them, its history, the proof of its deck."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.conf import settings
from msgspec import Struct

from accounts.people.queries import screen_names
from pokerhouse.common.errors import DomainError
from pokerhouse.common.ids import HandId, PlayerId, TableId
from pokerhouse.eventstore.codec import house_time
from pokerhouse.eventstore.store import StoredEvent
from tables.dealer import open_deck, proof
from tables.engine.hand.dealing import Cards, faces_at
from tables.engine.hand.events import (
    BoardCorrected,
    BoardDealt,
    CardExposed,
    CardsDealt,
    CardsShown,
    DeckSealed,
    HandEvent,
    HandFinished,
    HandStarted,
    HandVoided,
)
from tables.engine.hand.state import Hand
from tables.engine.rules.terms import Card, Position, SeatNo
from tables.engine.table.state import TableConfig
from tables.histories.errors import Unwritable
from tables.histories.ohh.write import NO_CURRENCY, PLAY_MONEY, HandInfo, to_json, write_ohh
from tables.histories.phh.write import write_phh
from tables.histories.text.write import write_text
from tables.live import codec
from tables.live import table as live_tables
from tables.live.directory import table_of_hand, voided_at
from tables.live.feed import (
    dealt_to,
    hand_stream,
    known_at,
    seat_in,
    with_deck_of,
)
from tables.live.frames import player_frames
from tables.live.table import sealed_of
from tables.models import HandEntry
from tables.room.lobby.queries import MAX_PAGE, table


class HandRunning(DomainError):
    """The hand has not ended yet."""

    code: ClassVar[str] = "hand_running"


def hands(
    *,
    table_id: TableId | None = None,
    player: PlayerId | None = None,
    before_id: UUID | None = None,
    limit: int = MAX_PAGE,
) -> list[dict[str, Any]]:
    """Return hands, the latest first: of a table, of a player, before the hand `before_id`."""
    assert 0 < limit <= MAX_PAGE
    rows = HandEntry.objects.order_by("-id")
    if table_id is not None:
        rows = rows.filter(table_id=table_id)
    if player is not None:
        rows = rows.filter(players__contains=[player])
    if before_id is not None:
        rows = rows.filter(id__lt=before_id)
    return [
        {
            "hand": str(row.id),
            "table": str(row.table_id),
            "hand_no": row.hand_no,
            "players": [str(each) for each in row.players],
            "started_at": row.started_at,
            "ended_at": row.ended_at,
            "voided_at": row.voided_at,
        }
        for row in rows[:limit]
    ]


def hand_view(hand_id: HandId, player: PlayerId | None, *, at: datetime) -> dict[str, Any]:
    """
    Return the hand with its events, hidden ones as skips; clients replay the hand from them.

    :raises UnknownHand: if there is no such hand.
    """
    table_id = table_of_hand(hand_id)
    stored = hand_stream(table_id, hand_id)
    events = [codec.hand_event(each) for each in stored]
    started = _started(events)
    names = screen_names([entry.player for entry in started.seats])
    voided = voided_at(hand_id)
    return {
        "hand": str(hand_id),
        "table": str(table_id),
        "hand_no": started.hand_no,
        "is_over": _is_over(events),
        "voided_at": house_time(voided) if voided is not None else None,
        "players": [
            {
                "seat": entry.seat,
                "player": str(entry.player),
                "name": names.get(entry.player, str(entry.player)),
            }
            for entry in started.seats
        ],
        "events": player_frames(
            live_tables.newest(table_id), map(codec.happened, stored), player, at=at
        ),
    }


def phh_text(hand_id: HandId, player: PlayerId | None, *, with_deck: bool) -> str:
    """
    Return the finished hand in the PHH format, with shown cards and the reader's own.

    `with_deck` is for an auditor, who gets every card, because the hand is over.
    :raises UnknownHand: if there is no such hand.
    :raises HandRunning: if it is not over.
    :raises Unwritable: if it was taken back.
    """
    record = _record_of(hand_id, player, with_deck=with_deck)
    return write_phh(
        record.events,
        hole=record.hole,
        deck=record.deck,
        players=record.names,
        metadata={"table": str(record.table_id)},
    )


def ohh_json(hand_id: HandId, player: PlayerId | None, *, with_deck: bool) -> bytes:
    """
    Return the finished hand as Open Hand History, with the same cards as the PHH format.

    :raises UnknownHand: if there is no such hand.
    :raises HandRunning: if it is not over.
    :raises Unwritable: if it was taken back.
    """
    record = _record_of(hand_id, player, with_deck=with_deck)
    history = write_ohh(
        record.events,
        _hand_info(hand_id, record),
        hero=record.own_seat,
        hole=record.hole,
        deck=record.deck,
        players=record.names,
    )
    return to_json(history)


def plain_text(hand_id: HandId, player: PlayerId | None, *, with_deck: bool) -> str:
    """
    Return the finished hand as text, as players know it, with the same cards as the PHH format.

    :raises UnknownHand: if there is no such hand.
    :raises HandRunning: if it is not over.
    :raises Unwritable: if it was taken back.
    """
    record = _record_of(hand_id, player, with_deck=with_deck)
    return write_text(
        record.events,
        _hand_info(hand_id, record),
        hole=record.hole,
        deck=record.deck,
        players=record.names,
    )


class _Record(Struct, frozen=True, kw_only=True):
    """A hand that is over, with the cards and names that its reader may see."""

    table_id: TableId
    started_at: str
    events: list[HandEvent]
    own_seat: SeatNo | None
    hole: dict[SeatNo, list[Card]]
    """All cards that were dealt to the reader, in the order in which they came."""
    deck: Cards | None
    """For an auditor; after the deck's positions come those of shuffled discards (R-LOW-6)."""
    names: dict[SeatNo, str]


def _record_of(hand_id: HandId, player: PlayerId | None, *, with_deck: bool) -> _Record:
    table_id = table_of_hand(hand_id)
    stored = hand_stream(table_id, hand_id)
    events = _ended(hand_id, stored)
    if voided_at(hand_id) is not None:  # its stream has no event of it, if it was taken back
        raise Unwritable("The hand was taken back.")
    started = _started(events)
    names = screen_names([entry.player for entry in started.seats])
    own = seat_in(started, player)
    opened = with_deck_of(hand_id, stored) if with_deck or own is not None else None
    return _Record(
        table_id=table_id,
        started_at=codec.happened(stored[0]).at,
        events=events,
        own_seat=own,
        hole=_hole(events, own, opened),
        deck=_whole(opened) if with_deck and opened is not None else None,
        names={e.seat: names.get(e.player, str(e.player)) for e in started.seats},
    )


def _hand_info(hand_id: HandId, record: _Record) -> HandInfo:
    config = live_tables.get(record.table_id).config
    currency, exponent = _money_of(config)
    return HandInfo(
        hand=str(hand_id),
        started_at=record.started_at,
        table=table(record.table_id)["name"],
        seat_count=config.seat_count,
        currency=currency,
        exponent=exponent,
        is_tournament=config.is_tournament,
    )


def _money_of(config: TableConfig) -> tuple[str, int]:
    """Return the currency, and how many digits of its amounts come after the point."""
    if config.is_tournament:
        return NO_CURRENCY, 0
    if config.book == "play":
        return PLAY_MONEY, 0
    return settings.CURRENCY["code"], settings.CURRENCY["exponent"]


def proof_for(
    hand_id: HandId, player: PlayerId | None, *, with_deck: bool = False
) -> dict[str, object]:
    """
    Return the openings of the hand's public cards and of the viewer's own, and of no others.

    `with_deck` is for an auditor, who gets those of every card.
    :raises UnknownHand: if there is no such hand.
    :raises HandRunning: if it is not over.
    :raises UnknownKey: if the key of the deck no longer exists.
    """
    events = _ended(hand_id, hand_stream(table_of_hand(hand_id), hand_id))
    sealed = next(event for event in events if isinstance(event, DeckSealed))
    deck = open_deck(hand_id, sealed_of(sealed))
    if with_deck:
        return proof(hand_id, deck, range(len(deck.faces)))
    own = seat_in(_started(events), player)
    seen = {*_public(events), *_own(events, own)}
    # The place of a shuffled discard would show who had put it away (R-LOW-6): it stays closed.
    return proof(hand_id, deck, sorted(at for at in seen if at < len(deck.faces)))


def _public(events: Iterable[HandEvent]) -> Iterable[Position]:
    for event in events:
        match event:
            case BoardDealt() | CardsShown() | BoardCorrected():
                yield from event.positions
            case CardsDealt():
                for dealt in event.hands:
                    yield from dealt.positions if dealt.faces else ()
            case CardExposed():
                yield event.position
            case _:
                pass


def _own(events: Iterable[HandEvent], seat: SeatNo | None) -> Iterable[Position]:
    for event in events:
        yield from dealt_to(event, seat)


def _hole(
    events: Iterable[HandEvent], seat: SeatNo | None, opened: tuple[Hand, Cards] | None
) -> dict[SeatNo, list[Card]]:
    if seat is None or opened is None:
        return {}
    return {seat: list(known_at(*opened, tuple(_own(events, seat))).values())}


def _whole(opened: tuple[Hand, Cards]) -> Cards:
    hand, cards = opened
    count = len(cards) + sum(len(pool) for pool in hand.extras.pools)
    return faces_at(hand, cards, range(count))


def _started(events: Sequence[HandEvent]) -> HandStarted:
    started = events[0]
    assert isinstance(started, HandStarted)
    return started


def _is_over(events: Iterable[HandEvent]) -> bool:
    return any(isinstance(event, HandFinished | HandVoided) for event in events)


def _ended(hand_id: HandId, stored: Iterable[StoredEvent]) -> list[HandEvent]:
    events = [codec.hand_event(each) for each in stored]
    if not _is_over(events):
        raise HandRunning("The hand is still running.", hand=str(hand_id))
    return events

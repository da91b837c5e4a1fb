"""Fold: `evolve(state, event)` is total, never raises, never sees a hidden card."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from tables.engine.events import (
    Bet,
    BoardDealt,
    BoardDeclared,
    Called,
    CardsMucked,
    CardsShown,
    Checked,
    DeckSealed,
    Folded,
    HandEvent,
    HandFinished,
    HandStarted,
    HandVoided,
    HoleDealt,
    Posted,
    PotAwarded,
    Raised,
    TimedOut,
    TurnStarted,
    UncalledReturned,
)
from tables.engine.state import (
    ALL_IN,
    FINISHED,
    FOLDED,
    NOT_ACTED,
    RUN_OUT,
    SHOWDOWN,
    TIMED_OUT,
    VOIDED,
    Hand,
    SeatState,
)
from tables.engine.terms import PostKind, SeatNo

_DEAD_POSTS = (PostKind.DEAD, PostKind.BIG_BLIND_ANTE)  # tuples: hashing an enum is slow
_NO_STREET_BET = (PostKind.ANTE, *_DEAD_POSTS)


def evolve(hand: Hand | None, event: HandEvent) -> Hand | None:
    """Return the state after `event`; an event that does not fit leaves it as it is."""
    if hand is None:
        return _started(event) if type(event) is HandStarted else None
    return HANDLERS[type(event)](hand, event)


def fold(events: Iterable[HandEvent], hand: Hand | None = None) -> Hand | None:
    """Return the state after all `events`."""
    for event in events:
        hand = evolve(hand, event)
    return hand


def _started(event: HandStarted) -> Hand:
    return Hand(
        started=event,
        index={entry.seat: place for place, entry in enumerate(event.seats)},
        seats=tuple([SeatState(entry.seat, entry.stack_chips) for entry in event.seats]),
        price_chips=event.structure.big_blind,
        raise_size_chips=event.structure.big_blind,
    )


def _with_seat(hand: Hand, place: int, seat: SeatState) -> tuple[SeatState, ...]:
    seats = list(hand.seats)
    seats[place] = seat
    return tuple(seats)


def _change(hand: Hand, seat_no: SeatNo, **changes: Any) -> Hand:
    """Return `hand` with fields of one seat changed, and nobody to act."""
    place = hand.index.get(seat_no)
    if place is None:
        return hand
    seats = _with_seat(hand, place, replace(hand.seats[place], **changes))
    return replace(hand, seats=seats, actor=None)


def _unchanged(hand: Hand, _event: HandStarted | DeckSealed) -> Hand:
    return hand


def _posted(hand: Hand, event: Posted) -> Hand:
    place = hand.index.get(event.seat)
    if place is None:
        return hand
    seat = hand.seats[place]
    chips = event.chips
    dead = chips if event.kind in _DEAD_POSTS else 0
    seat = replace(
        seat,
        stack_chips=seat.stack_chips - chips,
        status=ALL_IN if event.is_all_in else seat.status,
        street_chips=seat.street_chips + (0 if event.kind in _NO_STREET_BET else chips),
        total_chips=seat.total_chips + chips - dead,
        dead_chips=seat.dead_chips + dead,
    )
    return replace(hand, seats=_with_seat(hand, place, seat), pot_chips=hand.pot_chips + chips)


def _hole_dealt(hand: Hand, event: HoleDealt) -> Hand:
    seats = list(hand.seats)
    count = 0
    for dealt in event.hands:
        place = hand.index.get(dealt.seat)
        if place is not None:
            positions = seats[place].positions + dealt.positions
            seats[place] = replace(seats[place], positions=positions)
            count += len(dealt.positions)
    return replace(hand, seats=tuple(seats), next_position=hand.next_position + count)


def _turn_started(hand: Hand, event: TurnStarted) -> Hand:
    if event.is_showdown:
        return replace(hand, turn=event.turn, actor=event.seat, phase=SHOWDOWN)
    return replace(hand, turn=event.turn, actor=event.seat)


def _folded(hand: Hand, event: Folded) -> Hand:
    place = hand.index.get(event.seat)
    if place is None:
        return hand
    seat = replace(hand.seats[place], status=FOLDED)
    return replace(hand, seats=_with_seat(hand, place, seat), actor=None)


def _checked(hand: Hand, event: Checked) -> Hand:
    return _change(hand, event.seat, acted_level=hand.price_chips)


def _called(hand: Hand, event: Called) -> Hand:
    place = hand.index.get(event.seat)
    if place is None:
        return hand
    added = event.added_chips
    seat = hand.seats[place]
    seat = replace(
        seat,
        stack_chips=seat.stack_chips - added,
        status=ALL_IN if event.is_all_in else seat.status,
        street_chips=event.to_chips,
        total_chips=seat.total_chips + added,
        acted_level=hand.price_chips,
    )
    return replace(
        hand, seats=_with_seat(hand, place, seat), actor=None, pot_chips=hand.pot_chips + added
    )


def _wagered(hand: Hand, event: Bet | Raised) -> Hand:
    place = hand.index.get(event.seat)
    if place is None:
        return hand
    added, to = event.added_chips, event.to_chips
    seat = hand.seats[place]
    seat = replace(
        seat,
        stack_chips=seat.stack_chips - added,
        status=ALL_IN if event.is_all_in else seat.status,
        street_chips=to,
        total_chips=seat.total_chips + added,
        acted_level=to,
    )
    raise_size = hand.started.structure.raise_size_after(
        hand.price_chips, to, hand.raise_size_chips
    )
    return replace(
        hand,
        seats=_with_seat(hand, place, seat),
        price_chips=to,
        raise_size_chips=raise_size,
        actor=None,
        aggressor=event.seat,
        pot_chips=hand.pot_chips + added,
    )


def _timed_out(hand: Hand, event: TimedOut) -> Hand:
    match event.outcome:
        case "all_in":
            return _change(hand, event.seat, has_timed_out=True, status=TIMED_OUT)
        case "folded":
            return _change(hand, event.seat, has_timed_out=True, status=FOLDED)
        case "checked":
            return _change(hand, event.seat, has_timed_out=True, acted_level=hand.price_chips)
        case "shown":  # CardsShown follows
            return _change(hand, event.seat, has_timed_out=True)


def _board_dealt(hand: Hand, event: BoardDealt) -> Hand:
    after = event.positions[-1] + 1 if event.positions else hand.next_position
    if event.is_run_out:
        return replace(
            hand,
            phase=RUN_OUT,
            street=hand.street + 1,
            board=hand.board + event.faces,
            next_position=after,
        )
    seats = [
        seat if seat.status == FOLDED else replace(seat, street_chips=0, acted_level=NOT_ACTED)
        for seat in hand.seats
    ]
    return replace(
        hand,
        seats=tuple(seats),
        street=hand.street + 1,
        price_chips=0,
        raise_size_chips=hand.started.structure.big_blind,
        aggressor=None,
        board=hand.board + event.faces,
        next_position=after,
    )


def _uncalled_returned(hand: Hand, event: UncalledReturned) -> Hand:
    place = hand.index.get(event.seat)
    if place is None:
        return hand
    seat = hand.seats[place]
    seat = replace(
        seat,
        stack_chips=seat.stack_chips + event.chips,
        street_chips=max(seat.street_chips - event.chips, 0),  # an ante that nobody matched
        total_chips=seat.total_chips - event.chips,
    )
    return replace(
        hand, seats=_with_seat(hand, place, seat), pot_chips=hand.pot_chips - event.chips
    )


def _cards_shown(hand: Hand, event: CardsShown) -> Hand:
    place = hand.index.get(event.seat)
    if place is None:
        return hand
    seat = replace(hand.seats[place], faces=event.faces)
    return replace(hand, seats=_with_seat(hand, place, seat), actor=None)


def _cards_mucked(hand: Hand, event: CardsMucked) -> Hand:
    return _change(hand, event.seat, has_mucked=True)


def _board_declared(hand: Hand, event: BoardDeclared) -> Hand:
    place = hand.index.get(event.seat)
    if place is None:
        return hand
    seat = replace(hand.seats[place], has_declared_board=True)
    return replace(hand, seats=_with_seat(hand, place, seat))  # still his turn


def _pot_awarded(hand: Hand, event: PotAwarded) -> Hand:
    seats = list(hand.seats)
    for share in event.shares:
        place = hand.index.get(share.seat)
        if place is not None:
            seat = seats[place]
            seats[place] = replace(seat, stack_chips=seat.stack_chips + share.chips)
    return replace(
        hand,
        seats=tuple(seats),
        phase=SHOWDOWN,
        pot_chips=hand.pot_chips - event.chips,
        taken_chips=hand.taken_chips + event.rake_chips + event.jackpot_chips,
    )


def _finished(hand: Hand, _event: HandFinished) -> Hand:
    return replace(hand, phase=FINISHED, actor=None)


def _voided(hand: Hand, _event: HandVoided) -> Hand:
    seats = [
        replace(seat, stack_chips=entry.stack_chips)
        for seat, entry in zip(hand.seats, hand.started.seats, strict=False)
    ]
    return replace(hand, seats=tuple(seats), phase=VOIDED, actor=None, pot_chips=0, taken_chips=0)


HANDLERS: dict[type, Callable[[Hand, Any], Hand]] = {
    HandStarted: _unchanged,
    DeckSealed: _unchanged,
    Posted: _posted,
    HoleDealt: _hole_dealt,
    TurnStarted: _turn_started,
    Folded: _folded,
    Checked: _checked,
    Called: _called,
    Bet: _wagered,
    Raised: _wagered,
    TimedOut: _timed_out,
    BoardDealt: _board_dealt,
    UncalledReturned: _uncalled_returned,
    CardsShown: _cards_shown,
    CardsMucked: _cards_mucked,
    BoardDeclared: _board_declared,
    PotAwarded: _pot_awarded,
    HandFinished: _finished,
    HandVoided: _voided,
}
"""Every event has its handler; a test walks the union."""

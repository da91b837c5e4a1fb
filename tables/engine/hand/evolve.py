"""Fold: `evolve(state, event)` is total, never raises, never sees a hidden card."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from tables.engine.hand import events as ev
from tables.engine.hand.bet_sizes import bet_sizes
from tables.engine.hand.betting import after_wager
from tables.engine.hand.evolve_cards import (
    board_corrected,
    board_dealt,
    card_exposed,
    cards_dealt,
    cards_discarded,
    cards_entered,
    discards_begun,
    hole_dealt,
    run_it_answered,
    stub_extended,
)
from tables.engine.hand.state import (
    AGREEING,
    ALL_IN,
    BETTING,
    DISCARDING,
    FINISHED,
    FOLDED,
    SHOWDOWN,
    TIMED_OUT,
    VOIDED,
    Hand,
    Round,
    SeatState,
)
from tables.engine.rules.games import game_of
from tables.engine.rules.terms import Chips, PostKind, SeatNo

_DEAD_POSTS = frozenset({PostKind.DEAD, PostKind.BIG_BLIND_ANTE})
_NO_STREET_BET = _DEAD_POSTS | {PostKind.ANTE}
_PRICE_LIFTING = frozenset({PostKind.STRADDLE, PostKind.KILL})
_BLINDS = frozenset({PostKind.SMALL_BLIND, PostKind.BIG_BLIND})
_PHASES = {"action": BETTING, "discard": DISCARDING, "run_it": AGREEING, "show": SHOWDOWN}


def evolve(hand: Hand | None, event: ev.HandEvent) -> Hand | None:
    """Return the state after `event`; an event that does not fit leaves it as it is."""
    if hand is None:
        return _started(event) if type(event) is ev.HandStarted else None
    return HANDLERS[type(event)](hand, event)


def fold(events: Iterable[ev.HandEvent], hand: Hand | None = None) -> Hand | None:
    """Return the state after all `events`."""
    for event in events:
        hand = evolve(hand, event)
    return hand


def _started(event: ev.HandStarted) -> Hand:
    game = game_of(event.game, event.rules)
    structure, rules = event.structure, event.rules
    low, high = bet_sizes(event, game, 0, ())
    price = 0 if event.big_blind is None else structure.big_blind
    short = structure.small_blind + structure.big_blind
    if rules.pl_sb_counts_as_bb:
        short += structure.big_blind - structure.small_blind
    seats: list[SeatState] = []
    index: dict[SeatNo, int] = {}
    for entry in event.seats:
        index[entry.seat] = len(seats)
        seats.append(SeatState(entry.seat, entry.stack_chips))
    has_cap = not structure.IS_BIG_BET or rules.cap_big_bet
    return Hand(
        started=event,
        game=game,
        index=index,
        seats=tuple(seats),
        price_chips=price,
        raise_size_chips=low,
        round=Round(low, high, len(event.seats), 0, short if price else 0),
        full_level_chips=price,
        full_bet_count=1 if price and has_cap and rules.cap_bb_counts else 0,  # R-CAP-1
    )


def _with_seat(hand: Hand, place: int, seat: SeatState) -> tuple[SeatState, ...]:
    seats = [*hand.seats]
    seats[place] = seat
    return tuple(seats)


def _change(hand: Hand, seat_no: SeatNo, **changes: Any) -> Hand:
    """Return `hand` with fields of one seat changed, and nobody to act."""
    place = hand.index.get(seat_no)
    if place is None:
        return hand
    seats = _with_seat(hand, place, replace(hand.seats[place], **changes))
    return replace(hand, seats=seats, actor=None)


def _unchanged(hand: Hand, _event: ev.HandStarted | ev.DeckSealed) -> Hand:
    return hand


def _posted(hand: Hand, event: ev.Posted) -> Hand:
    return all_posted(hand, (event,))


def all_posted(hand: Hand, events: Iterable[ev.Posted]) -> Hand:
    """Fold forced bets, which come several at once, in one step."""
    seats = [*hand.seats]
    index = hand.index
    price, size = hand.price_chips, hand.raise_size_chips
    pot, filled = 0, 0
    for event in events:
        place = index.get(event.seat)
        if place is None:
            continue
        chips, kind = event.chips, event.kind
        seat = seats[place]
        street, dead = seat.street_chips, 0
        if kind not in _NO_STREET_BET:
            street += chips
            filled += chips if kind in _BLINDS else 0
        elif kind in _DEAD_POSTS:
            dead = chips
            filled += _fills(hand, event)
        seats[place] = replace(
            seat,
            stack_chips=seat.stack_chips - chips,
            status=ALL_IN if event.is_all_in else seat.status,
            street_chips=street,
            total_chips=seat.total_chips + chips - dead,
            dead_chips=seat.dead_chips + dead,
        )
        pot += chips
        if kind in _PRICE_LIFTING and street > price:
            price, size = street, _size_after_lift(hand, kind, street, size)
    return replace(
        hand,
        seats=tuple(seats),
        price_chips=price,
        raise_size_chips=size,
        full_level_chips=hand.full_level_chips if price == hand.price_chips else price,
        pot_chips=hand.pot_chips + pot,
        round=_forced(hand.round, pot, filled),
    )


def _size_after_lift(hand: Hand, kind: PostKind, price: Chips, size: Chips) -> Chips:
    """A straddle doubles the smallest raise; in limit games a bet stays what it is."""
    is_open_ended = kind is PostKind.STRADDLE and hand.started.structure.IS_BIG_BET
    return max(size, price) if is_open_ended else size


def _forced(now: Round, chips: Chips, filled: Chips) -> Round:
    """Count forced chips, and how far they fill the blinds (R-MSD-2, R-PL-3)."""
    forced, short = now.forced_chips + chips, now.short_blind_chips - filled
    return Round(now.low_bet_chips, now.high_bet_chips, now.hand_count, forced, short)


def _fills(hand: Hand, event: ev.Posted) -> int:
    """What a post fills, beside the blinds, for a pot-sized raise (R-PL-2, R-PL-3)."""
    is_later = hand.started.rules.pl_bb_ante_counts == "second_round"
    return event.chips if is_later and event.kind is PostKind.BIG_BLIND_ANTE else 0


def turn_started(hand: Hand, event: ev.TurnStarted) -> Hand:
    """Fold a turn; public, because every decision ends in one."""
    return replace(hand, turn=event.turn, actor=event.seat, phase=_PHASES[event.asks])


def _folded(hand: Hand, event: ev.Folded) -> Hand:
    place = hand.index.get(event.seat)
    if place is None:
        return hand
    seats = [*hand.seats]
    seats[place] = replace(seats[place], status=FOLDED)
    return replace(hand, seats=tuple(seats), actor=None)


def _checked(hand: Hand, event: ev.Checked) -> Hand:
    return _change(hand, event.seat, acted_level=hand.price_chips)


def _called(hand: Hand, event: ev.Called) -> Hand:
    place = hand.index.get(event.seat)
    if place is None:
        return hand
    added = event.added_chips
    seats = [*hand.seats]
    seat = seats[place]
    seats[place] = replace(
        seat,
        stack_chips=seat.stack_chips - added,
        status=ALL_IN if event.is_all_in else seat.status,
        street_chips=event.to_chips,
        total_chips=seat.total_chips + added,
        acted_level=hand.price_chips,
    )
    return replace(hand, seats=tuple(seats), actor=None, pot_chips=hand.pot_chips + added)


def _wagered(hand: Hand, event: ev.Bet | ev.Raised) -> Hand:
    place = hand.index.get(event.seat)
    if place is None:
        return hand
    added, to = event.added_chips, event.to_chips
    seats = [*hand.seats]
    seat = seats[place]
    seats[place] = replace(
        seat,
        stack_chips=seat.stack_chips - added,
        status=ALL_IN if event.is_all_in else seat.status,
        street_chips=to,
        total_chips=seat.total_chips + added,
        acted_level=to,
    )
    raise_size, full_level, full_bet_count = after_wager(hand, to)
    return replace(
        hand,
        seats=tuple(seats),
        price_chips=to,
        raise_size_chips=raise_size,
        full_level_chips=full_level,
        full_bet_count=full_bet_count,
        actor=None,
        aggressor=event.seat,
        pot_chips=hand.pot_chips + added,
    )


def _brought_in(hand: Hand, event: ev.BroughtIn) -> Hand:
    """Others call the whole bring-in, even if its player was short (R-BRI-5)."""
    place = hand.index.get(event.seat)
    if place is None:
        return hand
    structure = hand.started.structure
    price = structure.bring_in
    seat = hand.seats[place]
    seat = replace(
        seat,
        stack_chips=seat.stack_chips - event.added_chips,
        status=ALL_IN if event.is_all_in else seat.status,
        street_chips=event.to_chips,
        total_chips=seat.total_chips + event.added_chips,
        acted_level=price,
    )
    low = hand.round.low_bet_chips
    is_completed = structure.HAS_COMPLETION and price < low
    return replace(
        hand,
        seats=_with_seat(hand, place, seat),
        price_chips=price,
        raise_size_chips=low - price if is_completed else low,
        full_level_chips=price,
        actor=None,
        pot_chips=hand.pot_chips + event.added_chips,
        round=_forced(hand.round, event.added_chips, 0),
    )


def _timed_out(hand: Hand, event: ev.TimedOut) -> Hand:
    match event.outcome:
        case "all_in":
            return _change(hand, event.seat, has_timed_out=True, status=TIMED_OUT)
        case "folded":
            return _change(hand, event.seat, has_timed_out=True, status=FOLDED)
        case "checked":
            return _change(hand, event.seat, has_timed_out=True, acted_level=hand.price_chips)
        case "shown" | "mucked" | "stood_pat" | "run_once":  # the event that says so follows
            return _change(hand, event.seat, has_timed_out=True)


def _uncalled_returned(hand: Hand, event: ev.UncalledReturned) -> Hand:
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


def _cards_shown(hand: Hand, event: ev.CardsShown) -> Hand:
    return all_shown(hand, (event,)) if event.seat in hand.index else hand


def all_shown(hand: Hand, events: Iterable[ev.CardsShown]) -> Hand:
    """Fold hands that are turned over, which are several at a showdown, in one step."""
    seats = [*hand.seats]
    for event in events:
        place = hand.index.get(event.seat)
        if place is not None:
            seats[place] = replace(seats[place], faces=event.faces)
    return replace(hand, seats=tuple(seats), actor=None)


def _cards_mucked(hand: Hand, event: ev.CardsMucked) -> Hand:
    return _change(hand, event.seat, has_mucked=True)


def _board_declared(hand: Hand, event: ev.BoardDeclared) -> Hand:
    place = hand.index.get(event.seat)
    if place is None:
        return hand
    seat = replace(hand.seats[place], has_declared_board=True)
    return replace(hand, seats=_with_seat(hand, place, seat))  # still his turn


def _pot_awarded(hand: Hand, event: ev.PotAwarded) -> Hand:
    seats = [*hand.seats]
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


def _finished(hand: Hand, _event: ev.HandFinished) -> Hand:
    return replace(hand, phase=FINISHED, actor=None)


def _voided(hand: Hand, _event: ev.HandVoided) -> Hand:
    seats = [
        replace(seat, stack_chips=entry.stack_chips)
        for seat, entry in zip(hand.seats, hand.started.seats, strict=False)
    ]
    return replace(hand, seats=tuple(seats), phase=VOIDED, actor=None, pot_chips=0, taken_chips=0)


HANDLERS: dict[type, Callable[[Hand, Any], Hand]] = {
    ev.HandStarted: _unchanged,
    ev.DeckSealed: _unchanged,
    ev.Posted: _posted,
    ev.HoleDealt: hole_dealt,
    ev.CardsDealt: cards_dealt,
    ev.DiscardsBegun: discards_begun,
    ev.CardsDiscarded: cards_discarded,
    ev.StubExtended: stub_extended,
    ev.BroughtIn: _brought_in,
    ev.CardExposed: card_exposed,
    ev.CardsEntered: cards_entered,
    ev.BoardCorrected: board_corrected,
    ev.RunItAnswered: run_it_answered,
    ev.TurnStarted: turn_started,
    ev.Folded: _folded,
    ev.Checked: _checked,
    ev.Called: _called,
    ev.Bet: _wagered,
    ev.Raised: _wagered,
    ev.TimedOut: _timed_out,
    ev.BoardDealt: board_dealt,
    ev.UncalledReturned: _uncalled_returned,
    ev.CardsShown: _cards_shown,
    ev.CardsMucked: _cards_mucked,
    ev.BoardDeclared: _board_declared,
    ev.PotAwarded: _pot_awarded,
    ev.HandFinished: _finished,
    ev.HandVoided: _voided,
}
"""Every event has its handler; a test walks the union."""

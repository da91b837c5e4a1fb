"""The fold of the events that move cards; as total as the rest of `evolve`."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tables.engine.hand import events as ev
from tables.engine.hand.bet_sizes import bet_sizes
from tables.engine.hand.state import (
    DISCARDING,
    FOLDED,
    NO_EXTRAS,
    NOT_ACTED,
    RUN_OUT,
    Board,
    Hand,
    HandExtras,
    Round,
    SeatState,
)
from tables.engine.hand.undealt import after_dealing, burns_for, left_count

MAX_MORE_BOARDS = 2


def hole_dealt(hand: Hand, event: ev.HoleDealt) -> Hand:
    """Every hand has its first cards."""
    seats = list(hand.seats)
    index = hand.index
    count = 0
    for dealt in event.hands:
        place = index.get(dealt.seat)
        if place is not None:
            positions = dealt.positions
            seats[place] = replace(seats[place], positions=positions)
            count += len(positions)
    return replace(hand, seats=tuple(seats), next_position=count)


def cards_dealt(hand: Hand, event: ev.CardsDealt) -> Hand:
    """A stud street: cards face up have faces, and so have all of a hand that lies open."""
    named = hand.game.index.get(event.street)
    place = hand.street if named is None else named
    has_doors = place == hand.street
    seats = _with_cards(hand, event, is_up=named is not None and hand.game.streets[place].up > 0)
    next_position, extras = hand.next_position, hand.extras
    if event.hands and event.hands[-1].positions:
        next_position = after_dealing(hand, event.hands[-1].positions[-1])
        if extras.skipped_burn_count and not has_doors:
            extras = _skipping(hand, extras.skipped_burn_count - 1)
    if has_doors or event.is_run_out:
        return replace(
            hand,
            seats=tuple(seats),
            phase=hand.phase if has_doors else RUN_OUT,
            street=place,
            next_position=next_position,
            extras=extras,
        )
    hand = replace(hand, next_position=next_position, extras=extras)
    return _street_begun(hand, seats, place)


def _with_cards(hand: Hand, event: ev.CardsDealt, *, is_up: bool) -> list[SeatState]:
    """
    Return the seats with a card more.

    Where it begins a round nothing is bet yet, which is said at once, as seats are many.
    """
    seats = list(hand.seats)
    index = hand.index
    begins_round = hand.game.index.get(event.street, hand.street) != hand.street
    is_fresh = begins_round and not event.is_run_out
    for dealt in event.hands:
        at = index.get(dealt.seat)
        if at is None:
            continue
        seat = seats[at]
        seats[at] = replace(
            seat,
            positions=seat.positions + dealt.positions,
            upcards=seat.upcards + dealt.faces if is_up else seat.upcards,
            faces=seat.faces + dealt.faces if seat.faces else (),
            street_chips=0 if is_fresh else seat.street_chips,
            acted_level=NOT_ACTED if is_fresh else seat.acted_level,
        )
    return seats


def _with_extras(hand: Hand, **changes: Any) -> Hand:
    return replace(hand, extras=replace(hand.extras, **changes))


def _skipping(hand: Hand, count: int) -> HandExtras:
    if count == hand.extras.skipped_burn_count:
        return hand.extras
    return replace(hand.extras, skipped_burn_count=count)


def board_dealt(hand: Hand, event: ev.BoardDealt) -> Hand:
    """Community cards; the first ones of a new street begin its round."""
    place = hand.game.index.get(event.street, hand.street)
    after = after_dealing(hand, event.positions[-1]) if event.positions else hand.next_position
    board = hand.board if event.board else hand.board + event.faces
    positions = hand.board_positions + event.positions
    extras = hand.extras
    if event.board or extras is not NO_EXTRAS:
        extras = _extras_after(hand, event, place)
    if event.is_run_out:
        return replace(
            hand,
            phase=RUN_OUT,
            street=place,
            board=board,
            board_positions=positions,
            next_position=after,
            extras=extras,
        )
    hand = replace(hand, board=board, board_positions=positions, next_position=after, extras=extras)
    return hand if place == hand.street else _street_begun(hand, hand.seats, place)


def _extras_after(hand: Hand, event: ev.BoardDealt, place: int) -> HandExtras:
    skipped = hand.extras.skipped_burn_count
    if skipped and event.positions and burns_for(hand, event.board):
        skipped -= 1
    more_boards = _with_another(hand, event, place) if event.board else hand.more_boards
    return replace(hand.extras, more_boards=more_boards, skipped_burn_count=skipped)


def _with_another(hand: Hand, event: ev.BoardDealt, place: int) -> tuple[Board, ...]:
    """A further board begins with the cards that it shares with the first one."""
    boards = list(hand.more_boards)
    if not 0 < event.board <= MAX_MORE_BOARDS:
        return hand.more_boards  # no event that `decide` makes
    before = sum([street.board for street in hand.game.streets[:place]])
    if event.board == len(boards) + 1:
        boards.append(hand.board[:before])
    if 0 < event.board <= len(boards):
        boards[event.board - 1] += event.faces
    return tuple(boards)


def discards_begun(hand: Hand, event: ev.DiscardsBegun) -> Hand:
    """The next street begins with its discards; in draw games after a burn."""
    place = hand.game.index.get(event.street, hand.street)
    if hand.game.streets[place].draw_up_to and hand.started.rules.deal_burn and left_count(hand):
        hand = _burned(hand)
    seats = [replace(seat, drawn_count=None) for seat in hand.seats]
    return _street_begun(replace(hand, phase=DISCARDING), seats, place)


def cards_discarded(hand: Hand, event: ev.CardsDiscarded) -> Hand:
    """The seat's hand without the old cards and with the new ones."""
    place = hand.index.get(event.seat)
    if place is None:
        return hand
    seat = hand.seats[place]
    kept = [position for position in seat.positions if position not in event.discarded]
    changed = replace(
        seat,
        positions=(*kept, *event.positions),
        discarded=seat.discarded + event.discarded,
        drawn_count=len(event.discarded),
    )
    seats = list(hand.seats)
    seats[place] = changed
    after = hand.next_position
    if event.positions:
        after = after_dealing(hand, event.positions[-1])
    return replace(hand, seats=tuple(seats), next_position=after, actor=None)


def stub_extended(hand: Hand, event: ev.StubExtended) -> Hand:
    """More cards follow the deck; shuffled ones with positions of their own."""
    if not event.is_shuffled:
        return _with_extras(hand, extension=hand.extras.extension + event.positions)
    first = len(hand.game.deck) + sum([len(pool) for pool in hand.extras.pools])
    renamed = tuple(range(first, first + len(event.positions)))
    pools = (*hand.extras.pools, event.positions)
    return _with_extras(hand, extension=hand.extras.extension + renamed, pools=pools)


def card_exposed(hand: Hand, event: ev.CardExposed) -> Hand:
    """R-MSD-4: another card comes and the exposed one is the next burn; or it lies open."""
    place = hand.index.get(event.seat)
    if place is None:
        return hand
    seat = hand.seats[place]
    seats = list(hand.seats)
    new = event.replaced_by
    if new is None:  # stud: his door card already
        seats[place] = replace(seat, upcards=(*seat.upcards, event.face))
        return replace(hand, seats=tuple(seats))
    positions = tuple([new if at == event.position else at for at in seat.positions])
    seats[place] = replace(seat, positions=positions)
    saved = 1 if hand.started.rules.deal_burn else 0
    return replace(
        hand,
        seats=tuple(seats),
        next_position=after_dealing(hand, new),
        extras=_skipping(hand, hand.extras.skipped_burn_count + saved),
    )


def cards_entered(hand: Hand, event: ev.CardsEntered) -> Hand:
    """Faces that nobody knew."""
    known = dict(zip(event.positions, event.faces, strict=False))
    count = len(hand.board)
    board = tuple(
        [
            known.get(position, face) if face is None else face
            for position, face in zip(hand.board_positions, hand.board, strict=False)
        ]
    )
    return replace(hand, board=(*board, *hand.board[len(board) : count]))


def board_corrected(hand: Hand, event: ev.BoardCorrected) -> Hand:
    """R-MSD-6: the street's cards are these."""
    count = len(event.positions)
    return replace(
        hand,
        board=hand.board[:-count] + event.faces,
        board_positions=hand.board_positions[:-count] + event.positions,
        next_position=event.next_position,
    )


def run_it_answered(hand: Hand, event: ev.RunItAnswered) -> Hand:
    """The fewest boards that anybody wants."""
    times = min(hand.extras.run_it_times or event.times, event.times)
    answered = (*hand.extras.run_it_answered, event.seat)
    hand = _with_extras(hand, run_it_times=times, run_it_answered=answered)
    return replace(hand, actor=None)


def _burned(hand: Hand) -> Hand:
    skipped = hand.extras.skipped_burn_count
    if skipped:
        return replace(hand, extras=_skipping(hand, skipped - 1))
    return replace(hand, next_position=hand.next_position + 1)


def _street_begun(hand: Hand, seats: Sequence[SeatState], place: int) -> Hand:
    """The round of street number `place` begins: nothing is bet, nobody has acted."""
    low, high = bet_sizes(hand.started, hand.game, place, seats)
    fresh: list[SeatState] = []
    live = 0
    for seat in seats:
        if seat.status == FOLDED:
            fresh.append(seat)
            continue
        live += 1
        is_fresh = seat.acted_level == NOT_ACTED and not seat.street_chips
        fresh.append(seat if is_fresh else replace(seat, street_chips=0, acted_level=NOT_ACTED))
    return replace(
        hand,
        seats=tuple(fresh),
        street=place,
        price_chips=0,
        raise_size_chips=low,
        round=Round(low, high, live, hand.round.forced_chips, hand.round.short_blind_chips),
        full_level_chips=0,
        full_bet_count=0,
        aggressor=None,
    )

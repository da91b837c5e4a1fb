"""
Where the button and the blinds are: the two methods, and their common law.

The law of the big blind (ADR 0006): it moves on clockwise, so nobody pays it in two hands
running while three or more are dealt in, and nobody is skipped for free. Seats are numbers on a
ring; `takers` may hold any position, `ready` are the takers and those who may come in.
"""

from collections.abc import Collection

from tables.engine.rules.terms import MAX_SEATS, SeatNo
from tables.engine.table.state import Positions


def next_seat(after: SeatNo, seats: Collection[SeatNo]) -> SeatNo:
    """Return the first of `seats` clockwise from `after`; `after` itself comes last."""
    return min(seats, key=lambda seat: (seat - after - 1) % MAX_SEATS)


def seat_before(before: SeatNo, seats: Collection[SeatNo]) -> SeatNo:
    """Return the first of `seats` counter-clockwise from `before`; `before` itself comes last."""
    return min(seats, key=lambda seat: (before - seat - 1) % MAX_SEATS)


def is_between(seat: SeatNo, start: SeatNo, end: SeatNo) -> bool:
    """Return whether `seat` lies between `start` and `end` clockwise, without these two."""
    return 0 < (seat - start) % MAX_SEATS < (end - start) % MAX_SEATS


def is_reached(seat: SeatNo, start: SeatNo, end: SeatNo) -> bool:
    """Return whether `seat` is between `start` and `end`, or is `end` itself and that has moved."""
    return is_between(seat, start, end) or seat == end != start


def opening_positions(drawn: SeatNo, ready: Collection[SeatNo]) -> Positions:
    """Return the positions of the first hand after a draw: everybody may hold any (R-ENT-1)."""
    button = drawn if drawn in ready else next_seat(drawn, ready)
    first = next_seat(button, ready)
    if len(ready) == 2:
        return Positions(button, button, first)
    return Positions(button, first, next_seat(first, ready))


def moving_positions(
    last: Positions,
    takers: Collection[SeatNo],
    ready: Collection[SeatNo],
    *,
    may_double_headsup: bool = True,
) -> Positions:
    """
    Return the positions under the moving button: it goes to the next taker, the small blind is
    the taker after him, the big blind the next ready seat.

    Source: R-BTN-2, R-ENT-1; two-handed R-BTN-5 and R-BTN-6 (`button.headsup_no_double_bb`).
    `takers` are at least two.
    """
    button = next_seat(last.button, takers)
    small = next_seat(button, takers)
    big = next_seat(small, ready)
    if big == button:
        if small == last.big_blind and not may_double_headsup:
            button, small = small, button
        return Positions(button, button, small)
    if big in takers and is_reached(big, last.button, last.big_blind):
        # Somebody came in between the last button and the last big blind (R-ENT-4), and counting
        # from the button would fall short: the big blind goes to the next in turn instead.
        big = next_seat(last.big_blind, ready)
        small = seat_before(big, takers)
        button = seat_before(small, takers)
    return Positions(button, small, big)


def dead_positions(
    last: Positions, ready: Collection[SeatNo], playing: Collection[SeatNo]
) -> Positions:
    """
    Return the positions under the dead button: the big blind goes to the next ready seat, the
    small blind's position is where it was, the button is where the small blind was; both may be
    empty seats. After a two-handed hand the button is the first seat right of the small blind.

    `playing` are those of `ready` who need no big blind to come in, at least two.
    Source: R-BTN-3 (TDA 2024 rule 32). For two see `two_handed_positions`.
    """
    big = next_seat(last.big_blind, ready)
    small = last.big_blind
    button = last.small_blind
    if last.is_heads_up or is_reached(button, small, big):
        button = seat_before(small, set(playing) - {big})
    return Positions(button, small, big)


def button_blind_positions(last: Positions, ready: Collection[SeatNo]) -> Positions:
    """
    Return the positions where the button posts the only blind: it goes to the next ready seat.

    The small blind's is the seat that speaks first; nobody posts it.
    Source: R-LOW-7 (short deck is played with antes and the button's blind).
    """
    button = next_seat(last.big_blind, ready)
    return Positions(button, next_seat(button, ready), button)


def as_usual(last: Positions, takers: Collection[SeatNo]) -> Positions:
    """Return `last` for the usual methods: with small blind and button right of the big blind."""
    big = last.big_blind
    others = set(takers) - {big}
    if not last.is_button_blind or not others:
        return last
    small = seat_before(big, others)
    return Positions(seat_before(small, others), small, big)


def two_handed_positions(last: Positions, dealt: Collection[SeatNo]) -> Positions:
    """
    Return the positions of two under the dead button: the big blind is the next of them after
    the last one, the other is button and small blind.

    Source: R-BTN-4 (TDA 2024 rule 34-B).
    """
    big = next_seat(last.big_blind, dealt)
    other = next_seat(big, dealt)
    return Positions(other, other, big)

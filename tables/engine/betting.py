"""Who owes a decision, and what he may put in: one set of predicates for `decide` and `legal`."""

from tables.engine.state import ABLE, FOLDED, NOT_ACTED, Hand, SeatState
from tables.engine.terms import Chips


def to_call(hand: Hand, seat: SeatState) -> Chips:
    """Return what the seat must add to stay in, at most its stack (RULES section 23)."""
    missing = hand.price_chips - seat.street_chips
    if missing <= 0:
        return 0
    return missing if missing < seat.stack_chips else seat.stack_chips  # noqa: FURB136 - hot path


def raise_refusal(hand: Hand, seat: SeatState) -> str | None:
    """Return why the seat may not bet or raise, as a code of R-ACT-9, or None if it may."""
    price = hand.price_chips
    if seat.street_chips + seat.stack_chips <= price:
        return "no_chips_to_raise"
    started = hand.started
    if seat.acted_level != NOT_ACTED and not started.structure.is_reopened(
        price, seat.acted_level, hand.raise_size_chips
    ):
        return "not_reopened"  # R-NL-6, R-NL-8
    for other in hand.seats:
        if (
            other.status == ABLE
            and other.seat != seat.seat
            and other.street_chips + other.stack_chips > price
        ):
            return None
    return None if started.rules.raise_unanswerable == "allow" else "no_opponent"  # R-NL-5


def raise_bounds(hand: Hand, seat: SeatState) -> tuple[Chips, Chips]:
    """Return the smallest and largest total of a bet or raise; a short stack is both."""
    return hand.started.structure.bounds(
        hand.price_chips, hand.raise_size_chips, seat.street_chips + seat.stack_chips
    )


def next_to_act(hand: Hand, start: int) -> tuple[SeatState | None, int, int]:
    """
    Return the first seat from place `start` on, clockwise, that owes a decision on this street,
    and how many hands are live and able. (`start` may be one past the last place.)

    No seat closes the round: all able players have acted and matched the price (R-ACT-4), or the
    only able one has already put in as much as every other live hand (R-ACT-10). The counts are
    exact then; beside a seat, 2 means two or more, which is all that matters.
    """
    price = hand.price_chips
    seats = hand.seats
    live = able = 0
    owed: SeatState | None = None
    for part in (seats[start:], seats[:start]):
        for seat in part:
            if seat.status == ABLE:
                able += 1
                if owed is None and (seat.street_chips < price or seat.acted_level == NOT_ACTED):
                    owed = seat
                if able > 1 and owed is not None:
                    return owed, 2, 2
            elif seat.status != FOLDED:
                live += 1
    if owed is not None and _has_matched_everybody(hand, owed):
        owed = None
    return owed, live + able, able


def _has_matched_everybody(hand: Hand, seat: SeatState) -> bool:
    return all(
        other.street_chips <= seat.street_chips for other in hand.seats if other.status != FOLDED
    )

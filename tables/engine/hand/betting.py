"""Who owes a decision, and what he may put in: one set of predicates for `decide` and `legal`."""

from tables.engine.hand.bet_sizes import is_bring_in_due
from tables.engine.hand.state import ABLE, FOLDED, NOT_ACTED, Hand, SeatState
from tables.engine.rules.limits import NoLimit
from tables.engine.rules.terms import MAX_SEATS, Chips

_OTHERS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    [
        tuple([(*range(place + 1, count), *range(place)) for place in range(count)])
        for count in range(MAX_SEATS + 1)
    ]
)
"""Of so many seats, the places after each of them, clockwise."""


def to_call(hand: Hand, seat: SeatState) -> Chips:
    """Return what the seat must add to stay in, at most its stack (docs/rules.md#formulas)."""
    missing = hand.price_chips - seat.street_chips
    if missing <= 0:
        return 0
    return missing if missing < seat.stack_chips else seat.stack_chips  # noqa: FURB136 - hot path


def raise_range(hand: Hand, seat: SeatState) -> tuple[Chips, Chips] | str:
    """
    Return the smallest and largest total of a bet or raise, or why the seat may make none.

    The reason is a code of R-ACT-9. One function for both, because every decision needs both. A
    short stack is both totals (R-NL-4); where `has_two_amounts` holds, nothing between is legal.
    Who opens a stud hand has `opening_range`.
    """
    price = hand.price_chips
    own_total = seat.street_chips + seat.stack_chips
    if own_total <= price:
        return "no_chips_to_raise"
    started = hand.started
    if hand.full_bet_count > started.rules.cap_raises and not _is_cap_lifted(hand):
        return "raise_capped"
    structure = started.structure
    if seat.acted_level != NOT_ACTED and not _is_reopened(hand, seat.acted_level):
        return "not_reopened"
    for other in hand.seats:
        if (
            other.status == ABLE
            and other is not seat
            and other.street_chips + other.stack_chips > price
        ):
            break
    else:
        if started.rules.raise_unanswerable != "allow":
            return "no_opponent"  # R-NL-5
    if type(structure) is NoLimit:
        min_to = price + hand.raise_size_chips
        return (min_to if min_to < own_total else own_total), own_total  # noqa: FURB136 - hot path
    low, high = hand.round.low_bet_chips, hand.round.high_bet_chips
    if low == high:  # raise_base + full_raise, worked out: limits ask for this at every decision
        level = hand.full_level_chips
        to = low if level < low and not hand.full_bet_count else level + low
        return (to, to) if to < own_total else (own_total, own_total)
    min_to = price + hand.raise_size_chips
    max_to = max(min_to, pot_sized(hand, seat)) if structure.IS_BIG_BET else price + high
    return min(min_to, own_total), min(max_to, own_total)


def _is_reopened(hand: Hand, acted_level: Chips) -> bool:
    """Return whether a player who acted at that price may raise again."""
    missing = hand.price_chips - acted_level
    if hand.started.structure.IS_BIG_BET:
        return missing >= hand.raise_size_chips  # R-NL-6, R-NL-8
    full = hand.round.low_bet_chips
    if full != hand.round.high_bet_chips:
        full = hand.raise_size_chips
    elif hand.street == 0 and acted_level < full and hand.started.big_blind is None:
        full -= acted_level  # after a bring-in, completing is a full raise (R-HLF-1)
    return 2 * missing >= full  # R-HLF-1, R-HLF-2: half a bet does


def raise_refusal(hand: Hand, seat: SeatState) -> str | None:
    """Return why the seat may not bet or raise, as a code of R-ACT-9, or None if it may."""
    found = raise_range(hand, seat)
    return found if isinstance(found, str) else None


def _is_cap_lifted(hand: Hand) -> bool:
    """Return whether raising is unlimited because two hands are left (R-CAP-3, R-CAP-4)."""
    rules = hand.started.rules
    is_stud_end = hand.game.family == "stud" and hand.is_last_street
    if rules.cap_lift_heads_up == "stud_last_round" and not is_stud_end:
        return False
    if not rules.cap_uncap_midround:
        return hand.round.hand_count == 2
    counted = [
        seat
        for seat in hand.seats
        if seat.status == ABLE or (seat.status != FOLDED and rules.cap_count_all_in)
    ]
    return len(counted) <= 2


def full_raise(hand: Hand) -> Chips:
    """Return what the next full bet or raise adds to `raise_base`."""
    low = hand.round.low_bet_chips
    if low != hand.round.high_bet_chips:
        return hand.raise_size_chips
    if not hand.full_bet_count and hand.full_level_chips < low:
        return low - hand.full_level_chips  # completing a bring-in or a short opening (R-BRI-2)
    return low


def raise_base(hand: Hand) -> Chips:
    """Return the price from which a raise counts: fixed limit ignores short all-ins (R-HLF-1)."""
    return hand.full_level_chips if _is_exact(hand) else hand.price_chips


def _is_exact(hand: Hand) -> bool:
    return hand.round.low_bet_chips == hand.round.high_bet_chips


def opening_range(hand: Hand, seat: SeatState) -> tuple[Chips, Chips]:
    """Return the bring-in and the largest opening (R-BRI-2); a short stack is both."""
    own_total = seat.street_chips + seat.stack_chips
    structure = hand.started.structure
    most = hand.round.low_bet_chips
    if not structure.HAS_COMPLETION:
        most = max(hand.round.high_bet_chips, structure.bring_in)
    return min(structure.bring_in, own_total), min(most, own_total)


def has_two_amounts(hand: Hand) -> bool:
    """Return whether only the smallest and the largest total are legal."""
    if hand.street > 1 or not hand.game.is_stud:
        return False
    rules, structure = hand.started.rules, hand.started.structure
    if hand.street == 0:
        is_two = structure.HAS_COMPLETION and rules.stud_opener_amounts == "two"
        return is_two and is_bring_in_due(hand)
    return (
        rules.stud_open_pair == "two_sizes"
        and hand.game.has_ranges
        and not structure.IS_BIG_BET
        and not _is_exact(hand)
    )


def pot_sized(hand: Hand, seat: SeatState) -> Chips:
    """Return the total of a raise by the whole pot, one's own call included (R-PL-2)."""
    price = hand.price_chips
    total = price + hand.pot_chips + (price - seat.street_chips)
    return total + hand.round.short_blind_chips if hand.street == 0 else total  # R-PL-3


def after_wager(hand: Hand, to: Chips) -> tuple[Chips, Chips, int]:
    """
    Return raise size, full level and the cap's count after a bet or raise to that total.

    A short all-in leaves the raise size (R-NL-7); of half a bet or more it counts (R-HLF-2).
    """
    added = to - hand.price_chips
    size = hand.raise_size_chips
    if hand.started.structure.IS_BIG_BET:
        if added < size:
            return size, to, hand.full_bet_count
        low = hand.round.low_bet_chips  # completing a bring-in makes the raise a whole bet
        count = hand.full_bet_count + 1 if hand.started.rules.cap_big_bet else 0
        return (added if added > low else low), to, count  # noqa: FURB136
    low, level, count = hand.round.low_bet_chips, hand.full_level_chips, hand.full_bet_count
    if low == hand.round.high_bet_chips:  # half of a bet counts as one
        due = low if count or level >= low else low - level  # completing counts from the bring-in
        return (size, to, count + 1) if 2 * (to - level) >= due else (size, level, count)
    if added >= size:
        return added, to, count + 1
    return (size, to, count + 1) if 2 * (to - level) >= size else (size, level, count)


def next_to_act(hand: Hand, place: int) -> SeatState | None:
    """
    Return the first seat clockwise from the one at `place`, which has just acted, that owes a
    decision on this street.

    None closes the round: all able players have acted and matched the price (R-ACT-4), or the
    only able one has already put in as much as every other live hand (R-ACT-10).
    """
    price = hand.price_chips
    seats = hand.seats
    owed: SeatState | None = None
    is_another_able = seats[place].status == ABLE
    for other in _OTHERS[len(seats)][place]:
        seat = seats[other]
        if seat.status != ABLE:
            continue
        if owed is not None:
            return owed
        if seat.street_chips < price or seat.acted_level == NOT_ACTED:
            if is_another_able:
                return seat
            owed = seat
        else:
            is_another_able = True
    if owed is None or _has_matched_everybody(hand, owed):
        return None
    return owed


def first_to_act(hand: Hand, place: int) -> SeatState | None:
    """Return the same at the beginning of a round, from the seat at `place` on."""
    first = hand.seats[place]
    if first.status != ABLE or (
        first.street_chips >= hand.price_chips and first.acted_level != NOT_ACTED
    ):
        return next_to_act(hand, place)
    for seat in hand.seats:
        if seat.status == ABLE and seat is not first:
            return first
    return None if _has_matched_everybody(hand, first) else first


def _has_matched_everybody(hand: Hand, seat: SeatState) -> bool:
    matched = [other.street_chips for other in hand.seats if other.status != FOLDED]
    return max(matched) <= seat.street_chips

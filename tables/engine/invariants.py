"""What must hold after every event; every broken law at once, for tests and audits."""

from tables.engine.cards import DECK_SIZE
from tables.engine.state import ABLE, ALL_IN, FINISHED, FOLDED, VOIDED, Hand, SeatState


def problems(hand: Hand) -> list[str]:
    """Return the laws that `hand` breaks, as sentences; nothing if all is well."""
    found = _chips(hand)
    for seat in hand.seats:
        found.extend(_seat(hand, seat))
    if hand.actor is not None:
        found.extend(_turn(hand, hand.of(hand.actor)))
    elif not hand.is_over:
        found.append("nobody owes a decision, and the hand is not over")
    if hand.next_position > DECK_SIZE:
        found.append(f"{hand.next_position} cards were dealt from {DECK_SIZE}")
    public = [c for c in hand.board if c is not None] + [c for s in hand.seats for c in s.faces]
    if len(set(public)) != len(public):
        found.append("a card lies face up twice")
    return found


def _chips(hand: Hand) -> list[str]:
    found: list[str] = []
    start = sum(entry.stack_chips for entry in hand.started.seats)
    behind = sum(seat.stack_chips for seat in hand.seats)
    if behind + hand.pot_chips + hand.taken_chips != start:
        found.append(
            f"{start} chips at the start, {behind} in stacks, {hand.pot_chips} in the pot and"
            f" {hand.taken_chips} taken now"
        )
    if hand.pot_chips < 0 or hand.taken_chips < 0:
        found.append("the pot or the take is negative")
    if hand.phase in {FINISHED, VOIDED} and hand.pot_chips:
        found.append(f"{hand.pot_chips} chips lie in the middle of a hand that is over")
    if not hand.is_over:
        put_in = sum(seat.total_chips + seat.dead_chips for seat in hand.seats)
        if put_in != hand.pot_chips:
            found.append(f"seats put in {put_in}, the pot holds {hand.pot_chips}")
    return found


def _seat(hand: Hand, seat: SeatState) -> list[str]:
    found: list[str] = []
    name = f"seat {seat.seat}"
    amounts = (seat.stack_chips, seat.street_chips, seat.total_chips, seat.dead_chips)
    if min(amounts) < 0:
        found.append(f"{name} has a negative amount: {amounts}")
    if seat.street_chips > seat.total_chips:
        found.append(f"{name} has more on this street than in the hand")
    if hand.actor is not None:
        if seat.status == ABLE and not seat.stack_chips:
            found.append(f"{name} is able without chips")
        if seat.status == ALL_IN and seat.stack_chips:
            found.append(f"{name} is all-in with {seat.stack_chips} behind")
    return found


def _turn(hand: Hand, seat: SeatState) -> list[str]:
    if seat.status == FOLDED or (seat.status != ABLE and hand.phase == 0):
        return [f"seat {seat.seat} owes a decision and cannot act"]
    return []

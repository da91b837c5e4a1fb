"""What must hold after every event; every broken law at once, for tests and audits."""

from tables.engine.hand.state import (
    ABLE,
    AGREEING,
    ALL_IN,
    BETTING,
    DISCARDING,
    FINISHED,
    FOLDED,
    TIMED_OUT,
    VOIDED,
    Board,
    Hand,
    SeatState,
)
from tables.engine.hand.undealt import left_count
from tables.engine.rules.terms import Card


def problems(hand: Hand) -> list[str]:
    """Return the laws that `hand` breaks, as sentences; nothing if all is well."""
    found = _chips(hand)
    for seat in hand.seats:
        found.extend(_seat(hand, seat))
    if hand.actor is not None:
        found.extend(_turn(hand, hand.of(hand.actor)))
    elif not hand.is_over:
        found.append("nobody owes a decision, and the hand is not over")
    if left_count(hand) < 0:
        found.append(f"{hand.next_position} cards were dealt, {-left_count(hand)} too many")
    found.extend(_cards(hand))
    return found


def _cards(hand: Hand) -> list[str]:
    found: list[str] = []
    shared = 0
    public: list[Card] = []
    for board in hand.boards:
        if board is not hand.board:  # what lay there before boards were split
            shared = _same_from_the_start(hand.board, board)
        public += [card for card in board[shared:] if card is not None]
    for seat in hand.seats:
        public += seat.faces or [card for card in seat.upcards if card is not None]
    if len(set(public)) != len(public):
        found.append("a card lies face up twice")
    held = [at for seat in hand.seats for at in seat.positions] + list(hand.board_positions)
    if len(set(held)) != len(held):
        found.append("a place of the deck was dealt twice")
    return found


def _same_from_the_start(one: Board, other: Board) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right or left is None:
            break
        count += 1
    return count


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
    if hand.actor is not None and hand.phase == BETTING:  # later an uncalled bet has come back
        if seat.status == ABLE and not seat.stack_chips:
            found.append(f"{name} is able without chips")
        if seat.status == ALL_IN and seat.stack_chips:
            found.append(f"{name} is all-in with {seat.stack_chips} behind")
    return found


def _turn(hand: Hand, seat: SeatState) -> list[str]:
    is_betting = hand.phase == BETTING
    if seat.status == FOLDED or (seat.status != ABLE and is_betting):
        return [f"seat {seat.seat} owes a decision and cannot act"]
    if seat.status == TIMED_OUT and hand.phase in {DISCARDING, AGREEING}:
        return [f"seat {seat.seat} owes a decision and has timed out"]
    return []

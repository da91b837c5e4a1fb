"""Open cards in stud decide who acts first (R-BRI, R-STU, R-LOW)."""

from collections import Counter
from typing import TypeAlias

from tables.engine.hand.state import FOLDED, Hand, SeatState
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import Card, SeatNo

_ACE = 12
_Order: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
_ONES: tuple[tuple[int, ...], ...] = tuple([(1,) * count for count in range(8)])
"""The groups of so many different ranks."""


def bring_in_seat(hand: Hand) -> SeatNo:
    """
    Return whose door card must open (R-BRI-1, R-BRI-3), all-in or not.

    The lowest, clubs below diamonds, hearts, spades; in razz the highest with the ace low, and
    with `stud.bring_in_card=high` the highest with the ace high (R-LOW-3, R-BRI-6).
    """
    rules = hand.started.rules
    doors = {seat.seat: _known(seat)[0] for seat in hand.seats if seat.upcards}
    if hand.game.is_low_stud:
        return max(doors, key=lambda seat: (_ace_low(doors[seat]), doors[seat] % 4))
    if rules.stud_bring_in_card == "high":
        return max(doors, key=doors.__getitem__)
    return min(doors, key=doors.__getitem__)


def first_board_place(hand: Hand) -> int:
    """
    Return the place of the hand whose open cards speak first (R-STU-3, R-LOW-3).

    The highest, in razz the lowest; of equal ones the first left of the dealer, or with
    `stud.tie_high=suit` the one whose highest card has the higher suit. Community cards are left
    out, except with `stud.community_first=community` (R-STU-8).
    """
    extra: tuple[Card, ...] = ()
    if hand.started.rules.stud_community_first == "community":
        extra = tuple([card for card in hand.board if card is not None])
    live = [seat for seat in hand.seats if seat.status != FOLDED]
    boards = {seat.seat: (*_known(seat), *extra) for seat in live}
    order = _low_order if hand.game.is_low_stud else _high_order
    orders = {seat: order(cards) for seat, cards in boards.items()}
    best = max(orders.values())
    equal = [seat for seat, found in orders.items() if found == best]
    if len(equal) > 1 and hand.started.rules.stud_tie_high == "suit":
        own = {seat: boards[seat][: len(boards[seat]) - len(extra)] for seat in equal}
        equal.sort(key=lambda seat: max(own[seat]), reverse=not hand.game.is_low_stud)
    return hand.index[equal[0]]


def _high_order(cards: tuple[Card, ...]) -> _Order:
    """Groups, then ranks; straights and flushes do not count."""
    alone = sorted([card // 4 for card in cards], reverse=True)
    if len(set(alone)) == len(alone):  # mostly; counting costs five times as much
        return _ONES[len(alone)], tuple(alone)
    groups = Counter(alone)
    ranks = sorted(groups, key=lambda rank: (groups[rank], rank), reverse=True)
    return tuple([groups[rank] for rank in ranks]), tuple(ranks)


def _low_order(cards: tuple[Card, ...]) -> _Order:
    """The same with the ace low; the lowest hand gets the greatest value."""
    groups = Counter([_ace_low(card) for card in cards])
    ranks = sorted(groups, key=lambda rank: (groups[rank], rank), reverse=True)
    return tuple([-groups[rank] for rank in ranks]), tuple([-rank for rank in ranks])


def _ace_low(card: Card) -> int:
    rank = card // 4
    return -1 if rank == _ACE else rank


def _known(seat: SeatState) -> tuple[Card, ...]:
    if None in seat.upcards:
        raise RuleViolation("unknown_cards", seats=[seat.seat])
    return seat.upcards  # type: ignore[return-value]

"""Open cards in stud decide who acts first (R-BRI, R-STU, R-LOW)."""

from functools import cache
from typing import TypeAlias

from tables.engine.hand.state import Hand, SeatState
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import Card, SeatNo

_ACE = 12
_Groups: TypeAlias = tuple[tuple[int, ...], ...]
_UNITS = tuple([1 << 3 * (card // 4) for card in range(52)])  # their sum counts each rank
_UNITS_ACE_LOW = tuple([1 << 3 * ((card // 4 + 1) % 13) for card in range(52)])


def bring_in_seat(hand: Hand) -> SeatNo:
    """
    Return whose door card must open (R-BRI-1, R-BRI-3), all-in or not.

    The lowest, clubs below diamonds, hearts, spades; in razz the highest with the ace low, and
    with `stud.bring_in_card=high` the highest with the ace high (R-LOW-3, R-BRI-6).
    """
    owners: dict[Card, SeatNo] = {}
    for seat in hand.seats:
        if seat.upcards:
            door = seat.upcards[0]
            if door is None:
                raise RuleViolation("unknown_cards", seats=[seat.seat])
            owners[door] = seat.seat
    if hand.game.is_low_stud:
        return owners[max(owners, key=_ace_low)]
    if hand.started.rules.stud_bring_in_card == "high":
        return owners[max(owners)]
    return owners[min(owners)]


def first_board_place(hand: Hand) -> int:
    """
    Return the place of the hand whose open cards speak first (R-STU-3, R-LOW-3).

    The highest, in razz the lowest; of equal ones the first left of the dealer, or with
    `stud.tie_high=suit` the one whose highest card has the higher suit. Community cards are left
    out, except with `stud.community_first=community` (R-STU-8).
    """
    is_low = hand.game.is_low_stud
    units = _UNITS_ACE_LOW if is_low else _UNITS
    rules = hand.started.rules
    community = 0
    if rules.stud_community_first == "community":
        community = sum([units[card] for card in hand.board if card is not None])
    live = hand.live()
    found: list[_Groups] = []
    for seat in live:
        counts = community
        for card in _known(seat):
            counts += units[card]
        found.append(_groups(counts))
    best = min(found) if is_low else max(found)
    first = live[found.index(best)]
    if rules.stud_tie_high == "suit" and found.count(best) > 1:
        equal = [seat for seat, groups in zip(live, found, strict=True) if groups == best]
        choose = min if is_low else max
        first = choose(equal, key=lambda seat: max(_known(seat)))
    return hand.index[first.seat]


@cache  # no more than 8,567 of them: four open cards and one of the community
def _groups(counts: int) -> _Groups:
    """
    Return the sizes of the groups of one rank, the largest first, and then their ranks.

    Straights and flushes do not count. `counts` has three bits for each rank.
    """
    sizes = [(counts >> 3 * rank & 7, rank) for rank in range(13)]
    return tuple(zip(*sorted([group for group in sizes if group[0]], reverse=True), strict=True))


def _ace_low(card: Card) -> int:
    return card - 52 if card // 4 == _ACE else card


def _known(seat: SeatState) -> tuple[Card, ...]:
    if None in seat.upcards:
        raise RuleViolation("unknown_cards", seats=[seat.seat])
    return seat.upcards  # type: ignore[return-value]

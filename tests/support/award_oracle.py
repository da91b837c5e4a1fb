"""
Who gets what, chip by chip and from docs/rules.md: pots, boards, halves, odd chips.

Shares nothing with `pots.py`, `awarding.py` and `ranking.py`; slow and short.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from tables.engine.hand.state import FOLDED, Hand, SeatState
from tables.engine.rules.terms import Card, Chips, SeatNo
from tests.support import five_cards_low as low
from tests.support.five_cards import (
    Value,
    value_of_best_five,
    value_of_five,
    value_of_two_and_three,
)

Cards = Sequence[Card]
Ranker = Callable[[Cards, Cards], Value | None]


def _any_five(value_of: Callable[[tuple[Card, ...]], Value | None]) -> Ranker:
    return lambda hole, board: low.best_of(value_of, (*hole, *board))


_TWO_AND_THREE: Ranker = value_of_two_and_three
RANKERS: dict[str, Ranker] = {
    "best5": lambda hole, board: value_of_best_five((*hole, *board)),
    "short_deck": _any_five(low.short_deck),
    "short_deck_trips": _any_five(low.short_deck_trips),
    "exactly2of4": _TWO_AND_THREE,
    "exactly2of5": _TWO_AND_THREE,
    "exactly2of6": _TWO_AND_THREE,
    "low8_exactly2": low.eight_or_better_with_two,
    "low8": _any_five(low.eight_or_better),
    "low_a5": _any_five(low.ace_to_five),
    "low_27": _any_five(low.deuce_to_seven),
    "badugi": lambda hole, board: low.badugi((*hole, *board)),
}
_OF_FIVE: dict[str, Callable[[tuple[Card, ...]], Value | None]] = {
    "best5": value_of_five,
    "low8": low.eight_or_better,
    "low_a5": low.ace_to_five,
}
_ACE = 12


def pots_chip_by_chip(hand: Hand) -> list[tuple[Chips, tuple[SeatNo, ...]]]:
    """R-POT-1, R-POT-2: the n-th chip of everybody is played for by who put in n and is live."""
    pots: list[tuple[Chips, tuple[SeatNo, ...]]] = []
    edges = sorted({seat.total_chips for seat in hand.seats} - {0})
    below = 0
    for edge in edges:  # between two totals every chip is like the next one
        who = [seat for seat in hand.seats if seat.total_chips >= edge]
        chips = len(who) * (edge - below)
        below = edge
        able = tuple(sorted(seat.seat for seat in who if seat.status != FOLDED))
        if pots and able in {pots[-1][1], ()}:
            pots[-1] = (pots[-1][0] + chips, pots[-1][1])
        else:
            pots.append((chips, able))
    if not pots:  # nothing was matched: a pot of nothing, or of dead money
        pots = [(0, tuple(sorted(seat.seat for seat in hand.seats if seat.status != FOLDED)))]
    dead = sum(seat.dead_chips for seat in hand.seats)
    return [(pots[0][0] + dead, pots[0][1]), *pots[1:]]


def winnings(hand: Hand, takes: Sequence[Chips]) -> dict[SeatNo, Chips]:
    """
    Return what each seat gets of the pots of `hand`, whose uncalled bet is back already.

    `takes` is what the house has of each pot, main pot first.
    """
    won: dict[SeatNo, Chips] = {seat.seat: 0 for seat in hand.seats}
    for (chips, eligible), take in zip(pots_chip_by_chip(hand), takes, strict=True):
        claims = [
            seat
            for seat in hand.seats
            if seat.seat in eligible
            and (len(eligible) == 1 or not seat.has_mucked or seat.has_declared_board)
        ]
        _give(hand, claims, chips - take, won)
    return won


def _give(hand: Hand, claims: list[SeatState], chips: Chips, won: dict[SeatNo, Chips]) -> None:
    if len(claims) == 1:
        won[claims[0].seat] += chips
        return
    unit = hand.started.chip_unit
    parts = [chips // unit // len(hand.boards) * unit for _ in hand.boards]
    parts[0] += chips - sum(parts)  # docs/cash-room.md#options: the odd chip to the first board
    for board, part in zip(hand.boards, parts, strict=True):
        faces = [card for card in board if card is not None]
        high = _best(hand, claims, faces, hand.game.hand_rules[0])
        low_ones = _best(hand, claims, faces, hand.game.hand_rules[-1])
        if len(hand.game.hand_rules) == 1 or not low_ones:
            _share(hand, high, part, hand.game.hand_rules[0], faces, won)
            continue
        for_low = part // unit // 2 * unit
        _share(hand, high, part - for_low, hand.game.hand_rules[0], faces, won)  # R-LOW-2
        _share(hand, low_ones, for_low, hand.game.hand_rules[1], faces, won)


def _best(hand: Hand, claims: list[SeatState], board: Cards, rule: str) -> list[SeatState]:
    values = {seat.seat: RANKERS[rule](seat.faces, board) for seat in claims}
    counted = [value for value in values.values() if value is not None]
    if not counted:
        return []
    best = max(counted)
    return [seat for seat in claims if values[seat.seat] == best]


def _share(
    hand: Hand,
    winners: list[SeatState],
    chips: Chips,
    rule: str,
    board: Cards,
    won: dict[SeatNo, Chips],
) -> None:
    """R-ODD-1 to R-ODD-7: rounds of one unit each, then what is left in order."""
    unit = hand.started.chip_unit
    if hand.game.family == "stud" and len(winners) > 1:
        winners = sorted(winners, key=lambda seat: _suited(hand, seat, rule, board), reverse=True)
    each = chips // unit // len(winners) * unit
    rest = chips - each * len(winners)
    for seat in winners:
        won[seat.seat] += each
        if hand.started.rules.odd_chip_distribution == "one_each" and rest >= unit:
            won[seat.seat] += unit
            rest -= unit
    won[winners[0].seat] += rest


def _suited(hand: Hand, seat: SeatState, rule: str, board: Cards) -> list[tuple[int, int]]:
    """R-ODD-6: own cards by rank, then suit, of the five that make the hand, or of all."""
    cards: Cards = seat.faces
    if hand.started.rules.odd_chip_stud == "five_cards":
        everything = (*seat.faces, *board)
        value = RANKERS[rule](seat.faces, board)
        choices = [five for five in combinations(everything, 5) if _OF_FIVE[rule](five) == value]
        return max(_own(hand, five, board) for five in choices)
    return _own(hand, cards, board)


def _own(hand: Hand, cards: Cards, board: Cards) -> list[tuple[int, int]]:
    def of(card: Card) -> tuple[int, int]:
        rank = card // 4
        return (-1 if hand.game.is_low_stud and rank == _ACE else rank, card % 4)

    return sorted((of(card) for card in cards if card not in board), reverse=True)

"""
Low hands in which the ace is low and neither straights nor flushes count, and badugi.

A set of ranks is a bit mask, the ace its lowest bit: of two sets of the same size the smaller
number is the better low. Strengths count from 1; smaller is stronger, equal is a split.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

from tables.engine.rules.ranking_scale import DEUCE_TO_SEVEN, STEEL_WHEEL, Strength, category_of
from tables.engine.rules.terms import Card

_ACE_LOW = "A23456789TJQK"
_ACE_HIGH = "23456789TJQKA"
_STRAIGHTS_ACE_HIGH = frozenset(0b11111 << lowest for lowest in range(9))
_EIGHT_OR_LESS = 0xFF

_BITS = tuple(1 << (card // 4 + 1) % 13 for card in range(52))
_UNITS = tuple(1 << (card // 4 + 1) % 13 * 3 for card in range(52))  # to count each rank up to 7
_RANK_AND_SUIT = tuple(bit << 4 | 1 << card % 4 for card, bit in enumerate(_BITS))


def _masks(count: int) -> list[int]:
    """Return all sets of `count` ranks, the best low first."""
    return sorted(sum(1 << rank for rank in ranks) for ranks in combinations(range(13), count))


_LOWS = tuple(_masks(5))
_LOWS_27 = tuple(mask for mask in _LOWS if mask not in _STRAIGHTS_ACE_HIGH)
_BADUGIS = tuple(mask for count in (4, 3, 2, 1) for mask in _masks(count))


def _lowest_five() -> tuple[Strength, ...]:
    """Return the strength of the lowest five ranks of every set; 0 for a set of fewer."""
    strengths = [0] * (1 << 13)
    for strength, mask in enumerate(_LOWS, 1):
        strengths[mask] = strength
    for mask in range(1 << 13):
        if mask.bit_count() > 5:
            strengths[mask] = strengths[mask ^ 1 << mask.bit_length() - 1]
    return tuple(strengths)


_LOWEST_FIVE = _lowest_five()
_BADUGI = {mask: strength for strength, mask in enumerate(_BADUGIS, 1)}
_SHAPES = {
    (2, 1, 1, 1): (1, "pair"),
    (2, 2, 1): (2, "two_pair"),
    (3, 1, 1): (3, "trips"),
    (3, 2): (4, "full_house"),
    (4, 1): (5, "quads"),
}


@cache
def _paired_lows() -> tuple[dict[int, Strength], tuple[str, ...]]:
    """
    Return the strengths of five cards with a pair or worse, and the words of these strengths.

    The keys are sums of `_UNITS`; the first strength comes after the last low without a pair.
    """
    hands = []
    for ranks in combinations_with_replacement(range(13), 5):
        groups = sorted(((ranks.count(rank), rank) for rank in {*ranks}), reverse=True)
        shape = _SHAPES.get(tuple(count for count, _ in groups))
        if shape is not None:
            order = [rank for _, rank in groups]
            hands.append((shape, order, sum(1 << 3 * rank for rank in ranks)))
    hands.sort()
    strengths = {units: len(_LOWS) + place for place, (_, _, units) in enumerate(hands, 1)}
    return strengths, tuple(word for (_, word), _, _ in hands)


def eight_or_better(hole: Sequence[Card], board: Sequence[Card]) -> Strength | None:
    """Return the strength, 1 to 56, of any five of the cards as a low; None if none (R-LOW-1)."""
    return _LOWEST_FIVE[_ranks_of(hole, board) & _EIGHT_OR_LESS] or None


def eight_or_better_with_two(hole: Sequence[Card], board: Sequence[Card]) -> Strength | None:
    """Return the same of two hole and three board cards (R-LOW-1, R-OMA-1)."""
    return _low_of_two_and_three(
        _ranks_of(hole, ()) & _EIGHT_OR_LESS, _ranks_of((), board) & _EIGHT_OR_LESS
    )


def ace_to_five(hole: Sequence[Card], board: Sequence[Card]) -> Strength:
    """Return the strength, 1 to 6175, of the best five cards as a low; a pair is bad (R-LOW-3)."""
    return _LOWEST_FIVE[_ranks_of(hole, board)] or _best_paired((*hole, *board))


def badugi(hole: Sequence[Card], board: Sequence[Card]) -> Strength:
    """Return the strength, 1 to 1092, of the cards' best badugi (R-LOW-5)."""
    choices = [0]
    for card in (*hole, *board):
        new = _RANK_AND_SUIT[card]
        choices += [choice | new for choice in choices if not choice & new]
    return min([_BADUGI[choice >> 4] for choice in choices[1:]])


def low_word(strength: Strength) -> str:
    """Return the ranks of an ace-to-five or eight-or-better low from the highest, or its pairs."""
    if strength > len(_LOWS):
        return _paired_lows()[1][strength - len(_LOWS) - 1]
    return _text(_LOWS[strength - 1], _ACE_LOW)


def badugi_word(strength: Strength) -> str:
    """Return the ranks of a badugi from the highest: one to four."""
    return _text(_BADUGIS[strength - 1], _ACE_LOW)


def deuce_to_seven_word(strength: Strength) -> str:
    """Return the ranks of a deuce-to-seven low from the highest, or the category that spoils it."""
    if strength <= len(_LOWS_27):
        return _text(_LOWS_27[strength - 1], _ACE_HIGH)
    high = DEUCE_TO_SEVEN[strength - 1]
    return "flush" if high == STEEL_WHEEL else category_of(high)


def _ranks_of(hole: Iterable[Card], board: Iterable[Card]) -> int:
    ranks = 0
    for card in hole:
        ranks |= _BITS[card]
    for card in board:
        ranks |= _BITS[card]
    return ranks


def _best_paired(cards: Iterable[Card]) -> Strength:
    strengths, _ = _paired_lows()
    return min([strengths[sum(five)] for five in combinations([_UNITS[card] for card in cards], 5)])


@cache  # no more than 256 × 256 of them
def _low_of_two_and_three(hole: int, board: int) -> Strength | None:
    """Return the best low of exactly two of the hole's ranks and three others of the board's."""
    lows = [
        _LOWEST_FIVE[two | three]
        for two in _choices_of(hole, 2)
        for three in _choices_of(board, 3)
        if not two & three
    ]
    return min(lows, default=None)


def _choices_of(ranks: int, count: int) -> Iterator[int]:
    bits = [1 << rank for rank in range(8) if ranks >> rank & 1]
    return (sum(some) for some in combinations(bits, count))


def _text(ranks: int, names: str) -> str:
    return "".join(name for rank, name in reversed([*enumerate(names)]) if ranks >> rank & 1)

"""
A statistical battery for shuffles: what chance would not do once in a million samples.

`sample` takes any function that deals a deck; each check of `CHECKS` takes the sampled decks and
gives a `Verdict`: a statistic and the two bounds that chance leaves with probability P_VALUE each.
Both sides count: a shuffle that is too even to be chance is as wrong as a biased one. The bounds
are quantiles of χ² (Wilson–Hilferty) and of the normal distribution, so the battery needs no
library; with fixed seeds a run is the same every time.

The power of every check grows with the sample. The suite takes DECKS = 20,000 decks, a few
seconds; the long form is the same tests with a larger sample:

    POKERHOUSE_BATTERY_DECKS=400000 python3 -m pytest tests/tables/dealer/test_shuffle_battery.py

What no sample shows: a bias that is far below 1/√decks (a 64-bit draw modulo 52), and a generator
whose numbers look random and are known to somebody. Those are settled by reading the code.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from math import factorial, inf, sqrt
from operator import eq, gt, sub
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple, TypeVar

from tables.engine.rules.ranking import best_five, category_of

DECKS = int(os.environ.get("POKERHOUSE_BATTERY_DECKS", "20000"))
P_VALUE = 1e-6
CARDS = 52

Deal = Callable[[], Sequence[int]]
Decks = Sequence[bytes]
Kind = TypeVar("Kind")


class Verdict(NamedTuple):
    """A check's statistic and where chance would leave it."""

    statistic: float
    low: float
    high: float

    @property
    def is_chance(self) -> bool:
        return self.low <= self.statistic <= self.high


def sample(deal: Deal, decks: int = DECKS) -> Decks:
    """Return that many decks, a byte a card."""
    return [bytes(deal()) for _ in range(decks)]


def failures(decks: Decks) -> set[str]:
    """Return the names of the checks that this sample does not pass."""
    return {name for name, check in CHECKS.items() if not check(decks).is_chance}


def chi_square_quantile(probability: float, degrees: int) -> float:
    """
    Return the χ² quantile by Wilson–Hilferty: (χ²/df)^⅓ is nearly normal.

    At p = 1e-6 it is 3 % too high for 8 degrees (it leaves 0.6 in a million), exact from 50 on.
    """
    spread = 2 / (9 * degrees)
    root = 1 - spread + NormalDist().inv_cdf(probability) * sqrt(spread)
    return degrees * max(0.0, root) ** 3


# --- the checks --------------------------------------------------------------------------------


def positions(decks: Decks) -> Verdict:
    """
    Every card is equally often at every position: χ² over 52 × 52.

    A deck adds a permutation matrix, so rows and columns have fixed sums: the cells vary by
    1/52 × 51/52, correlate by 1/51, and (51/52) Σ(O−E)²/E is χ² with 51² degrees of freedom.
    """
    expected = len(decks) / CARDS
    counts = [Counter(column) for column in _columns(decks)]
    spread = sum((count[card] - expected) ** 2 for count in counts for card in range(CARDS))
    return _chi_square((CARDS - 1) / CARDS * spread / expected, (CARDS - 1) ** 2)


def runs(decks: Decks) -> Verdict:
    """
    Ascending runs are as long as they should be: the falls of a deck follow Euler's numbers.

    A deck that was cut or riffled too few times falls too rarely (one riffle: once).
    """
    falls = Counter(sum(map(gt, deck, deck[1:])) for deck in decks)
    return _goodness_of_fit(falls, dict(enumerate(_eulerian(CARDS))), len(decks))


def adjacency(decks: Decks) -> Verdict:
    """
    Neighbours are strangers: χ² of the difference of neighbours modulo 52, 51 classes.

    Difference 1 is the next suit, 4 the next rank of the suit, the order of a new deck. Each class
    is expected once in a deck and varies by 1; the classes of a deck add up to 51, so
    Σ(O−E)²/E is 51/50 of a χ² with 50 degrees of freedom.
    """
    columns = _columns(decks)
    differences: Counter[int] = Counter()
    for left, right in pairwise(columns):
        differences.update(map(sub, right, left))
    classes = [differences[k] + differences[k - CARDS] for k in range(1, CARDS)]
    expected = len(decks)
    spread = sum((count - expected) ** 2 for count in classes) / expected
    return _chi_square(spread * 50 / 51, 50)


def rank_neighbours(decks: Decks) -> Verdict:
    """Neighbours of equal rank are as frequent as 51 × 3/51 a deck: pairs do not stick together."""
    return _mean_of([sum(map(eq, _ranks(deck), _ranks(deck)[1:])) for deck in decks], 3)


def suit_neighbours(decks: Decks) -> Verdict:
    """Neighbours of equal suit are as frequent as 51 × 12/51 a deck."""
    return _mean_of([sum(map(eq, _suits(deck), _suits(deck)[1:])) for deck in decks], 12)


def permutations_of_five(decks: Decks) -> Verdict:
    """The order of five cards, ten disjoint fives a deck, is each of 120 equally often."""
    orders: Counter[tuple[int, ...]] = Counter()
    for deck in decks:
        for at in range(0, 50, 5):
            five = deck[at : at + 5]
            orders[tuple(sorted(range(5), key=five.__getitem__))] += 1
    shares = dict.fromkeys(permutations(range(5)), Fraction(1, 120))
    return _goodness_of_fit(orders, shares, 10 * len(decks))


def hands_of_five(decks: Decks) -> Verdict:
    """The first five cards are a pair, a flush … as often as combinatorics says."""
    return _hand_ranks([deck[:5] for deck in decks], FIVE_CARD_HANDS)


def hands_of_seven(decks: Decks) -> Verdict:
    """The best five of the next seven cards likewise."""
    return _hand_ranks([deck[5:12] for deck in decks], SEVEN_CARD_HANDS)


def repeats(decks: Decks) -> Verdict:
    """
    No deck comes twice: that is how a small seed shows, whatever is computed from it.

    By the birthday bound n decks from a seed of b bits repeat about n²/2^(b+1) times. 20,000 decks
    show a 16-bit seed 3,000 times over and hardly a 32-bit one (0.05); 200,000 show that 4.7
    times, 400,000 (the long form) 19 times. True decks repeat with probability n²/2^226. A seed
    of 64 bits would pass any sample: that ours has 256 is a test of its own.
    """
    return Verdict(len(decks) - len(set(decks)), 0, 0)


CHECKS: Mapping[str, Callable[[Decks], Verdict]] = {
    check.__name__: check
    for check in (
        positions,
        runs,
        adjacency,
        rank_neighbours,
        suit_neighbours,
        permutations_of_five,
        hands_of_five,
        hands_of_seven,
        repeats,
    )
}

# Of 2,598,960 and of 133,784,560 hands.
FIVE_CARD_HANDS = {
    "straight_flush": 40,
    "quads": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "trips": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}
SEVEN_CARD_HANDS = {
    "straight_flush": 41_584,
    "quads": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "trips": 6_461_620,
    "two_pair": 31_433_400,
    "pair": 58_627_800,
    "high_card": 23_294_460,
}


# --- the arithmetic ----------------------------------------------------------------------------

_RANK_OF = bytes(card // 4 for card in range(256))
_SUIT_OF = bytes(card % 4 for card in range(256))


def _ranks(deck: bytes) -> bytes:
    return deck.translate(_RANK_OF)


def _suits(deck: bytes) -> bytes:
    return deck.translate(_SUIT_OF)


def _columns(decks: Decks) -> list[bytes]:
    """The cards of each position: byte strings, so that counting them runs in C."""
    joined = b"".join(decks)
    return [joined[position::CARDS] for position in range(CARDS)]


def _chi_square(statistic: float, degrees: int) -> Verdict:
    return Verdict(
        statistic,
        chi_square_quantile(P_VALUE, degrees),
        chi_square_quantile(1 - P_VALUE, degrees),
    )


def _mean_of(counts: Sequence[int], expected: float) -> Verdict:
    """Decks are independent, so the mean over many is normal with the counts' own spread."""
    deviation = stdev(counts) / sqrt(len(counts))
    bound = NormalDist().inv_cdf(1 - P_VALUE)
    # Counts that never vary are not chance, whatever their mean.
    error = (fmean(counts) - expected) / deviation if deviation else inf
    return Verdict(error, -bound, bound)


def _goodness_of_fit(
    counts: Mapping[Kind, int], shares: Mapping[Kind, Fraction], total: int
) -> Verdict:
    """χ² against exact shares; rare kinds are taken together until ten of them are expected."""
    classes: list[tuple[int, float]] = []
    observed, expected = 0, 0.0
    for kind in sorted(shares, key=shares.__getitem__):
        observed += counts.get(kind, 0)
        expected += float(shares[kind] * total)
        if expected >= 10:
            classes.append((observed, expected))
            observed, expected = 0, 0.0
    statistic = sum((seen - due) ** 2 / due for seen, due in classes)
    return _chi_square(statistic, len(classes) - 1)


def _hand_ranks(hands: Iterable[bytes], frequencies: Mapping[str, int]) -> Verdict:
    strengths = Counter(best_five(hand, ()) for hand in hands)
    counts: Counter[str] = Counter()
    for strength, times in strengths.items():
        counts[category_of(strength)] += times
    all_hands = sum(frequencies.values())
    shares = {name: Fraction(many, all_hands) for name, many in frequencies.items()}
    return _goodness_of_fit(counts, shares, strengths.total())


def _eulerian(size: int) -> list[Fraction]:
    """The shares of permutations of `size` with 0, 1, 2 … falls."""
    row = [1]
    for n in range(2, size + 1):
        above = [0, *row, 0]
        row = [(k + 1) * above[k + 1] + (n - k) * above[k] for k in range(n)]
    return [Fraction(many, factorial(size)) for many in row]

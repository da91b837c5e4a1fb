"""
Shuffles that rooms and programs have really used, and that the battery must find.

Each takes a generator and returns a function that deals a wrong deck; the generator itself is
good, so what a check finds is the method.
"""

import hashlib
from collections.abc import Callable, Sequence
from random import Random

from tests.support.shuffle_battery import CARDS, Deal

MILLISECONDS_OF_A_DAY = 86_400_000


def modulo_bias(rng: Random) -> Deal:
    """Fisher–Yates with `byte % left`: of 256 bytes, 48 of 52 places get five and 4 get four."""

    def deal() -> Sequence[int]:
        deck = list(range(CARDS))
        for last in range(CARDS - 1, 0, -1):
            pick = rng.getrandbits(8) % (last + 1)
            deck[last], deck[pick] = deck[pick], deck[last]
        return deck

    return deal


def swap_with_any(rng: Random) -> Deal:
    """The classic bug: each card swaps with any of 52; 52^52 ways do not spread over 52! orders."""

    def deal() -> Sequence[int]:
        deck = list(range(CARDS))
        for place in range(CARDS):
            pick = rng.randrange(CARDS)
            deck[place], deck[pick] = deck[pick], deck[place]
        return deck

    return deal


def never_stays(rng: Random) -> Deal:
    """Off by one: a card never swaps with itself, so none stays where the new deck had it."""

    def deal() -> Sequence[int]:
        deck = list(range(CARDS))
        for last in range(CARDS - 1, 0, -1):
            pick = rng.randrange(last)
            deck[last], deck[pick] = deck[pick], deck[last]
        return deck

    return deal


def riffled(rng: Random, times: int) -> Deal:
    """A new deck riffled by hand (Gilbert–Shannon–Reeds); seven times are said to be enough."""

    def deal() -> Sequence[int]:
        deck = list(range(CARDS))
        for _ in range(times):
            sides = [rng.getrandbits(1) for _ in range(CARDS)]
            cut = sides.count(0)
            packets = (iter(deck[:cut]), iter(deck[cut:]))
            deck = [next(packets[side]) for side in sides]
        return deck

    return deal


def only_cut(rng: Random) -> Deal:
    """Cuts alone: every card is everywhere equally often, and its neighbours never change."""
    order = rng.sample(range(CARDS), CARDS)

    def deal() -> Sequence[int]:
        cut = rng.randrange(CARDS)
        return order[cut:] + order[:cut]

    return deal


def by_turns(rng: Random) -> Deal:
    """A fresh order, dealt from each of its 52 places in turn: too even to be chance."""
    queue: list[list[int]] = []

    def deal() -> Sequence[int]:
        if not queue:
            order = rng.sample(range(CARDS), CARDS)
            queue.extend(order[cut:] + order[:cut] for cut in range(CARDS))
        return queue.pop()

    return deal


def sticky(rng: Random, is_alike: Callable[[int, int], bool]) -> Deal:
    """Every third deck has a card brought beside its like: cards gathered from the last hand."""

    def deal() -> Sequence[int]:
        deck = rng.sample(range(CARDS), CARDS)
        if rng.randrange(3) == 0:
            like = next(at for at in range(1, CARDS) if is_alike(deck[0], deck[at]))
            deck[1], deck[like] = deck[like], deck[1]
        return deck

    return deal


def action(rng: Random, first: int, size: int) -> Deal:
    """ "Action hands": of `size` cards without two of a rank, every fifth is dealt anew."""

    def deal() -> Sequence[int]:
        deck = rng.sample(range(CARDS), CARDS)
        hand = deck[first : first + size]
        if len({card // 4 for card in hand}) == size and rng.randrange(5) == 0:
            return rng.sample(range(CARDS), CARDS)
        return deck

    return deal


def small_seed(rng: Random, seeds: int) -> Deal:
    """
    A sound shuffle from one of only `seeds` seeds.

    86,400,000 was the clock of 1999, milliseconds since midnight; 2^32 is `srand(int)`.
    """

    def deal() -> Sequence[int]:
        seed = rng.randrange(seeds)
        keys = memoryview(hashlib.shake_128(seed.to_bytes(8, "big")).digest(4 * CARDS)).cast("I")
        return sorted(range(CARDS), key=keys.__getitem__)

    return deal

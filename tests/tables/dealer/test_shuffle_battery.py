"""
The shuffle against chance (R-TAB-4), and the battery against shuffles known to be bad.

The sample is `shuffle_battery.DECKS`; its docstring tells how to run the long form.
"""

import hashlib
from collections.abc import Callable
from itertools import count
from math import exp, factorial, lgamma, log
from random import Random

import pytest

from tables.dealer import shuffle
from tables.dealer.shuffling import SEED_BYTES
from tests.support import bad_shuffles, shuffle_battery
from tests.support.shuffle_battery import CHECKS, Deal


def same_rank(left: int, right: int) -> bool:
    return left // 4 == right // 4


def same_suit(left: int, right: int) -> bool:
    return left % 4 == right % 4


CONTROLS: dict[str, tuple[str, Callable[[Random], Deal]]] = {
    "bytes modulo the places left": ("positions", bad_shuffles.modulo_bias),
    "swaps with any of 52": ("positions", bad_shuffles.swap_with_any),
    "no card stays": ("positions", bad_shuffles.never_stays),
    "every place in turn": ("positions", bad_shuffles.by_turns),
    "seven riffles fall too rarely": ("runs", lambda rng: bad_shuffles.riffled(rng, 7)),
    "seven riffles keep neighbours": ("adjacency", lambda rng: bad_shuffles.riffled(rng, 7)),
    "cuts alone": ("adjacency", bad_shuffles.only_cut),
    "pairs stick": ("rank_neighbours", lambda rng: bad_shuffles.sticky(rng, same_rank)),
    "suits stick": ("suit_neighbours", lambda rng: bad_shuffles.sticky(rng, same_suit)),
    "six riffles": ("permutations_of_five", lambda rng: bad_shuffles.riffled(rng, 6)),
    "action in five cards": ("hands_of_five", lambda rng: bad_shuffles.action(rng, 0, 5)),
    "action in seven cards": ("hands_of_seven", lambda rng: bad_shuffles.action(rng, 5, 7)),
    "a seed of 16 bits": ("repeats", lambda rng: bad_shuffles.small_seed(rng, 2**16)),
    "the clock as seed": (
        "repeats",
        lambda rng: bad_shuffles.small_seed(rng, bad_shuffles.MILLISECONDS_OF_A_DAY),
    ),
}


def test_our_shuffle_passes_every_check_of_the_battery() -> None:
    """R-TAB-4, docs/security.md#the-shuffle."""
    numbers = count()

    def deal() -> tuple[int, ...]:
        return shuffle(hashlib.sha256(b"battery %d" % next(numbers)).digest()).faces

    assert shuffle_battery.failures(shuffle_battery.sample(deal)) == set()


@pytest.mark.parametrize("name", CONTROLS)
def test_the_battery_finds_a_bad_shuffle(name: str) -> None:
    """docs/security.md#the-shuffle: each check has a negative control that it must fail."""
    check, control = CONTROLS[name]

    assert not CHECKS[check](shuffle_battery.sample(control(Random(1999)))).is_chance


def test_every_check_has_a_control() -> None:
    assert {check for check, _ in CONTROLS.values()} == set(CHECKS)


def test_a_sample_that_is_large_enough_finds_a_seed_of_32_bits() -> None:
    """docs/security.md#the-shuffle: about 200,000² / 2³³ = 4.7 decks come twice."""
    deal = bad_shuffles.small_seed(Random(1999), 2**32)

    assert not shuffle_battery.repeats(shuffle_battery.sample(deal, 200_000)).is_chance


def test_a_small_seed_passes_the_checks_of_shape_so_that_only_repeats_find_it() -> None:
    deal = bad_shuffles.small_seed(Random(1999), 2**24)

    assert shuffle_battery.failures(shuffle_battery.sample(deal)) == {"repeats"}


@pytest.mark.parametrize("degrees", [8, 50, 118, 2600])
def test_the_bounds_of_chi_square_leave_one_in_a_million(degrees: int) -> None:
    """For an even number of degrees the tail is a Poisson sum, exact."""
    half = shuffle_battery.chi_square_quantile(1 - 1e-6, degrees) / 2
    tail = sum(exp(k * log(half) - half - lgamma(k + 1)) for k in range(degrees // 2))

    assert 0.55e-6 < tail < 1.05e-6


def test_every_order_of_a_deck_has_a_seed() -> None:
    """52! orders are fewer than 2^226, seeds are 2^256."""
    assert factorial(52) < 2**226 < 256**SEED_BYTES

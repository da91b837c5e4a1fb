"""A player without a plan: every legal choice happens, so every rule is met sooner or later."""

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from tables.engine.hand.commands import Act, TimeOut
from tables.engine.hand.legal import Legal
from tables.engine.rules.terms import Chips, Position


class Policy(Struct, frozen=True):
    """How often a random player does what."""

    time_outs_per_thousand: int = 5
    is_folding_for_free: bool = True
    """Also where a check costs nothing (R-ACT-5)."""


def decide_at_random(
    rng: Random, choices: Legal, policy: Policy, held: Sequence[Position] = ()
) -> Act | TimeOut:
    """Return a decision that is legal; `held` are the cards from which discards are chosen."""
    if rng.randrange(1000) < policy.time_outs_per_thousand:
        return TimeOut(choices.seat, choices.turn)
    weights = [_weight(kind, choices, policy) for kind in choices.kinds]
    kind = rng.choices(choices.kinds, weights)[0]
    to = _amount(rng, choices) if kind in {"bet", "raise"} else None
    cards = _discards(rng, choices, held) if kind == "discard" else ()
    times = rng.randint(1, choices.max_times) if kind == "run_it" else None
    return Act(choices.seat, choices.turn, kind, to, cards, times)


_WEIGHTS = {"call": 8, "check": 8, "bet": 3, "raise": 2, "fold": 4}


def _weight(kind: str, choices: Legal, policy: Policy) -> float:
    if kind == "fold" and "check" in choices.kinds:
        return 0.2 if policy.is_folding_for_free else 0
    if kind == "all_in":
        return 0.15
    return _WEIGHTS.get(kind, 1)


def _amount(rng: Random, choices: Legal) -> Chips:
    """Mostly small, at times anything."""
    low, high = choices.min_to_chips, choices.max_to_chips
    if choices.bring_in_chips:  # which is no bet
        return high if choices.has_two_amounts else rng.randint(low + 1, high)
    if choices.has_two_amounts:
        return rng.choice((low, high))
    if rng.random() < 0.7:
        high = min(high, 3 * low)
    return rng.randint(low, high)


def _discards(rng: Random, choices: Legal, held: Sequence[Position]) -> tuple[Position, ...]:
    """Any number that the game allows, of any cards."""
    count = rng.randint(choices.min_cards, choices.max_cards)
    return tuple(rng.sample(held, count))

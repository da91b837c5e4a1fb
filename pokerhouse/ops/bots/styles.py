"""How a bot plays; it knows what the house tells every client, and nothing else."""

from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec import Struct


class Style(Struct, frozen=True):
    """The weight of each kind of action, and how often the bot does not answer at all."""

    name: str
    weights: Mapping[str, float]
    silent_per_thousand: int = 0


STYLES = (
    Style("calling station", {"check": 8, "call": 12, "fold": 2, "bet": 1, "raise": 0.5}),
    Style("rock", {"check": 8, "call": 4, "fold": 9, "bet": 2, "raise": 1}),
    Style("maniac", {"check": 3, "call": 5, "fold": 1, "bet": 6, "raise": 5, "all_in": 0.3}),
    Style("gambler", {"check": 4, "call": 6, "fold": 2, "bet": 2, "raise": 2, "all_in": 1.5}),
    Style("dreamer", {"check": 8, "call": 8, "fold": 5, "bet": 2, "raise": 1}, 8),
)
"""The gambler goes broke and buys in again; the dreamer lets his time run out now and then."""


_AS_LIKELY_AS = {"bring_in": "check", "complete": "raise"}
"""Kinds of stud are as likely as the kinds that they correspond to."""


class Choice(Struct, frozen=True):
    """What to send for a turn."""

    action: str
    to: int | None = None
    n: int | None = None
    """How many boards."""


def choose(rng: Random, style: Style, legal: Mapping[str, Any]) -> Choice | None:
    """
    Return a legal choice in the bot's style, or None: it says nothing this time.

    Which cards a `discard` puts away is not said here: `holding.py` knows them.
    """
    if rng.randrange(1000) < style.silent_per_thousand:
        return None
    kinds = [kind for kind in legal["kinds"] if not (kind == "fold" and "check" in legal["kinds"])]
    weights = [style.weights.get(_AS_LIKELY_AS.get(kind, kind), 0) for kind in kinds]
    if not any(weights):
        weights = [1] * len(kinds)
    kind = rng.choices(kinds, weights)[0]
    match kind:
        case "bet" | "raise":
            return Choice(kind, to=_amount(rng, legal))
        case "run_it":
            return Choice(kind, n=rng.randint(1, legal["max_times"]))
        case _:
            return Choice(kind)


def _amount(rng: Random, legal: Mapping[str, Any]) -> int:
    """Return a legal total: one of two where only these are, else mostly a small one."""
    low, high = legal["min_to_chips"], legal["max_to_chips"]
    bring_in = legal["bring_in_chips"]
    if bring_in:  # a bet that opens stud is more than that
        low = min(bring_in + 1, high)
    if legal["has_two_amounts"]:
        return int(high if bring_in else rng.choice((low, high)))
    return rng.randint(low, max(low, min(high, 4 * low)))

"""Whole hold'em hands at random, the same for the same seed, to be written down and read again."""

import random
from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct

from tables.engine.cards import DECK_SIZE
from tables.engine.commands import Act, Command, StartHand, TimeOut
from tables.engine.decide import advance
from tables.engine.events import HandEvent, RakePlan, SeatAtStart
from tables.engine.legal import Legal, legal
from tables.engine.limits import NoLimit
from tables.engine.ruleset import STANDARD, RuleSet
from tables.engine.state import Hand
from tables.engine.terms import Card, PlayerId, Post, PostKind, SeatNo

_RAKES = (RakePlan(), RakePlan(percent_bp=500, cap_chips=40))


class Dealt(Struct, frozen=True):
    """A hand that was played to its end."""

    events: tuple[HandEvent, ...]
    hand: Hand
    deck: Sequence[Card]

    @property
    def stacks(self) -> list[int]:
        """Stacks at the end, first seat left of the button first."""
        return [seat.stack_chips for seat in self.hand.seats]


def play_random(seed: int, rules: RuleSet = STANDARD, *, is_plain: bool = True) -> Dealt:
    """
    Return a random hand, played to its end by choices that `legal` offers.

    2 to 10 seats, antes of every kind. Not `is_plain`: live and dead posts, rake, chip units,
    time-outs and blinds that the stack does not cover as well.
    """
    rng = random.Random(seed)
    deck = rng.sample(range(DECK_SIZE), DECK_SIZE)
    events, hand = advance(None, _start(rng, rules, is_plain=is_plain), deck)
    boldness = rng.random()
    while (choices := legal(hand)) is not None:
        more, hand = advance(hand, _choose(rng, choices, boldness, is_plain=is_plain), deck)
        events += more
    return Dealt(events, hand, deck)


def _start(rng: random.Random, rules: RuleSet, *, is_plain: bool) -> StartHand:
    count = rng.choice([2, 2, 3, 4, 6, 9, 10])
    numbers = sorted(rng.sample(range(1, 11), count))
    first = rng.randrange(count)
    order = numbers[first:] + numbers[:first]  # clockwise; the last has the button
    small, big = (order[1], order[0]) if count == 2 else (order[0], order[1])
    least = 25 if is_plain else 1
    stacks = {seat: rng.choice([rng.randint(least, 60), rng.randint(100, 2_000)]) for seat in order}
    if is_plain:
        stacks[big] = max(stacks[big], 60)
    posts = _posts(rng, order, small, big)
    if not is_plain:
        posts += _extra_posts(rng, order[2:])
    return StartHand(
        hand_no=rng.randint(1, 10**6),
        game="holdem",
        structure=NoLimit(small_blind=10, big_blind=20),
        rules=rules,
        seats=tuple(SeatAtStart(seat, PlayerId(UUID(int=seat)), stacks[seat]) for seat in order),
        button=order[-1],
        big_blind=big,
        posts=tuple(posts),
        chip_unit=1 if is_plain else rng.choice([1, 5]),
        rake=RakePlan() if is_plain else rng.choice(_RAKES),
    )


def _posts(rng: random.Random, order: list[SeatNo], small: SeatNo, big: SeatNo) -> list[Post]:
    blinds = [Post(small, PostKind.SMALL_BLIND, 10), Post(big, PostKind.BIG_BLIND, 20)]
    ante = rng.choice(["none", "classic", "big_blind"])
    if ante == "classic":
        return [Post(seat, PostKind.ANTE, 5) for seat in order] + blinds
    return blinds if ante == "none" else [*blinds, Post(big, PostKind.BIG_BLIND_ANTE, 20)]


def _extra_posts(rng: random.Random, seats: list[SeatNo]) -> list[Post]:
    posts = []
    for seat in seats:
        if rng.random() < 0.2:
            posts.append(Post(seat, PostKind.LIVE, 20))
            if rng.random() < 0.5:
                posts.append(Post(seat, PostKind.DEAD, 10))
    return posts


def _choose(rng: random.Random, choices: Legal, boldness: float, *, is_plain: bool) -> Command:
    seat, turn = choices.seat, choices.turn
    if not is_plain and rng.random() < 0.05:
        return TimeOut(seat, turn)
    kinds = list(choices.kinds)
    if rng.random() < boldness and "fold" in kinds:
        kinds.remove("fold")
    kind = rng.choice(kinds)
    if kind not in {"bet", "raise"}:
        return Act(seat, turn, kind)
    low, high = choices.min_to_chips, choices.max_to_chips
    to = rng.choice([low, high, rng.randint(low, high), min(high, low + rng.randint(0, 50))])
    return Act(seat, turn, kind, to)

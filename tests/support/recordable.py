"""Whole hands at random, the same for the same seed, to be written down and read again."""

import random
from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from tables.engine.hand.commands import Act, Command, StartHand, TimeOut
from tables.engine.hand.decide import advance
from tables.engine.hand.events import HandEvent, HandOptions, RakePlan, SeatAtStart
from tables.engine.hand.legal import Legal, legal
from tables.engine.hand.state import Hand
from tables.engine.rules.games import GAMES, Game
from tables.engine.rules.limits import FixedLimit, NoLimit, PotLimit, Structure, StudSplit
from tables.engine.rules.ruleset import STANDARD, RuleSet
from tables.engine.rules.terms import MAX_SEATS, Card, Post, PostKind, SeatNo
from tables.histories.phh.variants import FORMS

_RAKES = (RakePlan(), RakePlan(percent_bp=500, cap_chips=40))
_COUNTS = (2, 2, 3, 4, 6, 9, 10)


class Dealt(Struct, frozen=True):
    """A hand that was played to its end."""

    events: tuple[HandEvent, ...]
    hand: Hand
    deck: Sequence[Card]

    @property
    def stacks(self) -> list[int]:
        """Stacks at the end, first seat left of the button first."""
        return [seat.stack_chips for seat in self.hand.seats]


def play_random(
    seed: int,
    rules: RuleSet = STANDARD,
    *,
    is_plain: bool = True,
    has_options: bool = True,
    has_exposed: bool = False,
    variant: str = "NT",
) -> Dealt:
    """
    Return a random hand of one of the standard's games, played to its end by legal choices.

    As many seats as the game has, antes of every kind. Not `is_plain`: live and dead posts,
    straddles, rake, chip units, time-outs and blinds that the stack does not cover as well, and
    with `has_options` several boards. With `has_exposed` the dealer turns one hole card over.
    """
    rng = random.Random(seed)
    start = _start(rng, rules, variant, is_plain=is_plain, has_options=has_options)
    if has_exposed:  # one card that the dealer turned over, none of the first two
        dealt = len(start.seats) * GAMES[start.game].hole_count
        start = replace(start, exposed=(rng.randrange(2, dealt),))
    cards = GAMES[start.game].deck
    deck = rng.sample(cards, len(cards))
    events, hand = advance(None, start, deck)
    boldness = rng.random()
    while (choices := legal(hand)) is not None:
        command = _choose(rng, hand, choices, boldness, is_plain=is_plain)
        more, hand = advance(hand, command, deck)
        events += more
    return Dealt(events, hand, deck)


def _start(
    rng: random.Random, rules: RuleSet, variant: str, *, is_plain: bool, has_options: bool
) -> StartHand:
    game = GAMES[FORMS[variant].game]
    count = rng.choice([count for count in _COUNTS if count <= game.max_seats])
    numbers = sorted(rng.sample(range(1, 11), count))
    first = 0 if game.family == "stud" else rng.randrange(count)
    order = numbers[first:] + numbers[:first]  # clockwise; the last has the button
    small, big = (order[1], order[0]) if count == 2 else (order[0], order[1])
    least = 25 if is_plain else 1
    stacks = {seat: rng.choice([rng.randint(least, 60), rng.randint(100, 2_000)]) for seat in order}
    if is_plain:
        stacks[big] = max(stacks[big], 60)
    options = HandOptions()
    if game.family == "flop" and has_options and not is_plain:
        options = _options(rng, order, game)
    if game.family == "stud" or options.is_bomb_pot:
        posts = [Post(seat, PostKind.ANTE, 5) for seat in order]
    else:
        posts = _posts(rng, order, small, big)
        if not is_plain:
            posts += _extra_posts(rng, order[2:], stacks)
    has_button = game.family != "stud"
    return StartHand(
        hand_no=rng.randint(1, 10**6),
        game=game.code,
        structure=_structure(variant, posts),
        rules=rules,
        seats=tuple(SeatAtStart(seat, UUID(int=seat), stacks[seat]) for seat in order),
        button=order[-1] if has_button else MAX_SEATS,
        big_blind=big if has_button and not options.is_bomb_pot else None,
        posts=tuple(posts),
        chip_unit=1 if is_plain else rng.choice([1, 5]),
        rake=RakePlan() if is_plain else rng.choice(_RAKES),
        options=options,
    )


def _structure(variant: str, posts: list[Post]) -> Structure:
    ante = 5 if any(post.kind is PostKind.ANTE for post in posts) else 0
    bb_ante = 20 if any(post.kind is PostKind.BIG_BLIND_ANTE for post in posts) else 0
    limit = FORMS[variant].limit
    if limit is StudSplit:
        return StudSplit(ante=ante, bring_in=7, lower=20, higher=40)
    if limit is FixedLimit:
        return FixedLimit(
            small_blind=10, big_blind=20, ante=ante, bb_ante=bb_ante, lower=20, higher=40
        )
    kind = PotLimit if limit is PotLimit else NoLimit
    return kind(small_blind=10, big_blind=20, ante=ante, bb_ante=bb_ante)


def _options(rng: random.Random, order: list[SeatNo], game: Game) -> HandOptions:
    """Several boards; no more hands than leave cards for them."""
    if rng.random() < 0.5 or len(order) * game.hole_count > 30:
        return HandOptions()
    agreed = tuple(seat for seat in order if rng.random() < 0.5)
    return rng.choice(
        [
            HandOptions(is_bomb_pot=True),
            HandOptions(is_bomb_pot=True, board_count=2),
            HandOptions(board_count=2),
            HandOptions(run_it_times=3, run_it_agreed=agreed),
        ]
    )


def _posts(rng: random.Random, order: list[SeatNo], small: SeatNo, big: SeatNo) -> list[Post]:
    blinds = [Post(small, PostKind.SMALL_BLIND, 10), Post(big, PostKind.BIG_BLIND, 20)]
    ante = rng.choice(["none", "classic", "big_blind"])
    if ante == "classic":
        return [Post(seat, PostKind.ANTE, 5) for seat in order] + blinds
    return blinds if ante == "none" else [*blinds, Post(big, PostKind.BIG_BLIND_ANTE, 20)]


def _extra_posts(rng: random.Random, seats: list[SeatNo], stacks: dict[SeatNo, int]) -> list[Post]:
    posts = []
    for seat in seats:
        if rng.random() < 0.2:
            posts.append(Post(seat, PostKind.LIVE, 20))
            if rng.random() < 0.5:
                posts.append(Post(seat, PostKind.DEAD, 10))
    if not posts and seats and stacks[seats[0]] > 60 and rng.random() < 0.2:
        posts.append(Post(seats[0], rng.choice([PostKind.STRADDLE, PostKind.KILL]), 40))
    return posts


def _choose(
    rng: random.Random, hand: Hand, choices: Legal, boldness: float, *, is_plain: bool
) -> Command:
    seat, turn = choices.seat, choices.turn
    slowness = 0.3 if "run_it" in choices.kinds else 0.05
    if not is_plain and rng.random() < slowness:
        return TimeOut(seat, turn, rng.random() < 0.7)
    kinds = list(choices.kinds)
    if rng.random() < boldness and "fold" in kinds:
        kinds.remove("fold")
    kind = rng.choice(kinds)
    if kind == "discard":
        count = rng.randint(choices.min_cards, choices.max_cards)
        return Act(seat, turn, kind, cards=tuple(rng.sample(hand.of(seat).positions, count)))
    if kind == "run_it":
        return Act(seat, turn, kind, times=rng.randint(1, choices.max_times))
    if kind not in {"bet", "raise"}:
        return Act(seat, turn, kind)
    low, high = choices.min_to_chips, choices.max_to_chips
    if choices.bring_in_chips:
        low = high  # an opening above the bring-in is a whole bet
    if choices.has_two_amounts:
        return Act(seat, turn, kind, rng.choice([low, high]))
    to = rng.choice([low, high, rng.randint(low, high), min(high, low + rng.randint(0, 50))])
    return Act(seat, turn, kind, to)

"""Random starts and random legal play: one seed, one hand."""

from collections.abc import Iterator
from random import Random
from uuid import UUID

from tables.engine.commands import Act, ActionKind, Command, StartHand, TimeOut
from tables.engine.decide import advance
from tables.engine.events import HandEvent, RakePlan, SeatAtStart
from tables.engine.games import GameCode
from tables.engine.legal import Legal, legal
from tables.engine.limits import NoLimit
from tables.engine.ruleset import RuleSet
from tables.engine.state import Hand
from tables.engine.terms import Chips, PlayerId, Post, PostKind, SeatNo

Deck = tuple[int, ...]
_MOST_DECISIONS = 2_000
_GAMES: tuple[GameCode, ...] = ("holdem", "holdem", "holdem", "omaha")


def random_deck(random: Random) -> Deck:
    """Return 52 cards in any order."""
    return tuple(random.sample(range(52), 52))


def random_rules(random: Random) -> RuleSet:
    """Return a rule set in which every switch that a hand reads is drawn."""
    return RuleSet(
        id="drawn",
        deal_headsup_first=random.choice(("non_button", "button")),
        deal_burn=random.random() < 0.8,
        deal_one_at_a_time=random.random() < 0.8,
        action_free_fold=random.random() < 0.8,
        raise_unanswerable=random.choice(("refuse", "allow")),
        timeout_mode=random.choice(("allin_protect", "fold")),
        timeout_free_check=random.choice(("allin", "check")),
        showdown_mode=random.choice(("auto", "losers_muck", "manual")),
        odd_chip_distribution=random.choice(("all_to_first", "one_each")),
    )


def random_rake(random: Random) -> RakePlan:
    """Return any rake plan, often none."""
    if random.random() < 0.4:
        return RakePlan()
    return RakePlan(
        percent_bp=random.choice((0, 1, 250, 500, 10_000)),
        cap_chips=random.choice((None, 0, 1, 3, 1_000)),
        is_no_flop_no_drop=random.random() < 0.5,
        jackpot_drop_chips=random.choice((0, 1, 2)),
        jackpot_min_pot_chips=random.choice((0, 20)),
        jackpot_min_players=random.choice((2, 4)),
    )


def random_start(random: Random) -> StartHand:
    """Return any hand that may begin: short stacks, dead button, antes, extra posts included."""
    big_blind = random.choice((1, 2, 10))
    structure = NoLimit(
        small_blind=random.randint(0, big_blind),
        big_blind=big_blind,
        ante=random.choice((0, 0, 1, 3)),
        bb_ante=random.choice((0, 0, big_blind)),
    )
    count = random.randint(2, 10)
    seats = random.sample(range(1, 11), count)
    button = random.randint(1, 10)
    order = sorted(seats, key=lambda seat: (seat - button - 1) % 10)
    small, big = (order[1], order[0]) if count == 2 else (order[0], order[1])
    most = random.choice((3, 30, 300)) * big_blind
    return StartHand(
        hand_no=1,
        game=random.choice(_GAMES),
        structure=structure,
        rules=random_rules(random),
        seats=tuple(
            SeatAtStart(seat, PlayerId(UUID(int=seat)), random.randint(1, most)) for seat in seats
        ),
        button=button,
        big_blind=big,
        posts=tuple(_posts(random, order, structure, small, big)),
        chip_unit=random.choice((1, 1, 5)),
        rake=random_rake(random),
    )


def _posts(
    random: Random, order: list[SeatNo], structure: NoLimit, small: SeatNo, big: SeatNo
) -> Iterator[Post]:
    if structure.ante:
        yield from (Post(seat, PostKind.ANTE, structure.ante) for seat in order)
    if random.random() < 0.9:  # else a dead small blind
        yield Post(small, PostKind.SMALL_BLIND, structure.small_blind)
    yield Post(big, PostKind.BIG_BLIND, structure.big_blind)
    for seat in order:
        if seat not in {small, big} and random.random() < 0.15:
            yield Post(seat, PostKind.LIVE, random.randint(1, structure.big_blind))
            yield Post(seat, PostKind.DEAD, random.randint(0, structure.big_blind))
    if structure.bb_ante:
        yield Post(big, PostKind.BIG_BLIND_ANTE, structure.bb_ante)


def random_amount(random: Random, choices: Legal) -> Chips:
    """Return a legal total: often the smallest or the largest."""
    low, high = choices.min_to_chips, choices.max_to_chips
    return random.choice((low, low, random.randint(low, high), min(2 * low, high), high))


def random_command(random: Random, hand: Hand, time_outs: float = 0.06) -> Command:
    """Return something that the player to act may do, or his time-out."""
    choices = legal(hand)
    assert choices is not None
    if random.random() < time_outs:
        return TimeOut(choices.seat, choices.turn, random.random() < 0.7)
    kinds = choices.kinds
    if len(kinds) > 1 and random.random() < 0.6:  # folds and all-ins end a hand too soon
        kinds = tuple(kind for kind in kinds if kind not in {"fold", "all_in", "muck"}) or kinds
    kind: ActionKind = random.choice(kinds)
    to_chips = random_amount(random, choices) if kind in {"bet", "raise"} else None
    return Act(choices.seat, choices.turn, kind, to_chips)


class Playing:
    """One random hand, one command after the other."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.start = random_start(self.random)
        self.deck = random_deck(self.random)
        self.events: tuple[HandEvent, ...]
        self.events, self.hand = advance(None, self.start, self.deck)

    def step(self) -> None:
        """Play one random command."""
        command = random_command(self.random, self.hand)
        batch, self.hand = advance(self.hand, command, self.deck)
        self.events += batch

    def states(self) -> Iterator[Hand]:
        """Yield each state in which somebody owes a decision, then the last one."""
        for _ in range(_MOST_DECISIONS):
            yield self.hand
            if self.hand.is_over:
                return
            self.step()
        message = f"the hand does not end: {self.start}"
        raise AssertionError(message)

    def to_the_end(self) -> "Playing":
        """Play until the hand is over."""
        for _ in self.states():
            pass
        return self

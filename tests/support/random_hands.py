"""Random starts and random legal play, of every game of the house: one seed, one hand."""

from collections.abc import Iterator
from random import Random

from tables.engine.hand.commands import Act, ActionKind, Command, StartHand, TimeOut
from tables.engine.hand.decide import advance
from tables.engine.hand.events import HandEvent
from tables.engine.hand.legal import Legal, legal
from tables.engine.hand.state import Hand
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.rules.terms import Chips, Position
from tests.support.random_starts import random_start

__all__ = [
    "Deck",
    "Playing",
    "random_act",
    "random_amount",
    "random_command",
    "random_deck",
    "random_start",
]

Deck = tuple[int, ...]
_MOST_DECISIONS = 2_000


def random_deck(random: Random, game: GameCode = "holdem") -> Deck:
    """Return the game's cards in any order."""
    deck = GAMES[game].deck
    return tuple(random.sample(deck, len(deck)))


def random_amount(random: Random, choices: Legal) -> Chips:
    """Return a legal total: often the smallest or the largest."""
    low, high = choices.min_to_chips, choices.max_to_chips
    if choices.bring_in_chips and low == choices.bring_in_chips:
        low = high if choices.has_two_amounts else low + 1  # the bring-in itself is no bet
    if choices.has_two_amounts:
        return random.choice((low, high))
    return random.choice((low, low, random.randint(low, high), min(2 * low, high), high))


def random_discard(random: Random, hand: Hand, choices: Legal) -> tuple[Position, ...]:
    """Return any of the actor's cards, as few or as many as are asked for."""
    held = hand.of(choices.seat).positions
    count = random.randint(choices.min_cards, choices.max_cards)
    return tuple(random.sample(held, count))


def random_act(random: Random, hand: Hand, choices: Legal, kind: ActionKind) -> Act:
    """Return that action with whatever belongs to it."""
    act = Act(choices.seat, choices.turn, kind)
    if kind in {"bet", "raise"}:
        return Act(act.seat, act.turn, kind, to_chips=random_amount(random, choices))
    if kind == "discard":
        return Act(act.seat, act.turn, kind, cards=random_discard(random, hand, choices))
    if kind == "run_it":
        return Act(act.seat, act.turn, kind, times=random.randint(1, choices.max_times))
    return act


def random_command(random: Random, hand: Hand, time_outs: float = 0.06) -> Command:
    """Return something that the player to act may do, or his time-out."""
    choices = legal(hand)
    assert choices is not None
    if random.random() < time_outs:
        return TimeOut(choices.seat, choices.turn, random.random() < 0.7)
    kinds = choices.kinds
    if len(kinds) > 1 and random.random() < 0.6:  # folds and all-ins end a hand too soon
        kinds = tuple(kind for kind in kinds if kind not in {"fold", "all_in", "muck"}) or kinds
    return random_act(random, hand, choices, random.choice(kinds))


class Playing:
    """One random hand, one command after the other; of `game`, or of any."""

    def __init__(self, seed: int, game: GameCode | None = None) -> None:
        self.random = Random(seed)
        self.start: StartHand = random_start(self.random, game)
        self.deck = random_deck(self.random, self.start.game)
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

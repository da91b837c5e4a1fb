"""
`manage.py bench engine`: no-limit hold'em, six players, random legal play, in one run.

Ours against PokerKit as it is, and against PokerKit with the C evaluator patched in that we use
ourselves. Every engine plays the same policy: each legal kind of action equally likely (no fold
where a check is free, which PokerKit forbids), each amount equally likely. Our engine gets its
decks handed, as in the house, so they are shuffled outside the clock; PokerKit shuffles by itself,
which is about 1 % of its time. Rounds of the three alternate, so that noise hits all alike, and CPU
time is what counts; a ratio is the median of the rounds' ratios.
"""

import random
import time
import warnings
from collections.abc import Callable, Sequence
from functools import total_ordering
from statistics import median
from typing import Any
from uuid import UUID

import msgspec

from tables.engine.commands import Act, ActionKind, StartHand
from tables.engine.decide import advance
from tables.engine.events import HandEvent, SeatAtStart
from tables.engine.evolve import fold
from tables.engine.legal import legal
from tables.engine.limits import NoLimit
from tables.engine.ruleset import HOUSE
from tables.engine.state import Hand
from tables.engine.terms import PlayerId, Post, PostKind

PLAYERS = 6
STACK = 1000
SMALL_BLIND, BIG_BLIND = 5, 10
OUR_HANDS, THEIR_HANDS = 1000, 60
"""A round's hands: about the same time for each engine."""

START = StartHand(
    hand_no=1,
    game="holdem",
    structure=NoLimit(small_blind=SMALL_BLIND, big_blind=BIG_BLIND),
    rules=HOUSE,
    seats=tuple(
        SeatAtStart(seat, PlayerId(UUID(int=seat)), STACK) for seat in range(1, PLAYERS + 1)
    ),
    button=PLAYERS,
    big_blind=2,
    posts=(Post(1, PostKind.SMALL_BLIND, SMALL_BLIND), Post(2, PostKind.BIG_BLIND, BIG_BLIND)),
)


class Round(msgspec.Struct):
    """What one engine did in one round."""

    hands: int
    actions: int
    seconds: float

    @property
    def hands_per_s(self) -> float:
        """Hands a second."""
        return self.hands / self.seconds


def bench_engine(*, rounds: int = 9) -> dict[str, object]:
    """Return hands/s and actions/s of the three engines, the ratios, and the fold's events/s."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit warns of odd amounts
        ours, stock, patched = _three_engines(rounds)
    return {
        "players": PLAYERS,
        "policy": "uniform over legal kinds, uniform amounts",
        "pokerhouse": _figures(ours),
        "pokerkit": _figures(stock),
        "pokerkit_c_evaluator": _figures(patched),
        "ratio_stock": round(_ratio(ours, stock), 1),
        "ratio_c_evaluator": round(_ratio(ours, patched), 1),
        "fold_events_per_s": round(_fold_speed(rounds)),
        "decode_and_fold_events_per_s": round(_fold_speed(rounds, is_decoding=True)),
    }


def _three_engines(rounds: int) -> tuple[list[Round], list[Round], list[Round]]:
    evaluators = (None, _c_evaluator_hand())
    ours: list[Round] = []
    theirs: tuple[list[Round], list[Round]] = ([], [])
    play_ours(50, seed=0)
    for seed in range(rounds):
        ours.append(play_ours(OUR_HANDS, seed))
        for played, hand_type in zip(theirs, evaluators, strict=True):
            played.append(play_pokerkit(THEIR_HANDS, seed, hand_type))
    return ours, *theirs


def _figures(played: Sequence[Round]) -> dict[str, float]:
    hands = sum(each.hands for each in played)
    actions = sum(each.actions for each in played)
    return {
        "hands_per_s": round(median(each.hands_per_s for each in played), 1),
        "actions_per_s": round(median(each.actions / each.seconds for each in played), 1),
        "actions_per_hand": round(actions / hands, 2),
    }


def _ratio(ours: Sequence[Round], theirs: Sequence[Round]) -> float:
    return median(a.hands_per_s / b.hands_per_s for a, b in zip(ours, theirs, strict=True))


def decks(count: int, seed: int) -> list[tuple[int, ...]]:
    """Return `count` shuffled decks; a benchmark's shuffle, not the house's."""
    rng = random.Random(seed)
    return [tuple(rng.sample(range(52), 52)) for _ in range(count)]


def play_ours(hands: int, seed: int) -> Round:
    """Play `hands` hands with our engine."""
    shuffled = decks(hands, seed)
    rng = random.Random(seed).random
    actions = 0
    began = time.process_time()
    for deck in shuffled:
        hand = advance(None, START, deck)[1]
        while hand.actor is not None:
            hand = advance(hand, _choose(hand, rng), deck)[1]
            actions += 1
    return Round(hands, actions, time.process_time() - began)


def record_ours(hands: int, seed: int) -> list[list[HandEvent]]:
    """Return the events of `hands` hands, a list for each hand."""
    streams: list[list[HandEvent]] = []
    rng = random.Random(seed).random
    for deck in decks(hands, seed):
        batch, hand = advance(None, START, deck)
        stream = list(batch)
        while hand.actor is not None:
            batch, hand = advance(hand, _choose(hand, rng), deck)
            stream += batch
        streams.append(stream)
    return streams


def _choose(hand: Hand, rng: Callable[[], float]) -> Act:
    choices = legal(hand)
    assert choices is not None
    kinds = _KINDS[choices.kinds]
    kind = kinds[int(rng() * len(kinds))]
    if kind == "raise" or kind == "bet":  # noqa: PLR1714 - on the clock
        low = choices.min_to_chips
        to = low + int(rng() * (choices.max_to_chips - low + 1))
        return Act(choices.seat, choices.turn, kind, to)
    return Act(choices.seat, choices.turn, kind)


_KINDS: dict[tuple[ActionKind, ...], tuple[ActionKind, ...]] = {
    ("call", "fold"): ("call", "fold"),
    ("call", "fold", "all_in"): ("call", "fold"),
    ("call", "fold", "raise", "all_in"): ("call", "fold", "raise"),
    ("check", "fold"): ("check",),
    ("check", "fold", "bet", "all_in"): ("check", "bet"),
    ("check", "fold", "raise", "all_in"): ("check", "raise"),
}
"""What the policy chooses from, by what is legal: no word for all-in, no fold for free."""


def play_pokerkit(hands: int, seed: int, hand_type: Any = None) -> Round:
    """Play `hands` hands with PokerKit, with its own or another class of hands."""
    from pokerkit import Automation, NoLimitTexasHoldem  # for benchmarks and tests only

    random.seed(seed)
    rng = random.Random(seed).random
    game: Any = NoLimitTexasHoldem(tuple(Automation), True, 0, (SMALL_BLIND, BIG_BLIND), BIG_BLIND)
    if hand_type is not None:
        game.hand_types = (hand_type,)
    actions = 0
    began = time.process_time()
    for _ in range(hands):
        state = game([STACK] * PLAYERS, PLAYERS)
        while state.status:
            kinds: list[Any] = [state.check_or_call]
            if state.can_fold():
                kinds.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                kinds.append(state.complete_bet_or_raise_to)
            kind = kinds[int(rng() * len(kinds))]
            if kind == state.complete_bet_or_raise_to:
                low = state.min_completion_betting_or_raising_to_amount
                high = state.max_completion_betting_or_raising_to_amount
                kind(low + int(rng() * (high - low + 1)))
            else:
                kind()
            actions += 1
    return Round(hands, actions, time.process_time() - began)


def _c_evaluator_hand() -> Any:
    """Return a PokerKit hand class whose strength comes from the C evaluator."""
    from phevaluator.evaluator import evaluate_cards
    from pokerkit import Card, Deck, StandardHighHand

    ranks = "23456789TJQKA"
    number: dict[Card, int] = {
        card: 4 * ranks.index(card.rank) + "cdhs".index(card.suit) for card in Deck.STANDARD
    }

    @total_ordering
    class FastHand(StandardHighHand):
        """Only what a state asks of a hand: from_game and the order."""

        def __init__(self, strength: int) -> None:
            self.strength = strength

        @classmethod
        def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> Any:
            cards = (*Card.clean(hole_cards), *Card.clean(board_cards))
            if len(cards) < 5:
                raise ValueError("too few cards")
            return cls(evaluate_cards(*[number[card] for card in cards]))

        def __eq__(self, other: object) -> bool:
            return isinstance(other, FastHand) and self.strength == other.strength

        def __lt__(self, other: Any) -> bool:
            worse: bool = self.strength > other.strength
            return worse

        def __hash__(self) -> int:
            return hash(self.strength)

    return FastHand


def _fold_speed(rounds: int, *, is_decoding: bool = False) -> float:
    """Return events/s of folding stored hands; with their JSON decoded, if asked."""
    streams = record_ours(300, seed=1)
    count = sum(len(stream) for stream in streams)
    encoded = [[msgspec.json.encode(event) for event in stream] for stream in streams]
    decode = msgspec.json.Decoder(HandEvent).decode
    speeds: list[float] = []
    for _ in range(rounds):
        began = time.process_time()
        if is_decoding:
            for lines in encoded:
                fold([decode(line) for line in lines])
        else:
            for stream in streams:
                fold(stream)
        speeds.append(count / (time.process_time() - began))
    return median(speeds)

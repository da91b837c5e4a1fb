"""
`manage.py bench engine`: four games, six players, random legal play, in one run.

Ours against PokerKit as it is, and against PokerKit with the C evaluator patched in that we use
ourselves: no-limit and fixed-limit hold'em, pot-limit Omaha, seven-card stud in exact limits. Every
engine plays the same policy: each legal kind of action equally likely (no fold where a check is
free, which PokerKit forbids; no word for all-in, which is a raise), each amount equally likely.
Our engine gets its decks handed, as in the house, so they are shuffled outside the clock; PokerKit
shuffles by itself, which is about 1 % of its time. Rounds of the three alternate, so that noise
hits all alike, and CPU time is what counts; a ratio is the median of the rounds' ratios.
"""

import random
import time
import warnings
from collections.abc import Callable, Sequence
from statistics import median

import msgspec

from pokerhouse.ops.bench.engine_matches import MATCHES, PLAYERS, STACK, Match
from pokerhouse.ops.bench.engine_pokerkit import play_pokerkit
from tables.engine.hand.commands import Act, ActionKind
from tables.engine.hand.decide import advance
from tables.engine.hand.events import HandEvent
from tables.engine.hand.evolve import fold
from tables.engine.hand.legal import legal
from tables.engine.hand.state import Hand

OUR_HANDS, THEIR_HANDS = 1000, 60
"""A round's hands: about the same time for each engine."""
NO_LIMIT = MATCHES[0]


class EngineRound(msgspec.Struct):
    """What one engine did in one round."""

    hands: int
    actions: int
    seconds: float

    @property
    def hands_per_s(self) -> float:
        """Hands a second."""
        return self.hands / self.seconds


def bench_engine(*, rounds: int = 9) -> dict[str, object]:
    """Return the figures of three engines in each game, their ratios, and the fold's events/s."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit warns of odd amounts
        games = {match.name: _race(match, rounds) for match in MATCHES}
    return {
        "players": PLAYERS,
        "policy": "uniform over legal kinds, uniform amounts",
        **games,
        "fold_events_per_s": round(_fold_speed(rounds)),
        "decode_and_fold_events_per_s": round(_fold_speed(rounds, is_decoding=True)),
    }


def _race(match: Match, rounds: int) -> dict[str, object]:
    ours, stock, patched = _three_engines(match, rounds)
    return {
        "pokerhouse": _figures(ours),
        "pokerkit": _figures(stock),
        "pokerkit_c_evaluator": _figures(patched),
        "ratio_stock": round(_ratio(ours, stock), 1),
        "ratio_c_evaluator": round(_ratio(ours, patched), 1),
    }


def _three_engines(
    match: Match, rounds: int
) -> tuple[list[EngineRound], list[EngineRound], list[EngineRound]]:
    fast_hand = match.fast_hand()
    ours: list[EngineRound] = []
    stock: list[EngineRound] = []
    patched: list[EngineRound] = []
    play_ours(50, 0, match)
    for seed in range(rounds):
        ours.append(play_ours(OUR_HANDS, seed, match))
        stock.append(play_theirs(THEIR_HANDS, seed, match, None))
        patched.append(play_theirs(THEIR_HANDS, seed, match, fast_hand))
        assert stock[-1].actions == patched[-1].actions, "the evaluator changed the play"
    return ours, stock, patched


def _figures(played: Sequence[EngineRound]) -> dict[str, float]:
    hands = sum(each.hands for each in played)
    actions = sum(each.actions for each in played)
    return {
        "hands_per_s": round(median(each.hands_per_s for each in played), 1),
        "actions_per_s": round(median(each.actions / each.seconds for each in played), 1),
        "actions_per_hand": round(actions / hands, 2),
    }


def _ratio(ours: Sequence[EngineRound], theirs: Sequence[EngineRound]) -> float:
    return median(a.hands_per_s / b.hands_per_s for a, b in zip(ours, theirs, strict=True))


def decks(count: int, seed: int) -> list[tuple[int, ...]]:
    """Return `count` shuffled decks; a benchmark's shuffle, not the house's."""
    rng = random.Random(seed)
    return [tuple(rng.sample(range(52), 52)) for _ in range(count)]


def play_ours(hands: int, seed: int, match: Match = NO_LIMIT) -> EngineRound:
    """Play `hands` hands with our engine."""
    start = match.start
    shuffled = decks(hands, seed)
    rng = random.Random(seed).random
    actions = 0
    began = time.process_time()
    for deck in shuffled:
        hand = advance(None, start, deck)[1]
        while hand.actor is not None:
            hand = advance(hand, _choose(hand, rng), deck)[1]
            actions += 1
    return EngineRound(hands, actions, time.process_time() - began)


def record_ours(hands: int, seed: int) -> list[list[HandEvent]]:
    """Return the events of `hands` hands of no-limit hold'em, a list for each hand."""
    streams: list[list[HandEvent]] = []
    rng = random.Random(seed).random
    for deck in decks(hands, seed):
        batch, hand = advance(None, NO_LIMIT.start, deck)
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


class _Kinds(dict[tuple[ActionKind, ...], tuple[ActionKind, ...]]):
    """What the policy chooses from, by what is legal; worked out once."""

    def __missing__(self, legal_kinds: tuple[ActionKind, ...]) -> tuple[ActionKind, ...]:
        left_out = {"all_in"}
        if "check" in legal_kinds:
            left_out.add("fold")
        if "bring_in" in legal_kinds:  # opens for it or for the lower limit, and nobody folds
            left_out |= {"bet", "fold"}
        elif "raise" in legal_kinds:
            left_out.add("complete")  # another word for it
        kinds = tuple(kind for kind in legal_kinds if kind not in left_out)
        self[legal_kinds] = kinds
        return kinds


_KINDS = _Kinds()


def play_theirs(hands: int, seed: int, match: Match, hand_type: object) -> EngineRound:
    """Play `hands` hands with PokerKit, with its own or another class of hands."""
    stacks = [STACK] * PLAYERS
    actions, seconds = play_pokerkit(match.pokerkit, match.stakes, stacks, hands, seed, hand_type)
    return EngineRound(hands, actions, seconds)


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

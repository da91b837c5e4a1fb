"""PokerKit's side of `bench engine`: the policy on its state, and hands by the C evaluator."""

import random
import time
from collections.abc import Callable, Sequence
from functools import total_ordering
from typing import Any

RANKS, SUITS = "23456789TJQKA", "cdhs"
FIVE, NINE = 5, 9


def play_pokerkit(
    game: str,
    stakes: Sequence[object],
    stacks: Sequence[int],
    hands: int,
    seed: int,
    hand_type: Any,
) -> tuple[int, float]:
    """Return actions and CPU seconds of `hands` hands; `hand_type` None is PokerKit's own."""
    import pokerkit  # for benchmarks and tests only

    random.seed(seed)
    rng = random.Random(seed).random
    row: Any = getattr(pokerkit, game)(tuple(pokerkit.Automation), True, *stakes)
    if hand_type is not None:
        row.hand_types = (hand_type,)
    actions = 0
    began = time.process_time()
    for _ in range(hands):
        state = row(stacks, len(stacks))
        while state.status:
            _act(state, rng)
            actions += 1
    return actions, time.process_time() - began


def _act(state: Any, rng: Callable[[], float]) -> None:
    kinds: list[Any] = []
    if state.can_post_bring_in():
        kinds.append(state.post_bring_in)
    if state.can_check_or_call():
        kinds.append(state.check_or_call)
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


def standard_hand() -> Any:
    """Return a PokerKit hand class of the best five cards."""
    from phevaluator.evaluator import evaluate_cards

    return _fast_hand(lambda hole, board: evaluate_cards(*hole, *board), least=FIVE)


def omaha_hand() -> Any:
    """Return a PokerKit hand class of two of four hole cards with three of the board."""
    from phevaluator import _pheval

    return _fast_hand(lambda hole, board: _pheval.evaluate_plo4_cards(*board, *hole), least=NINE)


def _fast_hand(evaluate: Callable[[list[int], list[int]], int], *, least: int) -> Any:
    from pokerkit import Card, Deck, StandardHighHand

    number: dict[Card, int] = {
        card: 4 * RANKS.index(card.rank) + SUITS.index(card.suit) for card in Deck.STANDARD
    }

    @total_ordering
    class FastHand(StandardHighHand):
        """Only what a state asks of a hand: from_game and the order."""

        def __init__(self, strength: int) -> None:
            self.strength = strength

        @classmethod
        def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> Any:
            hole = [number[card] for card in Card.clean(hole_cards)]
            board = [number[card] for card in Card.clean(board_cards)]
            if len(hole) + len(board) < least:
                raise ValueError("too few cards")
            return cls(evaluate(hole, board))

        def __eq__(self, other: object) -> bool:
            return isinstance(other, FastHand) and self.strength == other.strength

        def __lt__(self, other: Any) -> bool:
            worse: bool = self.strength > other.strength
            return worse

        def __hash__(self) -> int:
            return hash(self.strength)

    return FastHand

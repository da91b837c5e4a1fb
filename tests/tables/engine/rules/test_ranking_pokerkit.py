"""Every hand rule that PokerKit knows, against PokerKit, on seeded random hands."""

from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest
from pokerkit import (
    BadugiHand,
    Card,
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    ShortDeckHoldemHand,
    StandardHighHand,
    StandardLowHand,
)

from tables.engine.rules.cards import texts_of
from tables.engine.rules.ranking import RANKERS, HandRule
from tests.support.five_cards import assert_same_order

CARDS = [next(iter(Card.parse(texts_of((card,))))) for card in range(52)]

CASES = (  # rule, hole cards, board cards, hands, PokerKit's class
    ("best5", 2, 5, 3_000, StandardHighHand),
    ("best5", 8, 0, 1_000, StandardHighHand),
    ("exactly2of4", 4, 5, 1_500, OmahaHoldemHand),
    ("exactly2of5", 5, 5, 1_500, OmahaHoldemHand),
    ("exactly2of6", 6, 5, 1_500, OmahaHoldemHand),
    ("short_deck", 2, 5, 3_000, ShortDeckHoldemHand),
    ("short_deck", 5, 0, 5_000, ShortDeckHoldemHand),
    ("low8", 7, 0, 5_000, EightOrBetterLowHand),
    ("low8", 7, 1, 2_000, EightOrBetterLowHand),
    ("low8_exactly2", 4, 5, 2_000, OmahaEightOrBetterLowHand),
    ("low8_exactly2", 5, 5, 1_500, OmahaEightOrBetterLowHand),
    ("low8_exactly2", 6, 5, 1_500, OmahaEightOrBetterLowHand),
    ("low_a5", 7, 0, 4_000, RegularLowHand),
    ("low_a5", 5, 0, 10_000, RegularLowHand),
    ("low_27", 5, 0, 20_000, StandardLowHand),
    ("low_27", 7, 0, 2_000, StandardLowHand),
    ("badugi", 4, 0, 10_000, BadugiHand),
)


@pytest.mark.parametrize(("rule", "hole", "board", "count", "theirs"), CASES)
def test_hands_rank_as_in_pokerkit(
    rule: HandRule, hole: int, board: int, count: int, theirs: type[Any]
) -> None:
    """R-RNK-1 to R-RNK-6, R-OMA-1, R-LOW-1, R-LOW-3, R-LOW-5, R-LOW-7."""
    best = cast("Callable[..., object]", theirs.from_game_or_none)
    random = Random(f"{rule} {hole} {board}")
    deck = range(16 if rule == "short_deck" else 0, 52)
    strengths, hands = [], []
    for _ in range(count):
        cards = random.sample(deck, hole + board)
        strength = RANKERS[rule](cards[:hole], cards[hole:])
        named = [CARDS[card] for card in cards]
        hand = best(named[:hole], named[hole:])
        assert (hand is None) == (strength is None)
        if strength is not None:
            strengths.append(strength)
            hands.append(hand)
    assert_same_order(strengths, hands)

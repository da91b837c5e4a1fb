"""The engine against PokerKit 0.7.7 in all games that both know; hold'em no-limit has its own."""

from collections import Counter

import pytest

from tables.engine.rules.games import GameCode
from tests.support.pokerkit_play import GAMES_OF_BOTH, BothEngines

HANDS = 200

KNOWN_DIFFERENCES = {
    "unanswerable raise": "R-NL-5: `standard` allows what nobody can answer, PokerKit never does",
    "short all-in": "R-HLF-1, R-HLF-2, R-NL-6, R-NL-8: in limit games half a bet decides whether a"
    " short all-in reopens, counts for the cap and lifts the next raise; PokerKit asks for a whole"
    " one. In no-limit PokerKit measures a street's first all-in from nothing",
    "no cap for the last two": "R-CAP-4: on stud's last street two hands raise without end",
    "needless option": "R-ACT-10: PokerKit asks a player whom only all-in hands could answer",
    "pot-sized eight or better": "R-FL-1, R-CAP-1: PokerKit's fixed-limit Omaha eight or better is"
    " built with its pot-limit mixin: its smallest raise is ours, its largest is the pot, no cap",
    "odd chips": "R-ODD-1, R-ODD-5, R-ODD-6, R-LOW-2: ours splits every pot by itself, and gives"
    " odd chips to the high half, in stud by suit; PokerKit takes pots together, and by position",
    "side pot without a low": "R-LOW-1: where no hand qualifies in a pot the high hand takes all of"
    " it; PokerKit shares the low half among all claimants if another pot had a low",
}
"""
All that this play finds. Never arising here: forced bets can be posted whole, decks suffice, and
nobody folds where a check is free.
"""
_BY_NAME = set(KNOWN_DIFFERENCES)


@pytest.mark.parametrize("game", GAMES_OF_BOTH)
def test_both_engines_offer_the_same_and_pay_the_same(game: GameCode) -> None:
    """R-PL-1 to R-PL-4, R-FL-1, R-CAP-1, R-BRI-1 to R-BRI-3, R-STU-2, R-STU-3, R-LOW-1 to R-LOW-7.

    At each decision who acts, what a call costs, the smallest and the largest raise; at the end
    every stack. Whatever differs has its name in the table above, or the play itself fails.
    """
    found: Counter[str] = Counter()
    decisions = 0
    for seed in range(HANDS):
        both = BothEngines(seed, game).play()
        found.update(both.differences)
        decisions += both.decisions
    assert decisions > 5 * HANDS
    assert set(found) <= _BY_NAME
    assert ("no cap for the last two" in found) <= (game in {"stud7", "stud8", "razz"})
    assert ("pot-sized eight or better" in found) == (game == "omaha8")


@pytest.mark.parametrize(("game", "seed"), [("omaha8", 261), ("stud8", 240)])
def test_a_side_pot_without_a_low_goes_to_the_high_hand_alone(game: GameCode, seed: int) -> None:
    """R-LOW-1: the two hands in which PokerKit gives a part of it to a worse high hand."""
    both = BothEngines(seed, game).play()
    assert both.differences["side pot without a low"] == 1
    stacks = {seat.seat: seat.stack_chips for seat in both.hand.seats}
    expected = {
        261: {1: 20, 2: 57, 3: 7, 4: 2, 5: 1, 6: 0, 7: 1, 8: 0},
        240: {1: 54, 2: 24, 3: 0, 4: 36, 5: 3, 6: 0},
    }
    assert stacks == expected[seed]

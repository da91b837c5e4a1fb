"""How many ways a tiny hand can go: exact counts of the tree of legal actions, free folds too."""

import pytest
from msgspec.structs import replace

from tables.engine.hand.commands import Act, StartHand
from tables.engine.hand.decide import advance
from tables.engine.hand.legal import Legal, legal
from tables.engine.hand.state import Hand
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.rules.limits import FixedLimit, NoLimit, PotLimit, Structure, StudSplit
from tables.engine.rules.ruleset import RuleSet
from tables.lab.scenarios.hand_plain import start_plain

_SAME = {"all_in", "complete"}  # other words for a bet, a raise or a call


def _acts(choices: Legal) -> list[Act]:
    found = []
    for kind in choices.kinds:
        if kind in {"bet", "raise"}:
            amounts = range(choices.min_to_chips, choices.max_to_chips + 1)
            if choices.has_two_amounts:
                amounts = range(choices.max_to_chips, choices.max_to_chips + 1)
            found += [Act(choices.seat, choices.turn, kind, to) for to in amounts]
        elif kind not in _SAME:
            found.append(Act(choices.seat, choices.turn, kind))
    return found


def _ways(hand: Hand, deck: tuple[int, ...]) -> int:
    choices = legal(hand)
    if choices is None:
        return 1
    return sum(_ways(advance(hand, act, deck)[1], deck) for act in _acts(choices))


def _count(game: GameCode, stack: int, structure: Structure, rules: RuleSet) -> int:
    start: StartHand = start_plain(
        game,
        {1: stack, 2: stack},
        button=10 if game == "stud7" else 1,
        structure=structure,
        rules=rules,
    )
    deck = GAMES[game].deck
    return _ways(advance(None, start, deck)[1], deck)


NL = NoLimit(small_blind=1, big_blind=2)
PL = PotLimit(small_blind=1, big_blind=2)
FL = FixedLimit(small_blind=1, big_blind=2, lower=2, higher=4)
STUD = StudSplit(ante=1, bring_in=1, lower=2, higher=4)
PLAIN = RuleSet(stud_late_streets="fixed_high", stud_open_pair="off")


@pytest.mark.parametrize(
    ("game", "stack", "structure", "ways"),
    [
        ("holdem", 2, NL, 2),  # the small blind folds or calls
        # With one chip behind: a street is checked through, or ends in 6 other ways, so three
        # streets are 19; before them 1 fold, 2 after a shove, 1 + 2 + 19 after a call.
        ("holdem", 3, NL, 25),
        ("holdem", 3, PL, 25),
        ("holdem", 3, FL, 25),
        # One behind after the ante: whoever opens does it all-in; the other folds or calls.
        ("stud7", 2, STUD, 2),
    ],
)
def test_the_smallest_trees_are_those_that_a_hand_counts(
    game: GameCode, stack: int, structure: Structure, ways: int
) -> None:
    """R-NL-2 to R-NL-5, R-PL-2, R-FL-1, R-BRI-1, R-BRI-5, R-ACT-5, R-ACT-10."""
    assert _count(game, stack, structure, PLAIN) == ways


@pytest.mark.parametrize(
    ("game", "stack", "structure", "ways"),
    [
        ("holdem", 4, NL, 25),  # as with 3: every bet is all-in
        ("holdem", 4, PL, 25),
        ("holdem", 6, FL, 93),
        ("stud7", 3, STUD, 30),
        ("stud7", 4, STUD, 82),
    ],
)
def test_larger_trees_stay_as_large_as_they_are(
    game: GameCode, stack: int, structure: Structure, ways: int
) -> None:
    """Too large to count by hand: these hold what the engine found, so that a change is seen."""
    assert _count(game, stack, structure, PLAIN) == ways


def test_without_free_folds_the_tree_is_smaller() -> None:
    """A-11: 19 become 13, and the big blind's own fold goes: 1 + 2 + 2 + 13."""
    assert _count("holdem", 3, NL, replace(PLAIN, action_free_fold=False)) == 18

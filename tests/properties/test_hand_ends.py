"""Every hand ends, whoever plays it how."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.commands import Act, ActionKind, Command, StartHand, TimeOut
from tables.engine.decide import advance
from tables.engine.legal import Legal, legal
from tests.support.laws import broken_laws
from tests.support.random_hands import random_deck, random_start

Policy = Callable[[Legal, Random], Command]


def _prefer(*wanted: ActionKind) -> Policy:
    """Take the first wanted word that is legal, with the smallest amount."""

    def choose(choices: Legal, _random: Random) -> Command:
        kind = next((word for word in wanted if word in choices.kinds), choices.kinds[0])
        to_chips = choices.min_to_chips if kind in {"bet", "raise"} else None
        return Act(choices.seat, choices.turn, kind, to_chips)

    return choose


def _silent(choices: Legal, _random: Random) -> Command:
    return TimeOut(choices.seat, choices.turn)


def _now_and_then_silent(choices: Legal, random: Random) -> Command:
    if random.random() < 0.3:
        return TimeOut(choices.seat, choices.turn, random.random() < 0.5)
    return _prefer("raise", "bet", "call", "declare_board", "muck")(choices, random)


POLICIES: dict[str, Policy] = {
    "the smallest raise as long as there is one": _prefer("raise", "bet", "call", "muck"),
    "all-in": _prefer("all_in", "call", "declare_board", "muck"),
    "check and call": _prefer("check", "call", "declare_board", "show"),
    "fold": _prefer("fold", "muck"),
    "declare the board and muck": _prefer("check", "call", "declare_board", "muck"),
    "silence": _silent,
    "raises and silence": _now_and_then_silent,
}


def _most_decisions(start: StartHand) -> int:
    """
    Return a bound: on each street every full raise adds a big blind, every all-in is the last
    act of a player, and between two of them each player answers once; then two words each at the
    showdown.
    """
    count = len(start.seats)
    highest = max(entry.stack_chips for entry in start.seats)
    raises = highest // start.structure.big_blind + count + 1
    return 4 * count * (raises + 1) + 2 * count


@pytest.mark.parametrize("name", POLICIES)
@given(seed=st.integers(0, 2**32 - 1))
def test_every_hand_ends_within_its_bound(name: str, seed: int) -> None:
    random = Random(seed)
    start = random_start(random)
    deck = random_deck(random)
    events, hand = advance(None, start, deck)
    decisions = 0
    while (choices := legal(hand)) is not None:
        batch, hand = advance(hand, POLICIES[name](choices, random), deck)
        events += batch
        decisions += 1
        assert decisions <= _most_decisions(start)
    assert hand.is_over
    assert broken_laws(events) == []

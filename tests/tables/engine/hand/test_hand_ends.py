"""Every hand ends, whoever plays it how."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tables.engine.hand.commands import ActionKind, Command, StartHand, TimeOut
from tables.engine.hand.decide import advance
from tables.engine.hand.legal import Legal, legal
from tables.engine.hand.state import Hand
from tables.engine.rules.games import GAMES
from tests.support.laws import broken_laws
from tests.support.random_hands import random_act, random_deck, random_start

Policy = Callable[[Hand, Legal, Random], Command]


def _prefer(*wanted: ActionKind) -> Policy:
    """Take the first wanted word that is legal; of a bet or raise the smallest."""

    def choose(hand: Hand, choices: Legal, random: Random) -> Command:
        kind = next((word for word in wanted if word in choices.kinds), choices.kinds[0])
        act = random_act(random, hand, choices, kind)
        is_smallest = act.to_chips is not None and not choices.bring_in_chips
        return replace(act, to_chips=choices.min_to_chips) if is_smallest else act

    return choose


def _silent(_hand: Hand, choices: Legal, _random: Random) -> Command:
    return TimeOut(choices.seat, choices.turn)


def _now_and_then_silent(hand: Hand, choices: Legal, random: Random) -> Command:
    if random.random() < 0.3:
        return TimeOut(choices.seat, choices.turn, random.random() < 0.5)
    return _prefer("raise", "bet", "call", "declare_board", "muck")(hand, choices, random)


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
    Return a bound: on each street every full raise adds the smallest bet, every all-in is the last
    act of a player, and between two of them each player answers once; on each street one exchange,
    and one word on boards and two at the showdown.
    """
    count = len(start.seats)
    game = GAMES[start.game]
    streets = len(game.streets)
    highest = max(entry.stack_chips for entry in start.seats)
    smallest = min(start.structure.bets(street, is_last=False)[0] for street in game.streets)
    raises = highest // smallest + count + 2
    return streets * count * (raises + 2) + 3 * count


@pytest.mark.parametrize("name", POLICIES)
@given(seed=st.integers(0, 2**32 - 1))
def test_every_hand_ends_within_its_bound(name: str, seed: int) -> None:
    random = Random(seed)
    start = random_start(random)
    deck = random_deck(random, start.game)
    events, hand = advance(None, start, deck)
    decisions = 0
    while (choices := legal(hand)) is not None:
        batch, hand = advance(hand, POLICIES[name](hand, choices, random), deck)
        events += batch
        decisions += 1
        assert decisions <= _most_decisions(start)
    assert hand.is_over
    assert broken_laws(events) == []

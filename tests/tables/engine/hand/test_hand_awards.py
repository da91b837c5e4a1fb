"""What everybody gets, against an oracle that knows the rules and none of the engine's code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.hand.events import HandFinished, PotAwarded
from tables.engine.hand.evolve import fold
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.rules.terms import Chips, SeatNo
from tests.support.award_oracle import pots_chip_by_chip, winnings
from tests.support.random_hands import Playing


def _awarded(play: Playing) -> dict[SeatNo, Chips]:
    won = {seat.seat: 0 for seat in play.hand.seats}
    for event in play.events:
        if isinstance(event, PotAwarded):
            for share in event.shares:
                won[share.seat] += share.chips
    return won


def check_awards(seed: int, game: GameCode) -> bool:
    """Play one hand and compare; return whether it got as far as its pots."""
    play = Playing(seed, game).to_the_end()
    first = next((at for at, e in enumerate(play.events) if isinstance(e, PotAwarded)), None)
    if first is None:
        return False
    before = fold(play.events[:first])
    assert before is not None
    pots = pots_chip_by_chip(before)
    parts = [e for e in play.events if isinstance(e, PotAwarded)]
    sums = [sum(part.chips for part in parts if part.pot == n) for n in range(len(pots))]
    assert sums == [chips for chips, _ in pots]
    assert {part.pot: part.eligible for part in parts} == {
        n: eligible for n, (_, eligible) in enumerate(pots)
    }
    takes = [
        sum(part.rake_chips + part.jackpot_chips for part in parts if part.pot == n)
        for n in range(len(pots))
    ]
    assert _awarded(play) == winnings(before, takes)
    end = play.events[-1]
    assert isinstance(end, HandFinished)
    assert end.rake_chips + end.jackpot_chips == sum(takes)
    return True


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 2**32 - 1))
def test_every_pot_goes_where_the_rule_book_says(game: GameCode, seed: int) -> None:
    """R-POT-1 to R-POT-7, R-ODD-1 to R-ODD-7, R-LOW-1 to R-LOW-7, R-OMA-1; also with boards."""
    check_awards(seed, game)

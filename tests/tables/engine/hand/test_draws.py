"""Draw games and pineapple: exchanging and putting away (R-LOW-5, R-LOW-6)."""

import pytest

from tables.engine.hand.events import CardsDiscarded, StubExtended
from tables.engine.rules.games import GameCode
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import Position, SeatNo
from tables.lab.scenarios.hand_plain import FIXED, start_plain
from tests.support.any_game import AnyGame
from tests.support.hands import refused

DEEP = {1: 1_000, 2: 1_000, 3: 1_000}


def _play(game: GameCode, count: int = 3, rules: RuleSet | None = None) -> AnyGame:
    stacks = dict.fromkeys(range(1, count + 1), 1_000)
    return AnyGame(start_plain(game, stacks, button=1, structure=FIXED, rules=rules or RuleSet()))


def test_the_first_left_of_the_button_draws_first_any_number_of_cards() -> None:
    """R-LOW-6: after a burn; nobody else sees what he put away."""
    play = _play("single27").stay_in_to("draw")
    assert (play.legal.seat, play.legal.kinds) == (2, ("discard",))
    assert (play.legal.min_cards, play.legal.max_cards) == (0, 5)
    play.discard(2, 0, 1, 2, 3, 4)
    said = play.all_of(CardsDiscarded)[0]
    assert (said.discarded, said.positions, said.faces) == (
        (0, 3, 6, 9, 12),
        (16, 17, 18, 19, 20),
        (),
    )
    play.discard(3).discard(1, 0)
    assert (play.legal.seat, play.legal.kinds[:2]) == (2, ("check", "fold"))


def test_only_own_cards_are_put_away_and_each_once() -> None:
    """R-LOW-6."""
    play = _play("badugi").stay_in_to("first_draw")
    for cards in ((1,), (0, 0), (99,)):
        with refused("wrong_discard"):
            play.do(2, "discard", cards=cards)
    with refused("betting_closed"):
        play.do(2, "check")


def test_triple_draw_is_bet_lower_twice_and_higher_twice() -> None:
    """R-LOW-6."""
    play = _play("triple27")
    bounds = [play.bounds]
    for street in ("first_draw", "second_draw", "third_draw"):
        play.stay_in_to(street)
        for _ in range(3):
            play.discard(play.legal.seat)
        bounds.append(play.bounds)
    assert bounds == [(20, 20), (10, 10), (20, 20), (20, 20)]


@pytest.mark.parametrize(("count", "piles"), [(3, 1), (6, 4)])
def test_what_others_put_away_follows_the_deck_and_never_the_own_discards(
    count: int, piles: int
) -> None:
    """R-LOW-6: all change all cards; the pile is shuffled in when the deck is out."""
    play = _play("triple27", count=count)
    for street in ("first_draw", "second_draw", "third_draw"):
        play.stay_in_to(street)
        for _ in range(count):
            play.discard(play.legal.seat, 0, 1, 2, 3, 4)
    play.stay_in_to()
    assert play.hand.is_over
    assert all(event.is_shuffled for event in play.all_of(StubExtended))
    assert len(play.all_of(StubExtended)) == piles

    own: dict[SeatNo, set[Position]] = {seat: set() for seat in range(1, 7)}
    pool: set[Position] = set()
    withheld = 0
    for event in play.events:
        if isinstance(event, StubExtended):
            pool = set(event.positions)
        elif isinstance(event, CardsDiscarded):
            if pool:
                assert not pool & own[event.seat]
                withheld += len(own[event.seat])
            own[event.seat].update(event.discarded)
            pool = set()
    assert withheld > 0  # whoever drew had discards of earlier rounds


def test_a_silent_drawer_stands_pat_and_decides_no_more() -> None:
    """R-TIM-5, R-TIM-6: the law of the tests holds that he is asked nothing again."""
    play = _play("triple27").stay_in_to("first_draw").time_out(2)
    assert play.all_of(CardsDiscarded)[0].discarded == ()
    play.stay_in_to()
    assert play.hand.of(2).total_chips == 10


@pytest.mark.parametrize(("game", "street"), [("pineapple", "flop"), ("crazy_pineapple", "turn")])
def test_pineapple_puts_one_card_away_and_gets_none(game: GameCode, street: str) -> None:
    play = _play(game).stay_in_to(street)
    assert (play.legal.min_cards, play.legal.max_cards) == (1, 1)
    with refused("wrong_discard"):
        play.discard(2)
    play.discard(2, 1).discard(3, 0).time_out(1)
    assert {len(seat.positions) for seat in play.hand.seats} == {2}

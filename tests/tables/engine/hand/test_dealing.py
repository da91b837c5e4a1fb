"""Which card goes where, who acts first, heads-up and dead button (R-DEA, R-ORD, R-BTN)."""

import pytest

from tables.engine.hand.events import BoardDealt, CardsShown, DealtHand, HoleDealt, TurnStarted
from tables.engine.rules.ruleset import HOUSE, RuleSet
from tests.support.hands import Play, no_limit, seated


def _holes(play: Play) -> dict[int, tuple[int, ...]]:
    (dealt,) = play.all_of(HoleDealt)
    return {hand.seat: hand.positions for hand in dealt.hands}


def _boards(play: Play) -> list[tuple[str, tuple[int, ...]]]:
    return [(event.street, event.positions) for event in play.all_of(BoardDealt)]


def _to_the_river(play: Play) -> Play:
    while play.actor is not None and play.hand.street < 3:
        play = play.call(play.actor) if play.legal.to_call_chips else play.check(play.actor)
    return play


def test_cards_go_one_at_a_time_clockwise_from_the_small_blind() -> None:
    """R-DEA-1: button 1, so seat 2 gets the first card."""
    assert _holes(no_limit(100, 100, 100)) == {2: (0, 3), 3: (1, 4), 1: (2, 5)}


def test_all_cards_at_once_is_a_switch() -> None:
    """A-35: `deal.one_at_a_time=false`."""
    play = no_limit(100, 100, 100, rules=RuleSet(deal_one_at_a_time=False))
    assert _holes(play) == {2: (0, 1), 3: (2, 3), 1: (4, 5)}


def test_heads_up_the_first_card_is_the_big_blinds() -> None:
    """R-DEA-2, A-08."""
    assert _holes(no_limit(100, 100)) == {2: (0, 2), 1: (1, 3)}
    button_first = no_limit(100, 100, rules=RuleSet(deal_headsup_first="button"))
    assert _holes(button_first) == {1: (0, 2), 2: (1, 3)}
    three = no_limit(100, 100, 100, rules=RuleSet(deal_headsup_first="button"))
    assert _holes(three) == {2: (0, 3), 3: (1, 4), 1: (2, 5)}


def test_heads_up_scenario_of_the_deal() -> None:
    """R-DEA-2, R-DEA-3: DO-002: burns at 4, 8, 10."""
    play = _to_the_river(no_limit(100, 100))
    assert _boards(play) == [("flop", (5, 6, 7)), ("turn", (9,)), ("river", (11,))]


def test_omaha_deals_four_each() -> None:
    """R-DEA-1, R-DEA-3: DO-003: three players, button 3, burns at 12, 16, 18."""
    play = _to_the_river(no_limit(100, 100, 100, game="omaha", button=3))
    assert _holes(play) == {1: (0, 3, 6, 9), 2: (1, 4, 7, 10), 3: (2, 5, 8, 11)}
    assert _boards(play) == [("flop", (13, 14, 15)), ("turn", (17,)), ("river", (19,))]


def test_without_burns_the_board_follows_at_once() -> None:
    """A-09: `deal.burn=false`."""
    play = _to_the_river(no_limit(100, 100, rules=RuleSet(deal_burn=False)))
    assert _boards(play) == [("flop", (4, 5, 6)), ("turn", (7,)), ("river", (8,))]


def test_ten_players_and_a_board_fit_into_the_deck() -> None:
    """R-TAB-3: 20 hole cards, 3 burns, 5 on the board."""
    play = _to_the_river(no_limit(*[100] * 10))
    assert _boards(play)[-1] == ("river", (27,))
    omaha = _to_the_river(no_limit(*[100] * 10, game="omaha"))
    assert _boards(omaha)[-1] == ("river", (47,))


def test_no_event_of_the_deal_says_a_face() -> None:
    """docs/security.md#hidden-cards: positions only."""
    play = no_limit(100, 100, 100, hole={1: "AsAh", 2: "KsKh", 3: "QsQh"})
    (dealt,) = play.all_of(HoleDealt)
    assert dealt.hands == (DealtHand(2, (0, 3)), DealtHand(3, (1, 4)), DealtHand(1, (2, 5)))
    assert all(seat.faces == () for seat in play.hand.seats)


def test_all_in_and_timed_out_hands_receive_the_board_and_folded_ones_show_nothing() -> None:
    """R-DEA-5."""
    play = no_limit(1_000, 1_000, 1_000, 60).raise_to(4, 60).fold(1).call(2).time_out(3)
    ended = play.checked_down()
    assert len(ended.hand.board) == 5
    assert sorted(event.seat for event in ended.all_of(CardsShown)) == [2, 3, 4]


def test_before_the_flop_the_seat_left_of_the_big_blind_begins() -> None:
    """R-ORD-1: and the big blind is last."""
    play = no_limit(*[1_000] * 5)
    assert play.actor == 4
    assert play.call(4, 5, 1, 2).actor == 3


def test_later_the_first_able_hand_left_of_the_button_begins() -> None:
    """R-ORD-2: seat 2 folded, seat 3 is all-in."""
    play = no_limit(1_000, 1_000, 10, 1_000).call(4, 1).fold(2)
    assert (play.street, play.actor) == ("flop", 4)


def test_heads_up_the_button_begins_and_is_last_later() -> None:
    """R-ORD-3, R-BTN-5: the button posts the small blind."""
    play = no_limit(1_000, 1_000)
    assert play.stacks == {1: 995, 2: 990}
    assert play.actor == 1
    flop = play.call(1).check(2)
    assert flop.actor == 2
    assert flop.check(2).actor == 1


@pytest.mark.parametrize("button", range(1, 11))
def test_the_order_goes_round_the_table_wherever_the_button_is(button: int) -> None:
    """R-ORD-1, R-ORD-2: ten seats, everybody calls."""
    play = no_limit(*[1_000] * 10, button=button)
    left = [(button + step) % 10 + 1 for step in range(10)]  # first left of the button … button
    play = play.call(*left[2:], left[0]).check(left[1])
    asked = [event.seat for event in play.all_of(TurnStarted)]
    assert asked == [*left[2:], *left[:2], left[0]]


def test_a_dead_button_is_counted_from_its_empty_seat() -> None:
    """R-BTN-3, NL-050: the button stands on seat 3, which is empty."""
    play = seated({1: 1_000, 2: 1_000, 4: 1_000, 5: 1_000}, button=3)
    assert _holes(play) == {4: (0, 4), 5: (1, 5), 1: (2, 6), 2: (3, 7)}
    assert play.actor == 1
    assert play.call(1, 2, 4).check(5).actor == 4


def test_a_dead_button_to_the_right_of_the_small_blind_heads_up() -> None:
    """R-BTN-3, R-DEA-1: two seats and an empty button: first card left of the button."""
    play = seated({2: 1_000, 7: 1_000}, button=2)
    assert _holes(play) == {7: (0, 2), 2: (1, 3)}
    assert play.actor == 2


def test_a_hand_needs_no_big_blind_post_to_know_where_to_begin() -> None:
    """R-TRN-ANTE-1: the big blind is all-in for his ante."""
    play = no_limit(1_000, 1_000, 2, 1_000, ante=2)
    assert play.actor == 4


def test_the_switches_that_were_not_named_are_the_houses() -> None:
    assert no_limit(100, 100).hand.started.rules is HOUSE

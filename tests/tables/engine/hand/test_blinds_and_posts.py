"""Blinds, antes, extra posts (R-BLD, R-ANT, R-TRN-ANTE-1, R-ENT, R-MIS as the hand sees them)."""

from tables.engine.hand.events import Posted
from tables.engine.rules.terms import Post, PostKind
from tests.support.hands import no_limit, seated

LIVE, DEAD = PostKind.LIVE, PostKind.DEAD
BOARD = "2s 7d 9h Jc 4s"


def _posted(events: list[Posted]) -> list[tuple[int, str, int, bool]]:
    return [(event.seat, event.kind.value, event.chips, event.is_all_in) for event in events]


def test_blinds_are_posted_before_any_card_in_order() -> None:
    """R-BLD-1."""
    play = no_limit(1_000, 1_000, 1_000)
    assert _posted(play.all_of(Posted)) == [(2, "sb", 5, False), (3, "bb", 10, False)]
    kinds = [type(event).__name__ for event in play.events]
    assert kinds == ["HandStarted", "Posted", "Posted", "HoleDealt", "TurnStarted"]


def test_blinds_count_toward_the_posters_bet() -> None:
    """R-BLD-4: the small blind completes for 5."""
    play = no_limit(1_000, 1_000, 1_000).call(1)
    assert play.legal.to_call_chips == 5
    assert play.call(2).stacks == {1: 990, 2: 990, 3: 990}


def test_the_big_blind_is_the_lower_limit() -> None:
    """R-BLD-3: the price of the first street, the smallest bet of the others."""
    play = no_limit(1_000, 1_000, small_blind=3, big_blind=8)
    assert (play.hand.price_chips, play.legal.min_to_chips) == (8, 16)
    assert play.call(1).check(2).legal.min_to_chips == 8


def test_a_short_big_blind_changes_neither_call_nor_minimum_raise() -> None:
    """R-BLD-6: 6 of 10 posted, the call is 10, the raise to 20."""
    play = no_limit(1_000, 1_000, 6)
    assert _posted(play.all_of(Posted))[1] == (3, "bb", 6, True)
    assert (play.legal.to_call_chips, play.legal.min_to_chips) == (10, 20)
    ended = play.call(1).call(2)
    assert ended.street == "flop"
    assert ended.checked_down().pots == [(18, (1, 2, 3)), (8, (1, 2))]


def test_a_short_small_blind_is_all_in_and_first_in_the_pots() -> None:
    """R-BLD-6, R-POT-2: 3 from each of three, the rest for two."""
    play = no_limit(1_000, 3, 1_000).call(1).check(3).checked_down()
    assert play.pots == [(9, (1, 2, 3)), (14, (1, 3))]


def test_what_nobody_can_match_of_a_blind_comes_back() -> None:
    """R-BLD-6, R-POT-6: everybody folds to a big blind of 10 over a small blind of 3."""
    play = no_limit(1_000, 3, 1_000).fold(1)
    assert play.hand.is_over
    assert play.refunds == {3: 7}
    assert play.pots == [(6, (2, 3))]


def test_antes_are_in_the_pot_and_no_part_of_the_bet() -> None:
    """R-ANT-1: 3 × 2 and the blinds; the small blind still calls 5."""
    play = no_limit(1_000, 1_000, 1_000, ante=2)
    assert play.pot_chips == 21
    assert play.legal.to_call_chips == 10
    assert play.call(1).legal.to_call_chips == 5
    assert [event.kind.value for event in play.all_of(Posted)] == ["ante"] * 3 + ["sb", "bb"]


def test_a_stack_below_the_ante_wins_only_that_much_from_each() -> None:
    """R-ANT-2: 1 chip against antes of 2."""
    play = no_limit(1, 1_000, 1_000, ante=2, hole={1: "AsAh", 2: "2c3d", 3: "KcKd"}, board=BOARD)
    ended = play.call(2).check(3).checked_down()
    assert ended.pots == [(3, (1, 2, 3)), (22, (2, 3))]
    assert ended.stacks[1] == 3


def test_an_ante_that_nobody_matched_comes_back() -> None:
    """R-ANT-2, R-POT-6: 3 against 1; the street's bet is not what is returned."""
    play = no_limit(1, 3, ante=3)
    assert play.hand.is_over
    assert play.refunds == {2: 2}
    assert play.pots == [(2, (1, 2))]
    assert play.hand.of(2).street_chips == 0


def test_the_big_blind_ante_is_posted_after_the_blind_and_is_dead() -> None:
    """R-TRN-ANTE-1: 10 blind and 10 ante; the ante is nobody's total."""
    play = no_limit(1_000, 1_000, 1_000, bb_ante=10)
    assert _posted(play.all_of(Posted)) == [
        (2, "sb", 5, False),
        (3, "bb", 10, False),
        (3, "bb_ante", 10, False),
    ]
    ended = play.fold(1).fold(2)
    assert ended.refunds == {3: 5}  # of the blind; dead money is never returned
    assert ended.pots == [(20, (3,))]
    assert ended.stacks == {1: 1_000, 2: 995, 3: 1_005}


def test_a_short_big_blind_pays_the_blind_first_and_the_ante_from_what_is_left() -> None:
    """R-TRN-ANTE-1: 14 chips are 10 and 4, both in the main pot."""
    play = no_limit(1_000, 1_000, 14, bb_ante=10).call(1, 2).checked_down()
    assert play.pots == [(34, (1, 2, 3))]
    no_ante = no_limit(1_000, 1_000, 9, bb_ante=10)
    assert [event.kind.value for event in no_ante.all_of(Posted)] == ["sb", "bb"]


def test_a_big_blind_who_is_all_in_for_the_ante_posts_nothing_and_the_call_stays() -> None:
    """R-TRN-ANTE-1, R-ANT-2: 2 chips, ante 2."""
    play = no_limit(1_000, 1_000, 2, ante=2)
    assert [event.kind.value for event in play.all_of(Posted)] == ["ante"] * 3 + ["sb"]
    assert (play.actor, play.legal.to_call_chips, play.legal.min_to_chips) == (1, 10, 20)


def test_a_live_post_has_the_option_in_its_own_turn() -> None:
    """R-ENT-1, R-BLD-5: a newcomer in seat 5 may check or raise; the order is unchanged."""
    play = no_limit(*[1_000] * 5, extra=[Post(5, LIVE, 10)]).call(4)
    assert (play.actor, play.legal.to_call_chips) == (5, 0)
    assert play.legal.kinds == ("check", "fold", "raise", "all_in")
    assert play.raise_to(5, 40).legal.to_call_chips == 40


def test_several_live_posts_do_not_change_the_order_of_action() -> None:
    """R-ENT-2: first left of the regular big blind."""
    play = no_limit(*[1_000] * 6, extra=[Post(5, LIVE, 10), Post(6, LIVE, 10)])
    assert play.actor == 4
    ended = play.fold(4).check(5, 6).fold(1).fold(2)
    assert (ended.actor, ended.legal.to_call_chips) == (3, 0)
    assert ended.check(3).pot_chips == 35


def test_dead_money_is_in_the_main_pot_and_is_nobodys_bet() -> None:
    """R-MIS-1, R-POT-1: 10 live and 5 dead; to call is nothing, and 5 do not come back."""
    play = no_limit(*[1_000] * 4, extra=[Post(4, LIVE, 10), Post(4, DEAD, 5)])
    assert play.legal.to_call_chips == 0
    assert play.pot_chips == 30
    ended = play.check(4).fold(1).fold(2).raise_to(3, 30).fold(4)
    assert ended.refunds == {3: 20}
    assert ended.pots == [(30, (3,))]
    assert ended.stacks == {1: 1_000, 2: 995, 3: 1_020, 4: 985}


def test_a_short_stack_pays_the_live_part_first() -> None:
    """R-MIS-1: of 12 chips 10 are live, 2 are dead, and all of them play."""
    play = no_limit(*[1_000] * 3, 12, extra=[Post(4, LIVE, 10), Post(4, DEAD, 5)])
    assert _posted(play.all_of(Posted))[2:] == [(4, "live", 10, False), (4, "dead", 2, True)]
    ended = play.call(1, 2).check(3).checked_down()
    assert ended.pots == [(42, (1, 2, 3, 4))]


def test_a_missed_small_blind_is_live_and_leaves_a_call_to_complete() -> None:
    """R-MIS-1: only the small blind missed."""
    play = no_limit(*[1_000] * 4, extra=[Post(4, LIVE, 5)])
    assert (play.actor, play.legal.to_call_chips) == (4, 5)


def test_two_big_blinds_when_one_was_passed_over() -> None:
    """R-BTN-2: the player on the small blind's seat posts the big blind's amount live."""
    posts = [Post(2, LIVE, 10), Post(3, PostKind.BIG_BLIND, 10)]
    play = no_limit(1_000, 1_000, 1_000, posts=posts)
    assert play.call(1).legal.to_call_chips == 0
    assert play.call(1).check(2).check(3).pot_chips == 30


def test_a_dead_small_blind_is_simply_not_posted() -> None:
    """R-BTN-3: the seat is empty; the call and the order stay."""
    play = seated({1: 1_000, 4: 1_000, 6: 1_000}, posts=[Post(6, PostKind.BIG_BLIND, 10)])
    assert play.actor == 1
    assert play.pot_chips == 10


def test_blinds_that_cover_everybody_end_the_hand_at_once() -> None:
    """R-POT-5: nobody can act after the posts."""
    play = no_limit(10, 3, 7, button=1).call(1)
    assert play.hand.is_over
    assert no_limit(3, 7).hand.is_over

"""Taking a hand back (R-MSD-3, R-MSD-5)."""

from tables.engine.hand.events import HandVoided, RakePlan
from tables.engine.hand.legal import legal
from tests.support.hands import no_limit, refused


def test_a_void_hand_gives_every_contribution_back() -> None:
    """R-MSD-3: blinds, antes and bets; whoever folded too."""
    play = no_limit(1_000, 900, 800, ante=1).raise_to(1, 40).fold(2).raise_to(3, 120)
    voided = play.void("card 17 twice")
    assert voided.stacks == {1: 1_000, 2: 900, 3: 800}
    assert voided.pot_chips == 0
    assert voided.events[-1] == HandVoided("card 17 twice")


def test_a_void_hand_is_over() -> None:
    """R-MSD-3: nothing can be done in it, not even a second void."""
    voided = no_limit(1_000, 1_000).void()
    assert voided.hand.is_over
    assert legal(voided.hand) is None
    with refused("hand_over"):
        voided.fold(1)
    with refused("hand_over"):
        voided.time_out(1)
    with refused("hand_over"):
        voided.void()


def test_a_settled_hand_can_be_taken_back_with_its_rake() -> None:
    """R-MSD-3: until the next hand begins, which is the table's to see."""
    plan = RakePlan(percent_bp=500, jackpot_drop_chips=1, jackpot_min_players=2)
    play = no_limit(1_000, 1_000, rake=plan).call(1).check(2).checked_down()
    assert play.hand.taken_chips == 2
    voided = play.void("misread hand")
    assert voided.stacks == {1: 1_000, 2: 1_000}
    assert voided.hand.taken_chips == 0


def test_a_void_in_the_middle_of_an_all_in_hand_restores_the_stacks() -> None:
    """R-MSD-5: a hand that cannot go on counts for nothing."""
    play = no_limit(300, 200, 1_000).all_in(1, 2)
    assert play.void().stacks == {1: 300, 2: 200, 3: 1_000}

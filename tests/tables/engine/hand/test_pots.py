"""Pots, uncalled bets, odd chips, rake and jackpot drop (R-POT, R-ODD, R-RAK)."""

from tables.engine.hand.events import HandFinished, PotAwarded, RakePlan, SeatResult, Share
from tables.engine.rules.ruleset import HOUSE, RuleSet
from tables.engine.rules.terms import Post, PostKind
from tests.support.hands import Play, no_limit

ROYAL_BOARD = "As Ks Qs Js Ts"  # everybody plays it
BOARD = "2c 7d 9h Jc Ks"


def _four_all_in() -> Play:
    """Totals 20, 70, 150, 150: three pots."""
    play = no_limit(
        *(20, 70, 150, 400),
        button=4,
        hole={1: "KhKd", 2: "JhJd", 3: "AcAd", 4: "QcQd"},
        board=BOARD,
    )
    return play.all_in(3).call(4).all_in(1, 2)


def test_every_all_in_makes_a_pot_and_each_is_won_by_its_best_hand() -> None:
    """R-POT-2: 80 for four, 150 for three, 160 for two."""
    play = _four_all_in()
    assert play.pots == [(80, (1, 2, 3, 4)), (150, (2, 3, 4)), (160, (3, 4))]
    assert play.awards == {3: 160, 2: 150, 1: 80}
    assert play.stacks == {1: 80, 2: 150, 3: 160, 4: 250}


def test_the_last_side_pot_is_awarded_first() -> None:
    """R-POT-3."""
    assert [event.pot for event in _four_all_in().all_of(PotAwarded)] == [2, 1, 0]


def test_the_hand_ends_with_what_everybody_has_and_won() -> None:
    """docs/architecture.md#money: what the ledger posts."""
    (finished,) = _four_all_in().all_of(HandFinished)
    assert finished == HandFinished(
        (
            SeatResult(1, 80, 60),
            SeatResult(2, 150, 80),
            SeatResult(3, 160, 10),
            SeatResult(4, 250, -150),
        ),
        rake_chips=0,
        jackpot_chips=0,
    )


def test_equal_all_ins_share_one_pot() -> None:
    """R-POT-2: adjacent pots with equal eligibility are one."""
    play = no_limit(100, 100, 100, button=1).all_in(1, 2, 3)
    assert play.pots == [(300, (1, 2, 3))]


def test_folded_chips_above_the_highest_live_level_belong_to_the_last_pot() -> None:
    """R-POT-2: seat 3 put in 40 and folded; the live hands have 30 and 40."""
    play = no_limit(30, 1_000, 1_000, 1_000, button=4).raise_to(3, 40).call(4).all_in(1).fold(2)
    flop = play.bet_to(3, 50).raise_to(4, 150).fold(3)
    assert flop.refunds == {4: 100}
    assert flop.pots == [(100, (1, 4)), (120, (4,))]


def test_a_folded_total_that_nobody_live_reaches_stays_in_the_pot() -> None:
    """R-POT-6: only a live player gets anything back; R-POT-2: the rest is the last pot's."""
    play = no_limit(1_000, 1_000, 3, 1_000, extra=[Post(4, PostKind.LIVE, 10)]).fold(4).fold(1)
    assert play.refunds == {}
    assert play.pots == [(9, (2, 3)), (9, (2,))]


def test_a_side_pot_with_one_live_hand_is_won_unseen() -> None:
    """R-POT-4: seat 4 takes the side pot, the main pot goes to showdown."""
    play = no_limit(30, 1_000, 1_000, 1_000, button=4, hole={1: "KhKd", 4: "2h3d"}, board=BOARD)
    flop = play.raise_to(3, 40).call(4).all_in(1).fold(2).check(3).bet_to(4, 10).fold(3)
    assert flop.all_of(PotAwarded)[0].shares == (Share(4, 20),)
    assert flop.awards == {4: 20, 1: 100}


def test_what_nobody_matched_is_returned_and_is_no_pot() -> None:
    """R-POT-6: 600 against 250: 350 come back before pots are built."""
    play = no_limit(100, 250, 600, button=3).all_in(3, 1, 2)
    assert play.refunds == {3: 350}
    assert [chips for chips, _ in play.pots] == [300, 300]


def test_a_folded_players_chips_match_a_bet() -> None:
    """R-POT-6: folded ones included: only 60 of the raise to 100 come back."""
    play = no_limit(1_000, 1_000, 1_000).raise_to(1, 40).fold(2).raise_to(3, 100).fold(1)
    assert play.refunds == {3: 60}
    assert play.pots == [(85, (3,))]


def test_a_walk_gives_the_small_blind_and_the_matched_part() -> None:
    """R-POT-6, R-BLD-1."""
    play = no_limit(1_000, 1_000, 1_000).fold(1).fold(2)
    assert (play.refunds, play.awards) == ({3: 5}, {3: 10})


def test_chips_below_the_unit_play_when_they_are_all_in() -> None:
    """R-POT-7: 13 chips at a table whose smallest chip is 5."""
    play = no_limit(13, 1_000, chip_unit=5, hole={1: "KhKd", 2: "2h3d"}, board=BOARD)
    assert play.all_in(1).call(2).pots == [(26, (1, 2))]


def _odd(players: int, dead: int, rules: RuleSet = HOUSE) -> Play:
    """Everybody plays the board; `dead` odd chips lie in a pot of 10 each."""
    play = no_limit(
        *[1_000] * players, board=ROYAL_BOARD, extra=[Post(2, PostKind.DEAD, dead)], rules=rules
    )
    while play.actor is not None:
        play = play.call(play.actor) if play.legal.to_call_chips else play.check(play.actor)
    return play


def test_the_odd_chips_go_whole_to_the_first_winner_left_of_the_button() -> None:
    """R-ODD-1, R-ODD-2: 32 among three: 10 each, both odd chips to seat 2."""
    assert _odd(3, 2).awards == {2: 12, 3: 10, 1: 10}


def test_one_each_is_a_switch() -> None:
    """R-ODD-3."""
    play = _odd(3, 2, rules=RuleSet(odd_chip_distribution="one_each"))
    assert play.awards == {2: 11, 3: 11, 1: 10}


def test_an_even_pot_has_no_odd_chip() -> None:
    """R-ODD-1."""
    assert _odd(4, 4).awards == {2: 11, 3: 11, 4: 11, 1: 11}


def test_shares_are_multiples_of_the_smallest_chip() -> None:
    """R-ODD-4: 31 in units of 5: 10, and the rest of 11 to the first."""
    play = no_limit(*[1_000] * 3, board=ROYAL_BOARD, chip_unit=5, extra=[Post(2, PostKind.DEAD, 1)])
    ended = play.call(1, 2).checked_down()
    assert ended.awards == {2: 11, 3: 10, 1: 10}
    one_each = no_limit(
        *[1_000] * 3,
        board=ROYAL_BOARD,
        chip_unit=5,
        extra=[Post(2, PostKind.DEAD, 11)],
        rules=RuleSet(odd_chip_distribution="one_each"),
    )
    assert one_each.call(1, 2).checked_down().awards == {2: 16, 3: 15, 1: 10}


def test_the_first_left_of_the_button_gets_nothing_when_he_is_no_winner() -> None:
    """R-ODD-7: seat 2 folds, seat 3 is the first winner."""
    play = no_limit(*[1_000] * 3, board=ROYAL_BOARD).call(1).fold(2).check(3).checked_down()
    assert play.pots == [(25, (1, 3))]
    assert play.awards == {3: 13, 1: 12}


def test_each_pot_is_split_by_itself() -> None:
    """R-ODD-5: 61 by four and 41 by three."""
    play = no_limit(1_000, 1_000, 1_000, 15, board=ROYAL_BOARD, extra=[Post(2, PostKind.DEAD, 1)])
    play = play.all_in(4).raise_to(1, 29).call(2, 3).checked_down()
    assert play.pots == [(61, (1, 2, 3, 4)), (42, (1, 2, 3))]
    assert play.awards == {2: 14 + 16, 3: 14 + 15, 1: 14 + 15, 4: 15}


FIVE_PERCENT = RakePlan(percent_bp=500, cap_chips=20)


def test_no_rake_by_default() -> None:
    """R-RAK-1: the seeds know none."""
    assert [e.rake_chips for e in _four_all_in().all_of(PotAwarded)] == [0, 0, 0]


def test_rake_is_a_percentage_of_each_pot_rounded_down() -> None:
    """R-RAK-1: 5 % of 65 are 3; the returned bet is not raked."""
    play = no_limit(*[1_000] * 3, rake=FIVE_PERCENT).raise_to(1, 30).fold(2).call(3)
    ended = play.check(3).bet_to(1, 40).fold(3)
    assert ended.refunds == {1: 40}
    assert ended.all_of(PotAwarded)[0].rake_chips == 3
    assert ended.awards == {1: 62}


def test_no_flop_no_drop() -> None:
    """R-RAK-2, and the switch that turns it off."""
    assert no_limit(1_000, 1_000, rake=FIVE_PERCENT).raise_to(1, 300).all_in(2).fold(1).awards == {
        2: 600
    }
    plan = RakePlan(percent_bp=500, is_no_flop_no_drop=False)
    play = no_limit(1_000, 1_000, rake=plan).raise_to(1, 300).all_in(2).fold(1)
    assert play.awards == {2: 570}


def test_each_pot_pays_for_itself_main_pot_first_until_the_cap() -> None:
    """R-RAK-3: 15 of the main pot of 300, 5 of the side pot."""
    play = no_limit(
        *(100, 250, 600),
        button=3,
        rake=FIVE_PERCENT,
        hole={1: "KhKd", 2: "JhJd", 3: "AcAd"},
        board=BOARD,
    ).all_in(3, 1, 2)
    assert [event.rake_chips for event in play.all_of(PotAwarded)] == [5, 15]
    assert play.awards == {2: 295, 1: 285}
    assert play.all_of(HandFinished)[0].rake_chips == 20


def test_rake_is_taken_before_the_split_and_rounded_to_the_unit() -> None:
    """R-RAK-1, R-RAK-3: 5 % of 600 are 30; in units of 25 only 25 are taken, 575 are shared."""
    play = no_limit(
        300, 300, chip_unit=25, rake=RakePlan(percent_bp=500), board=ROYAL_BOARD
    ).all_in(1, 2)
    assert play.all_of(HandFinished)[0].rake_chips == 25
    assert play.awards == {2: 300, 1: 275}


def test_a_cap_of_nothing_takes_nothing() -> None:
    """R-RAK-1."""
    play = no_limit(300, 300, rake=RakePlan(percent_bp=500, cap_chips=0)).all_in(1, 2)
    assert play.all_of(HandFinished)[0].rake_chips == 0


def test_all_of_the_pot_may_be_taken_and_nothing_more() -> None:
    """Limits: 100 % and a drop larger than what is left."""
    plan = RakePlan(percent_bp=10_000, jackpot_drop_chips=5, jackpot_min_players=2)
    play = no_limit(300, 300, rake=plan).all_in(1, 2)
    (finished,) = play.all_of(HandFinished)
    assert (finished.rake_chips, finished.jackpot_chips) == (600, 0)
    assert play.stacks == {1: 0, 2: 0}


JACKPOT = RakePlan(percent_bp=500, jackpot_drop_chips=2, jackpot_min_pot_chips=40)


def _jackpot(*stacks: int) -> int:
    play = no_limit(*stacks, rake=JACKPOT)
    while play.actor is not None:
        play = play.call(play.actor) if play.legal.to_call_chips else play.check(play.actor)
    (finished,) = play.all_of(HandFinished)
    return finished.jackpot_chips


def test_the_jackpot_drop_needs_enough_players_and_chips() -> None:
    """A fixed amount of the main pot, from four players dealt in and 40 in the middle."""
    assert _jackpot(1_000, 1_000, 1_000, 1_000) == 2
    assert _jackpot(1_000, 1_000, 1_000, 9) == 0  # 39 in the middle
    assert _jackpot(1_000, 1_000, 1_000) == 0


def test_the_jackpot_drop_needs_a_flop_and_comes_from_the_main_pot() -> None:
    """R-RAK-2."""
    folded = no_limit(*[1_000] * 4, rake=JACKPOT).raise_to(4, 50).fold(1).fold(2).fold(3)
    assert folded.all_of(HandFinished)[0].jackpot_chips == 0
    play = no_limit(100, 100, 100, 40, rake=JACKPOT, button=4).all_in(3, 4, 1, 2)
    assert [event.jackpot_chips for event in play.all_of(PotAwarded)] == [0, 2]
    assert [event.rake_chips for event in play.all_of(PotAwarded)] == [9, 8]

"""Who shows, in which order, and who may keep his cards to himself (R-SHW)."""

import pytest

from tables.engine.hand.events import (
    BoardDealt,
    BoardDeclared,
    CardsMucked,
    CardsShown,
    TimedOut,
    TurnStarted,
)
from tables.engine.hand.legal import legal
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.ruleset import HOUSE, STANDARD, RuleSet
from tables.engine.rules.terms import Post, PostKind
from tests.support.hands import Play, no_limit, refused

HOLE = {2: "QcQd", 3: "KhKd", 4: "8c8d"}
BOARD = "2c 7d 9h Jc Ks"
MUCK = RuleSet(showdown_mode="losers_muck")
MANUAL = RuleSet(showdown_mode="manual")


def _river(rules: RuleSet = HOUSE, board: str = BOARD) -> Play:
    """Button 1, who folded: 30 in the middle, seats 2 (queens), 3 (kings), 4 (eights)."""
    play = no_limit(*[1_000] * 4, rules=rules, hole=HOLE, board=board)
    return play.call(4).fold(1).call(2).check(3).check(2, 3, 4).check(2, 3, 4)


def _shown(play: Play) -> list[int]:
    return [event.seat for event in play.all_of(CardsShown)]


def _mucked(play: Play) -> list[int]:
    return [event.seat for event in play.all_of(CardsMucked)]


def test_the_last_raiser_of_the_last_round_shows_first() -> None:
    """R-SHW-1: then clockwise."""
    play = _river().bet_to(2, 20).call(3).raise_to(4, 60).call(2, 3)
    assert _shown(play) == [4, 2, 3]


def test_without_a_raise_the_bettor_shows_first() -> None:
    """R-SHW-1."""
    assert _shown(_river().check(2).bet_to(3, 20).call(4, 2)) == [3, 4, 2]


def test_after_a_round_of_checks_the_first_hand_left_of_the_button_shows_first() -> None:
    """R-SHW-2: whoever bet on an earlier street."""
    assert _shown(_river().check(2, 3, 4)) == [2, 3, 4]
    play = no_limit(*[1_000] * 4, hole=HOLE, board=BOARD).call(4).fold(1).call(2).check(3)
    turn_bet = play.check(2, 3, 4).check(2, 3).bet_to(4, 20).call(2, 3).check(2, 3, 4)
    assert _shown(turn_bet) == [2, 3, 4]


def test_an_all_in_hand_counts_for_the_first_position() -> None:
    """R-SHW-2: all-in or not."""
    play = no_limit(1_000, 40, 1_000, 1_000, hole=HOLE, board=BOARD)
    play = play.raise_to(4, 40).fold(1).all_in(2).call(3).check(3, 4).check(3, 4).check(3, 4)
    assert _shown(play) == [2, 3, 4]


def test_to_show_is_to_show_every_hole_card() -> None:
    """R-SHW-1."""
    (first, *_) = _river().check(2, 3, 4).all_of(CardsShown)
    assert first == CardsShown(2, (0, 4), (40, 41))  # queens of clubs and diamonds


def test_auto_opens_every_live_hand() -> None:
    """R-SHW-4: and R-SHW-3: cards speak, kings win."""
    play = _river().check(2, 3, 4)
    assert _mucked(play) == []
    assert play.awards == {3: 30}


def test_losers_may_keep_hands_closed_that_a_shown_hand_beats() -> None:
    """R-SHW-4: queens show, kings beat them and show, eights stay closed; equal result."""
    play = _river(MUCK).check(2, 3, 4)
    assert (_shown(play), _mucked(play)) == ([2, 3], [4])
    assert play.stacks == _river().check(2, 3, 4).stacks


def test_a_tied_hand_is_shown_also_where_losers_muck() -> None:
    """R-SHW-4, R-RNK-6: nobody beats it."""
    play = _river(MUCK, board="As Ks Js Ts 9s").check(2, 3, 4)
    assert _shown(play) == [2, 3, 4]
    assert play.awards == {2: 10, 3: 10, 4: 10}


def test_an_uncontested_pot_shows_nothing() -> None:
    """R-SHW-5, R-SHW-7: no card is seen, no further board is dealt."""
    play = no_limit(1_000, 1_000).raise_to(1, 30).fold(2)
    assert (_shown(play), play.all_of(BoardDealt)) == ([], [])


@pytest.mark.parametrize("rules", [HOUSE, MUCK, MANUAL, STANDARD])
def test_all_hands_lie_open_before_the_board_runs_out(rules: RuleSet) -> None:
    """R-SHW-6, R-POT-5: in every mode, the raiser first."""
    play = no_limit(1_000, 1_000, 1_000, rules=rules, hole={1: "8c8d", 2: "QcQd", 3: "KhKd"})
    ended = play.all_in(1).call(2).call(3)
    kinds = [
        type(event).__name__
        for event in ended.events
        if isinstance(event, (CardsShown, BoardDealt, TurnStarted))
    ]
    assert kinds == ["TurnStarted"] * 3 + ["CardsShown"] * 3 + ["BoardDealt"] * 3
    assert _shown(ended) == [1, 2, 3]
    assert [event.is_run_out for event in ended.all_of(BoardDealt)] == [True] * 3


@pytest.mark.parametrize("rules", [HOUSE, MUCK, MANUAL])
def test_an_all_in_hand_opens_every_hand_also_on_the_river(rules: RuleSet) -> None:
    """R-SHW-6: the side pot was bet to the end; nobody may hide a hand from the all-in player."""
    play = no_limit(1_000, 40, 1_000, 1_000, rules=rules, hole=HOLE, board=BOARD)
    play = play.raise_to(4, 40).fold(1).all_in(2).call(3).check(3, 4).check(3, 4).check(3, 4)
    assert play.hand.is_over
    assert sorted(_shown(play)) == [2, 3, 4]


@pytest.mark.parametrize("rules", [HOUSE, MUCK, MANUAL])
def test_a_timed_out_hand_opens_every_hand_as_an_all_in_hand_does(rules: RuleSet) -> None:
    """R-SHW-6, R-TIM-3: he is treated as all-in, and he cannot show or muck himself."""
    play = _river(rules).time_out(2).check(3, 4)
    assert play.hand.is_over
    assert sorted(_shown(play)) == [2, 3, 4]
    assert _mucked(play) == []


def test_in_manual_mode_each_hand_is_asked_in_show_order() -> None:
    """R-SHW-1, R-SHW-3: the bettor must show, the others show or muck."""
    play = _river(MANUAL).check(2).bet_to(3, 20).call(4, 2)
    assert play.actor == 3
    assert play.legal.kinds == ("show", "declare_board")
    with refused("must_show"):
        play.muck(3)
    with refused("betting_closed"):
        play.check(3)
    after = play.show(3)
    assert (after.actor, after.legal.kinds) == (4, ("show", "muck", "declare_board"))
    assert after.muck(4).actor == 2
    ended = after.muck(4).muck(2)
    assert ended.awards == {3: 90}
    assert (_shown(ended), _mucked(ended)) == ([3], [4, 2])


def test_a_mucked_hand_wins_nothing_even_if_it_was_the_best() -> None:
    """R-SHW-3: in manual mode the server reads only what is shown."""
    play = _river(MANUAL).check(2, 3, 4).show(2).muck(3).show(4)
    assert play.awards == {2: 30}


def test_who_plays_the_board_announces_it_before_he_mucks() -> None:
    """R-SHW-3: then his claim stays; without a word it is a fold."""
    board = "As Ks Js Ts 9s"
    at_showdown = _river(MANUAL, board).check(2, 3, 4).show(2)
    announced = at_showdown.declare_board(3)
    assert announced.all_of(BoardDeclared) == [BoardDeclared(3)]
    assert (announced.actor, announced.hand.turn) == (3, at_showdown.hand.turn)
    assert announced.muck(3).muck(4).awards == {2: 15, 3: 15}
    assert at_showdown.muck(3).muck(4).awards == {2: 30}


def test_the_board_is_declared_once() -> None:
    """R-SHW-3."""
    play = _river(MANUAL).check(2, 3, 4).declare_board(2)
    assert play.legal.kinds == ("show", "muck")
    with refused("no_board_to_play"):
        play.declare_board(2)


def test_a_declared_board_loses_to_a_better_hand() -> None:
    """R-SHW-3: the announcement claims the board, not the pot."""
    play = _river(MANUAL).check(2, 3, 4).declare_board(2).muck(2).show(3).show(4)
    assert play.awards == {3: 30}


def test_a_declared_board_that_is_shown_is_read_whole() -> None:
    """R-SHW-3: cards speak for who shows."""
    play = _river(MANUAL).check(2, 3, 4).declare_board(2).show(2).muck(3).muck(4)
    assert play.awards == {2: 30}


def test_the_first_to_show_cannot_muck_so_that_a_pot_always_has_a_winner() -> None:
    """R-SHW-1, R-POT-1: he shows or declares the board, and everybody else may go."""
    play = _river(MANUAL).check(2, 3, 4).declare_board(2).muck(2).muck(3).muck(4)
    assert play.awards == {2: 30}
    heads_up = _river(MANUAL).fold(2).check(3, 4)
    with refused("must_show"):
        heads_up.muck(3)


def test_the_last_claim_on_a_side_pot_cannot_be_mucked() -> None:
    """R-POT-1: only seats 2 and 3 paid an ante; seat 4 shows first and has no part in that."""
    ante = [Post(2, PostKind.ANTE, 3), Post(3, PostKind.ANTE, 3)]
    play = no_limit(*[1_000] * 4, rules=MANUAL, hole=HOLE, board=BOARD, extra=ante)
    play = play.call(4).fold(1).call(2).check(3).check(2, 3, 4).check(2, 3, 4).check(2, 3)
    asked = play.bet_to(4, 10).call(2, 3).show(4).muck(2)
    assert (asked.actor, asked.legal.kinds) == (3, ("show", "declare_board"))
    with refused("must_show"):
        asked.muck(3)
    ended = asked.show(3)
    assert ended.pots == [(60, (2, 3, 4)), (6, (2, 3))]
    assert ended.awards == {3: 66}


def test_omaha_has_no_board_to_play() -> None:
    """R-OMA-2."""
    play = no_limit(100, 100, game="omaha", rules=MANUAL).call(1).check(2).check(2, 1).check(2, 1)
    play = play.check(2, 1)
    assert play.legal.kinds == ("show",)
    with refused("no_board_to_play"):
        play.declare_board(2)
    assert play.show(2).legal.kinds == ("show", "muck")


def test_a_clock_that_runs_out_at_the_showdown_shows() -> None:
    """R-TIM-3: the claim is kept."""
    play = _river(MANUAL).check(2, 3, 4).time_out(2)
    assert play.all_of(TimedOut) == [TimedOut(2, "shown")]
    assert (_shown(play), play.actor) == ([2], 3)


def test_turns_of_the_showdown_are_turns_of_the_hand() -> None:
    """docs/architecture.md#words: numbered on."""
    play = _river(MANUAL).check(2, 3, 4)
    last = play.all_of(TurnStarted)[-1]
    assert (last.asks, last.seat) == ("show", 2)
    assert last.turn == play.hand.turn == len(play.all_of(TurnStarted))
    choices = legal(play.hand)
    assert choices is not None
    assert (choices.seat, choices.to_call_chips, choices.min_to_chips) == (2, 0, 0)


def test_cards_that_nobody_knows_cannot_be_shown() -> None:
    """Croupier mode: the hand waits until the cards are entered."""
    play = _river(MANUAL).check(2, 3, 4)
    blind = Play(play.hand, play.events, [None] * 52)
    with refused("unknown_cards"):
        blind.show(2)
    river = _river()
    unknown = Play(river.check(2, 3).hand, river.check(2, 3).events, [None] * 52)
    with pytest.raises(RuleViolation) as caught:
        unknown.check(4)
    assert caught.value.code == "unknown_cards"


def test_an_unknown_hand_is_put_away_and_keeps_the_side_pot_that_is_its_own() -> None:
    """R-POT-4: a record without seat 4's cards: the side pot is his, the main pot is not."""
    play = no_limit(30, 1_000, 1_000, 1_000, button=4, hole={1: "KhKd"}, board=BOARD)
    play = play.raise_to(3, 40).call(4).all_in(1).fold(2).check(3).bet_to(4, 10)
    unknown = [card if place not in {3, 7} else None for place, card in enumerate(play.deck)]
    assert play.hand.of(4).positions == (3, 7)
    ended = Play(play.hand, play.events, unknown).fold(3)
    assert (_shown(ended), _mucked(ended)) == ([1], [4])
    assert ended.awards == {4: 20, 1: 100}

"""docs/cash-room.md#options: straddle, kill, bomb pot, double board, run it twice."""

from msgspec.structs import replace

from tables.engine.hand.commands import StartHand
from tables.engine.hand.events import BoardDealt, HandOptions, RakePlan, RunItAnswered
from tables.engine.rules.terms import Post, PostKind
from tables.lab.scenarios.hand_plain import FIXED, start_plain
from tests.support.any_game import AnyGame
from tests.support.hands import refused

DEEP = {1: 1_000, 2: 1_000, 3: 1_000, 4: 1_000}


def _with(start: StartHand, *posts: Post) -> StartHand:
    return replace(start, posts=(*start.posts, *posts))


def test_the_straddler_acts_last_and_the_smallest_raise_doubles() -> None:
    start = _with(start_plain("holdem", DEEP, button=1), Post(4, PostKind.STRADDLE, 20))
    play = AnyGame(start)
    assert (play.legal.seat, play.legal.to_call_chips, play.bounds[0]) == (1, 20, 40)
    play.do(1, "call").do(2, "call").do(3, "call")
    assert (play.legal.seat, play.legal.kinds[0]) == (4, "check")


def test_a_straddle_is_no_bet_of_the_cap() -> None:
    """R-CAP-1: three raises follow it, by the lower limit."""
    start = start_plain("holdem", DEEP, button=1, structure=FIXED)
    play = AnyGame(_with(start, Post(4, PostKind.STRADDLE, 20)))
    play.do(1, "raise", 30).do(2, "raise", 40).do(3, "raise", 50)
    assert play.legal.why_no_raise == "raise_capped"


def test_a_kill_lifts_the_price_and_its_poster_acts_in_turn() -> None:
    start = _with(start_plain("holdem", DEEP, button=1), Post(1, PostKind.KILL, 20))
    play = AnyGame(start)
    assert (play.legal.seat, play.legal.to_call_chips) == (4, 20)
    play.do(4, "call")
    assert (play.legal.seat, play.legal.kinds[0]) == (1, "check")


def test_a_straddle_must_be_above_the_big_blind_and_in_the_stack() -> None:
    start = start_plain("holdem", {**DEEP, 4: 15}, button=1)
    for chips in (10, 20):
        with refused("amount_out_of_range"):
            AnyGame(_with(start, Post(4, PostKind.STRADDLE, chips)))


def test_a_bomb_pot_begins_on_the_flop_left_of_the_button() -> None:
    options = HandOptions(is_bomb_pot=True, board_count=2)
    play = AnyGame(start_plain("holdem", DEEP, button=1, options=options))
    assert (play.hand.street_data.name, play.legal.seat, play.hand.pot_chips) == ("flop", 2, 40)
    assert [event.board for event in play.all_of(BoardDealt)] == [0, 1]


def test_two_boards_halve_every_pot_and_the_first_has_the_odd_chip() -> None:
    cards = {1: "AsAh", 2: "KsKh"}
    options = HandOptions(is_bomb_pot=True, board_count=2)
    start = start_plain("holdem", {1: 10, 2: 10, 3: 1_000}, button=1, options=options)
    start = _with(start, Post(3, PostKind.DEAD, 5))
    play = AnyGame(start, {**cards, 3: "2c7d"})
    while play.hand.actor is not None:
        play.do(play.hand.actor, "check")
    chips = [sum(shares.values()) for *_, shares in play.parts]
    assert chips == [18, 17]


def _all_in(agreed: tuple[int, ...] = (), rake: RakePlan | None = None) -> AnyGame:
    options = HandOptions(run_it_times=2, run_it_agreed=agreed)
    start = start_plain("holdem", {1: 55, 2: 55}, button=1, options=options)
    start = _with(start, Post(2, PostKind.DEAD, 1))
    return AnyGame(replace(start, rake=rake or RakePlan())).do(1, "all_in").do(2, "call")


def test_who_is_all_in_is_asked_and_one_refusal_is_enough() -> None:
    play = _all_in()
    assert (play.legal.seat, play.legal.kinds, play.legal.max_times) == (2, ("run_it",), 2)
    play.do(2, "run_it", times=1)
    assert play.hand.is_over
    assert {event.board for event in play.all_of(BoardDealt)} == {0}


def test_run_twice_the_same_deck_deals_two_boards() -> None:
    """Rake once, the odd chip to the first board."""
    play = _all_in(rake=RakePlan(percent_bp=1_000, cap_chips=4))
    play.do(2, "run_it", times=2).do(1, "run_it", times=2)
    assert [(e.street, e.board) for e in play.all_of(BoardDealt)] == [
        *[(street, 0) for street in ("flop", "turn", "river")],
        *[(street, 1) for street in ("flop", "turn", "river")],
    ]
    places = [at for event in play.all_of(BoardDealt) for at in event.positions]
    assert places == [5, 6, 7, 9, 11, 13, 14, 15, 17, 19]
    assert [(board, sum(shares.values())) for _, _, board, shares in play.parts] == [
        (0, 53),
        (1, 52),
    ]


def test_settings_agree_for_their_players() -> None:
    play = _all_in(agreed=(1, 2))
    assert play.hand.is_over
    assert [(e.seat, e.times) for e in play.all_of(RunItAnswered)] == [(2, 2), (1, 2)]
    assert {event.board for event in play.all_of(BoardDealt)} == {0, 1}

"""Every switch that a hand reads: each of its values makes a difference."""

import pytest

from tables.engine.hand.events import (
    BoardDealt,
    CardsMucked,
    CardsShown,
    HoleDealt,
    PotAwarded,
    TimedOut,
    TurnStarted,
)
from tables.engine.rules.clock import is_protected
from tables.engine.rules.limits import FixedLimit, NoLimit, PotLimit, StepSpread
from tables.engine.rules.ruleset import with_switches
from tests.support.hands import Play, refused
from tests.support.scripted import dealt, passive_to

NL = NoLimit(small_blind=5, big_blind=10)
PL = PotLimit(small_blind=5, big_blind=10)
FL = FixedLimit(small_blind=5, big_blind=10, lower=10, higher=20)
STEP = StepSpread(small_blind=10, big_blind=20, min=20, max1=60, max2=100)

RIVER = "2c3d7h9sKs"


def _hands_of(play: Play) -> dict[int, tuple[int, ...]]:
    (event,) = play.all_of(HoleDealt)
    return {hand.seat: hand.positions for hand in event.hands}


def _flop(play: Play) -> tuple[int, ...]:
    return passive_to(play, "flop").all_of(BoardDealt)[0].positions


@pytest.mark.parametrize(("first", "holder"), [("non_button", 2), ("button", 1)])
def test_deal_headsup_first(first: str, holder: int) -> None:
    """A-08: who of two gets the top card; seat 1 has the button."""
    hands = _hands_of(dealt("holdem", NL, 100, 100, deal__headsup_first=first))
    assert [seat for seat, positions in hands.items() if 0 in positions] == [holder]


@pytest.mark.parametrize(("burn", "flop"), [(True, (5, 6, 7)), (False, (4, 5, 6))])
def test_deal_burn(burn: bool, flop: tuple[int, ...]) -> None:
    """A-09: four hole cards, then a burn or none."""
    assert _flop(dealt("holdem", NL, 100, 100, deal__burn=burn)) == flop


@pytest.mark.parametrize(("one", "cards"), [(True, (0, 3)), (False, (0, 1))])
def test_deal_one_at_a_time(one: bool, cards: tuple[int, ...]) -> None:
    """A-35: the small blind's two cards of a deal to three."""
    assert _hands_of(dealt("holdem", NL, 100, 100, 100, deal__one_at_a_time=one))[2] == cards


@pytest.mark.parametrize("free", [True, False])
def test_action_free_fold(free: bool) -> None:
    """A-11: whether a fold is offered where a check costs nothing."""
    play = passive_to(dealt("holdem", NL, 100, 100, action__free_fold=free), "flop")

    assert ("fold" in play.legal.kinds) is free
    if free:
        play.fold(2)
    else:
        with refused("check_is_free"):
            play.fold(2)


@pytest.mark.parametrize(("mode", "why"), [("refuse", "no_opponent"), ("allow", None)])
def test_raise_unanswerable(mode: str, why: str | None) -> None:
    """A-49: the only opponent is all-in."""
    play = dealt("holdem", NL, 50, 1_000, raise__unanswerable=mode).all_in(1)
    assert play.legal.why_no_raise == why


@pytest.mark.parametrize(("raises", "why"), [(3, "raise_capped"), (4, None)])
def test_cap_raises(raises: int, why: str | None) -> None:
    """A-48, R-CAP-1: the big blind's 10, then 20, 30 and 40."""
    play = dealt("holdem", FL, 1_000, 1_000, 1_000, cap__raises=raises)
    play_on = play.raise_to(1, 20).raise_to(2, 30).raise_to(3, 40)
    assert play_on.legal.why_no_raise == why


@pytest.mark.parametrize(("counts", "why"), [(True, "raise_capped"), (False, None)])
def test_cap_bb_counts(counts: bool, why: str | None) -> None:
    """A-14, R-CAP-1: whether the big blind is the first of four."""
    play = dealt("holdem", FL, 1_000, 1_000, 1_000, cap__bb_counts=counts)
    assert play.raise_to(1, 20).raise_to(2, 30).raise_to(3, 40).legal.why_no_raise == why


@pytest.mark.parametrize(
    ("lift", "why"), [("stud_last_round", "raise_capped"), ("any_round", None)]
)
def test_cap_lift_heads_up(lift: str, why: str | None) -> None:
    """A-15, R-CAP-3: two hands before the flop."""
    play = dealt("holdem", FL, 1_000, 1_000, cap__lift_heads_up=lift)
    assert play.raise_to(1, 20).raise_to(2, 30).raise_to(1, 40).legal.why_no_raise == why


@pytest.mark.parametrize(("has_cap", "why"), [(False, None), (True, "raise_capped")])
def test_cap_big_bet(has_cap: bool, why: str | None) -> None:
    """A-12: the fourth raise of a no-limit round."""
    play = dealt("holdem", NL, 1_000, 1_000, cap__big_bet=has_cap)
    assert play.raise_to(1, 20).raise_to(2, 30).raise_to(1, 40).legal.why_no_raise == why


@pytest.mark.parametrize(("counts", "most"), [(False, 35), (True, 40)])
def test_pl_sb_counts_as_bb(counts: bool, most: int) -> None:
    """A-49, R-PL-3: the largest opening at 5/10."""
    play = dealt("omaha", PL, 1_000, 1_000, 1_000, pl__sb_counts_as_bb=counts)
    assert play.legal.max_to_chips == most


@pytest.mark.parametrize(("when", "most"), [("second_round", 35), ("always", 45)])
def test_pl_bb_ante_counts(when: str, most: int) -> None:
    """R-PL-2: an ante of 10 that the big blind alone has paid."""
    structure = PotLimit(small_blind=5, big_blind=10, bb_ante=10)
    play = dealt("omaha", structure, 1_000, 1_000, 1_000, pl__bb_ante_counts=when)
    assert play.legal.max_to_chips == most
    after = passive_to(play, "flop")
    assert after.legal.max_to_chips == 40  # in the pot it is either way


@pytest.mark.parametrize(("step", "least"), [("keep", 20), ("lower", 60)])
def test_spread_step_min(step: str, least: int) -> None:
    """A-13, R-SST-1: the smallest bet of 20-60-100 on the turn; before it nothing differs."""
    play = passive_to(dealt("holdem", STEP, 1_000, 1_000, spread__step_min=step), "flop")
    assert (play.legal.min_to_chips, play.legal.max_to_chips) == (20, 60)
    turn = passive_to(play, "turn")
    assert (turn.legal.min_to_chips, turn.legal.max_to_chips) == (least, 100)


@pytest.mark.parametrize(("trips", "winner"), [(False, 2), (True, 1)])
def test_short_deck_trips_beat_straight(trips: bool, winner: int) -> None:
    """R-LOW-7: three nines against nine to king."""
    play = dealt(
        *("short_deck", NL, 100, 100),
        hands={1: "9c9d", 2: "ThJs"},
        board="9hQdKs6c7d",
        short_deck__trips_beat_straight=trips,
    )
    end = play.all_in(1).call(2)
    assert end.awards == {winner: 200}


def _shown(play: Play) -> tuple[list[int], list[int]]:
    return (
        [event.seat for event in play.all_of(CardsShown)],
        [event.seat for event in play.all_of(CardsMucked)],
    )


@pytest.mark.parametrize(
    ("mode", "shown", "mucked"),
    [("auto", [2, 1], []), ("losers_muck", [2], [1]), ("manual", [], [])],
)
def test_showdown_mode(mode: str, shown: list[int], mucked: list[int]) -> None:
    """A-25: the first to show has aces, the other one less; by hand each is asked."""
    play = dealt(
        *("holdem", NL, 100, 100),
        hands={1: "4c5h", 2: "AcAd"},
        board=RIVER,
        showdown__mode=mode,
    )
    end = passive_to(play, "river").check(2, 1)

    assert _shown(end) == (shown, mucked)
    asked = [event.seat for event in end.all_of(TurnStarted) if event.asks == "show"]
    assert asked == ([2] if mode == "manual" else [])


@pytest.mark.parametrize(
    ("distribution", "awards"),
    [("all_to_first", {2: 14, 3: 12, 1: 12}), ("one_each", {2: 13, 3: 13, 1: 12})],
)
def test_odd_chip_distribution(distribution: str, awards: dict[int, int]) -> None:
    """A-26: two chips of 38 that three winners cannot divide; the fourth paid them."""
    play = dealt(
        *("holdem", NoLimit(small_blind=1, big_blind=2), 100, 100, 100, 100),
        hands={1: "4c5h", 2: "4d5s", 3: "4h5c", 4: "2h3s"},
        board="AsKsQsJsTs",
        odd_chip__distribution=distribution,
    )
    river = passive_to(play.raise_to(4, 8).call(1, 2, 3), "river")
    short = river.bet_to(2, 2).call(3).fold(4).call(1)
    assert short.awards == awards


@pytest.mark.parametrize(("mode", "outcome"), [("allin_protect", "all_in"), ("fold", "folded")])
def test_timeout_mode(mode: str, outcome: str) -> None:
    """A-24: a player with a blind in the pot does not answer a raise."""
    play = dealt("holdem", NL, 100, 100, timeout__mode=mode).raise_to(1, 30)
    assert [event.outcome for event in play.time_out(2).all_of(TimedOut)] == [outcome]


@pytest.mark.parametrize(("free", "outcome"), [("allin", "all_in"), ("check", "checked")])
def test_timeout_free_check(free: str, outcome: str) -> None:
    """A-23: nothing was to be called."""
    play = passive_to(dealt("holdem", NL, 100, 100, timeout__free_check=free), "flop")
    assert [event.outcome for event in play.time_out(2).all_of(TimedOut)] == [outcome]


@pytest.mark.parametrize(
    ("per_day", "protected"),
    [(None, [True, True, True]), (2, [True, True, False]), (0, [False] * 3)],
)
def test_timeout_protect_per_day(per_day: int | None, protected: list[bool]) -> None:
    """A-50: the first, second and third time-out of a day; an unprotected one folds."""
    rules = with_switches("house", {"timeout.protect_per_day": per_day})
    assert [is_protected(rules, used) for used in (0, 1, 2)] == protected

    play = dealt("holdem", NL, 100, 100, timeout__protect_per_day=per_day).raise_to(1, 30)
    asleep = play.time_out(2, is_protected=protected[2])
    outcome = "all_in" if protected[2] else "folded"
    assert [event.outcome for event in asleep.all_of(TimedOut)] == [outcome]


def test_the_awards_of_these_hands_are_whole() -> None:
    """The helper deals what it says: each card where it belongs, and every chip."""
    play = dealt("holdem", NL, 100, 100, hands={1: "4c5h", 2: "AcAd"}, board=RIVER)
    end = play.all_in(1).call(2)
    assert sum(event.chips for event in end.all_of(PotAwarded)) == 200
    assert end.awards == {2: 200}

"""Pots, odd chips and rake against an oracle that counts chip by chip."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tables.engine.hand.events import RakePlan
from tables.engine.hand.pots import Pot, build_pots, split, takes, uncalled
from tables.engine.hand.state import ABLE, ALL_IN, FOLDED, TIMED_OUT, Hand, SeatState, Status
from tables.engine.rules.ruleset import RuleSet
from tests.support.award_oracle import pots_chip_by_chip
from tests.support.hands import no_limit

_PLAIN = no_limit(1_000, 1_000).hand
_STATUSES: tuple[Status, ...] = (ABLE, ALL_IN, TIMED_OUT, FOLDED, FOLDED)


@st.composite
def _middles(draw: st.DrawFn) -> Hand:
    """Draw a hand in which everything is in the middle; a live hand has put in something."""
    count = draw(st.integers(2, 10))
    seats = []
    for seat in draw(st.permutations(range(1, 11)))[:count]:
        status = draw(st.sampled_from(_STATUSES))
        total = draw(st.integers(0 if status == FOLDED else 1, 30))
        dead = draw(st.sampled_from((0, 0, 0, 1, 5)))
        seats.append(SeatState(seat, 0, status, total, total, dead))
    if all(seat.status == FOLDED for seat in seats):
        seats[0] = replace(seats[0], status=ALL_IN, total_chips=max(seats[0].total_chips, 1))
    return replace(
        _PLAIN,
        seats=tuple(seats),
        index={seat.seat: place for place, seat in enumerate(seats)},
        pot_chips=sum(seat.total_chips + seat.dead_chips for seat in seats),
    )


@given(hand=_middles())
def test_pots_are_those_that_counting_chip_by_chip_gives(hand: Hand) -> None:
    """R-POT-1, R-POT-2."""
    pots = [(pot.chips, pot.eligible) for pot in build_pots(hand)]
    assert pots == pots_chip_by_chip(hand)
    assert sum(chips for chips, _ in pots) == hand.pot_chips
    for (_, wide), (_, narrow) in pairwise(pots):
        assert set(narrow) < set(wide)  # adjacent pots with equal eligibility are one


@given(hand=_middles())
def test_what_comes_back_is_what_one_live_player_put_in_alone(hand: Hand) -> None:
    """R-POT-6: chips of the top player that nobody else, folded ones included, put in."""
    alone: dict[int, int] = {}
    for number in range(1, max(seat.total_chips for seat in hand.seats) + 1):
        who = [seat for seat in hand.seats if seat.total_chips >= number]
        if len(who) == 1 and who[0].status != FOLDED:
            alone[who[0].seat] = alone.get(who[0].seat, 0) + 1
    found = uncalled(hand)
    assert ({} if found is None else dict([found])) == alone


def _dealt_out(chips: int, winners: list[int], unit: int, *, one_each: bool) -> dict[int, int]:
    """R-ODD: whole rounds of one unit each; then the rest goes to the first, or unit by unit."""
    got = dict.fromkeys(winners, 0)
    while chips >= unit * len(winners):
        for seat in winners:
            got[seat] += unit
            chips -= unit
    if one_each:
        for seat in winners:
            if chips >= unit:
                got[seat] += unit
                chips -= unit
    got[winners[0]] += chips
    return got


@given(
    chips=st.integers(0, 500),
    winners=st.permutations(range(1, 11)).flatmap(
        lambda seats: st.integers(1, 10).map(lambda count: list(seats)[:count])
    ),
    unit=st.sampled_from((1, 2, 5, 25)),
    one_each=st.booleans(),
)
def test_shares_are_those_that_dealing_chips_out_gives(
    chips: int, winners: list[int], unit: int, one_each: bool
) -> None:
    """R-ODD-1 to R-ODD-4, R-ODD-7."""
    rules = RuleSet(odd_chip_distribution="one_each" if one_each else "all_to_first")
    hand = replace(_PLAIN, started=replace(_PLAIN.started, rules=rules, chip_unit=unit))
    shares = split(hand, chips, winners)
    expected = _dealt_out(chips, winners, unit, one_each=one_each)
    assert {share.seat: share.chips for share in shares} == expected
    assert [share.seat for share in shares] == winners


@st.composite
def _plans(draw: st.DrawFn) -> RakePlan:
    return RakePlan(
        percent_bp=draw(st.sampled_from((0, 1, 33, 500, 3_333, 10_000))),
        cap_chips=draw(st.sampled_from((None, 0, 1, 7, 10_000))),
        is_no_flop_no_drop=draw(st.booleans()),
        jackpot_drop_chips=draw(st.integers(0, 9)),
        jackpot_min_pot_chips=draw(st.integers(0, 60)),
        jackpot_min_players=draw(st.integers(0, 11)),
    )


@given(hand=_middles(), plan=_plans(), unit=st.sampled_from((1, 5)), has_flop=st.booleans())
def test_rake_and_drop_are_those_of_the_rule(
    hand: Hand, plan: RakePlan, unit: int, has_flop: bool
) -> None:
    """R-RAK-1 to R-RAK-3: exact fractions, main pot first, until the cap."""
    street = 1 if has_flop else 0
    hand = replace(hand, street=street, started=replace(hand.started, rake=plan, chip_unit=unit))
    pots = build_pots(hand)
    is_raked = has_flop or not plan.is_no_flop_no_drop
    left = 10**9 if plan.cap_chips is None else plan.cap_chips
    rakes: list[int] = []
    for pot in pots:
        exact = Fraction(pot.chips * plan.percent_bp, 10_000)
        rake = min(int(exact // unit) * unit, left) if is_raked else 0
        left -= rake
        rakes.append(rake)
    is_dropped = (
        has_flop
        and len(hand.seats) >= plan.jackpot_min_players
        and hand.pot_chips >= plan.jackpot_min_pot_chips
    )
    drop = min(plan.jackpot_drop_chips, pots[0].chips - rakes[0]) if is_dropped else 0
    taken = takes(hand, pots)
    assert [take.rake_chips for take in taken] == rakes
    assert [take.jackpot_chips for take in taken] == [drop] + [0] * (len(pots) - 1)


def test_the_oracle_tells_pots_apart() -> None:
    """Negative control: another total is another answer."""
    seats = (
        SeatState(1, 0, ALL_IN, 3, 3),
        SeatState(2, 0, ABLE, 5, 5),
        SeatState(3, 0, ABLE, 5, 5),
    )
    hand = replace(_PLAIN, seats=seats, index={1: 0, 2: 1, 3: 2}, pot_chips=13)
    assert build_pots(hand) == [Pot(9, (1, 2, 3)), Pot(4, (2, 3))]
    assert pots_chip_by_chip(hand) == [(9, (1, 2, 3)), (4, (2, 3))]

"""Table and hand together: every lineup can be dealt, every result can be settled."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tables.engine import table_commands as cmd
from tables.engine.commands import StartHand
from tables.engine.decide import advance
from tables.engine.events import HandFinished, RakePlan, TimedOut
from tables.engine.limits import NoLimit
from tables.engine.lineup import ready_seats
from tables.engine.ruleset import HOUSE, STANDARD
from tables.engine.table_state import EntryChoice, Lineup, SeatStatus
from tests.support.random_hands import random_command, random_deck
from tests.support.tables import STAKES, TestTable, player, refusal_code

_RULES = (HOUSE, STANDARD, replace(HOUSE, button_headsup_no_double_bb=True))
_STAKES = replace(STAKES, ante_chips=1, big_blind_ante_chips=4)
_SEAT_COUNT = 6


def _play_out(
    at: TestTable, lineup: Lineup, random: Random
) -> tuple[HandFinished, tuple[int, ...]]:
    """Deal the lineup, act at random to its end, and return the result and who timed out."""
    config = at.table.config
    assert config is not None
    stakes = config.stakes
    start = StartHand(
        hand_no=at.table.hand_no,
        game="holdem",
        structure=NoLimit(
            small_blind=stakes.small_blind_chips,
            big_blind=stakes.big_blind_chips,
            ante=stakes.ante_chips,
            bb_ante=stakes.big_blind_ante_chips,
        ),
        rules=config.rules,
        seats=lineup.dealt,
        button=lineup.positions.button,
        big_blind=lineup.positions.big_blind,
        posts=lineup.posts,
        rake=RakePlan(percent_bp=500, cap_chips=4),
    )
    deck = random_deck(random)
    events, hand = advance(None, start, deck)
    assert hand.started.seats == lineup.dealt
    while not hand.is_over:
        more, hand = advance(hand, random_command(random, hand), deck)
        events += more
    finished = events[-1]
    assert isinstance(finished, HandFinished)
    return finished, tuple({event.seat for event in events if isinstance(event, TimedOut)})


def _come_and_go(at: TestTable, random: Random, newest: int) -> None:
    """Somebody leaves, sits down, comes back or buys more; a refusal is as good."""
    seat = random.randint(1, _SEAT_COUNT)
    choice = random.choice(list(EntryChoice))
    wishes: list[cmd.TableCommand] = [
        cmd.Leave(seat, 0),
        cmd.TopUp(seat, 100),
        cmd.SitIn(seat, choice),
        cmd.SitIn(seat, choice),
        cmd.TakeSeat(seat=seat, player=player(newest), buy_in_chips=100, at_ms=0, entry=choice),
        cmd.ForceMoveIn(seat, player(newest), random.randint(1, 30)),
    ]
    wish = random.choice(wishes)
    refusal_code(lambda: at.do(wish))


@given(st.integers(min_value=0, max_value=2**32))
def test_a_table_deals_and_settles_hand_after_hand(seed: int) -> None:
    """R-BLD-6, CASH, where other systems went wrong, 11: with stacks below the blinds as well."""
    random = Random(seed)
    at = TestTable(
        1, 2, 3, 4, rules=random.choice(_RULES), stakes=_STAKES, stack=100, seat_count=_SEAT_COUNT
    ).draw(2)
    for newest in range(100, 112):
        _come_and_go(at, random, newest)
        if len(ready_seats(at.table)) < 2:
            continue
        before = at.table.stacks_chips()
        finished, timed_out = _play_out(at, at.start(), random)
        taken = finished.rake_chips + finished.jackpot_chips
        stacks = {result.seat: result.stack_chips for result in finished.results}

        at.settle(stacks, timed_out=timed_out, taken=taken)

        assert at.table.stacks_chips() == before - taken
        for number, chips in stacks.items():
            seat = at.seat(number)
            assert seat.stack_chips == chips
            is_out = number in timed_out
            status = SeatStatus.IN if chips else SeatStatus.BUSTED
            assert seat.status is (SeatStatus.SITTING_OUT if is_out else status)

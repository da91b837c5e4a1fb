"""Kill pots of limit games (docs/cash-room.md#options)."""

from typing import Any

from msgspec.structs import replace

from tables.engine.hand.commands import Act, ActionKind
from tables.engine.hand.decide import advance
from tables.engine.hand.events import HandFinished
from tables.engine.rules.limits import FixedLimit
from tables.engine.rules.terms import MAX_CHIPS
from tables.engine.table import commands as cmd
from tables.engine.table.bridge import hand_to_deal, hand_to_settle
from tables.engine.table.state import Lineup, SitOutWhen, TableOptions
from tests.support.tables import FIXED, TestTable, posts, refusal_code

_FULL = TableOptions(kill="full")
_HALF = TableOptions(kill="half", kill_pot_chips=200)


def _table(options: TableOptions, **more: Any) -> TestTable:
    return TestTable(1, 2, 3, 4, stakes=FIXED, options=options, **more).draw(1)


def _after(options: TableOptions, *winners: int | None, pot: int = 0) -> Lineup:
    at = _table(options)
    for winner in winners:
        at.play(winner=winner, pot=pot)
    return at.start()


def test_the_winner_of_two_pots_in_a_row_posts_a_kill_and_the_limits_double() -> None:
    at = _table(_FULL)
    at.play(winner=2)
    at.play(winner=2)

    lineup = at.start()

    assert posts(lineup) == [(4, "sb", 5), (1, "bb", 10), (2, "kill", 20)]
    assert (lineup.stakes.lower_limit_chips, lineup.stakes.higher_limit_chips) == (20, 40)
    command = hand_to_deal(at.table)
    assert command.structure == FixedLimit(small_blind=5, big_blind=10, lower=20, higher=40)
    _, hand = advance(None, command, range(52))
    assert (hand.price_chips, hand.actor) == (20, 2)


def test_a_half_kill_is_half_more() -> None:
    lineup = _after(_HALF, 3, 3)

    assert posts(lineup) == [(4, "sb", 5), (1, "bb", 10), (3, "kill", 15)]
    assert (lineup.stakes.lower_limit_chips, lineup.stakes.higher_limit_chips) == (15, 30)


def test_limits_are_not_lifted_above_all_chips_that_there_can_be() -> None:
    """Else the next hand could not be dealt, and the table would stand still."""
    stakes = replace(FIXED, higher_limit_chips=MAX_CHIPS - 1)
    at = TestTable(1, 2, 3, stakes=stakes, options=_FULL).draw(1)
    at.play(winner=2)
    at.play(winner=2)

    lineup = at.start()

    assert (lineup.stakes.lower_limit_chips, lineup.stakes.higher_limit_chips) == (20, MAX_CHIPS)
    assert advance(None, hand_to_deal(at.table), range(52))[1].actor is not None


def test_one_pot_two_winners_or_a_shared_pot_kill_nothing() -> None:
    for winners in ((2,), (2, 3), (2, None), (2, None, 2)):
        lineup = _after(_FULL, *winners)
        assert [kind for _, kind, _ in posts(lineup)] == ["sb", "bb"]
        assert lineup.stakes == FIXED


def test_a_large_pot_kills_the_next_hand() -> None:
    assert (2, "kill", 15) in posts(_after(_HALF, 2, pot=200))
    assert "kill" not in [kind for _, kind, _ in posts(_after(_HALF, 2, pot=199))]
    assert "kill" not in [kind for _, kind, _ in posts(_after(_FULL, 2, pot=500))]


def test_who_is_in_the_blinds_posts_the_kill_instead() -> None:
    assert posts(_after(_FULL, 1, 1)) == [(4, "sb", 5), (1, "kill", 20)]
    assert posts(_after(_FULL, 4, 4)) == [(1, "bb", 10), (4, "kill", 20)]


def test_the_killer_who_wins_again_kills_the_next_hand_too() -> None:
    assert (3, "kill", 20) in posts(_after(_FULL, 3, 3, 3))
    assert "kill" not in [kind for _, kind, _ in posts(_after(_FULL, 3, 3, 2))]


def test_there_is_no_kill_without_the_killer_or_his_whole_amount() -> None:
    at = _table(_FULL)
    at.play(winner=2)
    at.play(winner=2)
    at.do(cmd.SitOut(2, SitOutWhen.NOW))
    assert "kill" not in [kind for _, kind, _ in posts(at.start())]

    at = _table(_FULL)
    at.play(winner=2)
    at.start()
    at.settle({2: 19, 3: 1_981}, winner=2)
    assert "kill" not in [kind for _, kind, _ in posts(at.start())]


def test_a_kill_hand_has_no_straddle() -> None:
    at = _table(replace(_FULL, straddle="utg"))
    for seat in (1, 2, 3, 4):
        at.do(cmd.SetSeatOptions(seat, straddle=True))
    at.play(winner=3)
    at.play(winner=3)

    assert [kind for _, kind, _ in posts(at.start())] == ["sb", "bb", "kill"]


def test_a_pot_of_a_hand_that_was_voided_or_taken_back_does_not_count() -> None:
    at = _table(_FULL)
    at.play(winner=2)
    at.play(winner=2)
    at.do(cmd.TakeBackHand(2))
    assert "kill" not in [kind for _, kind, _ in posts(at.start())]
    at.void()

    at.play(winner=2)

    assert (2, "kill", 20) in posts(at.start())


def test_a_winner_who_was_not_dealt_in_or_a_pot_above_all_stacks_is_refused() -> None:
    at = _table(_FULL)
    at.start()
    before = at.bytes()

    assert refusal_code(lambda: at.settle(winner=7)) == "pot_mismatch"
    assert refusal_code(lambda: at.settle(winner=1, pot=4_001)) == "pot_mismatch"
    assert at.bytes() == before


def _played(at: TestTable, *kinds: ActionKind) -> cmd.SettleHand:
    """Deal the running hand, act so (a bet is of 10), and return what the table is told."""
    events, hand = advance(None, hand_to_deal(at.table), range(52))
    for kind in kinds:
        assert hand.actor is not None
        to_chips = 10 if kind == "bet" else None
        events, hand = advance(hand, Act(hand.actor, hand.turn, kind, to_chips), range(52))
    finished = events[-1]
    assert isinstance(finished, HandFinished)
    return hand_to_settle(hand, finished)


def test_the_end_of_a_hand_says_who_won_it_alone_and_how_large_the_pot_was() -> None:
    """R-POT-6: what nobody matched is no part of the pot."""
    at = _table(_FULL)
    at.start()

    settle = _played(at, "fold", "call", "fold", "check", "bet", "fold")

    assert (settle.winner, settle.pot_chips) == (3, 25)

"""Every switch that a table reads: each of its values makes a difference."""

import re
from pathlib import Path
from typing import Any

import pytest

from tables import engine as engine_package
from tables.engine.rules.ruleset import SWITCHES, RuleSet, with_switches
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.decide import NEW_TABLE, decide_table
from tables.engine.table.state import EntryChoice, SitOutWhen, Stakes, TableConfig
from tests.support.tables import (
    MINUTE_MS,
    STAKES,
    TestTable,
    player,
    positions,
    posts,
    refusal_code,
)

ONE_VALUE = {"stud.bring_in", "stud.open_pair_who", "stud.shortage", "suit_order"}
"""Rules that are named so that another one may be added; so far there is no choice."""
NOT_READ_YET = {
    "blinds.sb_ratio": "a limit game takes any of the three; the switch is the form's proposal",
    "h4h.same_table": "comes with tournaments",
    "timeout.alert_after": "comes with the floor's alerts",
    "tournament.race_out": "comes with tournaments",
}


def _rules(**switches: Any) -> RuleSet:
    return with_switches("house", {name.replace("__", "."): v for name, v in switches.items()})


def _four(rules: RuleSet) -> TestTable:
    """Seats 2, 4, 6, 8 have played a hand: button 2, small blind 4, big blind 6."""
    at = TestTable(2, 4, 6, 8, rules=rules).draw(2)
    at.play()
    return at


def test_what_has_one_value_only_is_known() -> None:
    """A-07, A-18, A-20, A-39."""
    single = {name for name, switch in SWITCHES.items() if len(switch.choices) == 1}
    assert single == ONE_VALUE


def test_every_other_switch_is_shown_to_make_a_difference() -> None:
    """By a test of its name, here or in the files of this name; a new switch needs one too."""
    text = "".join(path.read_text() for path in Path(__file__).parent.glob("test_switches*.py"))
    shown = {
        name
        for name, switch in SWITCHES.items()
        if re.search(rf"^def test_{switch.field}(_two|_range)?\(", text, re.MULTILINE)
    }
    assert set(SWITCHES) - shown == ONE_VALUE | set(NOT_READ_YET)


def test_what_is_not_read_yet_is_read_nowhere() -> None:
    """Whoever makes such a switch work takes it off the list."""
    engine = Path(engine_package.__path__[0])
    sources = [path for path in engine.rglob("*.py") if not path.name.startswith("ruleset")]
    text = "".join(path.read_text() for path in sources)
    for name in sorted(ONE_VALUE | set(NOT_READ_YET)):
        assert not re.search(rf"rules\.{SWITCHES[name].field}\b", text), name


@pytest.mark.parametrize(
    ("method", "expected", "posted"),
    [
        ("moving", (6, 8, 2), [(2, "bb", 10), (8, "live", 10)]),
        ("dead", (4, 6, 8), [(6, "sb", 5), (8, "bb", 10)]),
    ],
)
def test_button_method(
    method: str, expected: tuple[int, int, int], posted: list[tuple[int, str, int]]
) -> None:
    """R-BTN-6: the small blind of the last hand has left; button 2, blinds 4 and 6."""
    at = _four(_rules(button__method=method))
    at.do(cmd.Leave(4, 0))

    lineup = at.start()

    assert (positions(lineup), posts(lineup)) == (expected, posted)


@pytest.mark.parametrize(("swaps", "expected"), [(False, (2, 2, 3)), (True, (3, 3, 2))])
def test_button_headsup_no_double_bb(swaps: bool, expected: tuple[int, int, int]) -> None:
    """A-02: of three with button 1 and big blind 3 the first has left."""
    at = TestTable(1, 2, 3, rules=_rules(button__headsup_no_double_bb=swaps)).draw(1)
    assert positions(at.play()) == (1, 2, 3)
    at.do(cmd.Leave(1, 0))
    assert positions(at.start()) == expected


@pytest.mark.parametrize(("entry", "comes_in"), [("wait", False), ("post", True)])
def test_entry_between_button_and_bb(entry: str, comes_in: bool) -> None:
    """A-04: seat 5 sits down between button 4 and big blind 8."""
    at = _four(_rules(entry__between_button_and_bb=entry))
    at.sit(5, entry=EntryChoice.POST)

    lineup = at.start()

    assert positions(lineup) == (4, 6, 8)
    assert (5 in lineup.dealt_seats) is comes_in
    assert ((5, "live", 10) in posts(lineup)) is comes_in


@pytest.mark.parametrize(("free", "comes_in"), [(True, True), (False, False)])
def test_entry_short_handed_free(free: bool, comes_in: bool) -> None:
    """A-05: a third one joins two."""
    at = TestTable(1, 3, rules=_rules(entry__short_handed_free=free)).draw(1)
    at.play()
    at.sit(4, entry=EntryChoice.POST)
    assert (4 in at.start().dealt_seats) is comes_in


@pytest.mark.parametrize(
    ("missed", "owed"), [("post_or_wait", [(8, "live", 10), (8, "dead", 5)]), ("ignore", [])]
)
def test_missed_blinds(missed: str, owed: list[tuple[int, str, int]]) -> None:
    """A-06: seat 8 lets both blinds pass, and comes back behind the big blind."""
    at = _four(_rules(missed_blinds=missed))
    at.do(cmd.SitOut(8, SitOutWhen.NOW))
    at.play()
    at.play()
    at.do(cmd.SitIn(8, EntryChoice.POST))

    lineup = at.start()

    assert 8 in lineup.dealt_seats
    assert [post for post in posts(lineup) if post[0] == 8] == owed


@pytest.mark.parametrize(("seats", "opens"), [("6-10", False), ("2-10", True)])
def test_omaha_seats(seats: str, opens: bool) -> None:
    """A-47: a table for five."""
    config = TableConfig(
        game="omaha", seat_count=5, stakes=STAKES, rules=_rules(omaha__seats=seats)
    )
    code = refusal_code(lambda: decide_table(NEW_TABLE, cmd.OpenTable(config)))
    assert code == (None if opens else "table_size")


def _open(config: TableConfig, *seats: int) -> TestTable:
    at = TestTable.__new__(TestTable)
    at.table, at.stream = NEW_TABLE, []
    at.do(cmd.OpenTable(config))
    for seat in seats:
        at.sit(seat)
    return at


@pytest.mark.parametrize(("least", "code"), [(2, None), (4, "too_few_players")])
def test_omaha_min_to_deal(least: int, code: str | None) -> None:
    """A-01: three are ready, and after the first hand of four three are left."""
    rules = _rules(omaha__min_to_deal=least)
    config = TableConfig(game="omaha", seat_count=6, stakes=STAKES, rules=rules)
    at = _open(config, 1, 2, 3)
    assert refusal_code(lambda: at.draw(1)) == code

    four = _open(config, 1, 2, 3, 4).draw(1)
    four.play()
    four.do(cmd.Leave(4, 0))
    assert refusal_code(four.start) == code


def test_who_sits_out_at_his_big_blind_does_so_although_too_few_are_left() -> None:
    """A-01: the hand is not dealt, and the table waits for another player, not for him."""
    rules = _rules(omaha__min_to_deal=3)
    config = TableConfig(game="omaha", seat_count=6, stakes=STAKES, rules=rules)
    at = _open(config, 1, 2, 3).draw(1)
    at.play()
    at.do(cmd.SitOut(1, SitOutWhen.NEXT_BIG_BLIND))

    assert at.do(cmd.StartHand()) == (ev.SatOut(1),)
    at.do(cmd.SitIn(1, EntryChoice.POST))
    assert len(at.start().dealt) == 3


@pytest.mark.parametrize(("rotates", "first"), [(False, [1, 1, 1, 1]), (True, [2, 3, 1, 2])])
def test_stud_rotate_dealer(rotates: bool, first: list[int]) -> None:
    """A-03: who gets the first card of four hands."""
    stakes = Stakes(
        small_blind_chips=0,
        big_blind_chips=0,
        lower_limit_chips=10,
        higher_limit_chips=20,
        ante_chips=5,
        bring_in_chips=5,
        limit="stud_split",
    )
    rules = _rules(stud__rotate_dealer=rotates)
    at = _open(TableConfig(game="stud7", seat_count=6, stakes=stakes, rules=rules), 1, 2, 3)
    assert [at.play().dealt_seats[0] for _ in range(4)] == first


@pytest.mark.parametrize(("least", "opens"), [(2, True), (3, False)])
def test_table_min_to_open(least: int, opens: bool) -> None:
    """A-33: two are ready."""
    at = TestTable(1, 2, rules=_rules(table__min_to_open=least))
    assert refusal_code(lambda: at.draw(1)) == (None if opens else "too_few_players")


@pytest.mark.parametrize(("factor", "least"), [(10, 100), (40, 400)])
def test_stakes_min_buy_in_factor(factor: int, least: int) -> None:
    """A-32: so many big blinds of 10."""
    at = TestTable(rules=_rules(stakes__min_buy_in_factor=factor))
    assert refusal_code(lambda: at.sit(1, buy_in=least - 1)) == "buyin_min"
    at.sit(1, buy_in=least)


@pytest.mark.parametrize(("most", "code"), [(None, None), (500, "buyin_max")])
def test_stakes_max_buy_in(most: int | None, code: str | None) -> None:
    """R-STK-2: a buy-in of 501."""
    at = TestTable(rules=_rules(stakes__max_buy_in=most))
    assert refusal_code(lambda: at.sit(1, buy_in=501)) == code


@pytest.mark.parametrize(("queues", "code"), [(False, "topup_midhand"), (True, None)])
def test_stakes_queue_top_up(queues: bool, code: str | None) -> None:
    """R-STK-3: more chips are asked for in a hand."""
    at = TestTable(1, 2, rules=_rules(stakes__queue_top_up=queues)).draw(1)
    at.start()
    assert refusal_code(lambda: at.do(cmd.TopUp(1, 100))) == code
    at.settle()
    assert at.seat(1).stack_chips == (1_100 if queues else 1_000)


@pytest.mark.parametrize(("target", "code"), [("table_min", None), ("own_buy_in", "topup_short")])
def test_stakes_top_up_target(target: str, code: str | None) -> None:
    """A-21: who sat down with 1000 and has 500 left adds 100; the minimum is 100."""
    at = TestTable(1, 2, rules=_rules(stakes__top_up_target=target)).draw(1)
    at.start()
    at.settle({1: 500, 2: 1_500})
    assert refusal_code(lambda: at.do(cmd.TopUp(1, 100))) == code


@pytest.mark.parametrize(("window", "code"), [(120, "buyin_below_left"), (30, None)])
def test_stakes_rejoin_window_min(window: int, code: str | None) -> None:
    """A-22: back after an hour with less than was taken away."""
    at = TestTable(1, 2, rules=_rules(stakes__rejoin_window_min=window)).draw(1)
    at.play()
    at.do(cmd.Leave(1, 0))
    again = cmd.TakeSeat(seat=1, player=player(1), buy_in_chips=500, at_ms=60 * MINUTE_MS)
    assert refusal_code(lambda: at.do(again)) == code


@pytest.mark.parametrize(("after", "sits_out"), [(1, True), (2, False), (0, False)])
def test_timeout_sit_out_after(after: int, sits_out: bool) -> None:
    """R-TIM-8: one time-out; 0 is never."""
    at = TestTable(1, 2, 3, rules=_rules(timeout__sit_out_after=after)).draw(1)
    at.start()
    assert (ev.SatOut(2) in at.settle(timed_out=(2,))) is sits_out

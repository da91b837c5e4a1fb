"""Switches that contradict the table they are set at."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from tables import engine
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GAMES
from tables.engine.rules.ruleset import HOUSE, STANDARD, RuleSet, with_switches
from tables.engine.rules.ruleset_checks import WHY, check_switches, is_omaha
from tables.engine.rules.terms import MAX_CHIPS
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.decide import NEW_TABLE, decide_table
from tables.engine.table.state import Stakes, TableConfig
from tests.support.tables import STAKES, TestTable

OMAHAS = {
    *("omaha", "omaha8", "omaha5", "omaha5_8", "omaha6", "omaha6_8", "courchevel", "courchevel8"),
}


def _opened(rules: RuleSet, **facts: object) -> TableConfig:
    more = {"game": "holdem", "seat_count": 6, "stakes": STAKES, **facts}
    config = TableConfig(rules=rules, **more)  # type: ignore[arg-type]
    assert decide_table(NEW_TABLE, cmd.OpenTable(config)) == (ev.TableOpened(config),)
    return config


def _refused(rules: RuleSet, **facts: object) -> dict[str, object]:
    with pytest.raises(RuleViolation) as refused:
        _opened(rules, **facts)
    assert refused.value.code == "rules_out_of_range"
    return refused.value.facts


def test_a_switch_out_of_its_range_is_named_with_the_range() -> None:
    assert _refused(replace(HOUSE, cap_raises=-1)) == {
        "switch": "cap.raises",
        "why": "out_of_range",
        "min": 0,
        "max": MAX_CHIPS,
    }


def test_a_table_opens_with_no_more_players_than_it_has_seats() -> None:
    """A-33 `table.min_to_open`: one that asks for more would never open."""
    rules = with_switches("house", {"table.min_to_open": 7})

    assert _refused(rules) == {"switch": "table.min_to_open", "why": "above_seat_count", "max": 6}
    _opened(rules, seat_count=7)


def test_omaha_is_dealt_to_no_more_players_than_it_has_seats() -> None:
    """A-01 `omaha.min_to_deal`; other games do not ask for it."""
    rules = with_switches("standard", {"omaha.min_to_deal": 7})

    refused = _refused(rules, game="omaha")
    assert refused == {"switch": "omaha.min_to_deal", "why": "above_seat_count", "max": 6}
    _opened(rules, game="omaha", seat_count=7)
    _opened(rules, game="holdem")


def test_a_maximum_below_the_minimum_lets_nobody_buy_in() -> None:
    """R-STK-2: ten times the lower limit is the least; in tournaments nobody buys in."""
    least = 10 * STAKES.lower_limit_chips
    short, enough = (
        with_switches("house", {"stakes.max_buy_in": amount}) for amount in (least - 1, least)
    )

    refused = _refused(short)
    assert refused == {"switch": "stakes.max_buy_in", "why": "below_min_buy_in", "min": least}
    _opened(enough)
    _opened(short, is_tournament=True)


def test_stakes_are_not_lifted_above_what_may_be_bought_in() -> None:
    """R-STK-2: nobody could join such a table any more."""
    least = 10 * STAKES.lower_limit_chips
    at = TestTable(rules=with_switches("house", {"stakes.max_buy_in": least}))
    higher = Stakes(
        small_blind_chips=STAKES.small_blind_chips,
        big_blind_chips=STAKES.big_blind_chips + 1,
        lower_limit_chips=STAKES.big_blind_chips + 1,
    )

    with pytest.raises(RuleViolation) as refused:
        decide_table(at.table, cmd.ChangeStakes(higher))
    assert refused.value.code == "rules_out_of_range"
    assert refused.value.facts["why"] == "below_min_buy_in"


@pytest.mark.parametrize(
    ("game", "is_big_bet", "is_refused"),
    [
        ("stud7", False, True),
        ("stud8", False, True),
        ("stud7", True, False),
        ("razz", False, False),
        ("holdem", False, False),
    ],
)
def test_the_highest_card_opens_in_big_bet_stud_only(
    game: str, is_big_bet: bool, is_refused: bool
) -> None:
    """R-BRI-6; razz is opened by the highest card anyhow (R-LOW-3)."""
    rules = with_switches("house", {"stud.bring_in_card": "high"})
    codes = []
    try:
        check_switches(
            rules, game=GAMES[game], seat_count=6, min_buy_in_chips=100, is_big_bet=is_big_bet
        )
    except RuleViolation as refusal:
        codes = [(refusal.code, refusal.facts)]

    facts = {"switch": "stud.bring_in_card", "why": "needs_big_bet"}
    assert codes == ([("rules_out_of_range", facts)] if is_refused else [])


@pytest.mark.parametrize("preset", [HOUSE, STANDARD])
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.code)
def test_the_presets_fit_every_game_of_the_house(preset: RuleSet, game: object) -> None:
    for seat_count in range(2, 11):
        check_switches(
            preset,
            game=game,  # type: ignore[arg-type]
            seat_count=seat_count,
            min_buy_in_chips=1,
            is_big_bet=False,
        )


def test_the_omaha_switches_hold_where_two_hole_cards_count() -> None:
    assert {code for code, game in GAMES.items() if is_omaha(game)} == OMAHAS


def test_every_reason_is_documented_and_used() -> None:
    source = (Path(engine.__path__[0]) / "rules" / "ruleset_checks.py").read_text()
    assert set(re.findall(r'_refused\([^)]*?, "([a-z_]+)"', source)) == set(WHY)

"""What a table may be opened with: seats, structures, blinds, options (R-TAB, R-BLD)."""

from typing import Any

import pytest
from msgspec.structs import replace

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.rules.limits import (
    FixedLimit,
    NoLimit,
    PotLimit,
    SpreadLimit,
    StepSpread,
    StudSplit,
)
from tables.engine.rules.ruleset import STANDARD
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.bridge import structure_of
from tables.engine.table.decide import NEW_TABLE, decide_table
from tables.engine.table.state import Leg, Stakes, TableConfig, TableOptions
from tests.support.tables import FIXED, STAKES, STUD, TestTable, refusal_code

_HORSE = (Leg("holdem", FIXED), Leg("omaha8", FIXED), Leg("razz", STUD))


def _config(game: GameCode = "holdem", seats: int = 6, **more: Any) -> TableConfig:
    stakes = STUD if GAMES[game].family == "stud" else STAKES
    return TableConfig(game=game, seat_count=seats, **{"stakes": stakes, **more})


def _refused(config: TableConfig) -> tuple[str, dict[str, object]]:
    with pytest.raises(RuleViolation) as refused:
        decide_table(NEW_TABLE, cmd.OpenTable(config))
    return refused.value.code, refused.value.facts


def _opens(config: TableConfig) -> bool:
    return decide_table(NEW_TABLE, cmd.OpenTable(config)) == (ev.TableOpened(config),)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_of_the_house_opens_with_its_most_seats_and_not_with_one_more(
    game: GameCode,
) -> None:
    """R-TAB-1 to R-TAB-3: hands, boards and burns fit into the deck."""
    limits = {"min": GAMES[game].min_seats, "max": GAMES[game].max_seats}

    assert _opens(_config(game, limits["max"]))
    assert _refused(_config(game, limits["max"] + 1)) == ("table_size", limits)


def test_omaha_of_both_kinds_is_played_by_six_or_the_switch_says_two() -> None:
    """R-TAB-2, `omaha.seats`."""
    for game in ("omaha", "omaha8"):
        assert _refused(_config(game, 5)) == ("table_size", {"min": 6, "max": 10})
        assert _opens(_config(game, 2, rules=STANDARD))


def test_a_table_that_one_game_of_its_rotation_cannot_hold_is_refused() -> None:
    """R-TAB-1: razz has nine seats."""
    assert _opens(_config(seats=9, rotation=_HORSE))
    assert _refused(_config(seats=10, rotation=_HORSE)) == ("table_size", {"min": 2, "max": 9})
    assert _refused(_config(rotation=(Leg("bridge", FIXED),))) == (  # type: ignore[arg-type]
        "unknown_game",
        {"game": "bridge"},
    )


def _limit(limit: str, **more: Any) -> Stakes:
    return replace(STAKES, limit=limit, **more)


@pytest.mark.parametrize(
    ("stakes", "structure"),
    [
        (
            _limit("nl", ante_chips=1, big_blind_ante_chips=10),
            NoLimit(small_blind=5, big_blind=10, ante=1, bb_ante=10),
        ),
        (_limit("pl"), PotLimit(small_blind=5, big_blind=10)),
        (FIXED, FixedLimit(small_blind=5, big_blind=10, lower=10, higher=20)),
        (
            _limit("spread", max_bets_chips=(50,)),
            SpreadLimit(small_blind=5, big_blind=10, min=10, max=50),
        ),
        (
            _limit("step_spread", max_bets_chips=(30, 60)),
            StepSpread(small_blind=5, big_blind=10, min=10, max1=30, max2=60),
        ),
        (
            _limit("step_spread", max_bets_chips=(30, 60, 100)),
            StepSpread(small_blind=5, big_blind=10, min=10, max1=30, max2=60, max3=100),
        ),
        (STUD, StudSplit(ante=2, bring_in=3, lower=10, higher=20)),
    ],
)
def test_stakes_of_every_kind_are_a_structure_of_the_hand(stakes: Stakes, structure: Any) -> None:
    """R-TAB-5."""
    assert structure_of(stakes) == structure


@pytest.mark.parametrize(
    ("game", "stakes"),
    [
        ("holdem", STUD),
        ("holdem", _limit("spread")),
        ("holdem", _limit("spread", max_bets_chips=(9,))),
        ("holdem", _limit("step_spread", max_bets_chips=(30, 20))),
        ("holdem", _limit("step_spread", max_bets_chips=(30, 60, 50))),
        ("holdem", _limit("fixed", higher_limit_chips=9)),
        ("holdem", _limit("nl", max_bets_chips=(30,))),
        ("holdem", _limit("nl", bring_in_chips=3)),
        ("holdem", _limit("no")),
        ("razz", FIXED),
        ("stud7", replace(STUD, bring_in_chips=0)),
        ("stud8", replace(STUD, bring_in_chips=11)),
        ("stud7", replace(STUD, limit="nl")),
        ("badugi", STUD),
    ],
)
def test_a_structure_that_the_game_is_not_played_with_is_refused(
    game: GameCode, stakes: Stakes
) -> None:
    """R-TAB-5, R-SST-1, R-BRI-2."""
    if game in {"holdem", "badugi"}:
        stakes = replace(stakes, small_blind_chips=5, big_blind_chips=10)

    assert _refused(_config(game, stakes=stakes))[0] == "structure"


@pytest.mark.parametrize("small", [5, 4, 8])
def test_the_small_blind_is_a_half_or_a_third_or_two_thirds_of_the_lower_limit(small: int) -> None:
    """R-BLD-2: of a limit cash game; other tables ask only for order."""
    stakes = replace(FIXED, small_blind_chips=small, big_blind_chips=12, lower_limit_chips=12)
    facts = {"small_blind": 5, "lower": 12}
    wrong = _config(stakes=stakes)

    if small != 5:
        assert _opens(wrong)
        return
    assert _refused(wrong) == ("sb_ratio", facts)
    assert _opens(replace(wrong, is_tournament=True))
    assert _opens(replace(wrong, stakes=replace(stakes, limit="pl")))
    assert _opens(replace(wrong, stakes=replace(stakes, small_blind_chips=6)))


def test_the_big_blind_of_a_limit_game_is_its_lower_limit() -> None:
    """R-BLD-3."""
    stakes = replace(FIXED, big_blind_chips=15, higher_limit_chips=30)

    assert _refused(_config(stakes=stakes)) == ("bb_not_lower", {"big_blind": 15, "lower": 10})
    assert _opens(_config(stakes=stakes, is_tournament=True))


@pytest.mark.parametrize(
    ("game", "stakes", "options", "option"),
    [
        ("razz", STUD, TableOptions(straddle="utg"), "straddle"),
        ("holdem", FIXED, TableOptions(straddle="button"), "straddle"),
        ("badugi", FIXED, TableOptions(run_it_times=2), "run_it"),
        ("pineapple", STAKES, TableOptions(bomb_pot_every_hands=5), "bomb_pot"),
        ("draw5", STAKES, TableOptions(board_count=2), "board_count"),
        ("holdem", STAKES, TableOptions(kill="full"), "kill"),
        ("stud7", STUD, TableOptions(kill="full"), "kill"),
        ("stud7", STUD, TableOptions(may_buy_button=True), "may_buy_button"),
        (
            "holdem",
            replace(FIXED, small_blind_chips=1, big_blind_chips=3, lower_limit_chips=3),
            TableOptions(kill="half"),
            "kill",
        ),
    ],
)
def test_an_option_that_the_game_cannot_have_is_refused(
    game: GameCode, stakes: Stakes, options: TableOptions, option: str
) -> None:
    """docs/cash-room.md#options."""
    assert _refused(_config(game, stakes=stakes, options=options)) == (
        "option_not_in_game",
        {"option": option},
    )


def test_in_a_rotation_one_game_that_can_have_the_option_is_enough() -> None:
    options = TableOptions(straddle="utg", kill="full", board_count=2)

    assert _opens(_config(rotation=_HORSE, options=options))
    razz = (Leg("razz", STUD), Leg("stud8", STUD))
    assert _refused(_config(rotation=razz, options=options)) == (
        "option_not_in_game",
        {"option": "straddle"},
    )


def test_tournaments_have_no_options_of_the_cash_room() -> None:
    config = _config(options=TableOptions(run_it_times=2), is_tournament=True)

    assert _refused(config) == ("option_not_in_game", {"option": "cash"})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("max_straddles", 3),
        ("run_it_times", 0),
        ("run_it_times", 4),
        ("bomb_pot_every_hands", -1),
        ("bomb_pot_ante_big_blinds", 0),
        ("bomb_pot_boards", True),
        ("board_count", 4),
        ("kill_pot_chips", -1),
    ],
)
def test_an_option_has_its_range(field: str, value: int) -> None:
    code, facts = _refused(_config(options=replace(TableOptions(), **{field: value})))

    assert (code, facts["field"]) == ("amount_out_of_range", field)


def test_the_smallest_buy_in_of_a_rotation_follows_from_its_highest_lower_limit() -> None:
    """R-STK-2."""
    high = replace(STUD, lower_limit_chips=30, higher_limit_chips=60)
    at = TestTable(rotation=(Leg("holdem", FIXED), Leg("stud7", high)), seat_count=6)

    assert refusal_code(lambda: at.sit(1, buy_in=299)) == "buyin_min"
    assert at.sit(1, buy_in=300)


def test_new_stakes_of_a_rotation_name_every_game_of_it() -> None:
    """R-TRN-LVL-1."""
    at = TestTable(1, 2, rotation=_HORSE, seat_count=6)
    higher = tuple(Leg(leg.game, replace(leg.stakes, higher_limit_chips=40)) for leg in _HORSE)
    before = at.bytes()

    assert refusal_code(lambda: at.do(cmd.ChangeStakes(FIXED))) == "rotation_mismatch"
    assert refusal_code(lambda: at.do(cmd.ChangeStakes(FIXED, higher[::-1]))) == (
        "rotation_mismatch"
    )
    odd = (Leg("holdem", replace(FIXED, big_blind_chips=15)), *higher[1:])
    assert refusal_code(lambda: at.do(cmd.ChangeStakes(FIXED, odd))) == "bb_not_lower"
    assert at.bytes() == before
    assert at.do(cmd.ChangeStakes(FIXED, higher)) == (ev.StakesChanged(FIXED, higher),)
    assert at.table.config is not None
    assert at.table.config.legs == higher

"""Scenarios of opening a table (`type` = table_config): what the house refuses to set up."""

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GAMES
from tables.engine.rules.terms import Chips
from tables.engine.table import commands as cmd
from tables.engine.table.decide import NEW_TABLE, decide_table
from tables.engine.table.state import LimitKind, Stakes, TableConfig
from tables.lab.scenarios.config import rules_of
from tables.lab.scenarios.table_schema import ConfigGiven, ConfigScenario, ConfigStructure

_LOWER = 10


def refusal_of(scenario: ConfigScenario) -> str | None:
    """Return the code with which the table is refused, or None if it opens."""
    given = scenario.given
    config = TableConfig(
        game=given.variant,
        seat_count=given.seats,
        stakes=_stakes(given),
        rules=rules_of(scenario.config, scenario.mode),
        is_tournament=scenario.mode == "tournament",
    )
    try:
        decide_table(NEW_TABLE, cmd.OpenTable(config))
    except RuleViolation as refusal:
        return refusal.code
    return None


def _stakes(given: ConfigGiven) -> Stakes:
    """
    Return the stakes with what is not given as the house would have it.

    Stud is played for its split limit, another game that names a lower limit for a fixed one, and
    all else is no-limit.
    """
    is_stud = GAMES[given.variant].family == "stud"
    default: LimitKind = "stud_split" if is_stud else "nl" if given.lower is None else "fixed"
    structure = given.structure or ConfigStructure(kind=default)
    lower = structure.lower or structure.min or given.lower or _LOWER
    big = 0 if is_stud else lower
    return Stakes(
        small_blind_chips=big // 2 if given.small_blind is None else given.small_blind,
        big_blind_chips=big if given.big_blind is None else given.big_blind,
        lower_limit_chips=lower,
        ante_chips=structure.ante,
        limit=structure.kind,
        higher_limit_chips=structure.higher or 2 * lower,
        max_bets_chips=_maxima(structure),
        bring_in_chips=structure.bring_in or (lower // 2 if is_stud else 0),
    )


def _maxima(structure: ConfigStructure) -> tuple[Chips, ...]:
    figures = (structure.max, structure.max1, structure.max2, structure.max3)
    return tuple(chips for chips in figures if chips)

"""
Switches with which no table, or not this table, can be run.

Inside a rule set only ranges are checked: all switches can be combined, and one that has no effect
beside another (protected time-outs, where time-outs fold) does no harm.
"""

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import Game
from tables.engine.rules.ruleset import FIELD_OF_SWITCH, RANGES, RuleSet
from tables.engine.rules.terms import Chips

WHY = {
    "out_of_range": "no whole number in the switch's range; `min`, `max`",
    "above_seat_count": "more players than the table has seats would have to be there; `max`",
    "below_min_buy_in": "nobody could buy in: the maximum is below the minimum; `min`",
    "needs_big_bet": "only no-limit and pot-limit stud is opened by the highest card (R-BRI-6)",
}
"""The values of the fact `why` of `rules_out_of_range`."""


def check_ranges(rules: RuleSet) -> None:
    """
    Refuse a switch whose number is out of its range.

    :raises RuleViolation: `rules_out_of_range` with `switch`, `why` and the range.
    """
    switch = rules.problem()
    if switch is not None:
        least, most = RANGES[FIELD_OF_SWITCH[switch]]
        raise _refused(switch, "out_of_range", min=least, max=most)


def check_switches(
    rules: RuleSet,
    *,
    game: Game,
    seat_count: int,
    min_buy_in_chips: Chips | None,
    is_big_bet: bool,
) -> None:
    """
    Refuse switches that contradict the table they are set at.

    `min_buy_in_chips` is None where nobody buys in: in tournaments.
    :raises RuleViolation: `rules_out_of_range` with `switch` and `why`.
    """
    if rules.table_min_to_open > seat_count:  # it would never open
        raise _refused("table.min_to_open", "above_seat_count", max=seat_count)
    if is_omaha(game) and rules.omaha_min_to_deal > seat_count:  # nor deal a hand
        raise _refused("omaha.min_to_deal", "above_seat_count", max=seat_count)
    maximum = rules.stakes_max_buy_in
    if maximum is not None and min_buy_in_chips is not None and maximum < min_buy_in_chips:
        raise _refused("stakes.max_buy_in", "below_min_buy_in", min=min_buy_in_chips)  # R-STK-2
    is_high_stud = game.family == "stud" and not game.is_low_stud
    if is_high_stud and rules.stud_bring_in_card == "high" and not is_big_bet:
        raise _refused("stud.bring_in_card", "needs_big_bet")


def is_omaha(game: Game) -> bool:
    """Return whether exactly two hole cards count, so that the switches of `omaha.*` hold."""
    return game.hand_rules[0].startswith("exactly2")


def _refused(switch: str, why: str, **facts: int) -> RuleViolation:
    return RuleViolation("rules_out_of_range", switch=switch, why=why, **facts)

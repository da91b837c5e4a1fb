"""What a table may be opened with, and which stakes it may be played for (R-TAB, R-BLD, R-STK)."""

from collections.abc import Iterator

from tables.engine.hand.start_checks import misfit
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GAMES
from tables.engine.rules.ruleset_checks import check_ranges, check_switches
from tables.engine.rules.terms import MAX_CHIPS, Chips
from tables.engine.table.bridge import structure_of
from tables.engine.table.options import LIMIT_KINDS, check_options, has_blinds, has_button_blind
from tables.engine.table.stakes import min_buy_in_chips
from tables.engine.table.state import Leg, Stakes, TableConfig

MAX_LEGS = 32
_SIX_OR_MORE = ("omaha", "omaha8")
"""The games that R-TAB-2 is about; `omaha.seats` switches it off."""


def check_config(config: TableConfig) -> None:
    """
    Refuse a table at which no hand could be dealt.

    :raises RuleViolation: `unknown_game`, `table_size`, `rules_out_of_range`,
        `amount_out_of_range`, `stakes_invalid`, `structure`, `sb_ratio`, `bb_not_lower`,
        `option_not_in_game`.
    """
    for game in dict.fromkeys((config.game, *(leg.game for leg in config.legs))):
        if game not in GAMES:
            raise RuleViolation("unknown_game", game=game)
    for leg in config.legs:
        _check_size(config, leg)
    _check_house(config)
    check_stakes(config)
    check_options(config)


def check_stakes(config: TableConfig) -> None:
    """
    Refuse stakes that no hand could be played for, in any of the table's games.

    :raises RuleViolation: `stakes_invalid`, `structure`, `sb_ratio`, `bb_not_lower`,
        `rules_out_of_range` for a switch that contradicts them.
    """
    legs = config.legs
    for leg in legs:
        _check_amounts(leg)
        structure = structure_of(leg.stakes)
        if structure.problem() is not None or misfit(structure, GAMES[leg.game]) is not None:
            raise RuleViolation("structure", game=leg.game, structure=leg.stakes.limit)
    minimum = min_buy_in_chips(config)
    for leg in legs:
        _check_switches(config, leg, minimum)
        if config.is_tournament:
            continue
        if not _posted_chips(leg.stakes) <= minimum <= MAX_CHIPS:
            raise RuleViolation("stakes_invalid")
        _check_limit_blinds(leg)


def _check_switches(config: TableConfig, leg: Leg, minimum: Chips) -> None:
    check_switches(
        config.rules,
        game=GAMES[leg.game],
        seat_count=config.seat_count,
        min_buy_in_chips=None if config.is_tournament else minimum,
        is_big_bet=leg.stakes.limit in ("nl", "pl"),
    )


def _check_size(config: TableConfig, leg: Leg) -> None:
    """Refuse a number of seats that the game does not have (R-TAB-1 to R-TAB-3)."""
    game = GAMES[leg.game]
    minimum = game.min_seats
    is_free = config.is_tournament or config.rules.omaha_seats == "2-10"
    if game.code in _SIX_OR_MORE and is_free:
        minimum = 2
    is_whole = type(config.seat_count) is int
    if not is_whole or not minimum <= config.seat_count <= game.max_seats:
        raise RuleViolation("table_size", min=minimum, max=game.max_seats)


def _check_house(config: TableConfig) -> None:
    """Refuse figures of rules, rake and clock with which no table can be run."""
    check_ranges(config.rules)
    at_least = (("chip_unit", 1), ("turn_ms", 1000), ("hand_pause_ms", 0), ("rotate_every", 1))
    for field, least in at_least:
        value = getattr(config, field)
        if type(value) is not int or not least <= value <= MAX_CHIPS:
            raise RuleViolation("amount_out_of_range", field=field, min=least, max=MAX_CHIPS)
    if len(config.rotation) > MAX_LEGS:
        raise RuleViolation("amount_out_of_range", field="rotation", min=0, max=MAX_LEGS)


def _check_amounts(leg: Leg) -> None:
    """Refuse blinds and antes that no hand could be started with (R-BLD-2)."""
    stakes = leg.stakes
    is_valid = (
        all(type(chips) is int and 0 <= chips <= MAX_CHIPS for chips in _amounts(stakes))
        and stakes.small_blind_chips <= stakes.big_blind_chips
        and (stakes.big_blind_chips > 0 or not has_blinds(leg))
        and stakes.lower_limit_chips > 0
    )
    if not is_valid:
        raise RuleViolation("stakes_invalid")


def _amounts(stakes: Stakes) -> Iterator[object]:
    yield stakes.small_blind_chips
    yield stakes.big_blind_chips
    yield stakes.lower_limit_chips
    yield stakes.ante_chips
    yield stakes.big_blind_ante_chips
    yield stakes.higher_limit_chips
    yield stakes.bring_in_chips
    yield from stakes.max_bets_chips


def _posted_chips(stakes: Stakes) -> int:
    """Return the most that a hand costs before the first decision; a buy-in covers it."""
    antes = stakes.ante_chips + stakes.big_blind_ante_chips
    return antes + max(stakes.big_blind_chips, stakes.bring_in_chips)


def _check_limit_blinds(leg: Leg) -> None:
    """Refuse blinds that do not fit the lower limit of a limit cash game (R-BLD-2, R-BLD-3)."""
    stakes = leg.stakes
    if stakes.limit not in LIMIT_KINDS or not has_blinds(leg):
        return
    small, lower = stakes.small_blind_chips, stakes.lower_limit_chips
    is_ratio = lower in {2 * small, 3 * small} or 2 * lower == 3 * small
    if not is_ratio and not has_button_blind(leg):
        raise RuleViolation("sb_ratio", small_blind=small, lower=lower)
    if stakes.big_blind_chips != lower:
        raise RuleViolation("bb_not_lower", big_blind=stakes.big_blind_chips, lower=lower)

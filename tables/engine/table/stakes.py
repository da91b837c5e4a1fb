"""Table stakes: buying in, topping up, coming back (R-STK)."""

from uuid import UUID

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import MAX_CHIPS, Chips
from tables.engine.table.state import Departure, Seat, Table, TableConfig

_MS_PER_MINUTE = 60_000


def min_buy_in_chips(config: TableConfig) -> Chips:
    """
    Return the minimum buy-in: 10 × lower limit (R-STK-2, `stakes.min_buy_in_factor`).

    In a rotation it is the highest lower limit of its games.
    """
    lower = max(leg.stakes.lower_limit_chips for leg in config.legs)
    return config.rules.stakes_min_buy_in_factor * lower


def check_buy_in(
    table: Table,
    config: TableConfig,
    departure: Departure | None,
    amount_chips: Chips,
) -> None:
    """
    Refuse a buy-in outside the range, or below what the player took away (R-STK-2, R-STK-6).

    `departure` comes from `binding_departure`; it may require more than the maximum.
    :raises RuleViolation: `amount_not_positive`, `buyin_min`, `buyin_below_left`, `buyin_max`,
        `too_many_chips`.
    """
    check_amount(table, amount_chips)
    minimum = min_buy_in_chips(config)
    maximum = config.rules.stakes_max_buy_in
    left_with = departure.left_with_chips if departure else 0
    if amount_chips < left_with and left_with > minimum:
        raise RuleViolation("buyin_below_left", min=left_with)
    if amount_chips < minimum:
        raise RuleViolation("buyin_min", min=minimum)
    if maximum is not None and amount_chips > max(maximum, left_with):
        raise RuleViolation("buyin_max", max=max(maximum, left_with))


def binding_departure(
    table: Table, config: TableConfig, player: UUID, elsewhere: Departure | None, at_ms: int
) -> Departure | None:
    """Return the player's latest departure, here or `elsewhere`, if it is not too long ago."""
    window_ms = config.rules.stakes_rejoin_window_min * _MS_PER_MINUTE
    known = (*table.departures, *([elsewhere] if elsewhere else ()))
    binding = [
        departure
        for departure in known
        if departure.player == player and at_ms - departure.left_at_ms <= window_ms
    ]
    return max(binding, key=lambda departure: departure.left_at_ms, default=None)


def after_departure(
    departures: tuple[Departure, ...], departure: Departure, window_min: int
) -> tuple[Departure, ...]:
    """Return the records with `departure` in place of the player's older one, old ones dropped."""
    oldest_ms = departure.left_at_ms - window_min * _MS_PER_MINUTE
    kept = (
        known
        for known in departures
        if known.player != departure.player and known.left_at_ms >= oldest_ms
    )
    return (*kept, departure)


def check_top_up(table: Table, config: TableConfig, seat: Seat, added_chips: Chips) -> None:
    """
    Refuse chips that do not bring the stack to the buy-in, or lift it above the maximum.

    Source: R-STK-4 (`stakes.top_up_target`), R-STK-2 (`stakes.max_buy_in`).
    :raises RuleViolation: `amount_not_positive`, `topup_short`, `buyin_max`, `too_many_chips`.
    """
    check_amount(table, added_chips)
    target = min_buy_in_chips(config)
    if config.rules.stakes_top_up_target == "own_buy_in":
        target = max(target, seat.buy_in_chips)
    if seat.stack_chips + added_chips < target:
        raise RuleViolation("topup_short", min_add=target - seat.stack_chips)
    maximum = config.rules.stakes_max_buy_in
    if maximum is not None and seat.stack_chips + added_chips > maximum:
        raise RuleViolation("buyin_max", max=maximum, max_add=max(0, maximum - seat.stack_chips))


def queued_part_chips(config: TableConfig, seat: Seat) -> Chips:
    """Return how much of the queued chips fits below the maximum now that the hand is over."""
    maximum = config.rules.stakes_max_buy_in
    if maximum is None:
        return seat.queued_top_up_chips
    return max(0, min(seat.queued_top_up_chips, maximum - seat.stack_chips))


def check_amount(table: Table, amount_chips: Chips) -> None:
    """
    Refuse an amount that is not positive, or too large for the table's books.

    :raises RuleViolation: `amount_not_positive`, `too_many_chips`.
    """
    if type(amount_chips) is not int or amount_chips <= 0:
        raise RuleViolation("amount_not_positive")
    queued = sum(seat.queued_top_up_chips for seat in table.seats if seat)
    live = MAX_CHIPS - table.stacks_chips() - queued
    if amount_chips > live:
        raise RuleViolation("too_many_chips", max=max(0, live))

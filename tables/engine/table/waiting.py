"""What waits for the end of a hand: it happens by `BetweenHands`, before the next one begins."""

from tables.engine.table.state import Seat, SeatStatus, SitOutWhen, Table, TableConfig, TableState


def is_owed(table: Table) -> bool:
    """Return whether something waits and no hand runs any more: then none may begin."""
    config = table.config
    if config is None or table.hand is not None:
        return False
    if table.state is TableState.CLOSING:
        return True
    return any(_waits(config, seat) for seat in table.seats if seat)


def sits_out_next(config: TableConfig, seat: Seat) -> bool:
    """
    Return whether the player takes no cards from the next hand on, and is not marked so yet.

    He asked for it, or he was silent in his last hands (R-TIM-8, `timeout.sit_out_after`; 0 is
    never). The time-outs in a row begin anew when he sits in, so they never count twice.
    """
    if seat.status is SeatStatus.SITTING_OUT:
        return False
    return was_silent(config, seat) or seat.sit_out_request in {
        SitOutWhen.NOW,
        SitOutWhen.NEXT_HAND,
    }


def was_silent(config: TableConfig, seat: Seat) -> bool:
    """Return whether the player's time-outs in a row are so many that he sits out (R-TIM-8)."""
    return 0 < config.rules.timeout_sit_out_after <= seat.consecutive_timeout_count


def has_lost_all(seat: Seat) -> bool:
    """Return whether the player's last chip is gone, and nobody has been told yet."""
    return seat.stack_chips <= 0 and not seat.is_bust_known


def _waits(config: TableConfig, seat: Seat) -> bool:
    return (
        seat.is_leaving
        or seat.queued_top_up_chips > 0
        or sits_out_next(config, seat)
        or has_lost_all(seat)
    )

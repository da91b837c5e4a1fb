"""Between table and hand: the lineup becomes a hand to deal, the hand's end becomes stacks."""

from tables.engine.commands import StartHand
from tables.engine.events import HandFinished
from tables.engine.limits import NoLimit
from tables.engine.state import Hand
from tables.engine.table_commands import SettleHand
from tables.engine.table_events import SeatStack
from tables.engine.table_state import Stakes, Table
from tables.engine.terms import SeatNo


def hand_to_deal(table: Table, *, commitment: str = "", gaming_day: str = "") -> StartHand:
    """Return the command that deals the table's running hand; the table has started it."""
    config, lineup = table.config, table.hand
    assert config is not None
    assert lineup is not None
    return StartHand(
        hand_no=table.hand_no,
        game=config.game,
        structure=structure_of(config.stakes),
        rules=config.rules,
        seats=lineup.dealt,
        button=lineup.positions.button,
        big_blind=lineup.positions.big_blind,
        posts=lineup.posts,
        chip_unit=config.chip_unit,
        rake=config.rake,
        commitment=commitment,
        gaming_day=gaming_day,
    )


def hand_to_settle(
    hand: Hand, finished: HandFinished, *, at_ms: int, uncovered: tuple[SeatNo, ...] = ()
) -> SettleHand:
    """
    Return the command that brings a finished hand's stacks to the table.

    `uncovered` are the seats whose wallet no longer holds the top-up that they queued.
    """
    return SettleHand(
        hand_no=hand.started.hand_no,
        stacks=tuple([SeatStack(r.seat, r.stack_chips) for r in finished.results]),
        timed_out=tuple([seat.seat for seat in hand.seats if seat.has_timed_out]),
        taken_chips=finished.rake_chips + finished.jackpot_chips,
        at_ms=at_ms,
        uncovered=uncovered,
    )


def structure_of(stakes: Stakes) -> NoLimit:
    """Return the betting structure of a table's stakes."""
    return NoLimit(
        small_blind=stakes.small_blind_chips,
        big_blind=stakes.big_blind_chips,
        ante=stakes.ante_chips,
        bb_ante=stakes.big_blind_ante_chips,
    )

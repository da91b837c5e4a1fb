"""Between table and hand: the lineup becomes a hand to deal, the hand's end becomes stacks."""

from tables.engine.hand.commands import StartHand
from tables.engine.hand.events import HandFinished
from tables.engine.hand.state import Hand
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.limits import (
    FixedLimit,
    NoLimit,
    PotLimit,
    SpreadLimit,
    StepSpread,
    Structure,
    StudSplit,
)
from tables.engine.rules.terms import Chips, SeatNo
from tables.engine.table.commands import SettleHand
from tables.engine.table.events import SeatStack
from tables.engine.table.seating import config_of
from tables.engine.table.state import Stakes, Table


def hand_to_deal(table: Table, *, commitment: str = "", gaming_day: str = "") -> StartHand:
    """Return the command that deals the hand which the table has just started."""
    config, lineup = config_of(table), table.hand
    assert lineup is not None
    return StartHand(
        hand_no=table.hand_no,
        game=lineup.game,
        structure=structure_of(lineup.stakes),
        rules=config.rules,
        seats=lineup.dealt,
        button=lineup.button,
        big_blind=lineup.big_blind,
        posts=lineup.posts,
        chip_unit=config.chip_unit,
        rake=config.rake,
        commitment=commitment,
        gaming_day=gaming_day,
        options=lineup.options,
    )


def hand_to_settle(hand: Hand, finished: HandFinished) -> SettleHand:
    """Return the command that brings a finished hand's stacks to the table."""
    won = _won_chips(hand, finished)
    winners = [seat for seat, chips in won.items() if chips]
    return SettleHand(
        hand_no=hand.started.hand_no,
        stacks=tuple([SeatStack(r.seat, r.stack_chips) for r in finished.results]),
        timed_out=tuple([seat.seat for seat in hand.seats if seat.has_timed_out]),
        taken_chips=finished.rake_chips + finished.jackpot_chips,
        winner=winners[0] if len(winners) == 1 else None,
        pot_chips=sum(won.values()) + finished.rake_chips + finished.jackpot_chips,
    )


def _won_chips(hand: Hand, finished: HandFinished) -> dict[SeatNo, Chips]:
    """Return what each seat was paid from the pot: its net result plus what it had put in."""
    put_in = {seat.seat: seat.total_chips + seat.dead_chips for seat in hand.seats}
    return {result.seat: result.net_chips + put_in[result.seat] for result in finished.results}


def structure_of(stakes: Stakes) -> Structure:
    """
    Return the betting structure of a table's stakes.

    :raises RuleViolation: `structure` if the kind is unknown or its figures are wrong.
    """
    lower, higher = stakes.lower_limit_chips, stakes.higher_limit_chips
    maxima = stakes.max_bets_chips
    forced = {
        "small_blind": stakes.small_blind_chips,
        "big_blind": stakes.big_blind_chips,
        "ante": stakes.ante_chips,
        "bb_ante": stakes.big_blind_ante_chips,
        "bring_in": stakes.bring_in_chips,
    }
    match stakes.limit, len(maxima):
        case "nl", 0:
            return NoLimit(**forced)
        case "pl", 0:
            return PotLimit(**forced)
        case "fixed", 0:
            return FixedLimit(lower=lower, higher=higher, **forced)
        case "stud_split", 0:
            return StudSplit(lower=lower, higher=higher, **forced)
        case "spread", 1:
            return SpreadLimit(min=lower, max=maxima[0], **forced)
        case "step_spread", 2 | 3:
            max3 = maxima[2] if len(maxima) == 3 else 0
            return StepSpread(min=lower, max1=maxima[0], max2=maxima[1], max3=max3, **forced)
    raise RuleViolation("structure", structure=stakes.limit)

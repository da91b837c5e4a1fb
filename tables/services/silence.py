"""What the house does for a player who says nothing, or has said that he is gone."""

from datetime import datetime

from pokerhouse.common.ids import PlayerId
from tables.engine.hand.commands import TimeOut
from tables.engine.hand.state import Hand
from tables.engine.rules.clock import is_protected
from tables.engine.rules.terms import SeatNo
from tables.live.time_outs import protected_today
from tables.services.unit_of_work import UnitOfWork


def end_turn(work: UnitOfWork) -> None:
    """Let the running turn end as the house's rule for time-outs says (R-TIM-3)."""
    _, hand = work.live.last_hand
    assert hand.actor is not None, "a turn is owed"
    work.in_hand(TimeOut(hand.actor, hand.turn, _is_protected(hand, hand.actor, work.meta.at)))


def end_turn_of_leaver(work: UnitOfWork, seat: SeatNo) -> None:
    """
    End the turn of a player who leaves in it: nobody waits for him.

    In another one's turn he only says that this hand is his last: he may still
    act (docs/cash-room.md#chips).
    """
    hand = work.live.hand
    if hand is not None and hand.actor == seat:
        end_turn(work)


def _is_protected(hand: Hand, seat: SeatNo, at: datetime) -> bool:
    """R-TIM-8: without a limit, the default, nobody is counted."""
    rules = hand.started.rules
    if rules.timeout_protect_per_day is None:
        return True
    player = hand.started.seats[hand.index[seat]].player
    return is_protected(rules, protected_today(PlayerId(player), at))

"""Hands of a real table by seats and turns, through the house's services."""

from uuid import uuid4

from pokerhouse.commands.meta import Meta
from pokerhouse.common.ids import HandId, PlayerId, TableId
from tables.engine.hand.commands import Act, ActionKind
from tables.engine.rules.terms import Chips, SeatNo, TurnNo
from tables.live import table as live_tables
from tables.services import actions, floor
from tables.services.actions import Decision
from tables.services.hands import start_next_hand as start_hand
from tables.services.unit_of_work import Receipt

__all__ = ["act", "start_hand", "take_turn", "void_hand"]


def act(
    *,
    table_id: TableId,
    seat: SeatNo,
    turn: TurnNo,
    kind: ActionKind,
    to_chips: Chips | None = None,
    meta: Meta,
) -> Receipt:
    """Record the decision of whoever was dealt in at `seat`."""
    return take_turn(table_id=table_id, decision=Act(seat, turn, kind, to_chips), meta=meta)


def take_turn(*, table_id: TableId, decision: Act, meta: Meta) -> Receipt:
    """Record a decision of any kind, with the cards or boards that it names."""
    hand_id, player = _dealt(table_id, decision.seat)
    request = Decision(
        hand=hand_id,
        turn=decision.turn,
        action=decision.kind,
        to=decision.to_chips,
        cards=decision.cards,
        n=decision.times,
    )
    return actions.act(decision=request, player=player, meta=meta)


def void_hand(*, table_id: TableId, reason: str, meta: Meta) -> Receipt:
    """Take the table's running or last hand back."""
    hand_id = live_tables.newest(table_id).hand_id
    assert hand_id is not None
    return floor.void_hand(hand_id=HandId(hand_id), reason=reason, meta=meta)


def _dealt(table_id: TableId, seat: SeatNo) -> tuple[HandId, PlayerId]:
    live = live_tables.newest(table_id)
    assert live.hand_id is not None
    assert live.hand is not None
    dealt = {entry.seat: entry.player for entry in live.hand.started.seats}
    return HandId(live.hand_id), PlayerId(dealt.get(seat) or uuid4())

"""A player's decision, as it comes from outside: he names the hand and the turn, never a seat."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct, to_builtins

from pokerhouse.agenda import outages
from pokerhouse.common.ids import HandId, PlayerId
from tables.engine.hand.commands import Act, ActionKind
from tables.engine.hand.legal import legal
from tables.engine.hand.state import Hand
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import Chips, Position, SeatNo, TurnNo
from tables.live import table as live_tables
from tables.live.directory import table_of_hand
from tables.live.table import LiveTable
from tables.services.running import Receipt, Refused, checked, run
from tables.services.unit_of_work import Meta, UnitOfWork


class NotYourTurn(Refused):
    """Somebody else owes a decision, or the player is not in the hand."""

    code: ClassVar[str] = "not_your_turn"


class TurnExpired(Refused):
    """That turn has been played or timed out, or its time was up when the action was read."""

    code: ClassVar[str] = "turn_expired"


class HandOver(Refused):
    """The hand has ended."""

    code: ClassVar[str] = "hand_over"


class IllegalAction(Refused):
    """The rules forbid it; `rule` is the engine's code, `legal_actions` is what they allow."""

    code: ClassVar[str] = "illegal_action"


class Choice(Struct, frozen=True):
    """What an action says beside its kind. Cards are positions: a command is stored, no face is."""

    to_chips: Chips | None = None
    cards: tuple[Position, ...] = ()
    times: int | None = None

    def told(self) -> list[object]:
        """Return it for the command's hash; what was stored of old stays what it was."""
        if not self.cards and self.times is None:
            return [self.to_chips]
        return [self.to_chips, list(self.cards), self.times]


NO_CHOICE = Choice()

_BY_RULE: Mapping[str, type[Refused]] = {
    "not_turn": NotYourTurn,
    "not_in_hand": NotYourTurn,
    "turn_expired": TurnExpired,
    "hand_over": HandOver,
}


def act(
    *,
    hand_id: HandId,
    player: PlayerId,
    turn: TurnNo,
    kind: ActionKind,
    choice: Choice = NO_CHOICE,
    meta: Meta,
) -> Receipt:
    """
    Record `player`'s decision for `turn` of the hand, and everything that follows from it.

    :raises UnknownHand: if there is no such hand.
    :raises NotYourTurn, TurnExpired, HandOver: final; the decision is somebody else's or made.
    :raises IllegalAction: if the rules forbid it; carries the legal actions.
    """
    table_id = table_of_hand(hand_id)

    def decide(work: UnitOfWork) -> None:
        hand = work.live.hand
        if work.live.hand_id != hand_id or hand is None or hand.is_over:
            raise RuleViolation("hand_over")
        seat = _seat_of(hand, player)
        if hand.turn == turn and hand.actor == seat and is_too_late(work.live, meta):
            raise RuleViolation("turn_expired", turn=turn)
        work.in_hand(checked(Act(seat, turn, kind, choice.to_chips, choice.cards, choice.times)))

    body = ["act", str(hand_id), turn, kind, *choice.told()]
    try:
        return run(table_id=table_id, meta=meta, body=body, decide=decide)
    except Refused as refused:
        rule = str(refused.facts["rule"])
        named = _BY_RULE.get(rule, IllegalAction)(RuleViolation(rule, **_told(refused)))
        if type(named) is IllegalAction:
            hand = live_tables.get(table_id).hand
            choices = legal(hand) if hand is not None else None
            named.facts["legal_actions"] = to_builtins(choices)
        raise named from refused


def is_too_late(live: LiveTable, meta: Meta) -> bool:
    """
    Return whether the running turn was up when the action was read (API, socket rule 5).

    It is up from its deadline and the grace on, whether or not the house has acted yet. In an
    outage it is not: the clock gets that time back. Only a late action asks the database for that.
    """
    is_late = live.deadline_ms is not None and meta.at_ms >= live.expires_ms
    return is_late and outages.is_house_alive(meta.at)


def _seat_of(hand: Hand, player: PlayerId) -> SeatNo:
    for entry in hand.started.seats:
        if entry.player == player:
            return entry.seat
    raise RuleViolation("not_in_hand")


def _told(refused: Refused) -> dict[str, object]:
    return {name: fact for name, fact in refused.facts.items() if name != "rule"}

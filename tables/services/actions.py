"""A player's decision: he names the hand and the turn, never a seat."""

from typing import ClassVar

from msgspec import to_builtins

from pokerhouse.agenda import outages
from pokerhouse.commands.identity import CommandRequest
from pokerhouse.commands.meta import Meta
from pokerhouse.common.ids import HandId, PlayerId
from tables.engine.hand.commands import Act, ActionKind
from tables.engine.hand.legal import legal
from tables.engine.hand.state import Hand
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import SeatNo
from tables.live import table as live_tables
from tables.live.directory import table_of_hand
from tables.live.table import LiveTable
from tables.services.bounds import Amount, Boards, Cards, Turn
from tables.services.refusals import DECISION, IllegalAction, Refused
from tables.services.run import checked, run
from tables.services.unit_of_work import Receipt, UnitOfWork


class Decision(CommandRequest, frozen=True, forbid_unknown_fields=True):
    """
    A decision for the turn that it names; the same on every transport.

    A card is named by its place in the deck: what is asked for is hashed, and no face is.
    """

    NAME: ClassVar[str] = "hand.act"

    hand: HandId
    turn: Turn
    action: ActionKind
    """What the player does."""
    to: Amount | None = None
    """Of a bet or raise: the street's total, never an increment."""
    cards: Cards = ()
    """Of a discard: the cards to put away, by their positions in the deck."""
    n: Boards | None = None
    """Of `run_it`: how many boards the player wants."""


def act(*, decision: Decision, player: PlayerId, meta: Meta) -> Receipt:
    """
    Record `player`'s decision, and everything that follows from it.

    :raises UnknownHand: if there is no such hand.
    :raises NotYourTurn, TurnExpired, HandOver: final; the decision is somebody else's or made.
    :raises IllegalAction: if the rules forbid it; carries the legal actions.
    :raises Malformed: if a field is not of its type or beyond its bounds.
    """
    asked = checked(decision)
    table_id = table_of_hand(asked.hand)

    def decide(work: UnitOfWork) -> None:
        hand = work.live.hand
        if work.live.hand_id != asked.hand or hand is None or hand.is_over:
            raise RuleViolation("hand_over")
        seat = _seat_of(hand, player)
        if hand.turn == asked.turn and hand.actor == seat and is_too_late(work.live, meta):
            raise RuleViolation("turn_expired", turn=asked.turn)
        work.in_hand(Act(seat, asked.turn, asked.action, asked.to, asked.cards, asked.n))

    try:
        return run(table_id=table_id, meta=meta, asked=asked, decide=decide)
    except Refused as refused:
        named = DECISION.get(refused.rule, IllegalAction)(refused.violation)
        if type(named) is IllegalAction:
            hand = live_tables.get(table_id).hand
            choices = legal(hand) if hand is not None else None
            named.facts["legal_actions"] = to_builtins(choices)
        raise named from refused


def is_too_late(live: LiveTable, meta: Meta) -> bool:
    """
    Return whether the running turn was up when the action was read (docs/protocol.md#commands).

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

"""A player's decision: he names the hand and the turn, never a seat."""

from typing import Annotated, ClassVar

from msgspec import Meta as Limits
from msgspec import to_builtins

from pokerhouse.agenda import outages
from pokerhouse.commands.identity import CommandRequest
from pokerhouse.commands.meta import Meta
from pokerhouse.common.ids import HandId, PlayerId
from pokerhouse.common.money import MAX_AMOUNT
from tables.engine.hand.commands import Act, ActionKind
from tables.engine.hand.legal import legal
from tables.engine.hand.state import Hand
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import Chips, Position, SeatNo, TurnNo
from tables.live import table as live_tables
from tables.live.directory import table_of_hand
from tables.live.table import LiveTable
from tables.services.refusals import DECISION, IllegalAction, Refused
from tables.services.run import checked, run
from tables.services.unit_of_work import Receipt, UnitOfWork

MAX_TURN = 10_000
"""Beyond any hand's number of decisions."""

MAX_POSITION = 999
"""Beyond the names of any hand's shuffled discards, which begin behind the deck (R-LOW-6)."""

MAX_CARDS = 10
MAX_BOARDS = 10

Turn = Annotated[TurnNo, Limits(ge=1, le=MAX_TURN)]
To = Annotated[Chips, Limits(ge=1, le=MAX_AMOUNT)]
Cards = Annotated[
    tuple[Annotated[Position, Limits(ge=0, le=MAX_POSITION)], ...], Limits(max_length=MAX_CARDS)
]
Boards = Annotated[int, Limits(ge=1, le=MAX_BOARDS)]
"""The bounds of a decision's fields, for every transport."""


class Decision(CommandRequest, frozen=True, forbid_unknown_fields=True):
    """
    A decision for the turn that it names; the same on every transport.

    `to` is the street's total of a bet or raise, never an increment. `cards` are what `discard`
    puts away, by their positions in the deck: what is asked for is hashed, and no face is. `n` is
    how many boards `run_it` asks for.
    """

    NAME: ClassVar[str] = "hand.act"

    hand: HandId
    turn: Turn
    action: ActionKind
    to: To | None = None
    cards: Cards = ()
    n: Boards | None = None


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

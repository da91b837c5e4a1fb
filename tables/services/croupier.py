"""What a dealer says of the cards: a defect of the deal, a face, a board put right (R-MSD)."""

from typing import ClassVar, TypeAlias

from pokerhouse.commands.identity import CommandRequest
from pokerhouse.commands.meta import Meta
from pokerhouse.common.ids import HandId, TableId
from tables.engine.hand.commands import CorrectBoard, DeclareMisdeal, EnterCards
from tables.engine.rules.cards import texts_of
from tables.engine.rules.errors import RuleViolation
from tables.services.refusals import named
from tables.services.run import run
from tables.services.unit_of_work import Receipt, StaffNote, UnitOfWork

Order: TypeAlias = DeclareMisdeal | EnterCards | CorrectBoard


class TellOfCards(CommandRequest, frozen=True):
    """What is asked for: something about the hand's cards."""

    NAME: ClassVar[str] = "hand.tell_of_cards"

    hand: HandId
    action: str
    facts: dict[str, object]


def handle_cards(*, table_id: TableId, hand_id: HandId, order: Order, meta: Meta) -> Receipt:
    """
    Say something of the running hand's cards; a misdeal voids it, and it is dealt again.

    Faces are entered and boards put right only where the cards are physical: nobody touches a
    deck that the house has committed to.
    :raises UnknownTable: if there is none.
    :raises HandOver: if another hand runs, or none.
    :raises Refused: with the rule, e.g. `substantial_action`, `deck_committed`, `duplicate_card`.
    """
    action, facts = _as_facts(order)

    def decide(work: UnitOfWork) -> None:
        if work.live.hand_id != hand_id:
            raise RuleViolation("hand_over")
        work.note = StaffNote(action, f"hand:{hand_id}", facts)
        work.in_hand(order)

    with named():
        asked = TellOfCards(hand_id, action, facts)
        return run(table_id=table_id, meta=meta, asked=asked, decide=decide)


def _as_facts(order: Order) -> tuple[str, dict[str, object]]:
    match order:
        case DeclareMisdeal():
            return "hand.misdeal", {"reason": order.reason}
        case EnterCards():
            faces = texts_of(order.faces)  # they lie open on a table
            return "hand.enter_cards", {"positions": list(order.positions), "cards": faces}
        case CorrectBoard():
            return "hand.correct_board", {
                "positions": list(order.positions),
                "reason": order.reason,
            }

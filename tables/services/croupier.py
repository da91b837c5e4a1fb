"""What a dealer says of the cards: a defect of the deal, a face, a board put right (RULES 21)."""

from msgspec.structs import replace

from pokerhouse.common.ids import HandId, TableId
from tables.engine.hand.commands import CorrectBoard, DeclareMisdeal, EnterCards
from tables.engine.rules.cards import texts_of
from tables.engine.rules.errors import RuleViolation
from tables.services.players import named
from tables.services.running import Receipt, run
from tables.services.unit_of_work import Meta, StaffNote, UnitOfWork

Order = DeclareMisdeal | EnterCards | CorrectBoard


def tell_of_cards(*, table_id: TableId, hand_id: HandId, order: Order, meta: Meta) -> Receipt:
    """
    Say something of the running hand's cards; a misdeal voids it, and it is dealt again.

    Faces are entered and boards put right only where the cards are physical: nobody touches a
    deck that the house has committed to.
    :raises UnknownTable: if there is none.
    :raises HandOver: if another hand runs, or none.
    :raises Refused: with the rule, e.g. `substantial_action`, `deck_committed`, `duplicate_card`.
    """
    action, facts = _told(order)
    note = StaffNote(action, f"hand:{hand_id}", {**facts, "command": meta.key})

    def decide(work: UnitOfWork) -> None:
        if work.live.hand_id != hand_id:
            raise RuleViolation("hand_over")
        work.in_hand(order)

    with named():
        body = [action, str(hand_id), facts]
        return run(table_id=table_id, meta=replace(meta, note=note), body=body, decide=decide)


def _told(order: Order) -> tuple[str, dict[str, object]]:
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

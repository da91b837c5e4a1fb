"""
The rules as decisions: a command in, the events that follow from it out.

Whatever follows without a further decision is decided at once: the last call of a street deals
the next one, an all-in runs the board out, the last fold awards the pot.
"""

from collections.abc import Callable
from typing import Any

from tables.engine.hand import actions, misdeals, starting, timing_out
from tables.engine.hand.batch import Batch
from tables.engine.hand.commands import (
    Act,
    Command,
    CorrectBoard,
    DeclareMisdeal,
    EnterCards,
    StartHand,
    TimeOut,
    VoidHand,
)
from tables.engine.hand.dealing import Cards
from tables.engine.hand.events import HandEvent, HandVoided
from tables.engine.hand.state import VOIDED, Hand
from tables.engine.rules.errors import RuleViolation, is_text


def decide(hand: Hand | None, command: Command, cards: Cards) -> tuple[HandEvent, ...]:
    """
    Return the events that `command` causes.

    :raises RuleViolation: with the code of R-ACT-9; nothing else is ever raised.
    """
    return advance(hand, command, cards)[0]


def advance(
    hand: Hand | None, command: Command, cards: Cards
) -> tuple[tuple[HandEvent, ...], Hand]:
    """
    Return the events that `command` causes, and the state after them.

    The same as `decide` and a fold, without folding twice.

    :raises RuleViolation: as `decide`.
    """
    if type(command) is Act and hand is not None:
        return actions.act(hand, command, cards)
    if type(command) is StartHand:
        if hand is not None:
            raise RuleViolation("hand_started")
        return starting.start(command, cards).result()
    if hand is None:
        raise RuleViolation("no_hand")
    handler = _HANDLERS.get(type(command))
    if handler is None:
        raise RuleViolation("unknown_command", command=type(command).__name__)
    batch = Batch(hand, [])
    handler(batch, command, cards)
    return batch.result()


def _void(batch: Batch, command: VoidHand, _cards: Cards) -> None:
    """Also possible after the end; the table refuses it once its next hand has begun."""
    if batch.hand.phase == VOIDED:
        raise RuleViolation("hand_over")
    if not is_text(command.reason):
        raise RuleViolation("wrong_type", field="reason")
    batch.add(HandVoided(command.reason))


_HANDLERS: dict[type, Callable[[Batch, Any, Cards], None]] = {
    TimeOut: timing_out.time_out,
    VoidHand: _void,
    DeclareMisdeal: misdeals.declare_misdeal,
    EnterCards: misdeals.enter_cards,
    CorrectBoard: misdeals.correct_board,
}

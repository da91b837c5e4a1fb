"""
The rules as decisions: a command in, the events that follow from it out.

Whatever follows without a further decision is decided at once: the last call of a street deals
the next one, an all-in runs the board out, the last fold awards the pot.
"""

from collections.abc import Callable
from typing import Any

from tables.engine import actions, starting
from tables.engine.batch import Batch
from tables.engine.commands import Act, Command, StartHand, TimeOut, VoidHand
from tables.engine.dealing import Cards
from tables.engine.errors import RuleViolation
from tables.engine.events import HandEvent, HandVoided
from tables.engine.state import VOIDED, Hand


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
    if type(command) is StartHand:
        if hand is not None:
            raise RuleViolation("hand_started")
        batch = starting.start(command, cards)
    else:
        if hand is None:
            raise RuleViolation("no_hand")
        handler = _HANDLERS.get(type(command))
        if handler is None:
            raise RuleViolation("unknown_command", command=type(command).__name__)
        batch = Batch(hand, [])
        handler(batch, command, cards)
    return tuple(batch.events), batch.hand


def _void(batch: Batch, command: VoidHand, _cards: Cards) -> None:
    """Also after the end: until the table's next hand begins, which the table watches."""
    if batch.hand.phase == VOIDED:
        raise RuleViolation("hand_over")
    batch.add(HandVoided(command.reason))


_HANDLERS: dict[type, Callable[[Batch, Any, Cards], None]] = {
    Act: actions.act,
    TimeOut: actions.time_out,
    VoidHand: _void,
}

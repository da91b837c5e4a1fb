"""
Play a recorded hand again, under the preset `standard`, and compare its end.

What is accepted although the house would not ask for it: `replayer.py`.
"""

from decimal import Decimal

from msgspec import Struct

from tables.engine.hand.events import HandEvent
from tables.engine.hand.state import Hand
from tables.engine.rules.terms import Chips
from tables.histories.errors import StacksDiffer
from tables.histories.phh.record import Amount, Record
from tables.histories.phh.replayer import Replayer

_HALF = Decimal("0.5")


class Replay(Struct, frozen=True):
    """A record, played to its end."""

    events: tuple[HandEvent, ...]
    hand: Hand
    notes: tuple[str, ...]
    """What was accepted with a note, as sentences."""

    @property
    def stacks(self) -> tuple[Chips, ...]:
        """The stacks at the end, p1 first."""
        return stacks_of(self.hand)


def stacks_of(hand: Hand) -> tuple[Chips, ...]:
    """Return the stacks of a replayed hand, p1 first: player k sits in seat k."""
    return tuple(seat.stack_chips for seat in sorted(hand.seats, key=lambda seat: seat.seat))


def replay(record: Record) -> Replay:
    """
    Return the events of the recorded hand, from its forced bets to its settled pots.

    :raises HistoryError: what the record has that no hand under these rules can have.
    """
    replayer = Replayer(record)
    for action in record.actions:
        replayer.apply(action)
    return Replay(*replayer.finish())


def compare(record: Record, stacks: tuple[Chips, ...]) -> None:
    """
    Compare the stacks at the end with `finishing_stacks`, where the record has them.

    A record that splits an odd chip in two may differ by that half, which a room cannot pay.

    :raises StacksDiffer: with both.
    """
    if record.finishing_stacks is None:
        return
    expected = [amount * record.parts for amount in record.finishing_stacks]
    is_equal = sum(expected) == sum(stacks) and all(
        want == got if want == int(want) else abs(want - got) == _HALF
        for want, got in zip(expected, stacks, strict=True)
    )
    if is_equal:
        return
    differences = [
        {"player": number, "found": _json(found), "recorded": str(want)}
        for number, (want, found) in enumerate(
            zip(record.finishing_stacks, in_chips(record, stacks), strict=True), 1
        )
        if want != found
    ]
    listed = ", ".join(
        f"p{one['player']} has {one['found']}, recorded are {one['recorded']}"
        for one in differences
    )
    detail = f"The hand ends otherwise: {listed}."
    raise StacksDiffer(detail, differences=differences)


def in_chips(record: Record, stacks: tuple[Chips, ...]) -> tuple[Amount, ...]:
    """Return stacks in the chips of the record, where it has parts of one."""
    if record.parts == 1:
        return stacks
    amounts = [Decimal(stack) / record.parts for stack in stacks]
    return tuple(int(amount) if amount % 1 == 0 else amount for amount in amounts)


def _json(amount: Amount) -> int | float:
    return amount if isinstance(amount, int) else float(amount)

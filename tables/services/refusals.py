"""What a table refuses. Clients tell some refusals apart; all others are `refused_by_rules`."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar

from pokerhouse.common.errors import DomainError
from tables.engine.rules.errors import RuleViolation, echoed
from tables.engine.rules.terms import MAX_SEATS, SeatNo


class Refused(DomainError):
    """The rules forbid it; `rule` is the engine's code, and it has the engine's other facts."""

    code: ClassVar[str] = "refused_by_rules"

    def __init__(self, violation: RuleViolation) -> None:
        super().__init__(f"The rules forbid it: {violation}.", rule=violation.code)
        self.facts |= violation.facts

    @property
    def rule(self) -> str:
        """The engine's code."""
        return str(self.facts["rule"])

    @property
    def violation(self) -> RuleViolation:
        """The engine's refusal."""
        facts = {name: fact for name, fact in self.facts.items() if name != "rule"}
        return RuleViolation(self.rule, **facts)


class Malformed(DomainError):
    """The command's fields are not of their types; the text says which."""

    code: ClassVar[str] = "command_malformed"


class NameTaken(DomainError):
    """Another table has this name."""

    code: ClassVar[str] = "table_name_taken"


# --- a player's decision ---------------------------------------------------------------------


class NotYourTurn(Refused):
    """Somebody else owes a decision, or the player is not in the hand."""

    code: ClassVar[str] = "not_your_turn"


class TurnExpired(Refused):
    """That turn has been played or timed out, or its time was over when the action was read."""

    code: ClassVar[str] = "turn_expired"


class HandOver(Refused):
    """The hand has ended."""

    code: ClassVar[str] = "hand_over"


class IllegalAction(Refused):
    """The rules forbid it; `rule` is the engine's code, `legal_actions` is what they allow."""

    code: ClassVar[str] = "illegal_action"


# --- seats -----------------------------------------------------------------------------------


class NotSeated(Refused):
    """The player does not sit at this table."""

    code: ClassVar[str] = "not_seated"


class SeatTaken(Refused):
    """Somebody sits there."""

    code: ClassVar[str] = "seat_taken"


class SeatEmpty(Refused):
    """Nobody sits there."""

    code: ClassVar[str] = "seat_empty"


class AlreadySeated(Refused):
    """The player sits at this table already; `seat` says where."""

    code: ClassVar[str] = "already_seated"


class NoSuchSeat(Refused):
    """The table has no seat with that number."""

    code: ClassVar[str] = "no_such_seat"


class TableIsClosed(Refused):
    """The table is closed, or closes after this hand."""

    code: ClassVar[str] = "table_closed"


class TopUpMidHand(Refused):
    """Chips are added between hands only (R-STK-3)."""

    code: ClassVar[str] = "top_up_mid_hand"


# --- rulings ---------------------------------------------------------------------------------


class AlreadyTakenBack(Refused):
    """The hand was taken back before."""

    code: ClassVar[str] = "already_taken_back"


class PlayerGone(Refused):
    """
    A player who won or lost in the hand has left his seat; `seats` says which.

    Then only a correction in the ledger can help.
    """

    code: ClassVar[str] = "player_gone"


DECISION: Mapping[str, type[Refused]] = {
    "hand_over": HandOver,
    "not_in_hand": NotYourTurn,
    "not_turn": NotYourTurn,
    "turn_expired": TurnExpired,
}
"""Refusals of a decision, by the engine's code."""

AT_TABLE: Mapping[str, type[Refused]] = {
    "already_taken_back": AlreadyTakenBack,
    "hand_over": HandOver,
    "no_such_seat": NoSuchSeat,
    "not_seated": NotSeated,
    "player_gone": PlayerGone,
    "player_seated": AlreadySeated,
    "seat_empty": SeatEmpty,
    "seat_taken": SeatTaken,
    "table_closed": TableIsClosed,
    "topup_midhand": TopUpMidHand,
}
"""Refusals of all other commands at a table, by the engine's code."""


@contextmanager
def named() -> Iterator[None]:
    """Raise refusals that clients must distinguish as errors with codes of their own."""
    try:
        yield
    except Refused as refused:
        kind = AT_TABLE.get(refused.rule)
        if kind is None:
            raise
        raise kind(refused.violation) from refused


def check_seat_number(seat: SeatNo) -> None:
    """
    Refuse a number that no table has, before it becomes part of a request.

    :raises NoSuchSeat: if no table has a seat with this number.
    """
    if not 1 <= seat <= MAX_SEATS:
        raise NoSuchSeat(RuleViolation("no_such_seat", seat=echoed(seat)))

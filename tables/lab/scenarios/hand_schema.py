"""The shape of a hand's scenario. Strict: an unknown field or verb is a failure, never a skip."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from tables.engine.rules.games import GameCode
from tables.engine.rules.limits import Structure
from tables.engine.rules.terms import PostKind


class Strict(Struct, forbid_unknown_fields=True, kw_only=True):
    """A part of a scenario."""


class SeatLine(Strict):
    """A player and his stack."""

    seat: int
    stack: int


class PostLine(Strict):
    """A forced bet, cut to the stack by the engine."""

    seat: int
    kind: PostKind
    amount: int


class ActionLine(Strict):
    """One action; `to` is the total on the street after it."""

    street: str
    seat: int
    do: Literal["fold", "check", "call", "bet", "raise", "allin", "bring_in", "timeout"]
    to: int | None = None


class LegalLine(Strict):
    """What is legal before action number `before` (counted from 0)."""

    before: int
    seat: int
    to_call: int | UnsetType = UNSET
    min_to: int | UnsetType = UNSET
    max_to: int | UnsetType = UNSET
    can_raise: bool | UnsetType = UNSET
    can_check: bool | UnsetType = UNSET
    why: str | UnsetType = UNSET
    bring_in: int | UnsetType = UNSET


class PotLine(Strict):
    """A pot before rake; main pot first."""

    amount: int
    eligible: list[int]


class Expected(Strict):
    """What must have happened."""

    stacks: dict[str, int]
    in_pot: int | None = None
    next_to_act: int | None = None
    street: str | None = None
    pots: list[PotLine] | None = None
    awards: dict[str, int] | None = None
    refunds: dict[str, int] = {}
    rake: int | None = None
    legal: list[LegalLine] = []
    error: str | None = None
    first_to_act: dict[str, int] = {}
    show_order: list[int] | None = None
    categories: dict[str, str] = {}
    face_up_from: str | None = None
    folded: list[int] | None = None


class HandScenario(Strict):
    """One hand (docs/rules.md#scenario-files)."""

    id: str
    type: Literal["hand"]
    rule_ids: list[str]
    variant: GameCode
    structure: Structure
    seats: list[SeatLine]
    button: int | None
    """None in stud, which has none (R-BTN-7)."""
    posts: list[PostLine]
    actions: list[ActionLine]
    expect: Expected
    chip_unit: int = 1
    mode: Literal["cash", "tournament"] = "cash"
    config: dict[str, object] = {}
    hole: dict[str, str] = {}
    cards: dict[str, str] = {}
    """Of stud: each hand's cards in the order of the deal."""
    board: str = ""
    community: str = ""
    note: str = ""
    units: str = ""
    checked_with: str = ""
    check_note: str = ""
    pokerkit_diverges: str = ""

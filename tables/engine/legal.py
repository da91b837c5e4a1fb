"""What `decide` would accept from the player whose turn it is; the same predicates."""

from msgspec import Struct

from tables.engine.betting import raise_bounds, raise_refusal, to_call
from tables.engine.commands import ActionKind
from tables.engine.showdown import may_muck
from tables.engine.state import SHOWDOWN, Hand, SeatState
from tables.engine.terms import Chips, SeatNo, TurnNo

_PASSIVE: tuple[ActionKind, ...] = ("call", "fold")
_FREE: tuple[ActionKind, ...] = ("check", "fold")
_CHECK_ONLY: tuple[ActionKind, ...] = ("check",)
_BET: tuple[ActionKind, ...] = ("bet",)
_RAISE: tuple[ActionKind, ...] = ("raise",)
_ALL_IN: tuple[ActionKind, ...] = ("all_in",)


class Legal(Struct, frozen=True, gc=False):
    """The choices of one turn."""

    seat: SeatNo
    turn: TurnNo
    kinds: tuple[ActionKind, ...]
    to_call_chips: Chips = 0
    """What a call adds."""
    min_to_chips: Chips = 0
    """Smallest street total of a bet or raise; 0 where there is none."""
    max_to_chips: Chips = 0
    why_no_raise: str | None = None
    """Code of R-ACT-9 when neither bet nor raise is offered."""


def legal(hand: Hand) -> Legal | None:
    """Return the choices of the seat to act, or None if nobody owes a decision."""
    if hand.actor is None:
        return None
    seat = hand.seats[hand.index[hand.actor]]
    if hand.phase == SHOWDOWN:
        return _showing(hand, seat)
    missing = to_call(hand, seat)
    kinds = _PASSIVE if missing else _FREE if hand.started.rules.action_free_fold else _CHECK_ONLY
    refusal = raise_refusal(hand, seat)
    if refusal is not None:
        if missing == seat.stack_chips:
            kinds += _ALL_IN  # which is a call
        return Legal(seat.seat, hand.turn, kinds, missing, 0, 0, refusal)
    min_to, max_to = raise_bounds(hand, seat)
    kinds += _RAISE if hand.price_chips else _BET
    if seat.street_chips + seat.stack_chips <= max_to:
        kinds += _ALL_IN
    return Legal(seat.seat, hand.turn, kinds, missing, min_to, max_to)


def _showing(hand: Hand, seat: SeatState) -> Legal:
    kinds: list[ActionKind] = ["show"]
    if may_muck(hand, seat):
        kinds.append("muck")
    if hand.game.hand_rule == "best5" and not seat.has_declared_board:
        kinds.append("declare_board")
    return Legal(seat.seat, hand.turn, tuple(kinds))
